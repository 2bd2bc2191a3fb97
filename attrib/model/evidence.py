"""What is said about commits: evidence, links, and why nothing can be said."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum

from attrib.model.ids import LineRange, Oid, RecordRef, RepoPath, SessionKey

STATEMENT = (
    "Evidence, not proof: a match shows that a session recorded the same content, "
    "not that it caused the commit."
)


class Strength(IntEnum):
    """How strong evidence is: an order, never a number and never a probability.

    `DECLARED` is a class of its own below the others: somebody's words, never raised.
    """

    DECLARED = 0
    WEAK = 1
    MODERATE = 2
    STRONG = 3

    @property
    def word(self) -> str:
        """The word that users see."""
        return self.name.lower()


#: What content shows, strongest first; `DECLARED` is no level of it.
LEVELS = (Strength.STRONG, Strength.MODERATE, Strength.WEAK)


class Relation(Enum):
    """How a recorded thing and a commit change agree; in the order of docs/evidence.md."""

    TRANSITION = "transition"
    AFTER_STATE = "after-state"
    CHAIN = "chain"
    REPLAYED = "replayed"
    LINES = "lines"
    HUNKS = "hunks"
    RESHAPED = "reshaped"
    SNIPPET = "snippet"
    ELSEWHERE = "elsewhere"
    CHECKPOINT = "checkpoint"
    REWRITTEN = "rewritten"
    NAMED = "named"
    HEAD_MOVED = "head-moved"
    TOUCHED = "touched"
    DURING = "during"
    DECLARED = "declared"

    @property
    def rank(self) -> int:
        """Its place in the list above, from 0."""
        return list(Relation).index(self)


class Covers(Enum):
    """How far evidence reaches: single lines, a whole file, or only the commit."""

    LINE = "line"
    FILE = "file"
    COMMIT = "commit"


class Equality(Enum):
    """By which step two states are the same bytes."""

    IDENTICAL = "identical"
    AFTER_EOL = "after-eol"
    AFTER_IDENT = "after-ident"
    AFTER_ENCODING = "after-encoding"
    AFTER_LFS = "after-lfs"
    AFTER_FILTER = "after-filter"
    DERIVED = "derived"


class Qualifier(Enum):
    """A fact that limits what a relation shows; a closed list."""

    PRE_EXISTING = "pre-existing"
    ALREADY_COMMITTED = "already-committed"
    UNDONE = "undone"
    TIME_UNKNOWN = "time-unknown"
    CAUSE_UNSTATED = "cause-unstated"
    TRIVIAL = "trivial"
    SLIDING = "sliding"
    WHITESPACE_ONLY = "whitespace-only"
    COMMON = "common"
    RECORD_AFTER_COMMIT = "record-after-commit"
    CONFLICTING = "conflicting"
    SHARED = "shared"
    USER_MODIFIED = "user-modified"
    STATUS_PARTIAL = "status-partial"
    STATUS_UNKNOWN = "status-unknown"
    GENERATED = "generated"
    HISTORY_ENDS = "history-ends"
    GUESSED_LINE = "guessed-line"
    REPRESENTATION_UNSTATED = "representation-unstated"
    REPRESENTATION_CONTRADICTED = "representation-contradicted"
    DERIVED = "derived"
    NET = "net"
    INCOMPLETE_LIST = "incomplete-list"
    LOSSY_TEXT = "lossy-text"
    PATH_FOLDED = "path-folded"
    SEVERAL_COMMITS = "several-commits"


class Unseen(Enum):
    """Why nothing can be said; absence is never a weak strength, and never a person."""

    OBJECT_MISSING = "object-missing"
    HISTORY_ENDS = "history-ends"
    FILTER_UNAVAILABLE = "filter-unavailable"
    CONTENT_NOT_RECORDED = "content-not-recorded"
    RECORDS_NOT_SHARED = "records-not-shared"
    INCOMPLETE_LIST = "incomplete-list"
    ROOT_UNBOUND = "root-unbound"
    UNREADABLE_RECORD = "unreadable-record"
    NO_RECORD = "no-record"
    RECORDER_ABSENT = "recorder-absent"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison, for people: the recorded state, the blob, and how they agree."""

    name: str
    recorded: str
    blob: Oid | None
    how: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """One relation between recorded things and one commit, at most at one path.

    `lines` are lines of the commit's blob at `path` that it covers; `removed` are lines of the
    first parent's blob. `commit` is `None` for content that is not committed yet. `notes` are
    sentences for people. `time` is the latest record's time, for ordering. `shared`: a note says
    it, and its records are not here.
    """

    session: SessionKey
    commit: Oid | None
    relation: Relation
    strength: Strength
    covers: Covers
    records: tuple[RecordRef, ...]
    equality: Equality | None = None
    qualifiers: tuple[Qualifier, ...] = ()
    actor: str = "session"
    path: RepoPath | None = None
    old_path: RepoPath | None = None
    lines: tuple[LineRange, ...] = ()
    removed: tuple[LineRange, ...] = ()
    notes: tuple[str, ...] = ()
    sides: tuple[Side, ...] = ()
    time: float | None = None
    shared: bool = False

    def __post_init__(self) -> None:
        if not self.records:
            raise ValueError("evidence names at least one record")


@dataclass(frozen=True, slots=True)
class Tried:
    """A record that was compared and did not hold, with a sentence that says why.

    `line` is the line of the commit's file that it speaks of, 1-based, `None` for all of them.
    """

    record: RecordRef
    path: RepoPath | None
    reason: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """All evidence between one session and one commit, strongest first."""

    session: SessionKey
    commit: Oid | None
    evidence: tuple[Evidence, ...]

    @property
    def strength(self) -> Strength:
        """Its strongest evidence; the rest stays visible."""
        return max(item.strength for item in self.evidence)


@dataclass(frozen=True, slots=True)
class PathFinding:
    """What was found for one path of one commit."""

    path: RepoPath
    old_path: RepoPath | None
    op: str
    evidence: tuple[Evidence, ...]
    unseen: Unseen | None
    tried: tuple[Tried, ...] = field(default=())
