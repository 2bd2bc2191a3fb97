"""SQLite databases of agents: whose one is, judged without reading all of it, and its rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from attrib.errors import StreamError
from attrib.importers.common.lines import Row
from attrib.index.foreign import ROW_NUMBER, ForeignDatabase

_SQLITE = b"SQLite format 3\0"
#: The schema begins on the first page, whose size is at most this.
_FIRST_PAGE = 65536


def is_database(path: Path) -> bool:
    """True for a file that begins as an SQLite database does."""
    return _head(path).startswith(_SQLITE)


def has_tables(path: Path, tables: Iterable[str]) -> bool:
    """True for a database with these tables.

    As a rule the first page says so. One whose changes lie in a log beside it is asked, which
    copies it where it is in use.
    """
    wanted = list(tables)
    head = _head(path)
    if not head.startswith(_SQLITE):
        return False
    if all(_created(name) in head for name in wanted):
        return True
    try:
        with ForeignDatabase(path) as database:
            return database.tables() >= set(wanted)
    except StreamError:
        return False


def numbered_rows(
    database: ForeignDatabase,
    table: str,
    columns: Sequence[str] | None = None,
    where: str = "",
    parameters: Sequence[Any] = (),
) -> Iterator[tuple[object, Row]]:
    """The rows of a table, as `ForeignDatabase.rows` gives them, each with its number.

    In a table that has no numbers the rows are counted as they come, from 1.
    """
    rows = database.rows(table, columns, where, parameters, is_numbered=True)
    for count, row in enumerate(rows, start=1):
        number = row.pop(ROW_NUMBER, count)
        yield number, row


def row_place(path: Path, table: str, number: object) -> str:
    """A row of a table as people are told it, by its number in the table."""
    return f"{path}: table '{table}' row {number}"


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_FIRST_PAGE)
    except (OSError, ValueError):
        return b""


def _created(name: str) -> bytes:
    """How the schema has a table: its type, and its name twice."""
    return f"table{name}{name}".encode()
