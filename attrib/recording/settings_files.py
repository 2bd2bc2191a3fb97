"""Settings files of agents, read and written whole, with their mode."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from attrib.errors import StreamError, UsageError

_LARGEST = 8 * 1024 * 1024


def read(path: Path) -> str | None:
    """The text of a file; `None` where there is none.

    Raises:
        StreamError: it cannot be read.
        UsageError: it is no text, or far too large.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StreamError(f"cannot read '{path}': {reason}", hint=f"ls -ld '{path}'") from error
    if len(data) > _LARGEST:
        raise UsageError(f"'{path}' is too large for settings")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"'{path}' is not UTF-8 at byte {error.start}") from error


def folders_to_make(folder: Path) -> list[str]:
    """The folders that are not there yet, inner ones first."""
    found: list[str] = []
    while not folder.exists() and folder != folder.parent:
        found.append(str(folder))
        folder = folder.parent
    return found


def write(path: Path, text: str) -> None:
    """Write a file beside its place, with its mode, and rename it.

    Raises:
        StreamError: it cannot be written.
    """
    spare = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        spare.unlink(missing_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        with os.fdopen(os.open(spare, flags, 0o600), "wb") as file:
            file.write(text.encode())
        spare.chmod(mode)
        spare.replace(path)
    except OSError as error:
        with suppress(OSError):
            spare.unlink()
        reason = (error.strerror or str(error)).lower()
        raise StreamError(f"cannot write '{path}': {reason}", hint=f"ls -ld '{path.parent}'") from (
            error
        )


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
