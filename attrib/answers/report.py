"""`attrib report`: the added lines of a range by strength, by session, and the unseen."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from attrib.answers.additions import Addition, additions, strongest_on_lines
from attrib.answers.audit import audit_of
from attrib.answers.ranges import CommitRange, linked, range_of
from attrib.answers.sessions import infos_here
from attrib.answers.tally import Tally
from attrib.graph import EvidenceGraph
from attrib.model.audit import AuditReport, Standpoint
from attrib.model.commits import Commit
from attrib.model.evidence import LEVELS, Evidence, Relation, Strength
from attrib.model.ids import Oid, RepoPath, SessionKey
from attrib.model.totals import CommitTotals, RangeReport, SessionTotals
from attrib.unseen import unseen_at
from attrib.workspace import Workspace

#: Actors whose lines count as the session's own.
_OWN = ("session", "unstated")


@dataclass(slots=True)
class _SessionTally:
    """Lines of one session so far."""

    lines: Counter[Strength] = field(default_factory=Counter)
    reshaped: int = 0
    observed: Counter[str] = field(default_factory=Counter)


def report(
    workspace: Workspace,
    text: str | None,
    paths: Sequence[RepoPath] = (),
    *,
    at_least: Strength | None = None,
) -> RangeReport:
    """The added lines of all commits of a range, each counted once.

    Evidence below `at_least` is left out, and its lines are counted as left out.

    Raises:
        RevisionError: an end of the range names no commit here.
    """
    commits = range_of(workspace, text, paths)
    graph = linked(workspace, commits)
    audited = audit_of(workspace, commits, graph)
    return _Counting(workspace, commits, graph, at_least or Strength.WEAK).report(audited)


class _Counting:
    """Counts the lines of one range."""

    def __init__(
        self, workspace: Workspace, commits: CommitRange, graph: EvidenceGraph, least: Strength
    ) -> None:
        self._workspace = workspace
        self._range = commits
        self._graph = graph
        self._least = least
        self._commits = {commit.oid: commit for commit in commits.commits}
        self._tallies: defaultdict[Oid, Tally] = defaultdict(Tally)
        self._behind: defaultdict[Oid, set[SessionKey]] = defaultdict(set)
        self._sessions: defaultdict[SessionKey, _SessionTally] = defaultdict(_SessionTally)
        self._shared = 0

    def report(self, audited: AuditReport) -> RangeReport:
        """Count everything."""
        for addition in additions(self._workspace, (change for change, _ in self._range.pairs)):
            self._count(addition)
        total = Tally()
        rows = []
        for commit in self._range.commits:
            tally = self._tallies[commit.oid]
            total.add(tally)
            behind = tuple(sorted(self._behind[commit.oid]))
            rows.append(CommitTotals(commit, tally.totals, behind))
        return RangeReport(
            range=self._range.text,
            commits=tuple(rows),
            totals=total.totals,
            sessions=self._session_rows(),
            declared=len(_unsupported(audited)),
            shared=self._shared,
        )

    def _count(self, addition: Addition) -> None:
        change = addition.change
        if change.commit is None or not addition.added:
            return
        tally = self._tallies[change.commit]
        found = strongest_on_lines(addition, self._graph.at(change.commit, change.path))
        for strength, items in found.values():
            if strength < self._least:
                tally.left_out += 1
                continue
            tally.count(strength, items)
            is_reshaped = all(item.relation is Relation.RESHAPED for item in items)
            self._behind[change.commit].update(item.session for item in items)
            self._count_sessions(strength, items, is_reshaped=is_reshaped)
        left = len(addition.added) - len(found)
        if left:
            commit: Commit = self._commits[change.commit]
            tally.unseen[unseen_at(self._workspace, change, commit)] += left

    def _count_sessions(
        self, strength: Strength, items: Sequence[Evidence], *, is_reshaped: bool
    ) -> None:
        own = {item.session for item in items if item.actor in _OWN}
        for session in own:
            self._sessions[session].lines[strength] += 1
            self._sessions[session].reshaped += is_reshaped
        self._shared += len(own) > 1
        if not own:
            for session, actor in sorted({(item.session, item.actor) for item in items}):
                self._sessions[session].observed[actor] += 1

    def _session_rows(self) -> tuple[SessionTotals, ...]:
        """Every session with lines here, the one with the most first."""
        known = {info.key: info for info in infos_here(self._workspace)}
        rows = [
            SessionTotals(
                info=known[key],
                lines={strength: tally.lines[strength] for strength in LEVELS},
                reshaped=tally.reshaped,
                observed=dict(sorted(tally.observed.items())),
            )
            for key, tally in self._sessions.items()
        ]
        return tuple(sorted(rows, key=lambda row: (-row.own, row.info.key)))


def _unsupported(audited: AuditReport) -> set[Oid]:
    """The commits that name a session which no recorded content supports."""
    return {
        finding.commit.oid
        for standpoint in (Standpoint.UNSUPPORTED, Standpoint.CONTRADICTED)
        for finding in audited.of(standpoint)
        if finding.declaration is not None and finding.declaration.names_session
    }
