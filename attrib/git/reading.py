"""Reading files that somebody else may have put there: regular ones only, never through a link."""

from __future__ import annotations

import os
import re
import stat
from time import time_ns
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attrib.model.ids import RepoPath

#: Contents above this many bytes are not read unless asked for.
SIZE_LIMIT = 50_000_000

_SECOND = 1_000_000_000
_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def read_regular(path: str | bytes, *, limit: int = SIZE_LIMIT) -> bytes | None:
    """The bytes of the regular file at `path`; `None` for none, a link, or one above `limit`."""
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError:
        return None
    found = _read(descriptor, limit)
    return None if found is None else found[1]


def read_lfs_object(storage: str, sha256: str) -> bytes | None:
    """The Git LFS object with this ID below the folder `storage`, verified."""
    import hashlib

    if not re.fullmatch("[0-9a-f]{64}", sha256):
        return None
    content = read_regular("/".join((storage, "objects", sha256[:2], sha256[2:4], sha256)))
    if content is None or hashlib.sha256(content).hexdigest() != sha256:
        return None
    return content


def read_in_worktree(
    top: str, path: RepoPath, *, limit: int = SIZE_LIMIT
) -> tuple[int, bytes] | None:
    """The mode in git's terms and the raw bytes of the file at `path` below `top`.

    A symbolic link gives `0o120000` and its target. `None` where there is no file, where a part
    of the way is a link, and above `limit` bytes.
    """
    parts = path.split(b"/")
    if not is_tree_path(path):
        return None
    try:
        folder = os.open(top, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        for part in parts[:-1]:
            below = os.open(part, _FLAGS | os.O_DIRECTORY, dir_fd=folder)
            os.close(folder)
            folder = below
        state = os.lstat(parts[-1], dir_fd=folder)
        if stat.S_ISLNK(state.st_mode):
            return 0o120000, os.readlink(parts[-1], dir_fd=folder)
        return _read(os.open(parts[-1], _FLAGS, dir_fd=folder), limit)
    except OSError:
        return None
    finally:
        os.close(folder)


def _read(descriptor: int, limit: int) -> tuple[int, bytes] | None:
    state = os.fstat(descriptor)
    if not stat.S_ISREG(state.st_mode) or state.st_size > limit:
        os.close(descriptor)
        return None
    mode = 0o100755 if state.st_mode & stat.S_IXUSR else 0o100644
    with os.fdopen(descriptor, "rb") as file:
        return mode, file.read(limit)


def is_tree_path(path: bytes) -> bool:
    """True for a path that a tree can hold: no empty, `.` or `..` part, no NUL."""
    return b"\0" not in path and not {b"", b".", b".."}.intersection(path.split(b"/"))


def is_fresh(status: os.stat_result) -> bool:
    """True where a file changed so shortly before that it may change again with the same times.

    Some file systems keep whole seconds, or every second one.
    """
    times = status.st_mtime_ns, status.st_ctime_ns
    is_coarse = not any(time % _SECOND for time in times)
    return max(times) > time_ns() - (3 * _SECOND if is_coarse else _SECOND // 10)


def folders_of(path: bytes) -> list[bytes]:
    """The folders that a path lies in, from the top (`b""`) down."""
    parts = path.split(b"/")[:-1]
    return [b"/".join(parts[:count]) for count in range(len(parts) + 1)]
