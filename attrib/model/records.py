"""ASR records as values, as the coding profile describes them. Spec: ASR-450 to ASR-477.

Decoded by `attrib.codec`, the only speller of ASR JSON. Open sets stay text; closed sets are
enums, and a value outside of them is read as the least informative one (`Precision.UNKNOWN`,
representation `None`, an object ID that is not usable). Members that are absent are `None`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from attrib.model.ids import ObjectIdType, Representation


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a record stands: the stream's path, its 1-based line, its 0-based byte offset."""

    stream: str
    line: int
    offset: int

    def __str__(self) -> str:
        return f"{self.stream}:{self.line}"


class Precision(Enum):
    """How completely a record determines its change. Spec: ASR-455."""

    EXACT = "exact"
    HUNKS = "hunks"
    SNIPPET = "snippet"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class BlobRef:
    """A value kept outside the stream: `sha256:<64 hex>` and its size in bytes."""

    blob: str
    size: int | None = None
    mime_type: str | None = None


@dataclass(frozen=True, slots=True)
class PathRef:
    """A path as ASR writes it; root `None` means absolute. Spec: ASR-468 to ASR-473."""

    root: str | None
    path: str
    native_path: str | None = None


@dataclass(frozen=True, slots=True)
class Cause:
    """What made a change: exactly one of a call, an actor, a restore. Spec: ASR-452."""

    call_id: str | None = None
    actor: str | None = None
    restore: str | None = None
    observed: bool = False


@dataclass(frozen=True, slots=True)
class FileState:
    """One side of a change, as recorded. Spec: ASR-457 to ASR-461.

    `object_id` is `None` when the record has none or one of the wrong shape. `text` is the inline
    content; its UTF-8 bytes (lone surrogates as the bytes they escape) are the file's bytes.
    """

    object_id: str | None = None
    object_id_type: ObjectIdType | None = None
    representation: Representation | None = None
    size: int | None = None
    text: str | None = None
    content: BlobRef | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One element of a `file_change`'s `changes`. Spec: ASR-454."""

    op: str
    root: str | None
    path: str
    native_path: str | None = None
    old_root: str | None = None
    has_old_root: bool = False
    old_path: str | None = None
    file_type: str | None = None
    mime_type: str | None = None
    before: FileState | None = None
    after: FileState | None = None


@dataclass(frozen=True, slots=True)
class Patch:
    """A patch for the changes, byte for byte as recorded. Spec: ASR-456."""

    format: str
    text: str | None = None
    blob: BlobRef | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """What every record has. `time` is seconds since the epoch, `None` without a usable `ts`.

    `id` and `seq` are `None` where the line has none; then `place` alone names the record.
    """

    place: Place
    type: str
    seq: int | None
    id: str | None
    ts: str | None
    time: float | None
    turn_id: str | None

    @property
    def name(self) -> str:
        """What a `RecordRef` calls it: its ID, or `@<line>` where it has none."""
        return self.id if self.id is not None else f"@{self.place.line}"


@dataclass(frozen=True, slots=True)
class Root:
    """A declared root: its ID and, where the stream tells, its absolute path."""

    id: str
    path: str | None = None
    native_path: str | None = None


@dataclass(frozen=True, slots=True)
class Header(Record):
    """The stream's header, or any `session` record that carries its members.

    `id_source` is `header`, or `filename` when the session ID is the file's stem.
    """

    session_id: str | None
    agent: str | None
    namespace: str | None
    profiles: tuple[str, ...]
    roots: tuple[Root, ...]
    losses: tuple[str, ...]
    producer: str | None
    parent_session: str | None = None


@dataclass(frozen=True, slots=True)
class RootDeclaration(Record):
    """A record that declares roots after the header. Spec: ASR-166."""

    roots: tuple[Root, ...]


@dataclass(frozen=True, slots=True)
class FileChange(Record):
    """Changes to files, as the source recorded them. Spec: ASR-450."""

    status: str
    precision: Precision
    changes: tuple[Change, ...]
    cause: Cause | None
    patch: Patch | None
    basis: str | None
    endpoint_from: str | None
    endpoint_to: str | None
    more_files: bool
    modified_by_user: bool


@dataclass(frozen=True, slots=True)
class Vcs(Record):
    """A version-control action. Spec: ASR-463 to ASR-465, ASR-476."""

    action: str
    evidence: str
    root: str | None
    commit: str | None
    commit_prefix: str | None
    parents: tuple[str, ...]
    branch: str | None
    remote: str | None
    pr: Mapping[str, Any] | None
    cause: Cause | None


@dataclass(frozen=True, slots=True)
class WorkspaceState(Record):
    """The state of a root when it changed. Spec: ASR-466."""

    root: str | None
    cwd: PathRef | None
    head: str | None
    branch: str | None
    detached: bool | None
    dirty: bool | None
    dirty_paths: tuple[str, ...]
    worktree_linked: bool | None
    worktree_name: str | None


@dataclass(frozen=True, slots=True)
class CheckpointFile:
    """A file that a checkpoint covers; `version` and `blob` where the source keeps them."""

    path: PathRef
    version: str | int | None = None
    blob: BlobRef | None = None


@dataclass(frozen=True, slots=True)
class Checkpoint(Record):
    """A snapshot of workspace files; states, never changes. Spec: ASR-454, ASR-467."""

    kind: str
    ref: str
    root: str | None
    status: str | None
    files: tuple[CheckpointFile, ...]
    cause: Cause | None
    label: str | None


@dataclass(frozen=True, slots=True)
class UnknownRecord(Record):
    """A record of a kind that matching does not use, kept whole as its JSON bytes."""

    raw: bytes


@dataclass(frozen=True, slots=True)
class BadRecord:
    """A line that is no record: where, and why; `pending` for a tail still being written."""

    place: Place
    reason: str
    pending: bool = False


AnyRecord = (
    Header | RootDeclaration | FileChange | Vcs | WorkspaceState | Checkpoint | UnknownRecord
)
