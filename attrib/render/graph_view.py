"""The evidence graph as part of a page: four columns as a picture, and a table that says the same.

The picture is drawn by `assets/graph.js` from what stands here; without a script the table remains.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from attrib.model.graphs import GraphEdge, GraphNode, GraphReport, NodeKind
from attrib.render.graph_parts import label_of, printable
from attrib.render.markup import Html, element, join
from attrib.render.text import counted

#: The picture shows this many nodes a column; the table has all.
MOST_IN_COLUMN = 200
_COLUMN = {kind: number for number, kind in enumerate(NodeKind)}


def graph_view(report: GraphReport, *, most: int | None = None) -> Html:
    """The picture, its nodes as a list, and the table of the edges, of which `most` are shown."""
    if not report.edges:
        return element("p", "No evidence in this range.")
    rows = _rows(report)
    numbers = {node.id: number for number, node in enumerate(report.nodes)}
    left = len(report.nodes) - len(rows)
    shown = report.edges if most is None else report.edges[:most]
    return element(
        "div",
        element("p", "The picture needs JavaScript; the table says the same.", class_="instead"),
        _picture(left),
        element(
            "ul",
            (
                _item(node, numbers[node.id], rows[node.id])
                for node in report.nodes
                if node.id in rows
            ),
            class_="nodes",
            hidden=True,
        ),
        _table(report, shown, numbers),
        class_="graph",
    )


def _picture(left: int) -> Html:
    buttons = (("in", "+", "Larger"), ("out", "-", "Smaller"), ("fit", "Fit", "Fit the width"))
    said = "Thickness and colour show the strength. "
    said += f"{counted(left, 'node')} left out of the picture." if left else ""
    return element(
        "figure",
        element(
            "div",
            (
                element("button", sign, type="button", data_act=act, aria_label=label)
                for act, sign, label in buttons
            ),
            class_="tools",
        ),
        element(
            "div",
            class_="canvas",
            tabindex=0,
            role="img",
            aria_label="The graph in four columns: session, record, blob, commit. "
            "The table below says the same.",
        ),
        element("figcaption", said.strip()),
        class_="picture",
        hidden=True,
    )


def _item(node: GraphNode, number: int, row: int) -> Html:
    return element(
        "li", label_of(node), data_number=number, data_column=_COLUMN[node.kind], data_row=row
    )


def _rows(report: GraphReport) -> Mapping[str, int]:
    """The row of each node that is drawn: near the row of what leads to it, none twice."""
    sources: defaultdict[str, list[str]] = defaultdict(list)
    for edge in report.edges:
        sources[edge.target].append(edge.source)
    rows: dict[str, int] = {}
    for kind in NodeKind:
        nodes = [node for node in report.nodes if node.kind is kind]
        ordered = sorted((_middle(rows, sources[node.id]), node.id) for node in nodes)
        rows.update({name: row for row, (_, name) in enumerate(ordered[:MOST_IN_COLUMN])})
    return rows


def _middle(rows: Mapping[str, int], sources: list[str]) -> float:
    found = [rows[source] for source in sources if source in rows]
    return sum(found) / len(found) if found else 0.0


def _table(report: GraphReport, shown: Sequence[GraphEdge], numbers: Mapping[str, int]) -> Html:
    """One row an edge: both ends, the word, the strength, and what else was observed."""
    left = len(report.edges) - len(shown)
    count = counted(len(report.edges), "edge") + (f", {left:,} not shown here" if left else "")
    nodes = {node.id: node for node in report.nodes}
    heads = ("from", "word", "to", "strength", "observed")
    return element(
        "div",
        element(
            "table",
            element("caption", f"The graph as a table: {count}"),
            element("thead", element("tr", (element("th", head, scope="col") for head in heads))),
            element("tbody", (_row(edge, nodes, numbers) for edge in shown)),
            class_="rows",
        ),
        class_="wide",
        tabindex=0,
        role="region",
        aria_label="The graph as a table",
    )


def _row(edge: GraphEdge, nodes: Mapping[str, GraphNode], numbers: Mapping[str, int]) -> Html:
    strength = edge.strength.word if edge.strength is not None else None
    return element(
        "tr",
        element("td", _end(nodes[edge.source])),
        element("td", edge.word, class_="nowrap"),
        element("td", _end(nodes[edge.target])),
        element("td", strength, class_=f"word {strength}" if strength else None),
        element("td", "; ".join(_facts(edge))),
        data_source=numbers[edge.source],
        data_target=numbers[edge.target],
        data_word=edge.word,
        data_strength=strength,
    )


def _end(node: GraphNode) -> Html:
    return join(
        element("span", node.kind.value, " ", class_="faint"), element("bdi", label_of(node))
    )


def _facts(edge: GraphEdge) -> Iterator[str]:
    for name, value in edge.facts.items():
        if name == "shared":
            yield "from a note"
        elif name != "commit":
            text = ", ".join(value) if isinstance(value, tuple) else str(value)
            yield f"{name} {printable(text)}"
