"""What is said of each line that a pull request adds, and whether it is worth a look."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from attrib.answers.additions import Addition, strongest_on_lines
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
from attrib.unseen import as_named, unseen_at
from attrib.workspace import Workspace

_LATE = {Qualifier.RECORD_AFTER_COMMIT, Qualifier.CONFLICTING}
_SILENT = {Unseen.NO_RECORD, Unseen.RECORDER_ABSENT}
_AGAINST = {Standpoint.CONTRADICTED, Standpoint.UNSUPPORTED}


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """What is said of lines: their strongest evidence, or the reason why they have none.

    `commit` is the one that they come from, `None` where a content on the way is not here. Without
    evidence and reason, the evidence is weaker than was asked for. `is_late` says that the
    strongest records are all later than the commit; `finding` is the declaration that no content
    supports; `why` is `None` where they need no look. They are blank or lone braces if `is_bare`.
    """

    commit: Oid | None
    strength: Strength | None
    items: tuple[Evidence, ...]
    unseen: Unseen | None
    finding: AuditFinding | None
    is_late: bool
    is_bare: bool
    why: Why | None


#: What is said of a line on whose way a content is not here.
UNREAD = Verdict(None, None, (), Unseen.OBJECT_MISSING, None, False, False, Why.NO_RECORD)

#: What is said of a line that is older than the range: the base took it away, the head kept it.
OLDER = Verdict(None, None, (), Unseen.HISTORY_ENDS, None, False, False, Why.NO_RECORD)


def tallied(verdicts: Iterable[Verdict]) -> Tally:
    """The lines of some verdicts, counted."""
    tally = Tally()
    for verdict, number in Counter(verdicts).items():
        if verdict.strength is not None:
            tally.count(verdict.strength, verdict.items, number)
        elif verdict.unseen is not None:
            tally.unseen[verdict.unseen] += number
        else:
            tally.left_out += number
    return tally


def _why(
    strength: Strength | None,
    unseen: Unseen | None,
    finding: AuditFinding | None,
    *,
    is_late: bool,
    is_beside: bool,
) -> Why | None:
    """What makes a line worth a look; `is_beside`: other lines of the change are recorded."""
    if finding is not None and finding.standpoint is Standpoint.CONTRADICTED:
        return Why.CONTRADICTED
    if is_late:
        return Why.LATE
    if finding is not None:
        return Why.UNSUPPORTED
    if unseen is not None:
        is_step = is_beside and unseen in _SILENT
        return Why.UNRECORDED_STEP if is_step else Why.NO_RECORD
    return Why.WEAK if strength is Strength.WEAK else None


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
        is_beside = any(item.covers is Covers.LINE for item in evidence)
        made: dict[tuple[object, ...], Verdict] = {}
        verdicts = {}
        for number in numbers:
            strength, items = found.get(number, (None, ()))
            finding, bare = against.get(number), is_bare(lines[number - 1])
            key = (strength, *map(id, items), None, id(finding), bare)
            if key not in made:
                unseen = reason if strength is None else None
                made[key] = self._verdict(
                    oid, (strength, items, unseen), finding, is_beside=is_beside, bare=bare
                )
            verdicts[number] = made[key]
        return verdicts

    def _verdict(
        self,
        oid: Oid,
        found: tuple[Strength | None, Sequence[Evidence], Unseen | None],
        finding: AuditFinding | None,
        *,
        is_beside: bool,
        bare: bool,
    ) -> Verdict:
        strength, items, unseen = found
        if strength is not None and strength < self._least:
            strength, items = None, ()
        is_late = bool(items) and all(_LATE & set(item.qualifiers) for item in items)
        why = _why(strength, unseen, finding, is_late=is_late, is_beside=is_beside)
        return Verdict(oid, strength, tuple(items), unseen, finding, is_late, bare, why)

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
        return as_named(reason, is_named=self._named[commit.oid])

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
