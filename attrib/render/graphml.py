"""The evidence graph as GraphML, for Gephi, yEd and networkx."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.graph import to_networkx
from attrib.model.evidence import STATEMENT
from attrib.model.graphs import GraphReport
from attrib.render.graph_parts import printable


def graphml(report: GraphReport) -> Iterator[str]:
    """The lines of the document; every attribute is text, as GraphML knows no lists."""
    import networkx

    graph = to_networkx(report)
    graph.graph["statement"] = STATEMENT
    for _, facts in graph.nodes(data=True):
        _make_text(facts)
    for _, _, facts in graph.edges(data=True):
        _make_text(facts)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield from networkx.generate_graphml(graph)


def _make_text(facts: dict[str, object]) -> None:
    for name, value in facts.items():
        facts[name] = printable(str(value))
