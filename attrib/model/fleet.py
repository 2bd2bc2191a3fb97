"""What is said of many repositories and many sessions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from attrib.model.evidence import Strength
from attrib.model.ids import Oid, SessionKey


@dataclass(frozen=True, slots=True)
class FleetFailure:
    """What could not be read: the repository, bucket or store, and why."""

    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class FleetExported:
    """One repository or store that was exported; `manner` says how much of it was new."""

    place: str
    manner: str
    count: int
    noun: str


@dataclass(frozen=True, slots=True)
class FleetExport:
    """What an export did; `notices` are sentences for people."""

    exported: tuple[FleetExported, ...]
    failures: tuple[FleetFailure, ...]
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FleetMatch:
    """What a match found: rows that the joins gave, pieces of evidence, units asked and kept."""

    joined: int
    evidence: int
    units: int
    kept: int
    failures: tuple[FleetFailure, ...]


@dataclass(frozen=True, slots=True)
class FleetGroup:
    """Links of a repository, an agent or a month, by the strength of their strongest evidence."""

    name: str
    links: Mapping[Strength, int]
    commits: int
    sessions: int


@dataclass(frozen=True, slots=True)
class FleetSummary:
    """The groups of a fleet's links; `by` is `repository`, `agent` or `month`."""

    by: str
    groups: tuple[FleetGroup, ...]


@dataclass(frozen=True, slots=True)
class FleetLink:
    """A session and a commit of a repository; `time` is the commit's."""

    repository: str
    commit: Oid
    time: int
    session: SessionKey
    strength: Strength
    relations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FleetPlace:
    """An object in a repository: the commit that introduced it there, and at which path."""

    repository: str
    commit: Oid
    path: bytes
    time: int


@dataclass(frozen=True, slots=True)
class FleetObject:
    """An object ID across the fleet: who recorded it, and where it was committed."""

    object_id: str
    records: tuple[tuple[SessionKey, str, bytes], ...]
    places: tuple[FleetPlace, ...]


@dataclass(frozen=True, slots=True)
class Vendored:
    """A file that another repository held before, and the sessions that recorded it there."""

    object_id: str
    source: FleetPlace
    target: FleetPlace
    sessions: tuple[SessionKey, ...]
