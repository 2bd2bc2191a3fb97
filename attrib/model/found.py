"""What is known of one object ID: who recorded it, and where history holds it."""

from __future__ import annotations

from dataclasses import dataclass

from attrib.model.evidence import Equality
from attrib.model.ids import Oid, RecordRef, RepoPath
from attrib.model.reports import SessionInfo


@dataclass(frozen=True, slots=True)
class FoundRecord:
    """One side of a recorded change that has this ID, or one that is equal after `equality`.

    `recorded_path` is as recorded, below `root`; `path` is where it lies in this repository.
    """

    record: RecordRef
    ts: str | None
    side: str
    root: str | None
    recorded_path: str
    path: RepoPath | None
    object_id: str
    object_id_type: str
    representation: str | None
    equality: Equality
    how: str


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """A commit that introduces a blob with this ID, or one that is equal after `equality`."""

    blob: Oid
    commit: Oid
    path: RepoPath
    time: int | None
    refs: tuple[str, ...]
    equality: Equality
    how: str


@dataclass(frozen=True, slots=True)
class FindReport:
    """The answer of `attrib find`; `asked` is as typed, in lower case."""

    asked: str
    records: tuple[FoundRecord, ...]
    places: tuple[FoundPlace, ...]
    sessions: tuple[SessionInfo, ...]

    @property
    def is_empty(self) -> bool:
        """True when neither a session nor history knows the ID."""
        return not self.records and not self.places


@dataclass(frozen=True, slots=True)
class IndexReport:
    """The state of `index.sqlite`; `is_current` when no commit is to be read into it."""

    path: str
    size: int | None
    is_built: bool
    is_current: bool
    commits: int
    paths: int
    streams: int
    seconds: float | None = None
