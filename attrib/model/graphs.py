"""The evidence graph as nodes and edges: sessions, records, blobs, commits, for exports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from attrib.model.evidence import Strength

#: What an attribute of a node or an edge may be.
Value = str | int | tuple[str, ...]


class NodeKind(Enum):
    """What a node is; the order is that of the columns from left to right."""

    SESSION = "session"
    RECORD = "record"
    BLOB = "blob"
    COMMIT = "commit"


@dataclass(frozen=True, slots=True)
class GraphNode:
    """One node. `id` is printable ASCII without spaces; `label` is short, for people."""

    id: str
    kind: NodeKind
    label: str
    facts: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """One observation: `word` is `recorded`, `introduced-in`, or the relation's word.

    `strength` is `None` where nothing was weighed.
    """

    source: str
    target: str
    word: str
    strength: Strength | None
    facts: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class GraphReport:
    """All evidence of a range as a graph, nodes and edges in order; `range` is as typed."""

    range: str | None
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
