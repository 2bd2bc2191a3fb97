"""Where the recorded steps of one stream stand, and what can be told of them without reading them.

Some 60 bytes a step in flat arrays, so that a million of them are paged by their places. A step is
a `file_change` that counts as made; its *number* is how many steps and gaps stand before it. What
a stream held is never renumbered while it grows.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple
from zlib import crc32

from attrib.codec import READ_KINDS, RawLine, lines_found, record_of
from attrib.codec.members import time_of
from attrib.codec.steps import StepFacts, facts_of_step, quick_step
from attrib.index.ingest import Part
from attrib.index.step_flags import Flag, flags_of
from attrib.model.records import (
    AnyRecord,
    BadRecord,
    FileChange,
    Header,
    Root,
    RootDeclaration,
)

#: Statuses of changes that were not made. Spec: ASR-451.
_NOT_MADE = frozenset({"proposed", "failed", "skipped"})
#: Of so many gaps the places are kept; of all the numbers.
_GAPS_TOLD = 1000


class Gap(NamedTuple):
    """Something that cannot be read: its number, its line and byte, why; `pending` at the end."""

    number: int
    line: int
    offset: int
    reason: str
    pending: bool


class Ledger:
    """The steps of one stream in its order, by position from 0."""

    def __init__(self) -> None:
        self.headers: list[Header] = []
        self.roots: dict[Root, None] = {}
        self.other_names: set[int] = set()
        self.turns: list[str | None] = []
        self.turn_any = array("H")
        self.turn_all = array("H")
        self.offsets, self.lengths, self.lines = array("Q"), array("I"), array("I")
        #: The time that a step is sorted by: the latest one recorded up to it, in milliseconds.
        self.times = array("q")
        self.turn_of, self.flags = array("I"), array("H")
        self.names, self.calls = array("q"), array("q")
        self.sums = array("I")
        #: The names of steps that have an ID.
        self.seen: set[int] = set()
        self.path_starts, self.paths = array("I"), array("q")
        self.any_flags, self.all_flags = 0, 0xFFFF
        self.gaps: list[Gap] = []
        self._gap_at = array("I")
        self._turn_number: dict[str | None, int] = {}
        self._time = 0
        self._mark: tuple[int, int, int] | None = None

    def __len__(self) -> int:
        return len(self.offsets)

    # -- reading

    def take(self, name: str, line: RawLine, part: Part) -> None:
        """Keep what a wanted line holds; what an unfinished one holds is cut off by `cut`."""
        number, offset, data = line
        if not data.endswith(b"\n"):
            self._mark = (len(self), len(self._gap_at), self._time)
        facts = quick_step(data)
        if facts is not None:
            self.add(facts, number, offset, data.rstrip(b" \t\r\n"))
            return
        for found in lines_found(name, line):
            if isinstance(found, BadRecord):
                self.add_gap(found)
                continue
            record = record_of(found.value, found.place, found.raw)
            self.add_record(record, found.value, found.raw)

    def add_record(self, record: AnyRecord | BadRecord, value: object, raw: bytes) -> None:
        """Keep a record that was decoded; `value` is its JSON, and `raw` the text of that."""
        if isinstance(record, BadRecord):
            self.add_gap(record)
        elif isinstance(record, FileChange):
            place = record.place
            self.add(facts_of_step(record, value), place.line, place.offset, raw)
        elif isinstance(record, Header) or record.type in READ_KINDS:
            if isinstance(record, Header):
                self.headers.append(record)
            elif record.id is not None:
                self.other_names.add(hash(record.id))
            if isinstance(record, Header | RootDeclaration):
                self.roots |= dict.fromkeys(record.roots)
            if record.time is not None:
                self._time = max(self._time, int(record.time * 1000))

    def add(self, facts: StepFacts, line: int, offset: int, raw: bytes) -> None:
        """Keep the step at a place; what was not made is none."""
        time = time_of(facts.ts)
        if time is not None:
            self._time = max(self._time, int(time * 1000))
        if facts.status in _NOT_MADE:
            if facts.id is not None:
                self.other_names.add(hash(facts.id))
            return
        flags = flags_of(facts) | (Flag.UNTIMED if time is None else 0)
        self.offsets.append(offset)
        self.lengths.append(len(raw))
        self.sums.append(crc32(raw))
        self.lines.append(line)
        self.times.append(self._time)
        self.flags.append(flags)
        self.turn_of.append(self._turn(facts.turn_id, flags))
        self.names.append(hash(facts.id if facts.id is not None else f"@{line}"))
        self.calls.append(hash(facts.call_id) if facts.call_id is not None else 0)
        self.path_starts.append(len(self.paths))
        for each in facts.touched:
            self.paths.append(hash(each.path))
            self.paths.append(hash(each.old_path) if each.old_path is not None else 0)
        self.any_flags |= flags
        self.all_flags &= flags
        if facts.id is not None:
            self._see(self.names[-1])

    def _see(self, name: int) -> None:
        """Let a step that stands here twice count once."""
        if name in self.seen:
            last = len(self) - 1
            first = self.names.index(name)
            if first < last and self.facts_at(first) == self.facts_at(last):
                self._truncate(last)
        self.seen.add(name)

    def add_gap(self, bad: BadRecord) -> None:
        """Keep that something cannot be read here."""
        self._gap_at.append(len(self))
        if len(self.gaps) < _GAPS_TOLD:
            number = len(self) + len(self._gap_at) - 1
            place = bad.place
            self.gaps.append(Gap(number, place.line, place.offset, bad.reason, bad.pending))

    @property
    def is_whole(self) -> bool:
        """True while nothing of an unfinished last line is kept."""
        return self._mark is None

    def add_tail(self, bad: BadRecord) -> None:
        """Keep that the last line is unfinished; `cut` takes it away again."""
        self._mark = (len(self), len(self._gap_at), self._time)
        self.add_gap(bad)

    def cut(self) -> None:
        """Forget what the unfinished last line held, which is read again now that it grew."""
        if self._mark is None:
            return
        steps, gaps, self._time = self._mark
        self._truncate(steps)
        del self._gap_at[gaps:]
        del self.gaps[gaps:]
        self._mark = None

    def _truncate(self, steps: int) -> None:
        if steps < len(self):
            del self.paths[self.path_starts[steps] :]
        for column in (self.offsets, self.lengths, self.lines, self.times, self.turn_of, self.sums,
                       self.flags, self.names, self.calls, self.path_starts):  # fmt: skip
            del column[steps:]

    def _turn(self, name: str | None, flags: int) -> int:
        number = self._turn_number.get(name)
        if number is None:
            number = self._turn_number[name] = len(self.turns)
            self.turns.append(name)
            self.turn_any.append(flags)
            self.turn_all.append(flags)
            return number
        self.turn_any[number] |= flags
        self.turn_all[number] &= flags
        return number

    # -- answering

    def turn_number(self, name: str | None) -> int | None:
        """The number of a turn that has a step here; `None` stands for the one without a name."""
        return self._turn_number.get(name)

    def number_of(self, position: int) -> int:
        """The number of the step at a position."""
        return position + bisect_right(self._gap_at, position)

    def first_after(self, number: int) -> int:
        """The position of the first step whose number is larger."""
        return bisect_right(range(len(self)), number, key=self.number_of)

    def position_of(self, number: int) -> int | None:
        """The position of the step with this number."""
        found = bisect_left(range(len(self)), number, key=self.number_of)
        return found if found < len(self) and self.number_of(found) == number else None

    def facts_at(self, position: int) -> tuple[object, ...]:
        """What tells a step from another one of its name."""
        end = position + 1
        last = self.path_starts[end] if end < len(self) else len(self.paths)
        paths = tuple(self.paths[self.path_starts[position] : last])
        turn, flags = self.turns[self.turn_of[position]], self.flags[position]
        whole = (self.sums[position], self.lengths[position])
        return (*whole, turn, flags, self.times[position], self.calls[position], paths)

    def in_turn(self, turn: int, start: int) -> Iterator[int]:
        """The positions of a turn's steps from a position on."""
        return _places_of(self.turn_of, turn, start)

    def named(self, name: str) -> Iterator[int]:
        """The positions of the steps that may have this name."""
        return _places_of(self.names, hash(name), 0)

    def called(self, call: str) -> Iterator[int]:
        """The positions of the steps that may name this call."""
        return _places_of(self.calls, hash(call), 0)

    def at_path(self, path: str, start: int) -> Iterator[int]:
        """The positions, from one on, of the steps that may tell of this path, each once."""
        if start >= len(self):
            return
        last = -1
        for place in _places_of(self.paths, hash(path), self.path_starts[start]):
            position = bisect_right(self.path_starts, place) - 1
            if position != last:
                last = position
                yield position

    def gap_beside(self, turn: int | None) -> Gap | None:
        """The first gap; with a turn, the first that has a step of it before or behind it."""
        for gap, at in zip(self.gaps, self._gap_at, strict=False):
            beside = {self.turn_of[each] for each in (at - 1, at) if 0 <= each < len(self)}
            if turn is None or not beside or turn in beside:
                return gap
        return None


def _places_of(column: array[int], value: int, start: int) -> Iterator[int]:
    """Where a value stands in a column, from a place on; looked for a block at a time."""
    while True:
        try:
            start = column.index(value, start)
        except ValueError:
            return
        yield start
        start += 1
