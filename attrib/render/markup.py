"""HTML from values: every text is escaped, and what could run or lead elsewhere is refused.

A page is made of `element`s alone. Text of a repository or a record can only become text or the
value of a plain attribute; controls and marks that reorder text are spelled out, as on a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape as escaped

from attrib.render.text import escape

_VOID = frozenset({"br", "col", "hr", "input", "link", "meta"})
#: Elements that name a resource of ours, and never hold a text.
_RESOURCES = frozenset({"script", "style"})
_PLAIN = re.compile(
    "a|abbr|aside|bdi|body|button|caption|code|colgroup|dd|details|div|dl|dt|em|fieldset|figcaption|figure"
    "|footer|h1|h2|h3|head|header|html|label|legend|li|main|nav|noscript|ol|output|p|pre|rect"
    "|section|small|span|strong|summary|svg|table|tbody|td|th|thead|time|title|tr|ul"
)
_LINKS = frozenset({"href", "src"})
_REFUSED = frozenset({"action", "formaction", "ping", "srcdoc", "srcset", "style", "xlink:href"})


@dataclass(frozen=True, slots=True)
class Html:
    """Finished markup. Made by `element` and `join`, and by `trusted` of what is our own."""

    text: str


Child = Html | str | int | None | Iterable["Child"]
Attribute = str | int | bool | None


def element(name: str, /, *children: Child, **attributes: Attribute) -> Html:
    """One element; `class_` is `class`, `data_row` is `data-row`; `None` and `False` are left out.

    Raises:
        ValueError: the element or an attribute could run something or lead away from here.
    """
    if not (_PLAIN.fullmatch(name) or name in _VOID or name in _RESOURCES):
        raise ValueError(f"no element '{name}' on these pages")
    opened = f"<{name}{''.join(map(_attribute, attributes, attributes.values()))}>"
    if name in _VOID:
        return Html(opened)
    if name in _RESOURCES and not all(isinstance(child, Html) for child in children):
        raise ValueError(f"no text in '{name}'")
    return Html(f"{opened}{join(*children).text}</{name}>")


def join(*children: Child) -> Html:
    """The children one after the other."""
    return Html("".join(map(_text, children)))


def trusted(text: str) -> Html:
    """Markup, a script or a style sheet of this project itself; never a text from elsewhere."""
    return Html(text)


def shown(text: str) -> str:
    """The text as a page shows it: controls spelled out, what is no character replaced."""
    return escape(text).encode("utf-8", "replace").decode()


def _text(child: Child) -> str:
    match child:
        case None:
            return ""
        case Html(text):
            return text
        case str():
            return escaped(shown(child), quote=False)
        case int():
            return str(child)
    return "".join(map(_text, child))


def _attribute(name: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    spelled = name.rstrip("_").replace("_", "-")
    if spelled.startswith("on") or spelled in _REFUSED:
        raise ValueError(f"no attribute '{spelled}' on these pages")
    if value is True:
        return f" {spelled}"
    text = shown(str(value)).replace("\n", " ")
    if spelled in _LINKS and not _is_ours(text):
        raise ValueError(f"'{text}' leads elsewhere")
    return f' {spelled}="{escaped(text)}"'


def _is_ours(link: str) -> bool:
    """True for a place on this page or this server: `#top`, `?of=x`, `/file/x`, not `//host`."""
    return link[:1] in ("#", "?") or (link[:1] == "/" and link[1:2] not in ("/", "\\"))
