"""Whole answers: what a command found, ready to be rendered. Nothing is computed after this."""

from __future__ import annotations

from dataclasses import dataclass, field

from attrib.model.blame import BlameEntry, BlameLine
from attrib.model.commits import Commit
from attrib.model.evidence import Evidence, Link, PathFinding, Strength, Tried, Unseen
from attrib.model.ids import LineRange, Oid, RecordRef, RepoPath, SessionKey


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """A session as answers list it; `short` is its shortest unique ID, at least 8 characters.

    `first` and `last` are record times in seconds since the epoch. `shared`: known from notes
    alone, its records are not here.
    """

    key: SessionKey
    short: str
    streams: tuple[str, ...]
    first: float | None
    last: float | None
    shared: bool = False


@dataclass(frozen=True, slots=True)
class BlameReport:
    """git blame of one file, with evidence per line. `revision` is as typed."""

    path: RepoPath
    revision: str | None
    entries: tuple[BlameEntry, ...]
    lines: tuple[BlameLine, ...]
    sessions: tuple[SessionInfo, ...]


@dataclass(frozen=True, slots=True)
class CommitReport:
    """One commit: its links to sessions, and what was found path by path."""

    commit: Commit
    links: tuple[Link, ...]
    paths: tuple[PathFinding, ...]
    unseen: Unseen | None

    @property
    def strength(self) -> Strength | None:
        """The strongest of its links, or `None`."""
        return max((link.strength for link in self.links), default=None)


@dataclass(frozen=True, slots=True)
class CommitsReport:
    """Several commits, in the order asked for."""

    commits: tuple[CommitReport, ...]
    sessions: tuple[SessionInfo, ...]


@dataclass(frozen=True, slots=True)
class RecordFacts:
    """What `explain` says of a record: when, with which status, by which call or actor."""

    ref: RecordRef
    ts: str | None
    status: str | None
    cause: str | None
    place: str


@dataclass(frozen=True, slots=True)
class LineExplanation:
    """The derivation for one line: its evidence, its records' facts, and what did not hold."""

    line: BlameLine
    commit: Commit | None
    old_blob: Oid | None
    new_blob: Oid | None
    records: tuple[RecordFacts, ...]
    tried: tuple[Tried, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The answer of `attrib explain` for lines of one file."""

    path: RepoPath
    revision: str | None
    lines: tuple[LineExplanation, ...]
    sessions: tuple[SessionInfo, ...]


@dataclass(frozen=True, slots=True)
class CommitExplanation:
    """The answer of `attrib explain <commit>`: every path's derivation."""

    report: CommitReport
    records: tuple[RecordFacts, ...]
    sessions: tuple[SessionInfo, ...]


@dataclass(frozen=True, slots=True)
class StateReport:
    """One after-state that a session recorded and where it is held, for `attrib session`.

    `object_id` is as recorded; `commits` are those that introduce an equal blob at `path`, or
    hold some of its lines there. `refs` are the branches and tags that contain one of them;
    `alive` are the lines of the file at `path` in HEAD that the record covers.
    """

    record: RecordRef
    ts: str | None
    op: str
    path: RepoPath
    status: str
    actor: str
    object_id: str | None
    commits: tuple[Oid, ...] = ()
    refs: tuple[str, ...] = ()
    alive: tuple[LineRange, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionReport:
    """One session: its states and links.

    `left_out` are paths whose lines at HEAD were not looked up: there were too many.
    """

    info: SessionInfo
    roots: tuple[tuple[str, str], ...]
    records: int
    states: tuple[StateReport, ...]
    links: tuple[Link, ...] = field(default=())
    evidence: tuple[Evidence, ...] = field(default=())
    left_out: tuple[RepoPath, ...] = ()
