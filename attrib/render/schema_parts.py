"""The parts that the JSON formats are made of; whole answers are in `attrib.render.schemas`.

Members named `*_base64` are there only where the bytes beside them are not UTF-8.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from attrib.model.evidence import Covers, Equality, Qualifier, Relation, Unseen

Oid = Annotated[str, Meta(pattern="^(?:[0-9a-f]{40}|[0-9a-f]{64})$")]
Number = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]
Time = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$")]
Range = Annotated[list[Number], Meta(min_length=2, max_length=2)]
RecordName = Annotated[str, Meta(pattern="(?s)^.*#.*$", description="session#record")]
Word = Literal["strong", "moderate", "weak", "declared"]
Exact = str | UnsetType
#: Only there, and true, for what is known from notes alone.
Shared = Literal[True] | UnsetType


class Closed(Struct, forbid_unknown_fields=True, kw_only=True):
    """An object without other members."""


class Key(Closed, kw_only=True):
    """What names a session."""

    agent: str
    namespace: str
    id: str


class Session(Key, kw_only=True):
    """A session as answers list it."""

    short: str
    streams: list[str]
    first: Time | None
    last: Time | None
    shared: Shared = UNSET


class Evidence(Closed, kw_only=True):
    """One relation between recorded things and a commit."""

    session: Key
    strength: Word
    relation: Relation
    equality: Equality | None
    covers: Covers
    qualifiers: list[Qualifier]
    records: Annotated[list[RecordName], Meta(min_length=1)]
    actor: str
    notes: list[str]
    shared: Shared = UNSET


class PlacedEvidence(Evidence, kw_only=True):
    """Evidence with the path and the lines that it is about."""

    path: str | None
    path_base64: Exact = UNSET
    old_path: str | None
    old_path_base64: Exact = UNSET
    lines: list[Range]
    removed: list[Range]


class Side(Closed, kw_only=True):
    """One side of a comparison, for people."""

    name: str
    recorded: str
    blob: Oid | None
    how: str


class ExplainedEvidence(PlacedEvidence, kw_only=True):
    """Evidence with the two sides that were compared."""

    sides: list[Side]


class BlameLine(Closed, kw_only=True):
    """A line of the file; `commit` is null for lines not committed yet."""

    number: Number
    commit: Oid | None
    origin_path: str
    origin_path_base64: Exact = UNSET
    origin_number: Number
    boundary: bool
    text: str
    text_base64: Exact = UNSET
    strength: Word | None
    evidence: list[Evidence]
    unseen: Unseen | None


class Link(Closed, kw_only=True):
    """All evidence between one session and one commit."""

    session: Key
    strength: Word
    evidence: list[PlacedEvidence]


class ChangedPath(Closed, kw_only=True):
    """What was found for one path of a commit."""

    path: str
    path_base64: Exact = UNSET
    op: str
    strength: Word | None
    unseen: Unseen | None


class Commit(Closed, kw_only=True):
    """One commit and its links."""

    commit: Oid
    parents: list[Oid]
    strength: Word | None
    links: list[Link]
    paths: list[ChangedPath]
    unseen: Unseen | None


class RecordFacts(Closed, kw_only=True):
    """When a record was made, with which status, by which call or actor."""

    session: Key
    record: RecordName
    ts: str | None
    status: str | None
    cause: str | None
    place: str


class Tried(Closed, kw_only=True):
    """A record that was compared and did not hold."""

    session: Key
    record: RecordName
    path: str | None
    path_base64: Exact = UNSET
    reason: str


class Root(Closed, kw_only=True):
    """A root of a session and what it is bound to."""

    id: str
    binding: str


class State(Closed, kw_only=True):
    """A state that a session recorded and where it is held."""

    record: RecordName
    ts: str | None
    op: str
    path: str
    path_base64: Exact = UNSET
    status: str
    actor: str
    object_id: str | None
    commits: list[Oid]
    refs: list[str]
    alive: list[Range]


class Repository(Closed, kw_only=True):
    """The repository and what reads it."""

    git_dir: str
    object_format: Literal["sha1", "sha256"]
    commits: Count
    versions: dict[str, str]


class KnownSessions(Closed, kw_only=True):
    """How many sessions are known, by agent."""

    count: Count
    agents: dict[str, Count]
    newest: Time | None


class DoctorRoot(Closed, kw_only=True):
    """A root that sessions declare."""

    id: str
    bound: bool
    reason: str
    remedy: str | None


class Unreadable(Closed, kw_only=True):
    """A line of a stream that is no record; `pending`: its end may still be written."""

    stream: str
    line: Number
    offset: Count
    reason: str
    pending: bool
