"""Where entries come from: pages of the patch history as JSON, and the gateway's database."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from attrib.errors import StreamError
from attrib.importers.common.databases import has_tables, is_database, numbered_rows, row_place
from attrib.importers.common.documents import value_of_file
from attrib.importers.common.lines import Row, mapping_at, text_at
from attrib.importers.common.values import decoded
from attrib.importers.interface import Notice
from attrib.importers.pioneer.entries import Entry, entries_in, entry_of_row, is_page
from attrib.index.foreign import ForeignDatabase

TABLE = "applied_patch_record"
_INTENTS = "patch_commit_intent"
_NAMES = (b'"threadId"', b'"turnId"')
_PEEK = 64 * 1024
_KEY = ("thread_id", "turn_id", "invocation_id")


@dataclass
class Found:
    """What one log holds: entries with their places, what the pages say of the whole, notices."""

    entries: list[tuple[Entry, str]] = field(default_factory=list)
    pages: list[Row] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)


def is_log(path: Path) -> bool:
    """True for a page of the patch history, and for a database that has the table of records."""
    if is_database(path):
        return has_tables(path, [TABLE])
    # A page begins with these names long before its first items end, in whatever order.
    if path.suffix != ".json" or not any(name in _head(path) for name in _NAMES):
        return False
    pages = _pages(path)
    return not isinstance(pages, Notice) and bool(pages)


def read_log(path: Path) -> Found:
    """All entries of one log."""
    found = Found()
    if is_database(path):
        try:
            _read_database(path, found)
        except StreamError as error:
            found.entries.clear()
            found.notices.append(Notice(str(path), error.message))
        return found
    pages = _pages(path)
    if isinstance(pages, Notice):
        found.notices.append(pages)
        return found
    found.pages += pages
    found.entries += [(entry, str(path)) for page in pages for entry in entries_in(page)]
    return found


def _pages(path: Path) -> list[Row] | Notice:
    """The pages in a file: one, or a list of them, each perhaps as an answer's `result`."""
    document = value_of_file(path)
    if isinstance(document, Notice):
        return document
    value = document[0]
    items = [item for item in (value if isinstance(value, list) else [value]) if _is_row(item)]
    pages = [mapping_at(item, "result") or item for item in items]
    return [page for page in pages if is_page(page)]


def _is_row(value: object) -> bool:
    return isinstance(value, dict)


def _read_database(path: Path, found: Found) -> None:
    with ForeignDatabase(path) as database:
        roots: dict[tuple[object, ...], str] = {}
        for row in database.rows(_INTENTS, (*_KEY, "recovery_json")):
            plan = decoded(str(row.get("recovery_json")))
            root = text_at(plan, "workspace_root") if isinstance(plan, dict) else None
            if root is not None:
                roots[tuple(row.get(name) for name in _KEY)] = root
        for number, row in numbered_rows(database, TABLE):
            entry = entry_of_row(row, roots.get(tuple(row.get(name) for name in _KEY)))
            place = row_place(path, TABLE, number)
            if entry is not None:
                found.entries.append((entry, place))
            else:
                found.notices.append(Notice(place, "is no patch record"))


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_PEEK)
    except OSError:
        return b""
