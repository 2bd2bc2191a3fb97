"""The evidence graph for Graphviz, in four columns from left to right."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.model.evidence import STATEMENT, Strength
from attrib.model.graphs import GraphEdge, GraphReport, NodeKind
from attrib.render.graph_parts import label_of, words_of

_SHAPES = {
    NodeKind.SESSION: "box",
    NodeKind.RECORD: "ellipse",
    NodeKind.BLOB: "note",
    NodeKind.COMMIT: "box3d",
}
_WIDTHS = {Strength.STRONG: 3, Strength.MODERATE: 2, Strength.WEAK: 1, None: 1}


def dot(report: GraphReport) -> Iterator[str]:
    """The lines of a `digraph`; every text is quoted."""
    yield "digraph evidence {"
    yield f"  graph [rankdir=LR, label={_quoted(STATEMENT)}, labelloc=b];"
    yield '  node [fontname="sans-serif", fontsize=10];'
    yield '  edge [fontname="sans-serif", fontsize=9, arrowsize=0.6];'
    for kind in NodeKind:
        nodes = [node for node in report.nodes if node.kind is kind]
        if nodes:
            yield "  {"
            yield f"    rank=same; node [shape={_SHAPES[kind]}];"
            for node in nodes:
                yield f"    {_quoted(node.id)} [label={_quoted(label_of(node))}];"
            yield "  }"
    for edge in report.edges:
        yield f"  {_quoted(edge.source)} -> {_quoted(edge.target)} [{_attributes(edge)}];"
    yield "}"


def _attributes(edge: GraphEdge) -> str:
    width = _WIDTHS[edge.strength]
    style = "solid" if edge.strength is not None else "dotted"
    return f"label={_quoted(words_of(edge))}, penwidth={width}, style={style}"


def _quoted(text: str) -> str:
    """A quoted string: a backslash would begin an escape, as of the node's own name."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
