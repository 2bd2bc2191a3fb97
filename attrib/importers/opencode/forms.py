"""The forms in which OpenCode keeps sessions: a database, a tree of JSON files, an export.

They hold the same messages and parts under the same IDs. In the tree the names of files count,
not what stands in them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from attrib.errors import StreamError
from attrib.importers.common.databases import has_tables, is_database, numbered_rows, row_place
from attrib.importers.common.documents import document_in
from attrib.importers.common.lines import Row, mapping_at, object_in, text_at
from attrib.importers.common.natives import native_in, native_of
from attrib.importers.interface import Native, Notice
from attrib.index.foreign import ForeignDatabase

TABLES = frozenset({"session", "message", "part"})
_EXPORT = re.compile(rb'\s*\{\s*"info"\s*:\s*\{')
_SESSION = re.compile(rb'"id"\s*:\s*"ses_')
_HEAD = 4096
_END = 10**15


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a message; `message` is what stands about the whole message.

    `place` is where it stands as people are told it.
    """

    place: str
    id: str
    message_id: str
    message: Row
    data: Row
    native: Native | None

    @property
    def order(self) -> tuple[float, str, str]:
        """Messages by time, and parts as they were made: IDs grow."""
        return created(self.message), self.message_id, self.id


@dataclass(frozen=True, slots=True)
class Listed:
    """A session in one of the forms; its parts are read when asked for, in no certain order."""

    id: str
    info: Row
    parts: Callable[[], Iterator[Part | Notice]]


def created(row: Row) -> float:
    """When a row was begun, in milliseconds; 0 where it does not say."""
    value = mapping_at(row, "time").get("created")
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < _END:
        return 0.0
    return float(value)


def form_of(path: Path) -> str | None:
    """`database`, `tree` or `export`, as the place and the first bytes of a file say."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return None
    if is_database(path):
        return "database" if has_tables(path, TABLES) else None
    if path.suffix == ".json" and path.parent.parent.name == "session":
        return "tree" if path.parent.parent.parent.name == "storage" else None
    is_export = _EXPORT.match(head) is not None and _SESSION.search(head) is not None
    return "export" if is_export else None


def listed_in(path: Path, stack: ExitStack) -> Iterator[Listed | Notice]:
    """The sessions in a file; a database stays open as long as the stack."""
    match form_of(path):
        case "database":
            yield from _stored(path, stack)
        case "tree":
            yield _filed(path)
        case "export":
            yield _exported(path)
        case _:
            yield Notice(str(path), "holds no session of OpenCode")


def _exported(path: Path) -> Listed | Notice:
    found = document_in(path)
    if isinstance(found, Notice):
        return found
    document = found.row
    info = mapping_at(document, "info")
    messages = document.get("messages")

    def parts() -> Iterator[Part | Notice]:
        for index, message in enumerate(messages if isinstance(messages, list) else ()):
            about = mapping_at(message, "info") if isinstance(message, dict) else {}
            held = message.get("parts") if isinstance(message, dict) else None
            place = f"{path}: message {index + 1}"
            if not isinstance(held, list):
                yield Notice(place, "has no parts")
                continue
            for data in held:
                name = text_at(data, "id") if isinstance(data, dict) else None
                if name is None:
                    yield Notice(place, "has a part without an ID")
                else:
                    message_id = text_at(about, "id") or ""
                    yield Part(place, name, message_id, about, data, native_of(data))

    name = text_at(info, "id")
    return Notice(str(path), "names no session") if name is None else Listed(name, info, parts)


def _filed(path: Path) -> Listed | Notice:
    found = document_in(path)
    if isinstance(found, Notice):
        return found
    storage = path.parent.parent.parent

    def parts() -> Iterator[Part | Notice]:
        for file in _json_in(storage / "message" / path.stem):
            message = document_in(file)
            if isinstance(message, Notice):
                yield message
                continue
            for place in _json_in(storage / "part" / file.stem):
                part = document_in(place)
                if isinstance(part, Notice):
                    yield part
                else:
                    native = native_in(place, 0, part.data)
                    yield Part(str(place), place.stem, file.stem, message.row, part.row, native)

    return Listed(path.stem, found.row, parts)


def _json_in(folder: Path) -> Iterator[Path]:
    yield from sorted(path for path in folder.glob("*.json") if path.is_file())


def _stored(path: Path, stack: ExitStack) -> Iterator[Listed | Notice]:
    try:
        database = stack.enter_context(ForeignDatabase(path))
        columns = ("id", "parent_id", "directory", "time_created")
        rows = list(numbered_rows(database, "session", columns))
    except StreamError as error:
        yield Notice(str(path), str(error))
        return
    for number, row in rows:
        name = text_at(row, "id")
        if name is None:
            yield Notice(row_place(path, "session", number), "is a session without an ID")
            continue
        info = {
            "directory": row.get("directory"),
            "parentID": row.get("parent_id"),
            "time": {"created": row.get("time_created")},
        }
        yield Listed(name, info, lambda name=name: _stored_parts(path, database, name))  # type: ignore[misc]


def _stored_parts(path: Path, database: ForeignDatabase, session: str) -> Iterator[Part | Notice]:
    """The parts of a session in the database; a notice where that changes while it is read."""
    try:
        messages: dict[object, Row] = {
            row.get("id"): object_in(row.get("data"))
            for row in database.rows("message", ("id", "data"), "session_id = ?", (session,))
        }
        for number, row in numbered_rows(database, "part", None, "session_id = ?", (session,)):
            yield _stored_part(row_place(path, "part", number), row, messages)
    except StreamError as error:
        yield Notice(str(path), str(error))


def _stored_part(place: str, row: Row, messages: dict[object, Row]) -> Part | Notice:
    name, message = text_at(row, "id"), text_at(row, "message_id")
    data = object_in(row.get("data"))
    if name is None or message is None or not data:
        return Notice(place, "is no part of a message")
    return Part(place, name, message, messages.get(message, {}), data, native_of(row))
