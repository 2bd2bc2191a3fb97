"""Whole native records, named by their bytes, so that a record can say what it was read from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrib.importers.interface import Native


def native_in(path: Path, offset: int, data: bytes) -> Native:
    """The native record whose bytes stand at this offset of a log."""
    return Native(sha256(data).hexdigest(), len(data), path, offset)


def native_of(row: Mapping[str, Any]) -> Native | None:
    """A native record that is no run of bytes in a file, such as a row of a database.

    It is kept as JSON with sorted members, texts as they are. Bytes are given as a text, with an
    escape for what is no UTF-8. `None` for a row that is nested too deeply to be written.
    """
    try:
        text = json.dumps(row, ensure_ascii=False, sort_keys=True, default=_text)
    except (ValueError, RecursionError):
        return None
    data = text.encode("utf-8", "surrogatepass")
    return Native(sha256(data).hexdigest(), len(data), data=data)


def _text(value: object) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    raise TypeError
