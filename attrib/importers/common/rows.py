"""Rows of databases and members of documents as whole native records."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrib.importers.common.lines import LONGEST_LINE, Row, rows_of
from attrib.importers.common.natives import native_of
from attrib.importers.interface import Native, Notice


def row_native(row: Mapping[str, Any]) -> Native | None:
    """A row that is no run of bytes: its JSON with sorted members, texts kept as they are.

    Bytes are given as a text, with an escape for what is no UTF-8. `None` for a row that is
    nested too deeply to be written.
    """
    try:
        text = json.dumps(row, ensure_ascii=False, sort_keys=True, default=_text)
    except (ValueError, RecursionError):
        return None
    return native_of(text.encode("utf-8", "surrogatepass"))


def document_in(path: Path) -> tuple[Row, bytes] | Notice:
    """The JSON object that a file holds, with its bytes; a notice where it holds none."""
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST_LINE + 1)
    except OSError as error:
        return Notice(str(path), (error.strerror or "cannot be read").lower())
    if len(data) > LONGEST_LINE:
        return Notice(str(path), "is too long to be read")
    rows, problem = rows_of(data)
    if problem is not None or len(rows) != 1:
        return Notice(str(path), problem or "holds several documents")
    return rows[0], data


def _text(value: object) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    raise TypeError
