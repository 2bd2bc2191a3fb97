"""The JSON formats of `find` and `index`, as types."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct

from attrib.model.evidence import Equality
from attrib.render.schema_parts import Closed, Count, Exact, Key, Oid, RecordName, Session, Time


class FoundRecord(Closed, kw_only=True):
    """A recorded side with the ID, or with one that is equal; `path` is null outside of here."""

    session: Key
    record: RecordName
    ts: str | None
    side: Literal["before", "after"]
    root: str | None
    recorded_path: str
    path: str | None
    path_base64: Exact = UNSET
    object_id: str
    object_id_type: str
    representation: str | None
    equality: Equality
    how: str


class FoundPlace(Closed, kw_only=True):
    """A commit that introduces a blob with the ID, or one that is equal."""

    blob: Oid
    commit: Oid
    path: str
    path_base64: Exact = UNSET
    time: Time | None
    refs: list[str]
    equality: Equality
    how: str


class Find(Closed, kw_only=True):
    """The answer of `attrib find --json`."""

    format: Literal["attrib.find/1"]
    object_id: str
    records: list[FoundRecord]
    places: list[FoundPlace]
    sessions: list[Session]
    statement: str


class Index(Closed, kw_only=True):
    """The answer of `attrib index --json`; `seconds` where something was built."""

    format: Literal["attrib.index/1"]
    path: str
    size: Count | None
    built: bool
    current: bool
    commits: Count
    paths: Count
    streams: Count
    seconds: float | None


FIND_FORMATS: dict[str, type[Struct]] = {"attrib.find-1": Find, "attrib.index-1": Index}
