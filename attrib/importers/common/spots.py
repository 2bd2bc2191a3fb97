"""Rows of JSON Lines logs by where they stand, so that contents can stay on disk until needed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, NamedTuple, Self

from attrib.importers.common.lines import Row, lines_of, rows_of, rows_on, unreadable
from attrib.importers.common.natives import native_in
from attrib.importers.interface import Native, Notice

_OPEN_LOGS = 32


class Spot(NamedTuple):
    """Where a row stands: log, byte offset of its line, which row on the line, how long that is.

    `number` is that of the line, 1-based.
    """

    path: Path
    offset: int
    row: int
    size: int
    number: int

    @property
    def place(self) -> str:
        """The place as people are told it."""
        return f"{self.path}:{self.number}"


def rows_with_spots(path: Path) -> Iterator[tuple[Spot, Row] | Notice]:
    """Every row of a log in order, and a notice for each line that could not be used.

    A log that cannot be read gives one notice, after the rows that it gave until then.
    """
    try:
        for line in lines_of(path):
            rows, notice = rows_on(line, path)
            for index, row in enumerate(rows):
                yield Spot(path, line.offset, index, len(line.data), line.number), row
            if notice is not None:
                yield notice
    except OSError as error:
        yield unreadable(path, error)


class Located(NamedTuple):
    """A row, the line that it was read from, and its place as people are told it."""

    row: Row
    native: Native
    place: str


def rows_located(path: Path) -> Iterator[Located | Notice]:
    """The same, with whole lines in place of spots."""
    try:
        for line in lines_of(path):
            rows, notice = rows_on(line, path)
            native = native_in(path, line.offset, line.data)
            for row in rows:
                yield Located(row, native, f"{path}:{line.number}")
            if notice is not None:
                yield notice
    except OSError as error:
        yield unreadable(path, error)


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
        file.seek(spot.offset)
        return file.read(spot.size)
