"""JSON documents that fill a file each."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from attrib.importers.common.lines import LONGEST_LINE, Row, unreadable, value_in
from attrib.importers.interface import Notice


class Document(NamedTuple):
    """The JSON object that a file holds, and the bytes of the file."""

    row: Row
    data: bytes


def document_in(path: Path) -> Document | Notice:
    """The JSON object that a file holds; a notice where it holds none."""
    found = value_of_file(path)
    if isinstance(found, Notice):
        return found
    value, data = found
    return (
        Document(value, data) if isinstance(value, dict) else Notice(str(path), "is no JSON object")
    )


def value_of_file(path: Path) -> tuple[Any, bytes] | Notice:
    """The JSON value that a file holds, with its bytes; a notice where it holds none."""
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST_LINE + 1)
    except (OSError, ValueError) as error:
        return unreadable(path, error)
    if len(data) > LONGEST_LINE:
        return Notice(str(path), "is too long to be read")
    try:
        return value_in(data), data
    except ValueError:
        return Notice(str(path), "is no JSON")
    except RecursionError:
        return Notice(str(path), "is nested too deeply")
