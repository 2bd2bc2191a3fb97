"""The hook's own stream of a session: a header, then one line and one write a record.

Writers take turns by a lock on the stream itself, which ends with the process that holds it, so
`seq` increases whoever writes, and no lock is left behind.
"""

from __future__ import annotations

import os
import time

from attrib import __version__
from attrib.model.agents import alias_of
from attrib.recording.quick.names import safe_name
from attrib.recording.quick.spelled import Record, encode, parse
from attrib.recording.quick.store import append, make_folder, open_to_append

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Windows: each record is one write, but `seq` may repeat
    HAS_LOCKS = False
else:
    HAS_LOCKS = True

PRODUCER = "hook"
#: Agent, namespace and session ID.
Key = tuple[str, str, str]
_WAIT = 0.002


def stream_path(key: Key, producer: str = PRODUCER) -> tuple[str, ...]:
    """The parts of a stream's path below the common git directory."""
    agent, namespace, name = key
    folder = ("attrib", "sessions", safe_name(alias_of(agent)), safe_name(namespace))
    return (*folder, f"{safe_name(name)}.{safe_name(producer)}.asr.jsonl")


def append_records(
    common_dir: str,
    key: Key,
    top: str,
    ts: str,
    records: list[Record],
    deadline: float,
    *,
    producer: str = PRODUCER,
    root_name: str | None = None,
    losses: tuple[Record, ...] = (),
) -> None:
    """Append records of a worktree to a session's stream; its root is declared before it is used.

    The root is called `root_name` where one is given, and `losses` stand in the header.

    Raises:
        OSError: it cannot be written; what was appended before that is whole.
    """
    *parts, name = stream_path(key, producer)
    folder = make_folder(common_dir, *parts)
    descriptor = _locked(os.path.join(folder, name), deadline)
    try:
        held = _read(descriptor)
        if b"\n" not in held:  # new, or cut off in its first line
            os.ftruncate(descriptor, 0)
            held = b""
        seq, roots = _known(held)
        size, lines = len(held), list(records)
        if held and not held.endswith(b"\n"):
            size = append(descriptor, b"\n", size)
        root = roots.get(top)
        if root is None:
            root = root_name or (producer if not roots else f"{producer}-{len(roots) + 1}")
            lines.insert(0, {"type": "root", "ts": ts, "root": root, "path": top})
        if not held:
            lines[0] = _header(key, producer, ts, root, top) | {"losses": list(losses)}
        for line in lines:
            seq += 1
            size = append(descriptor, encode(_placed(line, seq, root)), size)
    finally:
        os.close(descriptor)


def _placed(line: Record, seq: int, root: str) -> Record:
    """The record at its place in the stream; its root named where it asks for one."""
    placed: Record = {"type": line["type"], "seq": seq, "id": f"r{seq}"}
    for member, value in line.items():
        if member != "type":
            placed[member] = root if member == "root" and value is None else value
    return placed


def _header(key: Key, producer: str, ts: str, root: str, top: str) -> Record:
    agent, namespace, name = key
    return {
        "type": "session",
        "ts": ts,
        "sessionId": name,
        "agent": agent,
        "namespace": namespace,
        "profiles": ["coding"],
        "roots": [{"root": root, "path": top}],
        "losses": [],
        "_meta": {"attrib/producer": {"name": producer, "version": __version__}},
    }


def _locked(path: str, deadline: float) -> int:
    """A descriptor of the file that lies at `path`, which nobody else writes until it is closed."""
    while True:
        descriptor = open_to_append(path)
        if not HAS_LOCKS:
            return descriptor
        try:
            while not _is_held(descriptor):
                if time.monotonic() > deadline:
                    raise TimeoutError(110, "another writer holds it too long", path)
                time.sleep(_WAIT)
            if os.fstat(descriptor).st_nlink:
                return descriptor
        except OSError:
            os.close(descriptor)
            raise
        os.close(descriptor)  # it was removed meanwhile


def _is_held(descriptor: int) -> bool:
    try:
        flock(descriptor, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _read(descriptor: int) -> bytes:
    size = os.fstat(descriptor).st_size
    os.lseek(descriptor, 0, os.SEEK_SET)
    parts: list[bytes] = []
    while size > 0 and (part := os.read(descriptor, size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _known(held: bytes) -> tuple[int, dict[str, str]]:
    """The highest `seq`, which the last whole record has, and the roots by their paths."""
    roots: dict[str, str] = {}
    at = 0
    while at >= 0:
        record = parse(held[at : held.find(b"\n", at)]) or {}
        listed = record.get("roots") if record.get("type") == "session" else [record]
        for each in listed if isinstance(listed, list) else ():
            if isinstance(each, dict) and "root" in each:
                roots.setdefault(str(each.get("path")), str(each.get("root")))
        found = held.find(b'\n{"type": "root"', at)
        at = found + 1 if found >= 0 else -1
    end = len(held)
    while end > 0:
        start = held.rfind(b"\n", 0, end) + 1
        seq = (parse(held[start:end]) or {}).get("seq")
        if isinstance(seq, int):
            return seq, roots
        end = start - 1
    return 0, roots
