"""Whose an SQLite database is, judged without reading all of it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from attrib.errors import StreamError
from attrib.index.foreign import ForeignDatabase

_SQLITE = b"SQLite format 3\0"
#: The schema begins on the first page, whose size is at most this.
_FIRST_PAGE = 65536


def has_tables(path: Path, tables: Iterable[str]) -> bool:
    """True for a database with these tables.

    As a rule the first page says so. One whose changes lie in a log beside it is asked, which
    copies it where it is in use.
    """
    wanted = list(tables)
    try:
        with path.open("rb") as file:
            head = file.read(_FIRST_PAGE)
    except OSError:
        return False
    if not head.startswith(_SQLITE):
        return False
    if all(_created(name) in head for name in wanted):
        return True
    try:
        with ForeignDatabase(path) as database:
            return database.tables() >= set(wanted)
    except StreamError:
        return False


def _created(name: str) -> bytes:
    """How the schema has a table: its type, and its name twice."""
    return f"table{name}{name}".encode()
