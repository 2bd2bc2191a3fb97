"""The lines of one stream as JSON values with their places, whatever its outer form."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeAlias

from attrib.codec import inferred
from attrib.codec.text import Piece, pieces_in
from attrib.model.records import BadRecord, Place

#: A line with its newline: 1-based number, 0-based byte offset, bytes.
RawLine: TypeAlias = tuple[int, int, bytes]

#: A longer line is reported and skipped; the same bounds a JSON document of several lines.
LONGEST_LINE = 64 * 1024 * 1024

_TYPE = re.compile(rb'"type"\s*:\s*"')
_HEAD = re.compile(rb'\s*\{\s*"type"\s*:\s*"([^"\\]*)"')
_TIME = re.compile(rb'"ts"\s*:\s*"([^"\\]*)"')
_TIME_WITHIN = 300
_TIMES_KEPT = 32
_HEADS_KEPT = 16


@dataclass(frozen=True, slots=True)
class Found:
    """A JSON value of a stream, its place and its text; `flaw` says what is odd around it."""

    place: Place
    value: Any
    raw: bytes
    flaw: str | None = None


class Sieve:
    """Says which lines may hold a record of the given kinds, and notes the times of the others.

    A line whose type is not plain to see is let through, so that it is read or reported.
    """

    #: Of how many lines the beginnings are kept for their times, and how much of each.
    times_kept = _TIMES_KEPT
    time_within = _TIME_WITHIN

    def __init__(self, kinds: Collection[str]) -> None:
        names = [kind.encode() for kind in sorted(kinds)]
        self._kinds = frozenset(names)
        named = rb'"type"[ \t\r]*:[ \t\r]*"(?:' + b"|".join(map(re.escape, names)) + rb')"'
        self._named = re.compile(named)
        #: Finds where a wanted record may begin; no match goes beyond a line.
        self.starts = re.compile(rb"\{" + named)
        # The beginnings of lines of other kinds, learned one by one: most lines have few.
        self._others: tuple[bytes, ...] = ()
        self._early: str | None = None
        self._late: deque[bytes] = deque(maxlen=_TIMES_KEPT)

    def __call__(self, line: bytes) -> bool:
        """True when the line has to be decoded."""
        if self.wants(line, 0, len(line)):
            return True
        self.hold_back(line[:_TIME_WITHIN])
        return False

    def wants(self, data: bytes | bytearray, start: int, end: int) -> bool:
        """As a call, for the line from `start` to `end`, without noting its time."""
        if not data.startswith(self._others, start):
            head = _HEAD.match(data, start, end)
            if head is None:
                is_plain = _TYPE.search(data, start, end) is not None
                return not is_plain or self._named.search(data, start, end) is not None
            if head[1] in self._kinds:
                return True
            if len(self._others) < _HEADS_KEPT:
                self._others = (*self._others, head[0])
        # A wanted record may follow another one on the line.
        return self.starts.search(data, start + 1, end) is not None

    def hold_back(self, beginning: bytes) -> None:
        """Note the time of a line that is not wanted."""
        self._late.append(beginning)
        if self._early is None:
            self._early = _time_in(beginning)

    @property
    def others(self) -> tuple[bytes, ...]:
        """The beginnings of lines of other kinds that were met."""
        return self._others

    @property
    def is_started(self) -> bool:
        """True once a time of a line that was held back is known."""
        return self._early is not None

    @property
    def last(self) -> tuple[bytes, ...]:
        """The beginnings of the last lines that were held back, in order."""
        return tuple(self._late)

    @last.setter
    def last(self, beginnings: Iterable[bytes]) -> None:
        self._late = deque(beginnings, maxlen=_TIMES_KEPT)

    def noted(self) -> tuple[str | None, list[str]]:
        """What `resume` takes: the first time, and the last lines' beginnings as far as needed."""
        found = (_TIME.search(line) for line in self._late)
        return self._early, [
            match[0].decode("utf-8", "replace") if match else "" for match in found
        ]

    def resume(self, early: str | None, late: Iterable[str]) -> None:
        """Go on where another sieve stopped."""
        self._early = early
        self._late.extend(text.encode() for text in late)

    @property
    def times(self) -> tuple[str, ...]:
        """The first time of what was held back, and the last one if it is among the last lines."""
        late = next(filter(None, map(_time_in, reversed(self._late))), None)
        return tuple(ts for ts in (self._early, late) if ts is not None)


