"""The JSON formats of answers about ranges, as types: report, graph, audit, controls."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

from attrib.model.audit import Standpoint
from attrib.model.evidence import Covers, Equality
from attrib.model.graphs import NodeKind
from attrib.render.schema_parts import (
    Closed,
    Count,
    Exact,
    Key,
    Oid,
    PlacedEvidence,
    Range,
    Session,
    Shared,
    Time,
    Word,
)


class ByStrength(Closed, kw_only=True):
    """How many, by strength."""

    strong: Count
    moderate: Count
    weak: Count


class Totals(ByStrength, kw_only=True):
    """Added lines; those of `reshaped` are among the lines of their strength."""

    added: Count
    reshaped: ByStrength
    left_out: Count
    unseen: dict[str, Count]


class SessionTotals(ByStrength, kw_only=True):
    """Lines whose strongest evidence is a session's; `observed` by another's actor."""

    session: Session
    reshaped: Count
    observed: dict[str, Count]


class CommitTotals(Totals, kw_only=True):
    """The lines that one commit adds."""

    commit: Oid
    time: Time | None
    subject: str
    subject_base64: Exact = UNSET
    sessions: list[Key]


class Report(Closed, kw_only=True):
    """The answer of `attrib report --json`."""

    format: Literal["attrib.report/1"]
    range: str | None
    totals: Totals
    sessions: list[SessionTotals]
    shared_lines: Count
    declared_unsupported: Count
    commits: list[CommitTotals]
    statement: str


class DeclaredLines(Closed, kw_only=True):
    """Lines of the commit's file that a declaration lists."""

    path: str
    path_base64: Exact = UNSET
    lines: list[Range]


class Declaration(Closed, kw_only=True):
    """A trailer, or what a note or a file of another tool says.

    `session` is the ID that `value` stands for, where that is another; `lines` those listed that
    the commit adds, null where the whole commit is meant.
    """

    key: str
    value: str
    names_session: bool
    source: str
    tool: str | None
    session: str | None
    agent: str | None
    lines: list[DeclaredLines] | None


class Finding(Closed, kw_only=True):
    """One declaration against content, or one session that no declaration names."""

    standpoint: Standpoint = field(name="class")
    commit: Oid
    subject: str
    subject_base64: Exact = UNSET
    declaration: Declaration | None
    session: Key | None
    strength: Word | None
    reason: str


class Audit(Closed, kw_only=True):
    """The answer of `attrib audit --json`."""

    format: Literal["attrib.audit/1"]
    range: str | None
    commits: Count
    findings: list[Finding]
    sessions: list[Session]
    statement: str


class ControlEvidence(PlacedEvidence, kw_only=True):
    """Evidence that cannot be true, with its commit."""

    commit: Oid | None


class Control(ByStrength, kw_only=True):
    """One comparison that nothing true can answer; `skipped` says why it was not made."""

    name: str
    commits: Count
    records: Count
    skipped: str | None
    evidence: list[ControlEvidence]


class Controls(Closed, kw_only=True):
    """The answer of `attrib controls --json`; `holds`: nothing strong, nothing moderate."""

    format: Literal["attrib.controls/1"]
    range: str | None
    commits: Count
    known_sessions: Count
    holds: bool
    controls: list[Control]
    sessions: list[Session]
    statement: str


class Node(Closed, kw_only=True):
    """A node; which members beside `kind` and `label` it has depends on its kind."""

    id: str
    kind: NodeKind
    label: str
    agent: str | UnsetType = UNSET
    namespace: str | UnsetType = UNSET
    session: str | UnsetType = UNSET
    record: str | UnsetType = UNSET
    path: str | UnsetType = UNSET
    blob: Oid | UnsetType = UNSET
    commit: Oid | UnsetType = UNSET
    subject: str | UnsetType = UNSET


class Edge(Closed, kw_only=True):
    """An observation; several values are one text, set apart by commas."""

    source: str
    target: str
    key: str
    word: str
    strength: Word | None
    commit: Oid | UnsetType = UNSET
    covers: Covers | UnsetType = UNSET
    actor: str | UnsetType = UNSET
    equality: Equality | UnsetType = UNSET
    qualifiers: str | UnsetType = UNSET
    lines: str | UnsetType = UNSET
    removed: str | UnsetType = UNSET
    shared: Shared = UNSET


class GraphFacts(Closed, kw_only=True):
    """What holds for the whole graph."""

    statement: str


class Graph(Closed, kw_only=True):
    """The answer of `attrib graph --format json`: node-link data of networkx."""

    format: Literal["attrib.graph/1"]
    range: str | None
    directed: bool
    multigraph: bool
    graph: GraphFacts
    nodes: list[Node]
    edges: list[Edge]
    statement: str


FORMATS: dict[str, type[Struct]] = {
    "attrib.report-1": Report,
    "attrib.graph-1": Graph,
    "attrib.audit-1": Audit,
    "attrib.controls-1": Controls,
}
