"""Where entries come from: pages of the patch history as JSON, and the gateway's database."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from attrib.errors import StreamError
from attrib.importers.common.lines import LONGEST_LINE, Row, mapping_at, text_at
from attrib.importers.common.values import decoded
from attrib.importers.interface import Notice
from attrib.importers.pioneer.entries import Entry, entries_in, entry_of_row, is_page
from attrib.index.foreign import ForeignDatabase

TABLE = "applied_patch_record"
_INTENTS = "patch_commit_intent"
_MAGIC = b"SQLite format 3\0"
_PEEK = 64 * 1024
_KEY = ("thread_id", "turn_id", "invocation_id")


@dataclass
class Found:
    """What one log holds: entries, what the pages say of the whole, and what cannot be used."""

    entries: list[Entry] = field(default_factory=list)
    pages: list[Row] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)


def is_log(path: Path) -> bool:
    """True for a page of the patch history, and for a database that has the table of records."""
    head = _head(path)
    if head.startswith(_MAGIC):
        try:
            with ForeignDatabase(path) as database:
                return TABLE in database.tables()
        except StreamError:
            return False
    # A page begins with these names long before its first items end, in whatever order.
    if path.suffix != ".json" or not any(name in head for name in (b'"threadId"', b'"turnId"')):
        return False
    try:
        return any(is_page(page) for page in _pages(path))
    except (OSError, ValueError, RecursionError):
        return False


def read_log(path: Path) -> Found:
    """All entries of one log."""
    found = Found()
    try:
        if _head(path).startswith(_MAGIC):
            _read_database(path, found)
        else:
            for page in _pages(path):
                found.pages.append(page)
                found.entries += entries_in(page)
    except StreamError as error:
        found.entries.clear()
        found.notices.append(Notice(str(path), error.message))
    except OSError as error:
        found.notices.append(Notice(str(path), (error.strerror or "cannot be read").lower()))
    except (ValueError, RecursionError):
        found.notices.append(Notice(str(path), "is no page of a patch history"))
    return found


def _pages(path: Path) -> Iterator[Row]:
    """The pages in a file: one, or a list of them, each perhaps as an answer's `result`.

    Raises:
        OSError: it cannot be read.
        ValueError: it is no JSON, or too long.
        RecursionError: it is nested too deeply.
    """
    with path.open("rb") as file:
        data = file.read(LONGEST_LINE + 1)
    if len(data) > LONGEST_LINE:
        raise ValueError
    value = json.loads(data.decode("utf-8", "surrogateescape"))
    for item in value if isinstance(value, list) else [value]:
        page = mapping_at(item, "result") or item if isinstance(item, dict) else None
        if page is not None and is_page(page):
            yield page


def _read_database(path: Path, found: Found) -> None:
    with ForeignDatabase(path) as database:
        roots: dict[tuple[object, ...], str] = {}
        for row in database.rows(_INTENTS, (*_KEY, "recovery_json")):
            plan = decoded(str(row.get("recovery_json")))
            root = text_at(plan, "workspace_root") if isinstance(plan, dict) else None
            if root is not None:
                roots[tuple(row.get(name) for name in _KEY)] = root
        for row in database.rows(TABLE):
            entry = entry_of_row(row, roots.get(tuple(row.get(name) for name in _KEY)))
            if entry is not None:
                found.entries.append(entry)
            else:
                place = f"{path}:{TABLE} {row.get('id')!r}"
                found.notices.append(Notice(place, "is no patch record"))


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_PEEK)
    except OSError:
        return b""
