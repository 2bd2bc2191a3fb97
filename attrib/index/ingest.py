"""Reads a stream into entries: what is complete is kept, an unfinished last line is not."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import FileIO, RawIOBase

from attrib.codec import READ_KINDS, Found, RawLine, Sieve, lines_found, pieces_in, record_of
from attrib.codec.blocks import wanted_lines
from attrib.codec.facts import Row, facts_of
from attrib.codec.quick import quick_facts
from attrib.model.records import AnyRecord, BadRecord, FileChange, Header, Place

_SAMPLES = 16
_SAMPLE_SIZE = 2048


class NotByLineError(Exception):
    """The stream is a document of several lines, which only grows as a whole."""


@dataclass
class Progress:
    """How far a stream was read: `end` is a byte offset, `lines` how many lines stand before it."""

    end: int = 0
    lines: int = 0
    early: str | None = None
    late: list[str] = field(default_factory=list)
    is_begun: bool = False


@dataclass
class Part:
    """What was found in one reading: rows of `held.Entry`, and the times of lines held back."""

    entries: list[Row] = field(default_factory=list)
    bad: list[BadRecord] = field(default_factory=list)
    times: tuple[str, ...] = ()


#: Keeps what a wanted line of a stream holds; the last line has no newline while it is unfinished.
Taker = Callable[[str, RawLine, Part], None]


def read_on(
    file: FileIO, name: str, progress: Progress, take: Taker | None = None
) -> tuple[Part, Part]:
    """What stands after `progress`, which moves on: complete lines, and the unfinished last one.

    `take` may keep what a wanted line holds in another way than as entries of a part.

    Raises:
        NotByLineError: the stream has to be read as a whole.
        OversizeLineError: so does one with such a line.
    """
    sieve = Sieve(READ_KINDS)
    sieve.resume(progress.early, progress.late)
    take = take or _take
    whole, rest = Part(), Part()
    if not progress.is_begun:
        for line in _first_lines(file, progress):
            take(name, line, whole)
    for line in wanted_lines(file, sieve, progress.end, progress.lines + 1):
        if line[2]:
            take(name, line, whole)
        else:
            progress.lines, progress.end = line[0] - 1, line[1]
    progress.early, progress.late = sieve.noted()
    file.seek(progress.end)
    tail = file.readall()
    if tail and (sieve(tail) or not progress.is_begun):
        if not progress.is_begun:
            _refuse_document(tail)
        take(name, (progress.lines + 1, progress.end, tail), rest)
    rest.times = sieve.times
    return whole, rest


def _first_lines(file: RawIOBase, progress: Progress) -> Iterator[RawLine]:
    """The first line that holds something: it is decoded whatever it seems to be."""
    file.seek(progress.end)
    with open(file.fileno(), "rb", closefd=False) as buffered:
        while (data := buffered.readline()).endswith(b"\n"):
            line = (progress.lines + 1, progress.end, data)
            progress.lines += 1
            progress.end += len(data)
            if pieces_in(data):
                _refuse_document(data)
                progress.is_begun = True
                yield line
                return


def _refuse_document(line: bytes) -> None:
    pieces = pieces_in(line)
    if len(pieces) == 1 and pieces[0].is_cut and line.endswith(b"\n"):
        raise NotByLineError


def _take(name: str, line: RawLine, part: Part) -> None:
    number, offset, data = line
    facts = quick_facts(data)
    if facts is not None:
        part.entries.append((number, offset, len(data.rstrip(b" \t\r\n")), facts, None))
        return
    for found in lines_found(name, line):
        record = _record(found)
        if isinstance(record, BadRecord):
            part.bad.append(record)
        elif isinstance(found, Found) and (record.type in READ_KINDS or isinstance(record, Header)):
            part.entries.append(_entry(record, found))


def _record(found: Found | BadRecord) -> AnyRecord | BadRecord:
    if isinstance(found, BadRecord):
        return found
    return record_of(found.value, found.place, found.raw)


def _entry(record: AnyRecord, found: Found) -> Row:
    place = record.place
    if isinstance(record, FileChange):
        return place.line, place.offset, len(found.raw), facts_of(record), None
    raw = found.raw.decode("utf-8", "surrogatepass")
    return place.line, place.offset, len(found.raw), None, raw


def decoded(data: bytes, place: Place) -> AnyRecord | BadRecord:
    """The one record that these bytes of a stream are."""
    pieces = pieces_in(data)
    if len(pieces) != 1 or pieces[0].reason is not None:
        return BadRecord(place, "not the record that was there")
    return record_of(pieces[0].value, place, data)


def sample_of(file: FileIO, end: int) -> bytes:
    """A hash over the beginning, the end and places between of the first `end` bytes."""
    digest = hashlib.sha256(end.to_bytes(8, "big"))
    last = max(0, end - _SAMPLE_SIZE)
    for number in range(_SAMPLES):
        file.seek(last * number // (_SAMPLES - 1))
        digest.update(file.read(min(_SAMPLE_SIZE, end)))
    return digest.digest()
