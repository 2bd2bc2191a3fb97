"""Records of one stream that are decoded only when someone reads them.

Whoever needs only times, IDs, paths or the records of some kinds asks the functions below, which
know both plain sequences of records and held ones; everyone else reads a sequence as any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, overload

from attrib.codec.facts import RecordFacts, Row, facts_from, facts_of
from attrib.codec.members import time_of
from attrib.model.records import AnyRecord, FileChange


class Entry(NamedTuple):
    """One record in the index: where it stands, and its facts, or all of its text.

    `line` is 1-based; `offset` and `length` count bytes of the stream.
    """

    line: int
    offset: int
    length: int
    facts: Row | None
    raw: str | None = None


_ID, _TS, _CHANGES = 0, 2, 8


@dataclass(frozen=True, slots=True)
class Sketch:
    """What is known of a file change without decoding it.

    `position` is 0-based in its stream; `name` is what a `RecordRef` calls it.
    """

    position: int
    name: str
    facts: RecordFacts


class HeldRecords(Sequence[AnyRecord]):
    """The records of one stream; a `file_change` is read from the stream when asked for."""

    def __init__(self, entries: Sequence[Row], read: Callable[[Entry], AnyRecord]) -> None:
        self._entries = entries
        self._read = read
        self._records: dict[int, AnyRecord] = {}

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, index: int) -> AnyRecord: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[AnyRecord]: ...

    def __getitem__(self, index: int | slice) -> AnyRecord | Sequence[AnyRecord]:
        if isinstance(index, slice):
            return tuple(self[number] for number in range(*index.indices(len(self))))
        position = range(len(self))[index]
        if position not in self._records:
            self._records[position] = self._read(Entry(*self._entries[position]))
        return self._records[position]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(map(_same, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def sketches(self) -> Iterator[Sketch]:
        """Every file change, without decoding any."""
        for position, entry in enumerate(self._entries):
            if entry[3] is not None:
                facts = facts_from(entry[3])
                name = facts.id if facts.id is not None else f"@{entry[0]}"
                yield Sketch(position, name, facts)

    def others(self) -> Iterator[tuple[int, AnyRecord]]:
        """Position and record of all that are no file changes."""
        for position, entry in enumerate(self._entries):
            if entry[3] is None:
                yield position, self[position]

    def ids(self) -> list[str | None]:
        """Each record's ID."""
        return [
            entry[3][_ID] if entry[3] is not None else self[position].id
            for position, entry in enumerate(self._entries)
        ]

    def times(self) -> list[float | None]:
        """Each record's time."""
        return [
            time_of(entry[3][_TS]) if entry[3] is not None else self[position].time
            for position, entry in enumerate(self._entries)
        ]

    def paths(self) -> Iterator[tuple[int, Sequence[Any]]]:
        """Position and `ChangeFacts`, or what is read like them, of each recorded path."""
        for position, entry in enumerate(self._entries):
            if entry[3] is not None:
                for change in entry[3][_CHANGES]:
                    yield position, change


def _same(one: AnyRecord, other: AnyRecord) -> bool:
    return one == other


def times_of(records: Sequence[AnyRecord]) -> list[float | None]:
    """The time of each record."""
    if isinstance(records, HeldRecords):
        return records.times()
    return [record.time for record in records]


def ids_of(records: Sequence[AnyRecord]) -> list[str | None]:
    """The ID of each record."""
    if isinstance(records, HeldRecords):
        return records.ids()
    return [record.id for record in records]


def sketches_of(records: Sequence[AnyRecord]) -> Iterator[Sketch]:
    """Every file change with its position, without decoding what is held."""
    if isinstance(records, HeldRecords):
        yield from records.sketches()
        return
    for position, record in enumerate(records):
        if isinstance(record, FileChange):
            yield Sketch(position, record.name, facts_of(record))


def paths_of(records: Sequence[AnyRecord]) -> Iterator[tuple[int, Sequence[Any]]]:
    """Position and facts of each recorded path, in the order of `ChangeFacts`."""
    if isinstance(records, HeldRecords):
        yield from records.paths()
        return
    for sketch in sketches_of(records):
        for change in sketch.facts.changes:
            yield sketch.position, change


def others_of(records: Sequence[AnyRecord]) -> Iterator[tuple[int, AnyRecord]]:
    """Position and record of all that are no file changes, without decoding what is held."""
    if isinstance(records, HeldRecords):
        yield from records.others()
        return
    for position, record in enumerate(records):
        if not isinstance(record, FileChange):
            yield position, record
