"""`attrib commit`: the sessions linked to commits, path by path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrib.answers.sessions import infos_for, record_facts
from attrib.errors import RevisionError
from attrib.graph import EvidenceGraph
from attrib.model.commits import Commit, CommitChange
from attrib.model.evidence import PathFinding
from attrib.model.ids import Oid, RepoPath
from attrib.model.reports import CommitExplanation, CommitReport, CommitsReport
from attrib.pipeline import link
from attrib.unseen import as_named, unseen_at, unseen_of
from attrib.workspace import Workspace


def commits(
    workspace: Workspace,
    revisions: Sequence[str],
    paths: Sequence[RepoPath] = (),
    *,
    explains: bool = False,
) -> CommitsReport:
    """The links of the commits that the revisions name, for all paths or those given.

    Raises:
        RevisionError: a revision names no commit here.
    """
    named = resolve(workspace, revisions)
    known = workspace.repository.commits(named)
    found = workspace.repository.changes_of(known, renames=True)
    chosen = {
        oid: [change for change in found.get(oid, ()) if is_under(change.path, paths)]
        for oid in known
    }
    pairs = [(change, known[oid]) for oid in known for change in chosen[oid]]
    graph = link(workspace, pairs, known.values(), explains=explains)
    reports = tuple(report_of(workspace, graph, known[oid], chosen[oid]) for oid in named)
    evidence = [item for report in reports for link_ in report.links for item in link_.evidence]
    return CommitsReport(reports, infos_for(workspace, evidence))


def resolve(workspace: Workspace, revisions: Sequence[str]) -> list[Oid]:
    """The commits that revisions name, in order, each once."""
    found: Mapping[str, Oid | None] = workspace.repository.resolve(revisions)
    oids: dict[Oid, None] = {}
    for revision in revisions:
        oid = found.get(revision)
        if oid is None:
            raise RevisionError(f"bad revision '{revision}'", hint="git log --oneline --all")
        oids[oid] = None
    return list(oids)


def is_under(path: RepoPath, paths: Sequence[RepoPath]) -> bool:
    """True when no paths are given, or the path is one of them or lies below one."""
    return not paths or any(
        path == given or given in (b"", b".") or path.startswith(given.rstrip(b"/") + b"/")
        for given in paths
    )


def report_of(
    workspace: Workspace, graph: EvidenceGraph, commit: Commit, changes: Sequence[CommitChange]
) -> CommitReport:
    """What the graph holds about one commit."""
    findings = []
    links = graph.links_of(commit.oid)
    known = {session.key for session in workspace.sessions}
    shared = {link_.session for link_ in links if any(item.shared for item in link_.evidence)}
    is_named = any(link_.session not in known for link_ in links)
    for change in changes:
        evidence = graph.at(commit.oid, change.path)
        old = change.old_paths[0] if change.old_paths else None
        findings.append(
            PathFinding(
                path=change.path,
                old_path=old if old != change.path else None,
                op=op_of(change),
                evidence=evidence,
                unseen=None
                if evidence
                else as_named(unseen_at(workspace, change, commit), is_named=is_named),
                tried=graph.tried_at(commit.oid, change.path),
            )
        )
    is_seen = any(link_.session in known | shared for link_ in links)
    unseen = None if is_seen else as_named(unseen_of(workspace, commit), is_named=is_named)
    return CommitReport(commit, links, tuple(findings), unseen)


def op_of(change: CommitChange) -> str:
    """The change in ASR's word: add, delete, modify, move or copy."""
    olds = [old for old in change.olds if old is not None]
    if change.new is None:
        return "delete"
    if not olds:
        return "add"
    moved = change.old_paths and change.old_paths[0] != change.path
    return "move" if moved else "modify"


def explain_commit(workspace: Workspace, revision: str) -> CommitExplanation:
    """The whole derivation for one commit."""
    report = commits(workspace, [revision], explains=True)
    evidence = [item for link_ in report.commits[0].links for item in link_.evidence]
    return CommitExplanation(report.commits[0], record_facts(workspace, evidence), report.sessions)
