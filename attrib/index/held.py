"""Records of one stream that are decoded only when someone reads them.

Whoever needs only times, IDs, paths or the records of some kinds asks the functions below, which
know both plain sequences of records and held ones; everyone else reads a sequence as any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, overload

from attrib.codec.facts import RecordFacts, Row, facts_from, facts_of
from attrib.codec.members import time_of
from attrib.index.outline import After, Outline, Spot, afters_of, is_whole, spot_of
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


_ID, _TS, _MORE_FILES, _CHANGES = 0, 2, 7, 8


@dataclass(frozen=True, slots=True)
class Sketch:
    """What is known of a file change without decoding it.

    `position` is 0-based in its stream; `name` is what a `RecordRef` calls it.
    """

    position: int
    name: str
    facts: RecordFacts


class HeldRecords(Sequence[AnyRecord]):
    """The records of one stream; a `file_change` is read from the stream when asked for.

    `load` gives the rows of all records. With an `outline`, and `afters`, it is not asked before
    somebody wants more than they tell.
    """

    def __init__(
        self,
        load: Callable[[], Sequence[Row]],
        read: Callable[[Entry], AnyRecord],
        outline: Outline | None = None,
        afters: Callable[[], Sequence[After]] | None = None,
    ) -> None:
        self._load = load
        self._load_afters = afters
        self._read = read
        self._records: dict[int, AnyRecord] = {}
        if outline is not None:
            self.__dict__["outline"] = outline

    @cached_property
    def _entries(self) -> Sequence[Row]:
        return self._load()

    def rows(self) -> Sequence[Row]:
        """The rows of all records."""
        return self._entries

    @cached_property
    def outline(self) -> Outline:
        """The stream at a glance."""
        facts = [entry[3] for entry in self._entries if entry[3] is not None]
        times = [time for each in facts if (time := time_of(each[_TS])) is not None]
        named = [name for name in self.ids() if name is not None]
        return Outline(
            len(self._entries),
            [(at, entry) for at, entry in enumerate(self._entries) if entry[3] is None],
            min(times, default=None),
            max(times, default=None),
            list(dict.fromkeys(spot_of(change) for each in facts for change in each[_CHANGES])),
            not any(each[_MORE_FILES] for each in facts),
            len(set(named)) < len(named),
            all(map(is_whole, facts)),
        )

    def __len__(self) -> int:
        return self.outline.total

    @overload
    def __getitem__(self, index: int) -> AnyRecord: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[AnyRecord]: ...

    def __getitem__(self, index: int | slice) -> AnyRecord | Sequence[AnyRecord]:
        if isinstance(index, slice):
            return tuple(self[number] for number in range(*index.indices(len(self))))
        position = range(len(self))[index]
        return self._at(position, self._entries[position])

    def _at(self, position: int, row: Row) -> AnyRecord:
        if position not in self._records:
            self._records[position] = self._read(Entry(*row))
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
        for position, entry in self.outline.others:
            yield position, self._at(position, entry)

    def afters(self) -> Sequence[After]:
        """What the changes tell of the states after them."""
        if self._load_afters is not None:
            return self._load_afters()
        return list(_afters(self))

    def ids(self) -> list[str | None]:
        """Each record's ID."""
        return [
            entry[3][_ID] if entry[3] is not None else self._at(position, entry).id
            for position, entry in enumerate(self._entries)
        ]

    def times(self) -> list[float | None]:
        """Each record's time."""
        return [
            time_of(entry[3][_TS]) if entry[3] is not None else self._at(position, entry).time
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


def span_of(records: Sequence[AnyRecord]) -> list[float]:
    """The first and the last time of the records, as far as there is one."""
    if isinstance(records, HeldRecords):
        times = [records.outline.first, records.outline.last]
        times += [record.time for _, record in records.others()]
    else:
        times = times_of(records)
    return [time for time in times if time is not None]


def spots_of(records: Sequence[AnyRecord]) -> Sequence[Spot]:
    """The distinct spots of all changes, without taking any of them in."""
    if isinstance(records, HeldRecords):
        return records.outline.spots
    return list(dict.fromkeys(spot_of(change) for _, change in paths_of(records)))


def has_twins(records: Sequence[AnyRecord]) -> bool:
    """True when two records have one ID."""
    if isinstance(records, HeldRecords):
        return records.outline.has_twins
    named = [name for name in ids_of(records) if name is not None]
    return len(set(named)) < len(named)


def lists_all(records: Sequence[AnyRecord]) -> bool:
    """False when a record says that it leaves out some of the files it changed."""
    if isinstance(records, HeldRecords):
        return records.outline.lists_all
    return not any(sketch.facts.more_files for sketch in sketches_of(records))


def afters_in(records: Sequence[AnyRecord]) -> Sequence[After]:
    """What the changes tell of the states after them, without decoding what is held."""
    if isinstance(records, HeldRecords):
        return records.afters()
    return list(_afters(records))


def _afters(records: Sequence[AnyRecord]) -> Iterator[After]:
    for sketch in sketches_of(records):
        yield from afters_of(sketch.position, sketch.facts)
