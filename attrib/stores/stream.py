"""A store of one stream: a file, or standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from attrib.codec import RawLine
from attrib.model.records import BadRecord, BlobRef
from attrib.stores.blobs import LARGEST_BLOB, find_blob
from attrib.stores.interface import Stream
from attrib.stores.lines import lines_of, read_lines, unreadable


@dataclass(frozen=True, slots=True)
class FileStream:
    """A stream in a file."""

    path: Path

    @property
    def name(self) -> str:
        """Its path, as given."""
        return str(self.path)

    @property
    def identity(self) -> tuple[object, ...]:
        """Device and inode, so that links to one file are one stream."""
        try:
            found = self.path.stat()
        except OSError as error:
            raise unreadable(self.name, error) from error
        return found.st_dev, found.st_ino

    def lines(self) -> Iterator[RawLine | BadRecord]:
        """Its lines, as the file is now."""
        return read_lines(self.path)


@dataclass(frozen=True, slots=True)
class StandardInput:
    """A stream on standard input; it can be read once."""

    name: str = "-"

    @property
    def identity(self) -> tuple[object, ...]:
        """There is one standard input."""
        return ("-",)

    def lines(self) -> Iterator[RawLine | BadRecord]:
        """Its lines, until it ends."""
        try:
            yield from lines_of(sys.stdin.buffer, self.name)
        except OSError as error:
            raise unreadable(self.name, error) from error


class StreamStore:
    """One stream, and the blobs beside its file."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    @property
    def notices(self) -> tuple[str, ...]:
        """Nothing is passed over."""
        return ()

    def streams(self) -> Iterator[Stream]:
        """The one stream."""
        yield StandardInput() if self._path is None else FileStream(self._path)

    def blob(self, ref: BlobRef, *, largest: int = LARGEST_BLOB) -> bytes | None:
        """The blob beside the file or beside its folder."""
        if self._path is None:
            return None
        folder = self._path.parent
        found = find_blob(folder, ref, largest=largest)
        return found or find_blob(folder.parent, ref, largest=largest)
