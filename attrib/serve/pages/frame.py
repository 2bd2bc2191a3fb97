"""What stands around every page: its head, the way to the other pages, and the statement."""

from __future__ import annotations

from collections.abc import Sequence

from attrib.model.evidence import STATEMENT
from attrib.render.graph_html import STYLE_ID
from attrib.render.markup import Child, Html, element, join

_ASSETS = "/assets/"


def page(
    title: str, *children: Child, scripts: Sequence[str] = (), styles: Sequence[str] = ()
) -> str:
    """A whole page; `scripts` and `styles` are names of assets beside the ones of every page."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", f"{title} · attrib"),
        element("link", rel="icon", href=f"{_ASSETS}icon.svg"),
        (_style(name) for name in ("base.css", *styles)),
        (element("script", src=f"{_ASSETS}{name}", defer=True) for name in scripts),
    )
    body = element(
        "body",
        element("a", "Skip to the content", class_="skip", href="#content"),
        element("header", element("nav", _ways(), aria_label="Pages")),
        element("main", element("h1", element("bdi", title)), *children, id="content", tabindex=-1),
        element("footer", element("p", STATEMENT)),
    )
    return f"<!doctype html>\n{element('html', head, body, lang='en').text}\n"


def _style(name: str) -> Html:
    # With this ID the graph's library lays down no style sheet of its own, which no policy allows.
    mark = STYLE_ID if name == "graph.css" else None
    return element("link", rel="stylesheet", href=f"{_ASSETS}{name}", id=mark)


def _ways() -> Html:
    return join(
        element("a", "attrib", class_="brand", href="/"),
        " ",
        element("a", "sessions", href="/#sessions"),
        " ",
        element("a", "commits", href="/#commits"),
        " ",
        element("a", "files", href="/#files"),
    )


def message(words: str, hint: str | None = None) -> Html:
    """Something that went wrong, with what helps."""
    help_ = element("p", element("span", "hint: ", class_="faint"), element("code", hint))
    return element("div", element("p", words), help_ if hint else None, class_="message")
