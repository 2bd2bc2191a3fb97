"""JSON values in bytes: one a line as a rule, several where lines were welded or torn.

Nothing raises: what is no JSON value is a `Piece` with a reason.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

_BOM = b"\xef\xbb\xbf"
_PADDING = b" \t\r\n\0"
_PADDING_AT = re.compile(r"[ \t\r\n\0]*")
_SPACE_AT = re.compile(r"[ \t\r\n]*")
#: How many places of a torn line are tried as the start of a whole record.
_RESCUE_TRIES = 16
_RESCUE_START = '{"type"'


@dataclass(frozen=True, slots=True)
class Piece:
    """One JSON value of a line, or what stands there instead (`reason` then says why).

    Offsets count bytes of the line. `flaw` says what is wrong around a value that can be read.
    `is_cut` is true where the text ends before the value does.
    """

    start: int
    end: int
    value: Any
    reason: str | None = None
    flaw: str | None = None
    is_cut: bool = False


class _NotJsonError(ValueError):
    """A constant that Python reads and JSON does not have."""


def _refuse(constant: str) -> NoReturn:
    raise _NotJsonError(f"'{constant}' is no JSON number")


_DECODER = json.JSONDecoder(parse_constant=_refuse)


def pieces_in(data: bytes) -> list[Piece]:
    """The JSON values in a line or document, in order; none for a blank line.

    A top-level array gives its elements; an object with `records` and no `type` gives its other
    members as one value, then its records.
    """
    core = data.strip(_PADDING)
    if not core:
        nuls = data.count(0)
        return [_bad(0, len(data), f"{nuls} NUL bytes and nothing else")] if nuls else []
    base = len(data) - len(data.lstrip(_PADDING))
    if core.startswith(_BOM):
        base, core = base + len(_BOM), core[len(_BOM) :]
    try:
        text = core.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        return [_bad(base, base + len(core), f"not UTF-8 at byte {error.start + 1} of the record")]
    flaw = "NUL bytes around the record" if b"\0" in data else None
    try:
        value, end = _DECODER.raw_decode(text)
    except (ValueError, RecursionError) as error:
        pieces = _torn(text, 0, error)
    else:
        if end == len(text) and isinstance(value, dict) and "records" not in value:
            return [Piece(base, base + len(core), value, None, flaw)]
        pieces = _walk(text)
    if len(core) != len(text):
        pieces = _in_bytes(text, pieces)
    if not base and not flaw:
        return pieces
    return [
        Piece(p.start + base, p.end + base, p.value, p.reason, p.flaw or flaw, p.is_cut)
        for p in pieces
    ]


def duplicate_members(data: bytes) -> list[str]:
    """The names that some object of this one JSON value has twice, in order of appearance."""
    names: dict[str, None] = {}

    def note(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) != len(pairs):
            seen: set[str] = set()
            for name, _ in pairs:
                if name in seen:
                    names[name] = None
                seen.add(name)
        return members

    try:
        json.JSONDecoder(object_pairs_hook=note).decode(data.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return []
    return list(names)


def _walk(text: str) -> list[Piece]:
    """The values of a text that begins with one; offsets count characters."""
    pieces: list[Piece] = []
    position = 0
    while position < len(text):
        try:
            value, end = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError) as error:
            return pieces + _torn(text, position, error)
        if not isinstance(value, dict | list):
            return [*pieces, _bad(position, len(text), "no JSON object")]
        flaw = "several records on one line" if position else None
        pieces += _opened(text, position, end, value, flaw)
        position = _end(_PADDING_AT, text, end)
    return pieces


def _opened(text: str, start: int, end: int, value: Any, flaw: str | None) -> list[Piece]:
    """The value itself, or the records of an array or of a `{records: […]}` object."""
    if isinstance(value, list):
        elements = _elements(text, start)
        return [Piece(first, last, item, flaw=flaw) for first, last, item in elements]
    if "type" in value or not isinstance(value.get("records"), list):
        return [Piece(start, end, value, flaw=flaw)]
    rest = {name: item for name, item in value.items() if name != "records"}
    head = [Piece(start, end, rest, flaw=flaw)] if rest else []
    elements = _elements(text, _value_of(text, start, "records"))
    return head + [Piece(first, last, item, flaw=flaw) for first, last, item in elements]


def _elements(text: str, start: int) -> Iterator[tuple[int, int, Any]]:
    """Start, end and value of each element of the valid array at `start`."""
    position = _end(_SPACE_AT, text, start + 1)
    while text[position] != "]":
        value, end = _DECODER.raw_decode(text, position)
        yield position, end, value
        position = _end(_SPACE_AT, text, end)
        if text[position] == ",":
            position = _end(_SPACE_AT, text, position + 1)


def _value_of(text: str, start: int, name: str) -> int:
    """Where the last value of member `name` begins in the valid object at `start`."""
    found = start
    position = _end(_SPACE_AT, text, start + 1)
    while text[position] != "}":
        key, end = _DECODER.raw_decode(text, position)
        position = _end(_SPACE_AT, text, _end(_SPACE_AT, text, end) + 1)
        if key == name:
            found = position
        _, end = _DECODER.raw_decode(text, position)
        position = _end(_SPACE_AT, text, end)
        if text[position] == ",":
            position = _end(_SPACE_AT, text, position + 1)
    return found


def _torn(text: str, start: int, error: Exception) -> list[Piece]:
    """What stands where no value does, and the whole records that follow it on the line."""
    cut = isinstance(error, json.JSONDecodeError) and error.pos >= len(text)
    at = len(text)
    rescued: list[Piece] = []
    for _ in range(_RESCUE_TRIES):
        at = text.rfind(_RESCUE_START, start + 1, at)
        if at < 0:
            break
        rescued = _whole_records(text, at) or rescued
    if rescued:
        return [_bad(start, rescued[0].start, _reason(error)), *rescued]
    return [_bad(start, len(text), _reason(error), is_cut=cut)]


def _whole_records(text: str, start: int) -> list[Piece]:
    """The records from `start` to the very end; empty when anything else stands there.

    An object nested in a torn record does not pass: brackets follow it.
    """
    pieces = []
    position = start
    while position < len(text):
        try:
            value, end = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError):
            return []
        if not (isinstance(value, dict) and "seq" in value and "id" in value):
            return []
        pieces.append(Piece(position, end, value, flaw="on the line of a torn record"))
        position = _end(_PADDING_AT, text, end)
    return pieces


def _in_bytes(text: str, pieces: list[Piece]) -> list[Piece]:
    """The same pieces with offsets that count UTF-8 bytes."""
    moved: list[Piece] = []
    chars = count = 0
    for piece in pieces:
        starts: list[int] = []
        for stop in (piece.start, piece.end):
            if stop < chars:  # the head of a `{records: […]}` object spans its records
                chars = count = 0
            count += len(text[chars:stop].encode("utf-8", "surrogatepass"))
            chars = stop
            starts.append(count)
        moved.append(
            Piece(starts[0], starts[1], piece.value, piece.reason, piece.flaw, piece.is_cut)
        )
    return moved


def _bad(start: int, end: int, reason: str, *, is_cut: bool = False) -> Piece:
    return Piece(start, end, None, reason, is_cut=is_cut)


def _end(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "no JSON that can be read: nested too deeply"
    if isinstance(error, json.JSONDecodeError):
        what = f"{error.msg[:1].lower()}{error.msg[1:]}".removesuffix(" at")
        return f"no JSON: {what} at character {error.pos + 1}"
    if isinstance(error, _NotJsonError):
        return f"no JSON: {error}"
    return "no number that can be read: too many digits"
