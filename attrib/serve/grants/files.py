"""Opening one file inside a folder, step by step, so that no link or race leads out of it."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from hashlib import sha256

from attrib.model.ids import RepoPath

#: A larger file is not shown, and none is cut.
MOST_BYTES = 10 * 1024 * 1024
#: Characters that some file systems leave out when they compare names.
_IGNORED = re.compile("[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]")
_GIT = re.compile(r"\.git|git~[0-9]+")
_FOLDER = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | os.O_RDONLY
_FILE = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
)
#: False where the system cannot open a name relative to an open folder: there nothing is shown.
CAN_OPEN = hasattr(os, "O_NOFOLLOW") and os.open in os.supports_dir_fd


class UnshownError(Exception):
    """The file is there and may be shown, but cannot be: it is too large, or no text."""


@dataclass(frozen=True, slots=True)
class TextFile:
    """The whole of a text file as it was read, in UTF-8, and the hash of its bytes."""

    content: bytes
    digest: str


def read_text(top: str, path: RepoPath) -> TextFile | None:
    """The regular text file at `path` below `top`, read whole; `None` for anything else.

    Every folder on the way is opened from the one above and may be no link; each name must be
    spelled as the folder spells it; nothing in a `.git` or in a repository inside is read.

    Raises:
        UnshownError: the file is larger than `MOST_BYTES`, or not UTF-8 text.
    """
    parts = path.split(b"/")
    if not CAN_OPEN or not all(map(_is_plain, parts)):
        return None
    try:
        content = _read(os.fsencode(top), parts)
    except OSError:
        return None
    if content is None:
        return None
    if len(content) > MOST_BYTES:
        raise UnshownError(f"larger than {MOST_BYTES // 1024 // 1024} MiB")
    if not _is_text(content):
        raise UnshownError("not UTF-8 text")
    return TextFile(content, sha256(content).hexdigest())


def _is_plain(part: bytes) -> bool:
    """True for a name that is one step down, and no git folder however it is spelled."""
    if part in (b"", b".", b"..") or b"\0" in part:
        return False
    name = _IGNORED.sub("", part.decode("utf-8", "replace")).casefold()
    return not _GIT.fullmatch(re.split(r"[:\\]", name)[0].rstrip(" ."))


def _read(top: bytes, parts: list[bytes]) -> bytes | None:
    """The file's bytes, up to one more than may be shown."""
    folder = os.open(top, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for part in parts[:-1]:
            if not _is_spelled(part, folder):
                return None
            below = os.open(part, _FOLDER, dir_fd=folder)
            os.close(folder)
            folder = below
            if _is_spelled(b".git", folder):  # another repository, and not this workspace
                return None
        return _content(parts[-1], folder) if _is_spelled(parts[-1], folder) else None
    finally:
        os.close(folder)


def _is_spelled(name: bytes, folder: int) -> bool:
    """True where the folder holds this very name, not one that a file system takes for it."""
    return os.fsdecode(name) in os.listdir(folder)


def _content(name: bytes, folder: int) -> bytes | None:
    # Looked at before it is opened: opening a device or a pipe may already do something.
    before = os.stat(name, dir_fd=folder, follow_symlinks=False)
    if not stat.S_ISREG(before.st_mode):
        return None
    opened = os.open(name, _FILE, dir_fd=folder)
    with os.fdopen(opened, "rb") as file:
        found = os.fstat(opened)
        if not stat.S_ISREG(found.st_mode) or not os.path.samestat(before, found):
            return None
        return file.read(MOST_BYTES + 1)


def _is_text(content: bytes) -> bool:
    if b"\0" in content:
        return False
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