def _time_in(line: bytes) -> str | None:
    found = _TIME.search(line)
    return found[1].decode("utf-8", "replace") if found is not None else None


def found_in(
    name: str,
    lines: Iterable[RawLine | BadRecord],
    wanted: Callable[[bytes], bool] | None = None,
) -> Iterator[Found | BadRecord]:
    """The values of a stream in order; `wanted` may refuse lines after the first value.

    A first line that is only the beginning of a JSON value opens a document: an array, or an
    object with `records`, over several lines.
    """
    rest = iter(lines)
    for item in rest:
        if isinstance(item, BadRecord):
            yield item
            continue
        pieces = pieces_in(item[2])
        if not pieces:
            continue
        if len(pieces) == 1 and pieces[0].is_cut and item[2].endswith(b"\n"):
            yield from _document(name, item, rest, wanted)
        else:
            yield from _placed(name, item, pieces)
            yield from _lines(name, rest, wanted)


def looks_like_stream(head: bytes) -> bool:
    """True when the first bytes of a file hold an ASR record or header.

    Native logs of agents do not pass: their rows have no `seq` beside `type` and `id`.
    """
    values = 0
    for line in head.split(b"\n", _HEAD_LINES)[:_HEAD_LINES]:
        for piece in pieces_in(line):
            if isinstance(piece.value, dict) and _is_marked(piece.value):
                return True
            values += 1
    if any(isinstance(piece.value, dict) and _is_marked(piece.value) for piece in pieces_in(head)):
        return True
    # One line, or one document, that is longer than what was read.
    return values <= 1 and all(mark.search(head) for mark in _MARKS)


_HEAD_LINES = 8
_MARKS = (_TYPE, re.compile(rb'"seq"\s*:\s*\d'), re.compile(rb'"id"\s*:\s*"'))


def _is_marked(value: dict[str, Any]) -> bool:
    is_record = isinstance(value.get("type"), str) and isinstance(value.get("id"), str)
    if is_record and isinstance(value.get("seq"), int):
        return True
    return (
        inferred.is_header(value)
        and inferred.session_id_of(value) is not None
        and any(name in value for name in ("asr", "profiles", "roots"))
    )


def _lines(
    name: str,
    lines: Iterator[RawLine | BadRecord],
    wanted: Callable[[bytes], bool] | None,
) -> Iterator[Found | BadRecord]:
    for item in lines:
        if isinstance(item, BadRecord):
            yield item
        elif wanted is None or wanted(item[2]):
            yield from _placed(name, item, pieces_in(item[2]))


def lines_found(name: str, line: RawLine) -> Iterator[Found | BadRecord]:
    """The values of one line of a stream."""
    return _placed(name, line, pieces_in(line[2]))


def _placed(name: str, line: RawLine, pieces: list[Piece]) -> Iterator[Found | BadRecord]:
    number, offset, data = line
    for piece in pieces:
        place = Place(name, number, offset + piece.start)
        if piece.reason is not None:
            yield BadRecord(place, piece.reason, pending=not data.endswith(b"\n"))
        else:
            yield Found(place, piece.value, data[piece.start : piece.end], piece.flaw)


def _document(
    name: str,
    first: RawLine,
    rest: Iterator[RawLine | BadRecord],
    wanted: Callable[[bytes], bool] | None,
) -> Iterator[Found | BadRecord]:
    """The records of a document; its lines one by one when they are no document after all."""
    held: list[RawLine | BadRecord] = [first]
    size = len(first[2])
    for item in rest:
        held.append(item)
        if isinstance(item, BadRecord):
            break
        size += len(item[2])
        if size > LONGEST_LINE:
            break
    else:
        data = b"".join(item[2] for item in held if not isinstance(item, BadRecord))
        pieces = pieces_in(data)
        if not any(piece.reason is not None or piece.flaw for piece in pieces):
            yield from _in_document(name, first, data, pieces)
            return
    yield from _placed(name, first, pieces_in(first[2]))
    yield from _lines(name, chain(held[1:], rest), wanted)


def _in_document(
    name: str, first: RawLine, data: bytes, pieces: list[Piece]
) -> Iterator[Found | BadRecord]:
    number, offset, _ = first
    seen = 0
    for piece in pieces:
        number += data.count(b"\n", seen, piece.start)
        seen = piece.start
        place = Place(name, number, offset + piece.start)
        yield Found(place, piece.value, data[piece.start : piece.end])
