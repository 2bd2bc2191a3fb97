"""What a store of sessions answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from attrib.codec import RawLine
from attrib.model.records import BadRecord, BlobRef
from attrib.stores.blobs import LARGEST_BLOB


class Stream(Protocol):
    """One stream of records, kept anywhere."""

    @property
    def name(self) -> str:
        """What places and messages call it: its path, `-` for standard input."""
        ...

    @property
    def identity(self) -> tuple[object, ...]:
        """Equal for two names of the same physical stream."""
        ...

    def lines(self) -> Iterator[RawLine | BadRecord]:
        """Its lines in order, each with its newline; an oversize line as a bad record.

        Raises:
            StreamError: it cannot be opened or read.
        """
        ...


class Store(Protocol):
    """A place where streams are kept, and the blobs that they refer to."""

    @property
    def notices(self) -> tuple[str, ...]:
        """What was passed over, in sentences for people; complete once `streams` was read."""
        ...

    def streams(self) -> Iterator[Stream]:
        """Every stream, in the order of their names."""
        ...

    def blob(self, ref: BlobRef, *, largest: int = LARGEST_BLOB) -> bytes | None:
        """The bytes that a reference names, verified against it; `None` when not kept here.

        Nor are more than `largest` bytes read.
        """
        ...
