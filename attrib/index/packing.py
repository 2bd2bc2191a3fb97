"""How the index packs many small rows into few large ones."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

from attrib.index.graph import Graph

#: The kinds of buckets.
COMMITS, BLOBS = 0, 1

_ROW = struct.Struct("<IH")
_COMMIT = struct.Struct("<I")
_BLOB = struct.Struct("<II")
pack_commit = _COMMIT.pack
pack_blob = _BLOB.pack
_TAILS = {COMMITS: _COMMIT, BLOBS: _BLOB}


def bucket_of(kind: int, oid: bytes) -> int:
    """The bucket of an ID: its kind and its first 12 bits."""
    return kind << 12 | oid[0] << 4 | oid[1] >> 4


def pack_row(number: int, new: bytes | None, olds: bytes, size: int) -> bytes:
    """One introduction at a path by commit `number`; IDs are `size` bytes long."""
    return _ROW.pack(number, len(olds) // size) + (new or bytes(size)) + olds


def unpack_rows(rows: bytes, size: int) -> Iterator[tuple[int, bytes, tuple[bytes, ...]]]:
    """Commit number, new ID and old IDs of each introduction; zeros stand for no file.

    Raises:
        ValueError: this is nothing that `pack_row` made.
    """
    place, end = 0, len(rows)
    while place < end:
        try:
            number, count = _ROW.unpack_from(rows, place)
        except struct.error as error:
            raise ValueError("a cut row") from error
        place += _ROW.size
        stop = place + (count + 1) * size
        if stop > end:
            raise ValueError("a cut row")
        ids = [rows[start : start + size] for start in range(place, stop, size)]
        yield number, ids[0], tuple(ids[1:])
        place = stop


def entries_in(
    kind: int, entries: bytes, size: int, prefix: bytes
) -> Iterator[tuple[bytes, tuple[int, ...]]]:
    """The IDs of a bucket that begin with `prefix`, each with its numbers."""
    tail = _TAILS[kind]
    width = size + tail.size
    place = entries.find(prefix)
    while place >= 0:
        start = place - place % width
        if place == start and start + width <= len(entries):
            yield entries[start : start + size], tail.unpack_from(entries, start + size)
        place = entries.find(prefix, place + 1)


@dataclass
class Commits:
    """Columns over the numbers of commits."""

    size: int
    oids: bytearray = field(default_factory=bytearray)
    authored: array[int] = field(default_factory=lambda: array("q"))
    committed: array[int] = field(default_factory=lambda: array("q"))
    dates: array[int] = field(default_factory=lambda: array("q"))
    graph: Graph = field(default_factory=Graph)

    def __len__(self) -> int:
        return len(self.dates)

    def oid(self, number: int) -> bytes:
        """The ID of a commit."""
        return bytes(self.oids[number * self.size : (number + 1) * self.size])

    def columns(self) -> tuple[bytes, ...]:
        """All columns as bytes."""
        times = (self.authored, self.committed, self.dates)
        return (bytes(self.oids), *(each.tobytes() for each in times), *self.graph.columns())

    def extend(self, columns: tuple[bytes, ...]) -> None:
        """Append what `columns` gave.

        Raises:
            ValueError: the columns do not belong together.
        """
        oids, authored, committed, dates, one, two, more = columns
        self.oids += oids
        self.authored.frombytes(authored)
        self.committed.frombytes(committed)
        self.dates.frombytes(dates)
        self.graph.extend((one, two, more))
        counts = {len(self), len(self.authored), len(self.committed), len(self.graph)}
        if counts != {len(self.oids) // self.size}:
            raise ValueError("columns of unequal length")
