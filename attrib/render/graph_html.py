"""The evidence graph as one file that needs nothing else: the view of the pages, and its assets.

The file names the hashes of its own script and style sheet; nothing else runs in it, and it asks
for nothing.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256

from attrib.model.evidence import STATEMENT
from attrib.model.graphs import GraphReport
from attrib.render.assets import asset
from attrib.render.graph_parts import printable
from attrib.render.graph_view import graph_view
from attrib.render.markup import Html, element, trusted

#: cytoscape lays down a style sheet of its own unless an element has this ID.
STYLE_ID = "__________cytoscape_stylesheet"


def graph_html(report: GraphReport) -> Iterator[str]:
    """The parts of the page, to be written one after the other."""
    title = f"Session evidence: {printable(report.range or 'HEAD')}"
    style = trusted("".join(asset(name).decode() for name in ("base.css", "graph.css")))
    scripts = [trusted(asset(name).decode()) for name in ("cytoscape.min.js", "graph.js")]
    policy = f"default-src 'none'; style-src {_hashes(style)}; script-src {_hashes(*scripts)}"
    yield "<!doctype html>"
    yield '<html lang="en">'
    yield element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width"),
        element("title", title),
        element("style", style, id=STYLE_ID),
    ).text
    yield element(
        "body",
        element("main", element("h1", title), graph_view(report)),
        element("footer", element("p", STATEMENT)),
        (element("script", script) for script in scripts),
    ).text
    yield "</html>"


def _hashes(*parts: Html) -> str:
    digests = (sha256(part.text.encode()).digest() for part in parts)
    return " ".join(f"'sha256-{b64encode(digest).decode()}'" for digest in digests)
