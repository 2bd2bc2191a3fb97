"""The lines of a file, one at a time, in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from attrib.codec import LONGEST_LINE, RawLine
from attrib.errors import StreamError
from attrib.model.records import BadRecord, Place

_BUFFER = 1024 * 1024


def read_lines(
    path: Path,
    *,
    start: int = 0,
    number: int = 1,
    name: str | None = None,
    longest: int = LONGEST_LINE,
) -> Iterator[RawLine | BadRecord]:
    """The lines from byte `start` to the end as it is now; the line there has number `number`.

    A line is split at newlines only and keeps its own; the last one may have none. A line longer
    than `longest` bytes is given as a bad record and never held whole.

    Raises:
        StreamError: the file cannot be opened or read.
    """
    name = str(path) if name is None else name
    try:
        with path.open("rb", buffering=_BUFFER) as file:
            if start:
                file.seek(start)
            yield from lines_of(file, name, offset=start, number=number, longest=longest)
    except OSError as error:
        raise unreadable(name, error) from error


def lines_of(
    file: BinaryIO,
    name: str,
    *,
    offset: int = 0,
    number: int = 1,
    longest: int = LONGEST_LINE,
) -> Iterator[RawLine | BadRecord]:
    """The lines of an open file from where it stands; `offset` and `number` say where that is."""
    while line := file.readline(longest + 1):
        if len(line) <= longest:
            yield number, offset, line
            offset += len(line)
        else:
            is_ended = line.endswith(b"\n")
            size = len(line)
            line = b""
            while not is_ended and (more := file.readline(_BUFFER)):
                size += len(more)
                is_ended = more.endswith(b"\n")
            reason = f"a line of {size} bytes is longer than {longest} bytes, skipped"
            yield BadRecord(Place(name, number, offset), reason, pending=not is_ended)
            offset += size
        number += 1


def unreadable(name: str, error: OSError) -> StreamError:
    """The error for a stream that the system refuses, with what to type next."""
    why = (error.strerror or str(error)).lower()
    return StreamError(f"cannot read '{name}': {why}", hint=f"ls -ld '{name}'")
