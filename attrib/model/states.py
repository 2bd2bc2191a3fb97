"""Recorded changes at paths of the repository, and the steps that they make."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from attrib.model.ids import ObjectIdType, RecordRef, RepoPath, Representation, SessionKey


class Presence(Enum):
    """What a side of a change says of the file: it was there, it was not, or nothing."""

    PRESENT = "present"
    ABSENT = "absent"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class RecordedState:
    """One side of a recorded change: an object ID, content, both, or neither.

    `content` is the worktree's bytes as recorded, or as we derived them (`is_derived`).
    """

    presence: Presence
    object_id: str | None = None
    object_id_type: ObjectIdType | None = None
    representation: Representation | None = None
    size: int | None = None
    content: bytes | None = None
    is_derived: bool = False

    @property
    def is_known(self) -> bool:
        """True when it can be compared: absent, or present with an ID or content."""
        return self.presence is Presence.ABSENT or (
            self.presence is Presence.PRESENT
            and (self.object_id is not None or self.content is not None)
        )

    def with_content(self, content: bytes) -> RecordedState:
        """The same state with content that we derived."""
        return replace(self, presence=Presence.PRESENT, content=content, is_derived=True)


ABSENT = RecordedState(Presence.ABSENT)
UNKNOWN = RecordedState(Presence.UNKNOWN)
#: Before an `add` that states no before: absent only where nothing says otherwise.
ASSUMED_ABSENT = RecordedState(Presence.ABSENT, is_derived=True)


@dataclass(frozen=True, slots=True)
class PatchHunk:
    """A hunk as recorded: lines with their tag (space, `-`, `+`), line ends included.

    `old_start` and `new_start` are 1-based as in the patch, `None` where it has no numbers.
    """

    old_start: int | None
    new_start: int | None
    lines: tuple[tuple[bytes, bytes], ...]

    @property
    def old(self) -> tuple[bytes, ...]:
        """The lines that the hunk expects: context and removed."""
        return tuple(line for tag, line in self.lines if tag != b"+")

    @property
    def new(self) -> tuple[bytes, ...]:
        """The lines that the hunk leaves: context and added."""
        return tuple(line for tag, line in self.lines if tag != b"-")

    @property
    def added(self) -> tuple[bytes, ...]:
        """The lines that the hunk adds."""
        return tuple(line for tag, line in self.lines if tag == b"+")

    @property
    def removed(self) -> tuple[bytes, ...]:
        """The lines that the hunk removes."""
        return tuple(line for tag, line in self.lines if tag == b"-")


@dataclass(frozen=True, slots=True)
class Replacement:
    """A text that a call replaced, and what it put there; `everywhere` for all its places."""

    old: bytes
    new: bytes
    everywhere: bool = False


class Actor(Enum):
    """What made a recorded change, as far as the record says. Spec: ASR-452."""

    SESSION = "session"
    EXTERNAL = "external"
    HUMAN = "human"
    HARNESS = "harness"
    HOOK = "hook"
    RESTORE = "restore"
    UNSTATED = "unstated"

    @property
    def is_own(self) -> bool:
        """True for what counts as the session's own change."""
        return self in {Actor.SESSION, Actor.UNSTATED}


@dataclass(frozen=True, slots=True)
class Moment:
    """When a record was made: bounds in seconds since the epoch, equal where it has a time."""

    earliest: float | None
    latest: float | None

    @property
    def known(self) -> float | None:
        """The exact time, or `None` where only bounds are known."""
        return self.earliest if self.earliest == self.latest else None


@dataclass(frozen=True, slots=True)
class RecordedChange:
    """One element of a `file_change` at a path of this repository.

    `position` orders the records of one stream; `worktree` names the directory it happened in.
    """

    ref: RecordRef
    stream: str
    position: int
    moment: Moment
    worktree: str
    path: RepoPath
    old_path: RepoPath | None
    op: str
    status: str
    actor: Actor
    call_id: str | None
    basis: str | None
    before: RecordedState
    after: RecordedState
    hunks: tuple[PatchHunk, ...] | None
    modified_by_user: bool
    more_files: bool
    is_symlink: bool
    has_lossy_path: bool = False
    replacements: tuple[Replacement, ...] = ()

    @property
    def session(self) -> SessionKey:
        """The session that recorded it."""
        return self.ref.session

    @property
    def counts(self) -> bool:
        """True for a change that was made, as far as recorded. Spec: ASR-451."""
        return self.status not in {"proposed", "failed", "skipped"}


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """All recorded changes of one path with the same before and after; own records first."""

    changes: tuple[RecordedChange, ...]
    path: RepoPath
    old_path: RepoPath | None
    before: RecordedState
    after: RecordedState

    @property
    def first(self) -> RecordedChange:
        """The record that stands first."""
        return self.changes[0]

    @property
    def hunks(self) -> tuple[PatchHunk, ...] | None:
        """The recorded hunks, from the first record that has any."""
        return next((change.hunks for change in self.changes if change.hunks), None)

    @property
    def replacements(self) -> tuple[Replacement, ...]:
        """The recorded replacements, from the first record that has any."""
        return next((c.replacements for c in self.changes if c.replacements), ())

    @property
    def sessions(self) -> tuple[SessionKey, ...]:
        """The sessions that recorded it, each once."""
        return tuple(dict.fromkeys(change.session for change in self.changes))

    @property
    def worktrees(self) -> frozenset[str]:
        """The worktrees that it was recorded in."""
        return frozenset(change.worktree for change in self.changes)
