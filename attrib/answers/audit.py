"""`attrib audit`: what commits declare against what recorded content supports."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain

from attrib.answers.judging import Judging, KnownSessions
from attrib.answers.ranges import CommitRange, linked, range_of
from attrib.answers.seen import seen_of
from attrib.answers.sessions import infos_here
from attrib.graph import EvidenceGraph
from attrib.model.audit import AuditFinding, AuditReport, Standpoint
from attrib.model.evidence import Strength
from attrib.model.sessions import Session
from attrib.workspace import Workspace

#: So many notes and files that could not be read are named; the others are counted.
_MOST_NAMED = 10


def audit(
    workspace: Workspace,
    text: str | None,
    *,
    at_least: Strength | None = None,
) -> AuditReport:
    """Every declaration in a range, and every session there that no declaration names.

    Content below `at_least` supports nothing. What other tools keep and could not be read joins
    the notices of the workspace.

    Raises:
        RevisionError: an end of the range names no commit here.
    """
    commits = range_of(workspace, text)
    graph = linked(workspace, commits)
    report = audit_of(workspace, commits, graph, at_least=at_least)
    unread = list(dict.fromkeys(map(str, workspace.declarations.unread)))
    workspace.notices += unread[:_MOST_NAMED]
    if len(unread) > _MOST_NAMED:
        workspace.notices.append(f"and {len(unread) - _MOST_NAMED:,} more of other tools")
    return report


def audit_of(
    workspace: Workspace,
    commits: CommitRange,
    graph: EvidenceGraph,
    *,
    at_least: Strength | None = None,
) -> AuditReport:
    """The same for a range whose evidence is at hand."""
    declared = workspace.declarations.of(commit.oid for commit in commits.commits)
    strangers = [Session(key, (), (), None, None) for key in sorted(workspace.shared.sessions)]
    known = KnownSessions([*workspace.sessions, *strangers])
    found: defaultdict[Standpoint, list[AuditFinding]] = defaultdict(list)
    for commit in commits.commits:
        paths = {change.path for change in commits.changes[commit.oid]}
        seen = seen_of(graph, commit, paths, at_least or Strength.WEAK)
        judging = Judging(workspace, known, commit, seen)
        for finding in judging.findings(declared.get(commit.oid, ())):
            found[finding.standpoint].append(finding)
    findings = tuple(chain.from_iterable(found[standpoint] for standpoint in Standpoint))
    named = {finding.session for finding in findings}
    listed = tuple(info for info in infos_here(workspace) if info.key in named)
    return AuditReport(commits.text, len(commits.commits), findings, listed)
