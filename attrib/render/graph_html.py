"""The evidence graph as one page that needs nothing else: four columns, and a table beside them.

No script, no resource from elsewhere; nothing moves. Every text is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from textwrap import dedent

from attrib.model.evidence import STATEMENT, Strength
from attrib.model.graphs import GraphEdge, GraphNode, GraphReport, NodeKind
from attrib.render.graph_parts import label_of, printable, words_of
from attrib.render.text import counted

#: The picture shows this many nodes a column; the table has all.
MOST_IN_COLUMN = 200
_WIDTH, _HEIGHT, _GAP = 190, 24, 14
_COLUMN, _TOP, _MARGIN = 305, 40, 16
_LONGEST = 28
#: A word stands this part of the way along its edge, where edges do not cross yet.
_NEAR = 0.24
_STROKES = {Strength.STRONG: 4, Strength.MODERATE: 2.5, Strength.WEAK: 1.2, None: 0.8}
_STYLE = dedent(
    """\
    :root { color-scheme: light dark; --ink: #222; --paper: #fff; --faint: #888;
      --strong: #1a7f37; --moderate: #9a6700; --weak: #6e7781; }
    @media (prefers-color-scheme: dark) { :root { --ink: #ddd; --paper: #161616; --faint: #888;
      --strong: #57ab5a; --moderate: #c69026; --weak: #8b949e; } }
    body { font: 14px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
      margin: 2rem; }
    main { display: flex; flex-wrap: wrap; gap: 2rem; align-items: flex-start; }
    .picture { overflow-x: auto; max-width: 100%; }
    svg text { fill: var(--ink); font-size: 12px; }
    svg rect { fill: var(--paper); stroke: var(--faint); }
    svg path { fill: none; stroke: var(--faint); }
    svg path.strong { stroke: var(--strong); }
    svg path.moderate { stroke: var(--moderate); }
    svg path.weak { stroke: var(--weak); }
    svg .word { fill: var(--faint); font-size: 10px; text-anchor: middle; }
    svg .head { font-weight: 600; }
    table { border-collapse: collapse; }
    th, td { text-align: left; padding: .2rem .8rem .2rem 0; vertical-align: top;
      border-bottom: 1px solid var(--faint); overflow-wrap: anywhere; }
    th, td:nth-child(2), td:nth-child(4) { white-space: nowrap; }
    """
)
Place = tuple[float, float]


def graph_html(report: GraphReport) -> Iterator[str]:
    """The lines of the page."""
    title = f"Session evidence: {printable(report.range or 'HEAD')}"
    yield "<!doctype html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield (
        '<meta http-equiv="Content-Security-Policy"'
        " content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    )
    yield '<meta name="viewport" content="width=device-width">'
    yield f"<title>{escape(title)}</title><style>"
    yield f"{_STYLE}</style></head><body>"
    yield f"<h1>{escape(title)}</h1>"
    yield "<main>"
    yield from _picture(report)
    yield from _table(report)
    yield "</main>"
    yield f"<p>{escape(STATEMENT)}</p></body></html>"


def _picture(report: GraphReport) -> Iterator[str]:
    places, left = _places(report)
    bottom = max((y for _, y in places.values()), default=_TOP)
    width, height = 3 * _COLUMN + _WIDTH + 2 * _MARGIN, bottom + _HEIGHT + _MARGIN
    yield '<div class="picture">'
    yield (
        f'<svg role="img" aria-label="The table beside it says the same." '
        f'width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    )
    for column, kind in enumerate(NodeKind):
        x = _MARGIN + column * _COLUMN
        yield f'<text class="head" x="{x}" y="20">{kind.value}</text>'
    for edge in report.edges:
        if edge.source in places and edge.target in places:
            yield _line(edge, places)
    for node in report.nodes:
        if node.id in places:
            yield _box(node, places[node.id])
    yield "</svg>"
    if left:
        yield f"<p>{escape(counted(left, 'node'))} left out here; the table has all.</p>"
    yield "</div>"


def _places(report: GraphReport) -> tuple[Mapping[str, Place], int]:
    """The upper left corner of each node that is drawn, and how many are not."""
    rows = dict.fromkeys(NodeKind, 0)
    columns = {kind: _MARGIN + number * _COLUMN for number, kind in enumerate(NodeKind)}
    places: dict[str, Place] = {}
    for node in report.nodes:
        row = rows[node.kind]
        if row < MOST_IN_COLUMN:
            places[node.id] = (columns[node.kind], _TOP + row * (_HEIGHT + _GAP))
            rows[node.kind] = row + 1
    return places, len(report.nodes) - len(places)


def _line(edge: GraphEdge, places: Mapping[str, Place]) -> str:
    (x1, y1), (x2, y2) = places[edge.source], places[edge.target]
    start, end = x1 + _WIDTH, x2
    top, bottom = y1 + _HEIGHT / 2, y2 + _HEIGHT / 2
    bend = (start + end) / 2
    words = escape(words_of(edge))
    kind = edge.strength.word if edge.strength is not None else "plain"
    return (
        f'<g><title>{words}</title><path class="{kind}" stroke-width="{_STROKES[edge.strength]}"'
        f' d="M{start:g} {top:g}C{bend:g} {top:g} {bend:g} {bottom:g} {end:g} {bottom:g}"/>'
        f'<text class="word" x="{start + (end - start) * _NEAR:g}"'
        f' y="{top + (bottom - top) * _NEAR / 2 - 3:g}">{escape(edge.word)}'
        "</text></g>"
    )


def _box(node: GraphNode, place: Place) -> str:
    x, y = place
    label = label_of(node)
    short = label if len(label) <= _LONGEST else f"{label[: _LONGEST - 1]}…"
    return (
        f'<g><title>{escape(_title(node))}</title><rect x="{x:g}" y="{y:g}" width="{_WIDTH}"'
        f' height="{_HEIGHT}" rx="3"/><text x="{x + 8:g}" y="{y + 16:g}">{escape(short)}</text></g>'
    )


def _title(node: GraphNode) -> str:
    facts = (f"{name} {printable(str(value))}" for name, value in node.facts.items())
    return "; ".join([label_of(node), *facts])


def _table(report: GraphReport) -> Iterator[str]:
    """One row an edge: both ends, the word, the strength, and what else was observed."""
    labels = {node.id: f"{node.kind.value} {label_of(node)}" for node in report.nodes}
    yield "<table><thead><tr><th>from</th><th>word</th><th>to</th><th>strength</th>"
    yield "<th>observed</th></tr></thead><tbody>"
    for edge in report.edges:
        strength = edge.strength.word if edge.strength is not None else ""
        cells = (labels[edge.source], edge.word, labels[edge.target], strength, _facts(edge))
        yield "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"
    yield "</tbody></table>"


def _facts(edge: GraphEdge) -> str:
    parts = []
    for name, value in edge.facts.items():
        if name != "commit":
            text = ", ".join(value) if isinstance(value, tuple) else str(value)
            parts.append(f"{name} {printable(text)}")
    return "; ".join(parts)
