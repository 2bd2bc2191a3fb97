"""Lines of native logs as they stand, and the rows on them, read with tolerance for everything."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from attrib.importers.interface import Notice

#: A line longer than this is passed over, so that one row cannot fill the memory.
LONGEST_LINE = 64 * 1024 * 1024
_PEEK = 256 * 1024
_JSON_SPACE = re.compile(r"[ \t\r\n]*")

Row = dict[str, Any]


def _refused(constant: str) -> Any:
    raise ValueError(f"{constant} is no number of JSON")


def _finite(text: str) -> float:
    number = float(text)
    return number if isfinite(number) else _refused(text)


# A number that JSON does not have could not be written into a stream again.
_decoder = json.JSONDecoder(parse_constant=_refused, parse_float=_finite)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a log; `number` is 1-based, `data` has no line feed.

    `is_whole` is false for a last line without a line feed, `is_oversize` for one whose bytes
    were not kept.
    """

    number: int
    offset: int
    data: bytes
    is_whole: bool = True
    is_oversize: bool = False


def unreadable(path: Path, error: Exception) -> Notice:
    """What is told of a log that the system does not let us read."""
    reason = error.strerror if isinstance(error, OSError) else None
    return Notice(str(path), (reason or "cannot be read").lower())


def lines_of(path: Path) -> Iterator[Line]:
    """The lines of a log that are not blank, in order, split after line feeds only."""
    with path.open("rb") as file:
        offset = number = 0
        while data := file.readline(LONGEST_LINE):
            number += 1
            start, offset = offset, offset + len(data)
            oversize = len(data) == LONGEST_LINE and not data.endswith(b"\n")
            while oversize and not data.endswith(b"\n"):
                data = file.readline(LONGEST_LINE)
                offset += len(data)
                if not data:
                    break
            if oversize:
                yield Line(number, start, b"", is_oversize=True)
            elif data.strip():
                yield Line(number, start, data.rstrip(b"\n"), data.endswith(b"\n"))


def rows_on(line: Line, path: Path) -> tuple[list[Row], Notice | None]:
    """The rows on a line of a log, and what is to be told of it.

    A last line that is not whole is pending, unless it can be read as it is.
    """
    place = f"{path}:{line.number}"
    if line.is_oversize:
        return [], Notice(place, "is too long to be read")
    rows, problem = rows_of(line.data)
    if problem is None:
        return rows, None
    if line.is_whole:
        return rows, Notice(place, problem)
    return rows, Notice(place, "is not complete yet", pending=True)


def value_in(data: bytes) -> Any:
    """The JSON value of these bytes; NUL bytes are passed over.

    Raises:
        ValueError: it is no JSON.
        RecursionError: it is nested too deeply.
    """
    return _decoder.decode(_text_of(data))


def rows_of(data: bytes) -> tuple[list[Row], str | None]:
    """The rows on a line, and what is wrong with it, or `None`.

    NUL bytes around a row are passed over; two rows on one line are both read.
    """
    text = _text_of(data)
    try:
        found = [_decoder.decode(text)]
        problem = None
    except (ValueError, RecursionError):
        found, problem = _recover(text)
    rows = [row for row in found if isinstance(row, dict)]
    if not rows and problem is None:
        problem = "is no JSON object"
    return rows, problem


def _text_of(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape").replace("\0", "")


def _recover(text: str) -> tuple[list[Any], str | None]:
    found: list[Any] = []
    place = 0
    while place < len(text):
        try:
            value, end = _decoder.raw_decode(text, place)
        except RecursionError:
            return found, "is nested too deeply"
        except ValueError:
            return found, "is no JSON"
        found.append(value)
        after = _JSON_SPACE.match(text, end)
        place = after.end() if after else end
    return found, None if found else "holds no row"


def first_rows(path: Path) -> list[Row]:
    """The rows in the first part of a file; none for a file that cannot be read."""
    try:
        with path.open("rb") as file:
            lines = file.read(_PEEK).split(b"\n")
    except OSError:
        return []
    found: list[Row] = []
    for line in lines[:50]:
        if line.strip():
            found += rows_of(line)[0]
    return found


def text_at(row: Mapping[str, Any], *names: str) -> str | None:
    """The first of these members that is a text with something in it, or `None`."""
    for name in names:
        value = row.get(name)
        if isinstance(value, str) and value:
            return value
    return None


def mapping_at(row: Mapping[str, Any], name: str) -> Row:
    """The member as a mapping; an empty one where it is none."""
    value = row.get(name)
    return value if isinstance(value, dict) else {}


def object_in(text: object) -> Row:
    """The JSON object that a text holds, or that a value is; an empty one where it is none."""
    if isinstance(text, str):
        try:
            text = _decoder.decode(text)
        except (ValueError, RecursionError):
            return {}
    return text if isinstance(text, dict) else {}
