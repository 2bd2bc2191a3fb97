"""The call of a tool that a commit is made in, where hooks of the agent told that it began.

It is named only where this process was started, through others, by the agent's, and exactly one
command of the session is open in the worktree. What `attrib.recording.pending` keeps is read here.
"""

from __future__ import annotations

import os

from attrib.recording.quick.live import processes_marked
from attrib.recording.quick.spelled import Record, parse
from attrib.recording.quick.stream import Key

_LARGEST = 4 * 1024 * 1024
_LASTS = 12 * 3600.0
_MOST_ANCESTORS = 64


def records_in_call(
    common_dir: str, key: Key, top: str, records: list[Record], now: float
) -> list[Record]:
    """The records, those of an action with the call that it was made in, which stands before."""
    if not any(record["type"] == "vcs" for record in records):
        return records
    call = _open_command(common_dir, key, top, now)
    if call is None or not _is_started_by(processes_marked(common_dir, key, top)):
        return records
    name, tool = call
    asked: Record = {"type": "tool_call", "ts": records[0]["ts"], "callId": name, "name": tool}
    cause = {"cause": {"callId": name}}
    return [asked, *({**r, **cause} if r["type"] == "vcs" else r for r in records)]


def _open_command(common_dir: str, key: Key, top: str, now: float) -> tuple[str, str] | None:
    """ID and tool of the one command that is open; `None` for none, several, or one without ID."""
    folder = os.path.join(common_dir, "attrib", "live", "pending")
    found: list[Record] = []
    live = os.path.dirname(folder)
    if any(os.path.islink(place) for place in (folder, live, os.path.dirname(live))):
        return None
    try:
        names = os.listdir(folder)
    except OSError:
        return None
    agent, namespace, session = key
    for name in names:
        kept = _read(os.path.join(folder, name)) if name.endswith(".json") else None
        if kept is None or kept.get("tool") != "shell" or kept.get("top") != os.path.realpath(top):
            continue
        if kept.get("key") != {"agent": agent, "namespace": namespace, "id": session}:
            continue
        begun = kept.get("time")
        if isinstance(begun, int | float) and 0 <= now - begun < _LASTS:
            found.append(kept)
    if len(found) != 1:
        return None
    call, tool = found[0].get("call"), found[0].get("name")
    return (call, tool) if isinstance(call, str) and isinstance(tool, str) else None


def _is_started_by(processes: set[int]) -> bool:
    """True where one of the processes is an ancestor of this one, as far as /proc tells."""
    pid = os.getppid()
    for _ in range(_MOST_ANCESTORS):
        if pid in processes:
            return True
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
            pid = int(fields[1])
        except (OSError, ValueError, IndexError):
            return False
        if pid <= 1:
            return False
    return False


def _read(path: str) -> Record | None:
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        with os.fdopen(os.open(path, flags), "rb") as file:
            data = file.read(_LARGEST + 1)
    except OSError:
        return None
    return parse(data) if len(data) <= _LARGEST else None
