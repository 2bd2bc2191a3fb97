"""What a run knows beyond the change at hand: for qualifiers, and of commits as wholes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from attrib.declared import SESSION_KEYS
from attrib.live import sessions_at
from attrib.matchers.interface import CommitFacts, DeclaredSession
from attrib.model.agents import UNKNOWN_AGENT
from attrib.model.audit import Declaration
from attrib.model.commits import Commit
from attrib.model.ids import Oid, RecordRef, SessionKey
from attrib.qualifiers.interface import Context
from attrib.workspace import Workspace


def context_of(workspace: Workspace) -> Context:
    """What qualifiers may ask in this run."""
    return Context(
        workspace.history,
        workspace.chronology,
        workspace.comparer,
        workspace.repository.diff_lines,
        workspace.named,
        workspace.common_lines,
        workspace.gained,
    )


def facts_of(workspace: Workspace, commits: Sequence[Commit]) -> CommitFacts:
    """What is recorded and declared of commits as wholes."""
    entries = workspace.journal.commits
    during = {
        commit.oid: tuple(sessions_at(entry, workspace.sessions, workspace.bindings))
        for commit in commits
        if (entry := entries.get(commit.oid)) is not None
    }
    return CommitFacts(workspace.named, workspace.head_moves, _declared(workspace, commits), during)


def _declared(
    workspace: Workspace, commits: Sequence[Commit]
) -> Mapping[Oid, Sequence[DeclaredSession]]:
    """The sessions that a commit's trailers, or another tool's note or file, name.

    They may be known here, or from shared notes.
    """
    known: defaultdict[str, list[SessionKey]] = defaultdict(list)
    for session in workspace.sessions:
        known[session.key.id].append(session.key)
    oids = [commit.oid for commit in commits]
    for note in workspace.shared.of(oids, are_commits=True).values():
        for key in sorted({line.value.session for line in note.lines if line.value is not None}):
            if key not in known[key.id]:
                known[key.id].append(key)
    found = workspace.declarations.of(oids)
    return {
        oid: [_named(each, known.get(each.name, ())) for each in declarations if each.names_session]
        for oid, declarations in found.items()
    }


def _named(declaration: Declaration, known: Sequence[SessionKey]) -> DeclaredSession:
    """The session that is meant: the known one where one fits, the last of several."""
    agent = declaration.agent
    fitting = [key for key in known if agent in (None, key.agent)]
    key = fitting[-1] if fitting else SessionKey(agent or UNKNOWN_AGENT, "", declaration.name)
    if declaration.key in SESSION_KEYS.values():
        how = f"trailer {declaration.key}"
    elif declaration.source.startswith("refs/notes/"):
        how = f"note {declaration.source}"
    else:
        how = f"file {declaration.source}"
    return DeclaredSession(RecordRef(key, how), declaration.tool, declaration.line_count)
