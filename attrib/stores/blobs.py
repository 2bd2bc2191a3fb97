"""Blobs that a stream refers to, found beside it by their SHA-256."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from attrib.model.records import BlobRef

_SHA256 = re.compile(r"sha256:([0-9a-f]{64})")
#: A larger blob is no text file that a match could use.
LARGEST_BLOB = 256 * 1024 * 1024


def find_blob(folder: Path, ref: BlobRef, *, largest: int = LARGEST_BLOB) -> bytes | None:
    """The blob below `folder/blobs`, in one of the usual layouts, if its bytes hash to the name.

    One of more than `largest` bytes is not read.
    """
    match = _SHA256.fullmatch(ref.blob)
    if match is None:
        return None
    for path in places_of_blob(folder, match[1]):
        content = _read(path, largest)
        if content is not None and hashlib.sha256(content).hexdigest() == match[1]:
            return content
    return None


def places_of_blob(folder: Path, digest: str) -> Iterator[Path]:
    """Where a blob may lie below `folder/blobs`, by the SHA-256 of its bytes in hex."""
    blobs = folder / "blobs"
    for base in (blobs, blobs / "sha256"):
        yield base / digest
        yield base / digest[:2] / digest[2:]
        yield base / digest[:2] / digest
        yield base / digest[:2] / digest[2:4] / digest
    yield blobs / f"sha256-{digest}"
    yield blobs / f"sha256:{digest}"


def _read(path: Path, largest: int) -> bytes | None:
    try:
        if not path.is_file() or path.stat().st_size > largest:
            return None
        return path.read_bytes()
    except OSError:
        return None
