"""Git LFS pointers: blobs that name a worktree file by its SHA-256 and size."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: Pointers are this small at most; anything longer is content.
_LONGEST = 1024
_POINTER = re.compile(
    rb"version https://git-lfs\.github\.com/spec/v1\n"
    rb"(?P<extensions>(?:ext-[0-9]-[0-9A-Za-z_]+ sha256:[0-9a-f]{64}\n)*)"
    rb"oid sha256:(?P<oid>[0-9a-f]{64})\n"
    rb"size (?P<size>[1-9][0-9]{0,18})\n"
)
_PRIORITY = re.compile(rb"^ext-([0-9])", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class LfsPointer:
    """The file that a pointer stands for: SHA-256 of its bytes in hex, and its size in bytes.

    With `has_extensions` a program changed the bytes first, so `oid` is not the worktree file's.
    """

    oid: str
    size: int
    has_extensions: bool


def parse_pointer(blob: bytes) -> LfsPointer | None:
    """The pointer that `blob` is, or `None` unless it is canonical to the byte.

    An empty file has no pointer: LFS stores an empty blob for it.
    """
    if len(blob) > _LONGEST:
        return None
    found = _POINTER.fullmatch(blob)
    if found is None:
        return None
    priorities = _PRIORITY.findall(found["extensions"])
    if priorities != sorted(set(priorities)):
        return None
    return LfsPointer(found["oid"].decode(), int(found["size"]), bool(priorities))
