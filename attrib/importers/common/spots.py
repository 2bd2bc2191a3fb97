"""Rows of JSON Lines logs by where they stand, so that contents can stay on disk until needed."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, NamedTuple, Self

from attrib.importers.common.lines import Row, lines_of, rows_of
from attrib.importers.common.natives import native_in
from attrib.importers.interface import Native, Notice

_OPEN_LOGS = 32


class Spot(NamedTuple):
    """Where a row stands: log, byte offset and length of its line, which row on the line."""

    path: Path
    offset: int
    size: int
    row: int


def rows_with_spots(path: Path) -> Iterator[tuple[Spot, Row] | Notice]:
    """Every row of a log in order, and a notice for each line that could not be used.

    A log that cannot be read gives one notice, after the rows that it gave until then.
    """
    try:
        for line in lines_of(path):
            place = f"{path}:{line.number}"
            if line.is_oversize:
                yield Notice(place, "is too long to be read")
                continue
            rows, problem = rows_of(line.data)
            for index, row in enumerate(rows):
                yield Spot(path, line.offset, len(line.data), index), row
            if problem is not None and not line.is_whole:
                yield Notice(place, "is not complete yet", pending=True)
            elif problem is not None:
                yield Notice(place, problem)
    except OSError as error:
        yield Notice(str(path), (error.strerror or "cannot be read").lower())


class SpotReader:
    """Reads rows by their spots; keeps few logs open and the last line parsed."""

    def __init__(self) -> None:
        self._open: OrderedDict[Path, BinaryIO] = OrderedDict()
        self._last: tuple[tuple[Path, int], bytes, list[Row]] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        while self._open:
            self._open.popitem()[1].close()

    def row(self, spot: Spot) -> Row:
        """The row at a spot; an empty one if the log has changed since it was listed."""
        rows = self._line(spot)[1]
        return rows[spot.row] if spot.row < len(rows) else {}

    def native(self, spot: Spot) -> Native:
        """The line at a spot as a whole native record."""
        return native_in(spot.path, spot.offset, self._line(spot)[0])

    def _line(self, spot: Spot) -> tuple[bytes, list[Row]]:
        place = (spot.path, spot.offset)
        if self._last is None or self._last[0] != place:
            data = self._bytes(spot)
            self._last = (place, data, rows_of(data)[0])
        return self._last[1], self._last[2]

    def _bytes(self, spot: Spot) -> bytes:
        file = self._open.pop(spot.path, None)
        try:
            file = file or spot.path.open("rb")
        except OSError:
            return b""
        self._open[spot.path] = file
        if len(self._open) > _OPEN_LOGS:
            self._open.popitem(last=False)[1].close()
        return os.pread(file.fileno(), spot.size, spot.offset)
