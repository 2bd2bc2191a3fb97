"""Untrusted JSON and lists of lines, taken apart without a surprise."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from attrib.declared import LONGEST
from attrib.model.audit import DeclaredLines
from attrib.model.ids import LineRange, RepoPath

#: Nine digits: no file has more lines.
_SPANS = re.compile(
    r"[1-9][0-9]{0,8}(?:-[1-9][0-9]{0,8})?(?:,[1-9][0-9]{0,8}(?:-[1-9][0-9]{0,8})?)*"
)
_MOST_LINES = 999_999_999
_LONGEST_PATH = 4096

#: Lines by path, as they are gathered.
Gathered = dict[RepoPath, list[LineRange]]


def document(content: bytes) -> Any:
    """The JSON value in a text, `None` where it is none."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def text_at(value: Any, key: str) -> str | None:
    """The text of a member, on one line; `None` for none, and for one too long to name anything."""
    text = _text_at(value, key, LONGEST)
    return " ".join(text.split()) or None if text else None


def _text_at(value: Any, key: str, longest: int) -> str | None:
    found = value.get(key) if isinstance(value, dict) else None
    if not isinstance(found, str) or len(found) > longest:
        return None
    # A lone surrogate is no character: it could be neither printed nor written.
    return found.encode("utf-8", "replace").decode("utf-8")


def object_at(value: Any, key: str) -> Mapping[str, Any]:
    """The object of a member, an empty one where it is none."""
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}


def list_at(value: Any, key: str) -> list[Any]:
    """The list of a member, an empty one where it is none."""
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, list) else []


def address_at(value: Any, key: str) -> str | None:
    """The address of a member, whose last part may name a session."""
    text = _text_at(value, key, _LONGEST_PATH)
    return " ".join(text.split()) or None if text else None


def path_at(value: Any, key: str) -> RepoPath | None:
    """The path of a member."""
    text = _text_at(value, key, _LONGEST_PATH)
    return path_of(text) if text else None


def path_of(text: str) -> RepoPath:
    """A path as JSON gives it, in bytes."""
    return RepoPath(text.encode("utf-8", "replace"))


def spans_in(text: str) -> tuple[LineRange, ...] | None:
    """The ranges in a list such as `1-4,9`; `None` where it is no such list."""
    if not _SPANS.fullmatch(text):
        return None
    pairs = (part.partition("-") for part in text.split(","))
    found = [(int(first), int(last or first)) for first, _, last in pairs]
    if any(last < first for first, last in found):
        return None
    return tuple(LineRange(first, last) for first, last in found)


def span_at(value: Any, first: str, last: str) -> LineRange | None:
    """The range between two members that hold line numbers; `None` where they hold none."""
    if not isinstance(value, dict):
        return None
    start, end = value.get(first), value.get(last)
    if type(start) is not int or type(end) is not int or not 1 <= start <= end <= _MOST_LINES:
        return None
    return LineRange(start, end)


def lines_of(gathered: Mapping[RepoPath, Iterable[LineRange]]) -> tuple[DeclaredLines, ...]:
    """What was gathered, as declarations hold it."""
    return tuple(DeclaredLines(path, tuple(spans)) for path, spans in gathered.items())
