"""What a link in a text names: a path, and perhaps a line and a column."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

#: A longer link is refused unread.
MOST_CHARACTERS = 4096
_POSITION = re.compile(
    r"(?P<path>.+?)(?::(?P<line>[1-9][0-9]{0,8})(?::(?P<column>[1-9][0-9]{0,8}))?)?", re.DOTALL
)
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*://")
_LOCAL = re.compile(r"file://(?:localhost)?(?=/)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Target:
    """A path as a link names it, absolute or not, in bytes; `line` and `column` are 1-based."""

    path: bytes
    line: int | None
    column: int | None


def target_of(href: str) -> Target | None:
    """The target of `path`, `path:line` or `path:line:column`; `None` where it names no path.

    Percent signs are decoded once, after the numbers are cut off, so that `a%3A1` is the file
    `a:1`. `file://` of this machine is a path; no other scheme is. `#` and `?` are parts of names.
    """
    if not href or len(href) > MOST_CHARACTERS:
        return None
    local = _LOCAL.match(href)
    if local:
        href = href[local.end() :]
    elif _SCHEME.match(href):
        return None
    found = _POSITION.fullmatch(href)
    if found is None:
        return None
    try:
        path = unquote_to_bytes(found["path"].encode("utf-8"))
    except UnicodeEncodeError:
        return None
    line, column = found["line"], found["column"]
    return Target(path, int(line) if line else None, int(column) if column else None)
