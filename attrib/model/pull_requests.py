"""What is said of a pull request: the lines that its diff adds, as they stand at its head."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from attrib.model.audit import AuditFinding
from attrib.model.evidence import Evidence, Strength, Unseen
from attrib.model.ids import LineRange, Oid, RepoPath, SessionKey
from attrib.model.reports import CommitReport, SessionInfo
from attrib.model.totals import LineTotals


class Why(Enum):
    """What makes lines worth a look, in the order in which they are shown."""

    CONTRADICTED = "contradicted"
    LATE = "record-after-commit"
    UNSUPPORTED = "declared-unsupported"
    UNRECORDED_STEP = "unrecorded-step"
    NO_RECORD = "no-record"
    WEAK = "weak"

    @property
    def rank(self) -> int:
        """Its place in the list above, from 0."""
        return list(Why).index(self)


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines of one file at the head that are worth a look, and why.

    `commits` are those that they come from, `unseen` the reason where nothing is recorded,
    `evidence` the strongest there is, and `finding` the declaration that no content supports.
    """

    path: RepoPath
    lines: tuple[LineRange, ...]
    why: Why
    commits: tuple[Oid, ...]
    unseen: Unseen | None = None
    evidence: Evidence | None = None
    finding: AuditFinding | None = None

    @property
    def count(self) -> int:
        """How many lines these are."""
        return sum(map(len, self.lines))


class Gap(Enum):
    """What cannot be seen of the pull request, because the clone does not hold it."""

    HEAD_MISSING = "head-missing"
    BASE_MISSING = "base-missing"
    NO_MERGE_BASE = "no-merge-base"
    HISTORY_ENDS = "history-ends"
    CONTENT_MISSING = "content-missing"


@dataclass(frozen=True, slots=True)
class Hidden:
    """One gap: how many commits or files it hides, 0 where that is not known, and what helps.

    `fetch` is a command to type; `setting` what `actions/checkout` calls the same, or `None`.
    """

    gap: Gap
    count: int
    fetch: str
    setting: str | None = None


@dataclass(frozen=True, slots=True)
class PullCommit:
    """One commit of the pull request: what it adds, and how much of that stands in the diff.

    `lines` tells of the lines at the head that come from it, by its own path.
    """

    report: CommitReport
    totals: LineTotals
    lines: Mapping[RepoPath, LineTotals]


@dataclass(frozen=True, slots=True)
class PullFile:
    """One file that the diff shows, at its path in the head; `old_path` where it was elsewhere.

    `declared` counts lines that are declared and that no recorded content supports, `late` those
    whose strongest record is later than the commit.
    """

    path: RepoPath
    old_path: RepoPath | None
    totals: LineTotals
    declared: int = 0
    late: int = 0


@dataclass(frozen=True, slots=True)
class PullRequest:
    """Everything about the diff from the merge base of `base` and `head` to `head`.

    `base` and `head` are as typed. `totals` counts the lines that the diff adds, each once;
    `commits` are those that the head has and the base has not, newest first; `passages` are worth a
    look, in order. `sessions` have any evidence here, those of `behind` the strongest on a line;
    `declared` is what `attrib audit` says of declarations. `merge_base` is `None` where it is not
    here, and then no line is counted.
    """

    base: str
    head: str
    base_oid: Oid | None
    head_oid: Oid
    merge_base: Oid | None
    totals: LineTotals
    commits: tuple[PullCommit, ...] = ()
    files: tuple[PullFile, ...] = ()
    sessions: tuple[SessionInfo, ...] = ()
    behind: frozenset[SessionKey] = frozenset()
    passages: tuple[Passage, ...] = ()
    declared: tuple[AuditFinding, ...] = ()
    hidden: tuple[Hidden, ...] = ()

    @property
    def lines(self) -> Mapping[Strength, int]:
        """The added lines by the strength of their evidence."""
        return self.totals.lines

    @property
    def no_record(self) -> int:
        """The added lines for which nothing can be said."""
        return sum(self.totals.unseen.values())

    @property
    def declared_unsupported(self) -> int:
        """The added lines that are declared and that no recorded content supports."""
        return sum(file.declared for file in self.files)

    @property
    def conflicting(self) -> int:
        """The added lines whose strongest record is later than the commit."""
        return sum(file.late for file in self.files)

    @property
    def incomplete(self) -> bool:
        """True where the clone does not hold all that the diff shows."""
        return bool(self.hidden)
