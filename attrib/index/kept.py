"""What the index keeps of streams: how far each was read, its outline, and its records.

Where each stream stands is read at once; its records, and what they tell of the states after
them, when somebody asks for them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from attrib.codec.facts import Row
from attrib.codec.quick import rows_as_json
from attrib.index.database import Database, UnusableError
from attrib.index.ingest import Progress
from attrib.index.outline import After, Outline, Spot

#: A stream that grew so often has its parts joined.
_PARTS = 32

#: Line, offset and reason of a bad record.
BadRow = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Kept:
    """A stream as it was read: which file it was, how far, its bad records, and its outline.

    `number` is the stream's own, `parts` in how many parts its records are kept. `sample` is a
    hash over some of what was read.
    """

    number: int
    parts: int
    identity: str
    sample: bytes
    progress: Progress
    bad: tuple[BadRow, ...]
    outline: Outline


class KeptStreams:
    """The streams in a database; without one, or where it cannot be used, there are none."""

    def __init__(self, database: Database | None) -> None:
        self._database = database

    @cached_property
    def _all(self) -> dict[bytes, Kept]:
        if self._database is None:
            return {}
        question = "SELECT path, id, identity, end, lines, sample, rest, outline FROM streams"
        with suppress(UnusableError):
            return {path: _kept(*row) for path, *row in self._database.rows(question)}
        return {}

    def get(self, path: str) -> Kept | None:
        """What is kept of the stream in a file."""
        return self._all.get(os.fsencode(path))

    def entries(self, kept: Kept) -> list[Row]:
        """The rows of the records of a stream.

        Raises:
            UnusableError: they cannot be read.
        """
        question = "SELECT entries FROM parts WHERE stream = ? AND number < ? ORDER BY number"
        parts = self._usable.rows(question, [kept.number, kept.parts])
        return [each for (part,) in parts for each in json.loads(part)]

    def afters(self, kept: Kept) -> list[After]:
        """What the changes of a stream tell of the states after them.

        Raises:
            UnusableError: it cannot be read.
        """
        row = self._usable.row("SELECT afters FROM streams WHERE id = ?", [kept.number])
        if row is None:
            raise UnusableError("the stream is not kept any more")
        return [After(*each) for each in json.loads(row[0])]

    @property
    def _usable(self) -> Database:
        if self._database is None:
            raise UnusableError("there is no index")
        return self._database

    def keep(self, path: str, kept: Kept, afters: Sequence[After], added: Sequence[Row]) -> None:
        """Keep what was read: after the parts that are there, the rows `added` as one more.

        When it cannot be kept, it is read again the next time. `kept.number` counts for nothing.
        """
        database, progress = self._database, kept.progress
        if database is None:
            return
        joins = kept.parts >= _PARTS
        parts = (0 if joins else kept.parts) + bool(added)
        more = {"early": progress.early, "late": progress.late, "begun": progress.is_begun}
        rest = json.dumps(more | {"bad": kept.bad, "parts": parts})
        values = (kept.identity, progress.end, progress.lines, kept.sample, rest)
        said = (rows_as_json(list(kept.outline)), rows_as_json(afters))
        name = os.fsencode(path)
        with suppress(UnusableError), database.writing():
            database.write(
                "INSERT INTO streams (path, identity, end, lines, sample, rest, outline, afters)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
                " identity = excluded.identity, end = excluded.end, lines = excluded.lines,"
                " sample = excluded.sample, rest = excluded.rest, outline = excluded.outline,"
                " afters = excluded.afters",
                [(name, *values, *said)],
            )
            row = database.row("SELECT id FROM streams WHERE path = ?", [name])
            if row is None:
                return
            number = row[0]
            if joins:
                added = [*self.entries(replace(kept, number=number)), *added]
            first = 0 if joins else kept.parts
            database.write("DELETE FROM parts WHERE stream = ? AND number >= ?", [(number, first)])
            if added:
                rows = [(number, first, rows_as_json(added))]
                database.write("INSERT INTO parts VALUES (?, ?, ?)", rows)
            self._all[name] = replace(kept, number=number, parts=parts)


def _kept(
    number: int, identity: str, end: int, lines: int, sample: bytes, rest: str, outline: str
) -> Kept:
    more = json.loads(rest)
    total, others, first, last, spots, *flags = json.loads(outline)
    return Kept(
        number,
        more["parts"],
        identity,
        sample,
        Progress(end, lines, more["early"], more["late"], more["begun"]),
        tuple(tuple(each) for each in more["bad"]),
        Outline(total, others, first, last, [Spot(*each) for each in spots], *flags),
    )
