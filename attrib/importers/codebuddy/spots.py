"""Rows of logs by their spots, so that contents stay on disk until they are needed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple

from attrib.importers.common.lines import Row, rows_of
from attrib.importers.common.natives import native_in
from attrib.importers.interface import Native

_OPEN_LOGS = 32


class Spot(NamedTuple):
    """Where a row stands: log, byte offset and length of its line, and its number on that line."""

    log: int
    offset: int
    size: int
    row: int


class SpotReader:
    """Reads rows by their spots; keeps few logs open and the last line parsed."""

    def __init__(self, logs: Sequence[Path]) -> None:
        self._logs = logs
        self._open: OrderedDict[int, BinaryIO] = OrderedDict()
        self._last: tuple[tuple[int, int], bytes, list[Row]] | None = None

    def row(self, spot: Spot) -> Row:
        """The row at a spot; an empty one if the log has changed since it was listed."""
        rows = self._line(spot)[1]
        return rows[spot.row] if spot.row < len(rows) else {}

    def native(self, spot: Spot) -> Native:
        """The line at a spot as a whole native record."""
        return native_in(self._logs[spot.log], spot.offset, self._line(spot)[0])

    def _line(self, spot: Spot) -> tuple[bytes, list[Row]]:
        place = (spot.log, spot.offset)
        if self._last is None or self._last[0] != place:
            file = self._file(spot.log)
            file.seek(spot.offset)
            data = file.read(spot.size)
            self._last = (place, data, rows_of(data)[0])
        return self._last[1:]

    def _file(self, log: int) -> BinaryIO:
        file = self._open.pop(log, None)
        if file is None:
            file = self._logs[log].open("rb")
        self._open[log] = file
        if len(self._open) > _OPEN_LOGS:
            self._open.popitem(last=False)[1].close()
        return file

    def close(self) -> None:
        """Close all logs."""
        while self._open:
            self._open.popitem()[1].close()
