"""Whole native records, named by their bytes, so that a record can say what it was read from."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from attrib.importers.interface import Native


def native_in(path: Path, offset: int, data: bytes) -> Native:
    """The native record whose bytes stand at this offset of a log."""
    return Native(sha256(data).hexdigest(), len(data), path, offset)


def native_of(data: bytes) -> Native:
    """A native record that is no run of bytes in a file, such as a row of a database."""
    return Native(sha256(data).hexdigest(), len(data), data=data)
