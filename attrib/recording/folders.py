"""Files that are kept for sessions: their names, no way out through links, locks, errors."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from attrib.errors import StreamError
from attrib.model.agents import alias_of
from attrib.model.ids import SessionKey
from attrib.recording.quick.names import safe_name as safe_name

#: A flag for opening: a symbolic link is not followed, where the system can tell.
NOT_FOLLOWED = getattr(os, "O_NOFOLLOW", 0)


def folder_of(top: Path, key: SessionKey) -> Path:
    """The folder below `top` for the sessions of one agent and namespace."""
    return top / safe_name(alias_of(key.agent)) / safe_name(key.namespace)


def refuse_link(path: Path) -> None:
    """Nothing, unless the path is a symbolic link.

    Raises:
        StreamError: it is one.
    """
    if path.is_symlink():
        raise StreamError(
            f"'{path}' is a symbolic link; sessions are not written through it",
            hint=f"rm '{path}'",
        )


def make_folders(top: Path, folder: Path, *, mode: int = 0o777) -> None:
    """Make `folder` and the ones between it and `top`; refuse links on the way.

    Raises:
        StreamError: one of them is a symbolic link.
        OSError: one cannot be made.
    """
    at = top
    for part in folder.relative_to(top).parts:
        at /= part
        if not at.is_symlink():
            at.mkdir(mode=mode, exist_ok=True)
        refuse_link(at)


@contextmanager
def locked(lock: Path, *, mode: int = 0o644) -> Iterator[None]:
    """Hold a lock file for as long as the context lasts.

    Raises:
        StreamError: it is a symbolic link, or cannot be written.
    """
    from filelock import FileLock

    refuse_link(lock)
    held = FileLock(lock, mode=mode)
    try:
        held.acquire()
    except OSError as error:
        raise unwritable(lock, error) from error
    try:
        yield
    finally:
        held.release()


def unwritable(path: Path, error: OSError) -> StreamError:
    """The error to raise where the system refuses to write."""
    reason = (error.strerror or str(error)).lower()
    return StreamError(f"cannot write '{path}': {reason}", hint=f"ls -ld '{path.parent}'")
