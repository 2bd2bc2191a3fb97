"""The evidence graph as node-link JSON, as networkx reads it: `attrib.graph/1`."""

from __future__ import annotations

from typing import Any

from attrib.graph import to_networkx
from attrib.model.evidence import STATEMENT
from attrib.model.graphs import GraphReport


def graph_json(report: GraphReport) -> dict[str, Any]:
    """The graph for `networkx.node_link_graph(..., edges="edges")`, with our format's name."""
    import networkx

    data = networkx.node_link_data(to_networkx(report), edges="edges")
    return {
        "format": "attrib.graph/1",
        "range": report.range,
        "directed": data["directed"],
        "multigraph": data["multigraph"],
        "graph": {"statement": STATEMENT},
        "nodes": [{"id": node.pop("id"), **node} for node in data["nodes"]],
        "edges": [_edge(edge) for edge in data["edges"]],
        "statement": STATEMENT,
    }


def _edge(edge: dict[str, Any]) -> dict[str, Any]:
    """The members in one order: ends and word first."""
    first = {name: edge.pop(name) for name in ("source", "target", "key", "word")}
    strength = edge.pop("strength", None)
    return {**first, "strength": strength, **edge}
