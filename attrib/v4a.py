"""V4A patches, the `*** Begin Patch` envelopes that edit tools take: no line numbers.

A patch may stand anywhere in a text, as in a shell's heredoc. What stands in an envelope and is
not understood is passed over; nothing is guessed of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_BEGIN, _END = "*** Begin Patch", "*** End Patch"
_OPERATION = re.compile(r"\*\*\* (Add File|Update File|Delete File): (.+)\Z", re.S)
_MOVE = re.compile(r"\*\*\* Move to: (.+)\Z", re.S)
_OPS = {"Add File": "add", "Update File": "modify", "Delete File": "delete"}


@dataclass(frozen=True, slots=True)
class Chunk:
    """Lines that an update expects one after the other, and those that it puts there instead."""

    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileEdit:
    """What an envelope asks for one file: `op` is `add`, `modify`, `delete` or `move`.

    `path` is spelled as in the patch, for a move the destination, whose source is `old_path`.
    `content` is the whole content of an added file.
    """

    op: str
    path: str
    old_path: str | None = None
    content: str | None = None
    chunks: tuple[Chunk, ...] = ()


def holds_patch(text: str) -> bool:
    """True when an envelope begins somewhere in the text."""
    return _BEGIN in text


def edits_in(text: str) -> tuple[FileEdit, ...]:
    """What the envelopes in a text ask for, in order; nothing of one that does not end."""
    return tuple(edit for body in _bodies(text) for edit in _edits(body))


def _bodies(text: str) -> Iterator[list[str]]:
    """The lines between the marks of each envelope, without their ends."""
    body: list[str] | None = None
    for line in text.split("\n"):
        bare = line.rstrip()
        if bare.endswith(_BEGIN) and (bare == _BEGIN or body is None):
            body = []
        elif bare.startswith(_END) and body is not None:
            yield body
            body = None
        elif body is not None:
            body.append(line.removesuffix("\r"))


def _edits(lines: Sequence[str]) -> Iterator[FileEdit]:
    starts = [place for place, line in enumerate(lines) if _OPERATION.match(line.rstrip())]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=False):
        head = _OPERATION.match(lines[start].rstrip())
        if head is not None:
            yield _edit(_OPS[head[1]], head[2], lines[start + 1 : end])


def _edit(op: str, path: str, lines: Sequence[str]) -> FileEdit:
    if op == "add":
        content = "".join(line[1:] + "\n" for line in lines if line.startswith("+"))
        return FileEdit(op, path, content=content)
    if op == "delete":
        return FileEdit(op, path)
    move = _MOVE.match(lines[0].rstrip()) if lines else None
    chunks = tuple(_chunks(lines[1:] if move else lines))
    if move is None:
        return FileEdit(op, path, chunks=chunks)
    return FileEdit("move", move[1], old_path=path, chunks=chunks)


def _chunks(lines: Sequence[str]) -> Iterator[Chunk]:
    old: list[str] = []
    new: list[str] = []
    is_open = False
    for line in (*lines, "@@"):
        if line.startswith("@@"):
            if old or new:
                yield Chunk(tuple(old), tuple(new))
            old, new, is_open = [], [], True
        elif line.startswith("-"):
            old.append(line[1:])
        elif line.startswith("+"):
            new.append(line[1:])
        elif line.startswith(" ") or (not line and (is_open or old or new)):
            # An empty line is a line of context whose blank was lost.
            old.append(line[1:])
            new.append(line[1:])
