"""The evidence graph for Mermaid, small enough for a comment or a page on a forge."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.model.evidence import STATEMENT, Strength
from attrib.model.graphs import GraphEdge, GraphNode, GraphReport, NodeKind
from attrib.render.graph_parts import label_of, words_of
from attrib.render.text import counted

#: Beyond this many nodes nobody reads a picture in a comment.
MOST_NODES = 50

_SHAPES = {
    NodeKind.SESSION: ("[", "]"),
    NodeKind.RECORD: ("(", ")"),
    NodeKind.BLOB: ("[/", "/]"),
    NodeKind.COMMIT: ("[[", "]]"),
}
_LONGEST = 80
#: Spelled as Mermaid's own entities, so that no label ends, links, formats or commands anything.
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .-/:@,+=^…")


def mermaid(report: GraphReport) -> Iterator[str]:
    """The lines of a flowchart: the strongest edges first, as far as the nodes go."""
    edges, names = _chosen(report)
    yield "flowchart LR"
    left = len(report.nodes) - len(names)
    if left:
        more = len(report.edges) - len(edges)
        yield f"  %% {counted(left, 'node')} and {counted(more, 'edge')} left out"
    for node in report.nodes:
        if node.id in names:
            opening, closing = _SHAPES[node.kind]
            yield f"  {names[node.id]}{opening}{_quoted(label_of(node))}{closing}"
    for edge in edges:
        arrow = "==>" if edge.strength is Strength.STRONG else "-->"
        arrow = "-.->" if edge.strength is None else arrow
        yield f"  {names[edge.source]} {arrow}|{_quoted(words_of(edge))}| {names[edge.target]}"
    if left:
        words = f"{counted(left, 'node')} left out"
        yield f"  more[{_quoted(words)}]"
    yield f"  %% {STATEMENT}"


def _chosen(report: GraphReport) -> tuple[list[GraphEdge], dict[str, str]]:
    """The edges that are drawn, and the short name of each node that they need."""
    if len(report.nodes) <= MOST_NODES:
        kept = {node.id for node in report.nodes}
    else:
        kept = set()
        around: dict[str, list[GraphEdge]] = {}
        for edge in report.edges:
            if edge.strength is None:
                around.setdefault(edge.source, []).append(edge)
                around.setdefault(edge.target, []).append(edge)
        for edge in sorted(report.edges, key=lambda edge: -(edge.strength or 0)):
            if edge.strength is not None:
                kept = _with(kept, edge, around)
    nodes = [node for node in report.nodes if node.id in kept]
    names = {node.id: _name(number, node) for number, node in enumerate(nodes, 1)}
    edges = [edge for edge in report.edges if edge.source in kept and edge.target in kept]
    return edges, names


def _with(kept: set[str], edge: GraphEdge, around: dict[str, list[GraphEdge]]) -> set[str]:
    """The nodes with an edge from record to blob, its session and its commits, if they fit."""
    ends = {edge.source, edge.target}
    ends |= {beside.source for beside in around.get(edge.source, ())}
    ends |= {beside.target for beside in around.get(edge.target, ())}
    together = kept | ends
    return together if len(together) <= MOST_NODES else kept


def _name(number: int, node: GraphNode) -> str:
    return f"{node.kind.value[0]}{number}"


def _quoted(text: str) -> str:
    short = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    spelled = (sign if sign in _PLAIN else f"#{ord(sign)};" for sign in short)
    return f'"{"".join(spelled)}"'
