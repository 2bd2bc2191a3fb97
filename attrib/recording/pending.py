"""What was seen before a call of a tool, kept until its end: `attrib/live/pending/*.json`.

One file a session and call, written by rename, for its owner only. What is old is passed over; a
state that was seen long before the end is no state at the edit's beginning. Spec: ASR-460.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrib.model.ids import SessionKey
from attrib.recording.folders import make_folders, refuse_link, unwritable
from attrib.recording.live_marks import live_folder, private_bytes, replace_privately
from attrib.recording.trees import Seen

#: Seconds after which what was seen before an edit is dropped, and before a command.
LASTS = {"edit": 600.0, "shell": 12 * 3600.0, "done": 60.0}
_MOST = 500
_LARGEST = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class State:
    """What lay at paths below a worktree's top, and for commands the commit of HEAD then.

    `is_whole` is false where it is not known what else differed from what is committed.
    """

    files: Mapping[str, Seen] = field(default_factory=dict)
    head: str | None = None
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class Pending:
    """A call that was begun in a worktree: its time, its ID, and the state before it.

    Of what is `done`, the state is that after.
    """

    key: SessionKey
    tool: str
    top: str
    time: float
    call: str | None = None
    state: State = State()
    name: str = ""


def keep(common_dir: str, pairing: str, pending: Pending) -> None:
    """Keep what was seen before a call; the oldest goes where there is too much.

    Raises:
        StreamError: a folder is a symbolic link, or cannot be written.
    """
    path = _path(common_dir, pending.key, pairing)
    value = asdict(pending)
    files = {name: [seen.id, seen.size] for name, seen in pending.state.files.items()}
    value["state"]["files"] = files
    data = json.dumps(value, separators=(",", ":")).encode("ascii")
    if len(data) > _LARGEST:
        return
    try:
        make_folders(Path(common_dir), path.parent, mode=0o700)
        refuse_link(path)
        _make_room(path.parent, pending.time)
        replace_privately(path, data)
    except OSError as error:
        raise unwritable(path, error) from error


def take(common_dir: str, key: SessionKey, pairing: str, now: float) -> Pending | None:
    """What was kept for a call, which is taken away; `None` where there is none, or an old one."""
    path = _path(common_dir, key, pairing)
    found = _read(path)
    with suppress(OSError):
        path.unlink()
    if found is None or found.key != key or not _counts(found, now):
        return None
    return found


def open_calls(common_dir: str, key: SessionKey, now: float) -> Iterator[Pending]:
    """The calls of a session that were begun and have not ended, as far as hooks told."""
    for path in _files(_folder(common_dir)):
        found = _read(path)
        if found is not None and found.key == key and _counts(found, now):
            yield found


def drop(common_dir: str, key: SessionKey) -> None:
    """Take away everything that is kept of a session."""
    for path in _files(_folder(common_dir)):
        found = _read(path)
        if found is None or found.key == key:
            with suppress(OSError):
                path.unlink()


def _counts(pending: Pending, now: float) -> bool:
    return 0 <= now - pending.time < LASTS.get(pending.tool, 0.0)


def _make_room(folder: Path, now: float) -> None:
    files = _files(folder)
    if len(files) < _MOST:
        return
    aged: list[tuple[float, Path]] = []
    for path in files:
        with suppress(OSError):
            aged.append((path.lstat().st_mtime, path))
    for _, path in sorted(aged)[: len(aged) // 2]:
        with suppress(OSError):
            path.unlink()


def _folder(common_dir: str) -> Path:
    return live_folder(common_dir) / "pending"


def _path(common_dir: str, key: SessionKey, pairing: str) -> Path:
    named = "\0".join((key.agent, key.namespace, key.id, pairing))
    digest = sha256(named.encode("utf-8", "surrogatepass")).hexdigest()[:40]
    return _folder(common_dir) / f"{digest}.json"


def _files(folder: Path) -> list[Path]:
    if any(place.is_symlink() for place in (folder, folder.parent, folder.parent.parent)):
        return []
    try:
        with os.scandir(folder) as entries:
            return [folder / e.name for e in entries if e.name.endswith(".json")]
    except OSError:
        return []


def _read(path: Path) -> Pending | None:
    data = private_bytes(path, _LARGEST)
    if data is None:
        return None
    try:
        return _parsed(json.loads(data))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _parsed(value: dict[str, Any]) -> Pending | None:
    key, state = SessionKey(**value["key"]), value["state"]
    texts = [key.agent, key.namespace, key.id, value["tool"], value["top"]]
    texts += [each for each in (value["call"], state["head"]) if each is not None]
    if not all(isinstance(text, str) for text in texts):
        return None
    files = {
        str(name): Seen(
            None if seen[0] is None else str(seen[0]), None if seen[1] is None else int(seen[1])
        )
        for name, seen in state["files"].items()
    }
    whole = State(files, state["head"], state["is_whole"] is True)
    return Pending(
        key,
        value["tool"],
        value["top"],
        float(value["time"]),
        value["call"],
        whole,
        str(value["name"]),
    )
