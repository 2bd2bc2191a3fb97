"""The style sheets, scripts and vendored files that pages are shipped with."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).with_name("assets")
#: Every file that a page may ask for, and what it is.
TYPES = {
    "base.css": "text/css; charset=utf-8",
    "code.css": "text/css; charset=utf-8",
    "cytoscape.min.js": "text/javascript; charset=utf-8",
    "file.js": "text/javascript; charset=utf-8",
    "graph.css": "text/css; charset=utf-8",
    "graph.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}


@cache
def asset(name: str) -> bytes:
    """The content of one of `TYPES`."""
    return (_FOLDER / name).read_bytes()
