"""The JSON formats of `attrib fleet`, as types."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct

from attrib.render.schema_parts import Closed, Count, Exact, Key, Oid, Time, Word
from attrib.render.schema_ranges import ByStrength


class Failure(Closed, kw_only=True):
    """A repository, bucket or store that could not be read, and why."""

    place: str
    reason: str


class Exported(Closed, kw_only=True):
    """A repository or stores that were exported: how much of it was new."""

    place: str
    manner: str
    count: Count
    noun: Literal["commit", "session"]


class FleetExport(Closed, kw_only=True):
    """The answer of `attrib fleet export --json`."""

    format: Literal["attrib.fleet-export/1"]
    exported: list[Exported]
    failures: list[Failure]
    notices: list[str]


class FleetMatch(Closed, kw_only=True):
    """The answer of `attrib fleet match --json`."""

    format: Literal["attrib.fleet-match/1"]
    joined: Count
    evidence: Count
    units: Count
    kept: Count
    failures: list[Failure]
    statement: str


class FleetGroup(ByStrength, kw_only=True):
    """Links of one repository, agent or month, by the strongest evidence of each."""

    name: str
    declared: Count
    commits: Count
    sessions: Count


class FleetReport(Closed, kw_only=True):
    """The answer of `attrib fleet report --json`."""

    format: Literal["attrib.fleet-report/1"]
    by: Literal["repository", "agent", "month"]
    groups: list[FleetGroup]
    statement: str


class FleetLink(Closed, kw_only=True):
    """A session and a commit of a repository."""

    repository: str
    commit: Oid
    time: Time | None
    session: Key
    strength: Word
    relations: list[str]


class FleetSession(Closed, kw_only=True):
    """The answer of `attrib fleet report --session ID --json`."""

    format: Literal["attrib.fleet-session/1"]
    links: list[FleetLink]
    statement: str


class FleetRecord(Closed, kw_only=True):
    """A record that holds the object ID, and the path as recorded."""

    session: Key
    record: str
    path: str
    path_base64: Exact = UNSET


class FleetPlace(Closed, kw_only=True):
    """A commit of a repository that introduces the object at a path."""

    repository: str
    commit: Oid
    path: str
    path_base64: Exact = UNSET
    time: Time | None


class FleetObject(Closed, kw_only=True):
    """The answer of `attrib fleet report --object ID --json`."""

    format: Literal["attrib.fleet-object/1"]
    object_id: str
    records: list[FleetRecord]
    places: list[FleetPlace]
    statement: str


class VendoredFile(Closed, kw_only=True):
    """A file that another repository held before, and the sessions with evidence for it there."""

    object_id: Oid
    source: FleetPlace
    target: FleetPlace
    sessions: list[Key]


class FleetVendored(Closed, kw_only=True):
    """The answer of `attrib fleet report --vendored --json`."""

    format: Literal["attrib.fleet-vendored/1"]
    files: list[VendoredFile]
    statement: str


FLEET_FORMATS: dict[str, type[Struct]] = {
    "attrib.fleet-export-1": FleetExport,
    "attrib.fleet-match-1": FleetMatch,
    "attrib.fleet-report-1": FleetReport,
    "attrib.fleet-session-1": FleetSession,
    "attrib.fleet-object-1": FleetObject,
    "attrib.fleet-vendored-1": FleetVendored,
}
