"""What is said of each line that a pull request adds, and whether it is worth a look."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from attrib.answers.additions import Addition, strongest_on_lines
from attrib.answers.commits import as_declared
from attrib.answers.ranges import CommitRange
from attrib.answers.tally import Tally
from attrib.graph import EvidenceGraph
from attrib.model.audit import AuditFinding, AuditReport, Standpoint
from attrib.model.commits import Commit, CommitChange
from attrib.model.evidence import Covers, Evidence, Qualifier, Strength, Unseen
from attrib.model.ids import Oid, RepoPath
from attrib.model.pull_requests import Why
from attrib.patches import split_lines
from attrib.texts import is_bare
from attrib.unseen import unseen_at
from attrib.workspace import Workspace

_LATE = {Qualifier.RECORD_AFTER_COMMIT, Qualifier.CONFLICTING}
_SILENT = {Unseen.NO_RECORD, Unseen.RECORDER_ABSENT}
_AGAINST = {Standpoint.CONTRADICTED, Standpoint.UNSUPPORTED}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of one line: its strongest evidence, or the reason why it has none.

    `commit` is the one that it comes from, `None` where a content on the way is not here.
    `is_left_out` says that its evidence is weaker than was asked for; `finding` is the
    declaration of it that no content supports; `why` is `None` where it needs no look, and
    `is_bare` says that it is blank or a lone brace.
    """

    commit: Oid | None
    strength: Strength | None
    items: tuple[Evidence, ...]
    unseen: Unseen | None
    is_left_out: bool
    finding: AuditFinding | None
    why: Why | None
    is_bare: bool

    @property
    def is_late(self) -> bool:
        """True where its strongest records are all later than the commit."""
        return are_late(self.items)


#: What is said of a line on whose way a content is not here.
UNREAD = Verdict(None, None, (), Unseen.OBJECT_MISSING, False, None, Why.NO_RECORD, False)


def tallied(verdicts: Iterable[Verdict]) -> Tally:
    """The lines of some verdicts, counted."""
    tally = Tally()
    for verdict in verdicts:
        if verdict.strength is not None:
            tally.count(verdict.strength, verdict.items)
        elif verdict.unseen is not None:
            tally.unseen[verdict.unseen] += 1
        else:
            tally.left_out += 1
    return tally


def are_late(items: Collection[Evidence]) -> bool:
    """True where there are records and all are later than the commit."""
    return bool(items) and all(_LATE & set(item.qualifiers) for item in items)


def _why(verdict: Verdict, *, is_beside: bool) -> Why | None:
    """What makes a line worth a look; `is_beside`: other lines of the change are recorded."""
    finding = verdict.finding
    if finding is not None and finding.standpoint is Standpoint.CONTRADICTED:
        return Why.CONTRADICTED
    if verdict.is_late:
        return Why.LATE
    if finding is not None:
        return Why.UNSUPPORTED
    if verdict.unseen is not None:
        is_step = is_beside and verdict.unseen in _SILENT
        return Why.UNRECORDED_STEP if is_step else Why.NO_RECORD
    return Why.WEAK if verdict.strength is Strength.WEAK else None


class LineJudging:
    """Judges the lines that commits of one range add."""

    def __init__(
        self,
        workspace: Workspace,
        commits: CommitRange,
        graph: EvidenceGraph,
        audited: AuditReport,
        least: Strength,
    ) -> None:
        self._workspace = workspace
        self._graph = graph
        self._least = least
        self._known = {session.key for session in workspace.sessions}
        self._named: dict[Oid, bool] = {}
        self._commits = {commit.oid: commit for commit in commits.commits}
        self._changes = {
            (oid, change.path): change for oid, found in commits.changes.items() for change in found
        }
        self._findings: defaultdict[Oid, list[AuditFinding]] = defaultdict(list)
        for finding in audited.findings:
            if finding.declaration is not None:
                self._findings[finding.commit.oid].append(finding)

    def verdicts(self, oid: Oid, path: RepoPath, numbers: Collection[int]) -> Mapping[int, Verdict]:
        """The verdict on each of these lines, 1-based, of a commit's file."""
        commit, change = self._commits[oid], self._changes[oid, path]
        lines = tuple(split_lines(self._content(change)))
        evidence = self._graph.at(oid, path)
        addition = Addition(change, lines, frozenset(numbers))
        found = strongest_on_lines(addition, evidence)
        against = self._against(commit, path, addition, found)
        reason = self._reason(commit, change) if len(found) < len(numbers) else None
        has_lines = any(item.covers is Covers.LINE for item in evidence)
        return {
            number: self._verdict(
                oid,
                found.get(number),
                reason,
                against.get(number),
                has_lines=has_lines,
                bare=is_bare(lines[number - 1]),
            )
            for number in numbers
        }

    def _verdict(
        self,
        oid: Oid,
        found: tuple[Strength, list[Evidence]] | None,
        reason: Unseen | None,
        finding: AuditFinding | None,
        *,
        has_lines: bool,
        bare: bool,
    ) -> Verdict:
        left_out = found is not None and found[0] < self._least
        strength, items = (None, ()) if found is None or left_out else (found[0], tuple(found[1]))
        unseen = reason if found is None else None
        verdict = Verdict(oid, strength, items, unseen, left_out, finding, None, bare)
        return replace(verdict, why=_why(verdict, is_beside=has_lines))

    def _content(self, change: CommitChange) -> bytes:
        entry = change.new
        if entry is None or entry.is_gitlink:
            return b""
        return self._workspace.comparer.blob(entry.oid) or b""

    def _reason(self, commit: Commit, change: CommitChange) -> Unseen:
        if commit.oid not in self._named:
            links = self._graph.links_of(commit.oid)
            self._named[commit.oid] = any(link.session not in self._known for link in links)
        reason = unseen_at(self._workspace, change, commit)
        return as_declared(reason, is_named=self._named[commit.oid])

    def _against(
        self,
        commit: Commit,
        path: RepoPath,
        addition: Addition,
        found: Mapping[int, tuple[Strength, list[Evidence]]],
    ) -> Mapping[int, AuditFinding]:
        """The first finding about each line that is declared and has no content of that session."""
        against: dict[int, AuditFinding] = {}
        for finding in self._findings[commit.oid]:
            for number in self._unsupported(finding, path, addition, found):
                against.setdefault(number, finding)
        return against

    def _unsupported(
        self,
        finding: AuditFinding,
        path: RepoPath,
        addition: Addition,
        found: Mapping[int, tuple[Strength, list[Evidence]]],
    ) -> Collection[int]:
        """The lines that the finding's declaration means, and that nothing recorded supports."""
        declaration = finding.declaration
        if declaration is None:
            return ()
        if declaration.lines is None:
            held = {number for number, (strength, _) in found.items() if strength >= self._least}
            if finding.standpoint is Standpoint.CONTRADICTED:
                return addition.added
            return addition.added - held if finding.standpoint in _AGAINST else ()
        listed = {
            number
            for each in declaration.lines
            if each.path == path
            for span in each.ranges
            for number in range(span.first, span.last + 1)
        }
        own = [item for item in self._graph.at(finding.commit.oid, path) if _is_of(item, finding)]
        return (listed & addition.added) - strongest_on_lines(addition, own).keys()


def _is_of(item: Evidence, finding: AuditFinding) -> bool:
    """True for content of the session, or of the agent, that a declaration names."""
    declaration = finding.declaration
    if declaration is not None and not declaration.names_session:
        return item.session.agent == declaration.agent
    return item.session == finding.session
