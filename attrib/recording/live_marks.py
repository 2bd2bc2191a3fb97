"""Marks of sessions known to run in a worktree: `attrib/live/*.json` in the shared git directory.

One file a session and worktree, written by rename, for its owner only. A mark counts until it
expires, and no longer than the process that it names. What cannot be read is passed over.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrib.model.ids import SessionKey
from attrib.recording.folders import NOT_FOLLOWED, make_folders, refuse_link, unwritable
from attrib.recording.processes import Process, is_gone, process_of

#: How long a mark counts where nothing renews or removes it: twelve hours.
LASTS = 12 * 3600.0
#: A mark that claims to count longer is none: the clock was set back, or somebody wrote it.
_LONGEST = 7 * 24 * 3600.0
_LARGEST = 64 * 1024
_MOST = 1000


@dataclass(frozen=True, slots=True)
class LiveSession:
    """A session known to run in a worktree: its real path; times are seconds since 1970."""

    key: SessionKey
    worktree: str
    begun: float
    expires: float
    process: Process | None = None


def live_folder(common_dir: str | Path) -> Path:
    """Where the marks of a repository lie; without a `*.json` in it no session is live."""
    return Path(common_dir, "attrib", "live")


def live_in(common_dir: str | Path, worktree: str | Path, now: float) -> list[LiveSession]:
    """The sessions marked for a worktree that count now, the one marked first first."""
    place = os.path.realpath(worktree)
    marks = (_read(path) for path in _files(live_folder(common_dir)))
    found = [m for m in marks if m is not None and m.worktree == place and _counts(m, now)]
    return sorted(found, key=lambda m: (m.begun, m.key))


def mark(
    common_dir: str | Path,
    key: SessionKey,
    worktree: str | Path,
    now: float,
    *,
    pid: int | None = None,
    lasts: float = LASTS,
) -> LiveSession:
    """Mark a session as running in a worktree; a mark that is there keeps when it began.

    With `pid`, the mark counts as long as that process runs, where the system tells.

    Raises:
        StreamError: a folder or the mark is a symbolic link, or cannot be written.
    """
    folder, place = live_folder(common_dir), os.path.realpath(worktree)
    path = _path(folder, key, place)
    held = _read(path)
    begun = min(now, held.begun) if held is not None and held.key == key else now
    process = None if pid is None else process_of(pid)
    session = LiveSession(key, place, begun, now + min(lasts, _LONGEST), process)
    try:
        make_folders(Path(common_dir), folder, mode=0o700)
        refuse_link(path)
        replace_privately(path, json.dumps(asdict(session), separators=(",", ":")).encode("ascii"))
    except OSError as error:
        raise unwritable(path, error) from error
    return session


def unmark(common_dir: str | Path, key: SessionKey, worktree: str | Path | None = None) -> None:
    """Take away the marks of a session: of one worktree, or of all."""
    folder = live_folder(common_dir)
    if worktree is not None:
        with suppress(OSError):
            _path(folder, key, os.path.realpath(worktree)).unlink()
        return
    for path in _files(folder):
        found = _read(path)
        if found is not None and found.key == key:
            with suppress(OSError):
                path.unlink()


def sweep(common_dir: str | Path, now: float) -> None:
    """Take away the marks that count no more, and what is left of marks half written."""
    folder = live_folder(common_dir)
    for path in _files(folder):
        found = _read(path)
        if found is None or not _counts(found, now):
            with suppress(OSError):
                path.unlink()
    with suppress(OSError):
        for path in folder.glob("*.tmp"):
            if path.lstat().st_mtime < now - 3600:
                path.unlink()


def _counts(session: LiveSession, now: float) -> bool:
    if not now < session.expires <= now + _LONGEST:
        return False
    return session.process is None or not is_gone(session.process)


def _path(folder: Path, key: SessionKey, worktree: str) -> Path:
    named = "\0".join((key.agent, key.namespace, key.id, worktree))
    return folder / f"{sha256(named.encode('utf-8', 'surrogatepass')).hexdigest()[:40]}.json"


def _files(folder: Path) -> list[Path]:
    if folder.is_symlink() or folder.parent.is_symlink():
        return []
    try:
        with os.scandir(folder) as entries:
            names = [e.name for e in entries if e.name.endswith(".json")]
    except OSError:
        return []
    return [folder / name for name in sorted(names)[:_MOST]]


def private_bytes(path: Path, largest: int) -> bytes | None:
    """The bytes of a file of ours; `None` for a link, a larger file, or none."""
    flags = os.O_RDONLY | NOT_FOLLOWED | getattr(os, "O_NONBLOCK", 0)
    try:
        with os.fdopen(os.open(path, flags), "rb") as file:
            data = file.read(largest + 1)
    except OSError:
        return None
    return data if len(data) <= largest else None


def _read(path: Path) -> LiveSession | None:
    """The mark in a file; `None` for a link, a large or a damaged file, or none."""
    data = private_bytes(path, _LARGEST)
    if data is None:
        return None
    try:
        return _parsed(json.loads(data))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _parsed(value: dict[str, Any]) -> LiveSession | None:
    key, process, worktree = value["key"], value["process"], value["worktree"]
    key = SessionKey(key["agent"], key["namespace"], key["id"])
    texts: list[object] = [key.agent, key.namespace, key.id, worktree]
    if process is not None:
        texts += [process["start"], process["boot"], process["space"]]
        process = Process(int(process["pid"]), *texts[-3:])  # type: ignore[arg-type]
    if not all(isinstance(text, str) for text in texts) or not Path(worktree).is_absolute():
        return None
    return LiveSession(key, worktree, float(value["begun"]), float(value["expires"]), process)


def replace_privately(path: Path, data: bytes) -> None:
    """Write a file, which only its owner can read, beside its place, and rename it."""
    spare = path.with_name(f".{path.stem}.{os.getpid()}.tmp")
    spare.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NOT_FOLLOWED
    try:
        with os.fdopen(os.open(spare, flags, 0o600), "wb") as file:
            file.write(data)
        spare.replace(path)
    except OSError:
        with suppress(OSError):
            spare.unlink()
        raise
