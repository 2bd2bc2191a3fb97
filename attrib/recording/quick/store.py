"""Files below `<common dir>/attrib`, for their owner alone; a symbolic link there is refused."""

from __future__ import annotations

import os
import stat

PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600
_FLAGS = (
    os.O_RDWR
    | os.O_CREAT
    | os.O_APPEND
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NONBLOCK", 0)
)


def make_folder(top: str, *parts: str) -> str:
    """Make the folders `parts` below `top`, and give the last one's path.

    Raises:
        OSError: one cannot be made, or is a symbolic link or no folder.
    """
    path = top
    for part in parts:
        path = os.path.join(path, part)
        try:
            kind = os.lstat(path).st_mode
        except FileNotFoundError:
            try:
                os.mkdir(path, PRIVATE_FOLDER)
                continue
            except FileExistsError:
                kind = os.lstat(path).st_mode
        if not stat.S_ISDIR(kind):
            raise NotADirectoryError(20, "is no folder, or a symbolic link", path)
    return path


def open_to_append(path: str) -> int:
    """A descriptor that only appends; the file is made where it is missing.

    Raises:
        OSError: it cannot be written, or is a symbolic link or no file.
    """
    descriptor = os.open(path, _FLAGS, PRIVATE_FILE)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(22, "is no regular file", path)
    return descriptor


def append(descriptor: int, line: bytes, size: int) -> int:
    """Append a line to a file of `size` bytes, in one write; the new size.

    Where the system takes only a part of it, the part is taken back.

    Raises:
        OSError: it cannot be written; the file is as it was, as far as the system lets it.
    """
    try:
        taken = os.write(descriptor, line)
        while taken < len(line):  # a file system that is nearly full
            taken += os.write(descriptor, line[taken:])
    except OSError:
        try:
            os.ftruncate(descriptor, size)
        except OSError:
            pass
        raise
    return size + len(line)
