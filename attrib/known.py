"""What a run knows beyond the change at hand: for qualifiers, and of commits as wholes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrib.declared import GIT_AI_REF, SESSION_KEYS, UNKNOWN_AGENT, declared_in
from attrib.live import sessions_at
from attrib.matchers.interface import CommitFacts
from attrib.model.commits import Commit
from attrib.model.ids import Oid, RecordRef, SessionKey
from attrib.notes import declared_in_note, notes_of
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


def _declared(workspace: Workspace, commits: Sequence[Commit]) -> Mapping[Oid, Sequence[RecordRef]]:
    """The sessions that a commit's trailers or a git note of another tool name."""
    known = {session.key.id: session.key for session in workspace.sessions}
    oids = [commit.oid for commit in commits]
    found: dict[Oid, list[RecordRef]] = {}
    named = [
        (oid, name, f"trailer {key}")
        for oid, message in workspace.repository.messages_of(oids).items()
        for key, name in declared_in(message)
        if key in SESSION_KEYS.values()
    ]
    named += [
        (oid, name, f"note {GIT_AI_REF}")
        for oid, content in notes_of(workspace.repository, oids)
        for name in declared_in_note(content)
    ]
    for oid, name, how in named:
        session = known.get(name, SessionKey(UNKNOWN_AGENT, "", name))
        found.setdefault(oid, []).append(RecordRef(session, how))
    return found
