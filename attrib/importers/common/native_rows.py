"""Rows of JSON Lines logs, each with the line that it was read from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrib.importers.common.lines import Row, lines_of, rows_of
from attrib.importers.common.natives import native_in
from attrib.importers.interface import Native, Notice


def rows_in(path: Path) -> Iterator[tuple[Row, Native] | Notice]:
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
            native = native_in(path, line.offset, line.data)
            for row in rows:
                yield row, native
            if problem is not None and not line.is_whole:
                yield Notice(place, "is not complete yet", pending=True)
            elif problem is not None:
                yield Notice(place, problem)
    except OSError as error:
        yield Notice(str(path), (error.strerror or "cannot be read").lower())
