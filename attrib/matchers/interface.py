"""What a relation is given and what it answers.

To add a relation: one file with a class of this shape, one line in `__init__.py`, one story.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from attrib.chronology import Standing
from attrib.equality import Agreement
from attrib.model.commits import Commit, CommitChange
from attrib.model.evidence import Covers, Relation, Side
from attrib.model.ids import Oid, RecordRef, RepoPath, SessionKey
from attrib.model.records import Vcs
from attrib.model.states import RecordedChange, Step
from attrib.timeline import Timeline


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """What the walk gives to one step (or a run that only one session can tell apart).

    `added` are 0-based lines of the commit's blob, `removed` of the first parent's. `starts` and
    `ends` say how the step's own states equal the parent's and the commit's; `in_run` is true for
    a member of a gapless run between the two, `reaches_commit` for one that recorded hunks close.
    `made` and `unmade` count the lines that the change added and removed in all; `contested` are
    added lines that another walk claims too, `undone` those that a later record took away, and
    `contested_removed` and `restored` the same of removed lines.
    """

    nodes: tuple[int, ...]
    added: frozenset[int]
    removed: frozenset[int]
    tells_lines: bool
    starts: Agreement | None
    ends: Agreement | None
    in_run: bool
    is_replayed: bool
    made: int
    unmade: int
    contested: frozenset[int] = frozenset()
    contested_removed: frozenset[int] = frozenset()
    undone: frozenset[int] = frozenset()
    restored: frozenset[int] = frozenset()
    is_late: bool = False
    reaches_commit: bool = False


@dataclass(frozen=True, slots=True)
class Foreign:
    """Another path than the commit's, where the same blob was recorded.

    `is_alone` says that the commit has no file there, that no ancestor holds the blob anywhere, and
    that the commit introduces it at one path only.
    """

    path: RepoPath
    is_alone: bool


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A checkpoint's version of the path, and how it equals the commit's blob, if it does."""

    ref: RecordRef
    agreement: Agreement | None


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """One commit change, the recorded steps at its path, and what the walk found.

    `old` and `new` are the contents as lines, line ends kept; `added` are the 0-based lines of
    `new` that no parent gives, `removed` those of the first parent's that the commit removes.
    `since` is the time of the latest parent; `snapshots` are in the order of their sessions;
    `nets` are the net changes that end in the commit's file.
    """

    change: CommitChange
    commit: Commit | None
    timeline: Timeline
    standings: Sequence[Standing]
    old: Sequence[bytes]
    new: Sequence[bytes]
    added: frozenset[int]
    removed: frozenset[int]
    claims: tuple[Claim, ...]
    run_length: int
    touching: frozenset[int]
    standing_of: Callable[[RecordedChange], Standing]
    is_boundary: bool
    foreign: Foreign | None = None
    since: float | None = None
    snapshots: tuple[Snapshot, ...] = ()
    nets: tuple[tuple[RecordedChange, Agreement], ...] = ()

    def steps(self, claim: Claim) -> list[Step]:
        """The steps that a claim rests on."""
        return [self.timeline.nodes[index].step for index in claim.nodes]

    @property
    def is_whole_deletion(self) -> bool:
        """True when the commit deletes the file."""
        return self.change.new is None


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """One relation between one session's records and one commit, before its limits.

    `steps` are the steps it rests on, empty for what a `vcs` record alone supports.
    """

    relation: Relation
    session: SessionKey
    records: tuple[RecordRef, ...]
    covers: Covers
    subject: Subject | None
    steps: tuple[Step, ...]
    agreement: Agreement | None
    added: frozenset[int]
    removed: frozenset[int]
    claim: Claim | None = None
    before_is_known: bool = False
    rank: str = ""
    is_late: bool = False
    notes: tuple[str, ...] = ()
    sides: tuple[Side, ...] = ()


class PathMatcher(Protocol):
    """A relation between recorded changes and one commit change at one path."""

    relation: Relation

    def matches(self, subject: Subject) -> Iterator[Match]:
        """The matches, one for each session and step; nothing where it does not hold."""
        ...


@dataclass(frozen=True, slots=True)
class CommitRecord:
    """A `vcs` record with the one commit that it names here."""

    ref: RecordRef
    record: Vcs


@dataclass(frozen=True, slots=True)
class DeclaredSession:
    """A session that somebody's words name for a commit: where they stand, and whose they are.

    `lines` counts the added lines that they list, 0 where the whole commit is meant.
    """

    ref: RecordRef
    tool: str | None = None
    lines: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class CommitFacts:
    """What is recorded or declared of commits as wholes, by the commit's ID.

    `head_moves` gives, for an old and a new HEAD, the pairs of following records that saw it move;
    `during` a record of each session that was live where the commit was made.
    """

    named: Mapping[Oid, Sequence[CommitRecord]]
    head_moves: Mapping[tuple[Oid, Oid], Sequence[tuple[RecordRef, ...]]]
    declared: Mapping[Oid, Sequence[DeclaredSession]]
    during: Mapping[Oid, Sequence[RecordRef]] = field(default_factory=dict)


class CommitMatcher(Protocol):
    """A relation between recorded actions and a whole commit."""

    relation: Relation

    def matches(self, commit: Commit, facts: CommitFacts) -> Iterator[Match]:
        """The matches for one commit, one for each session."""
        ...


def commit_match(
    relation: Relation,
    records: tuple[RecordRef, ...],
    *,
    rank: str = "",
    notes: tuple[str, ...] = (),
) -> Match:
    """A match that covers a whole commit and rests on records of one session."""
    return Match(
        relation=relation,
        session=records[0].session,
        records=records,
        covers=Covers.COMMIT,
        subject=None,
        steps=(),
        agreement=None,
        added=frozenset(),
        removed=frozenset(),
        rank=rank,
        notes=notes,
    )
