"""Which sessions run in a worktree now: by the environment, and by marks of agent hooks."""

from __future__ import annotations

import os

from attrib.model.agents import REGISTRY, UNKNOWN_AGENT, name_of, namespace_at
from attrib.recording.quick.names import safe_name
from attrib.recording.quick.processes import is_gone
from attrib.recording.quick.spelled import parse
from attrib.recording.quick.stream import PRODUCER, Key

#: Set by a user, or by whoever starts an agent: `[agent:]id`.
NAMED = "ATTRIB_SESSION_ID"
#: Variable that an agent sets for what it starts: agent, its folder's variable, its folder.
VARIABLES = {
    "CLAUDE_CODE_SESSION_ID": ("claude-code", "CLAUDE_CONFIG_DIR", "~/.claude"),
    "CODEX_THREAD_ID": ("codex", "CODEX_HOME", "~/.codex"),
    "GEMINI_SESSION_ID": ("gemini-cli", "", "~/.gemini"),
}
#: Of a session that nothing else is known of.
UNKNOWN_NAMESPACE = "local"
_LONGEST_ID = 1000
_LARGEST_MARK = 64 * 1024
_LONGEST_MARK = 7 * 24 * 3600.0
_HEAD = 64 * 1024


def live_sessions(common_dir: str, top: str, now: float) -> list[Key]:
    """The sessions that run in a worktree: those of the environment first, each once."""
    found: dict[Key, None] = {}
    for variable, agent, folder in _named():
        value = os.environ.get(variable, "")
        if value and len(value) <= _LONGEST_ID:
            found[_key(common_dir, value, agent, folder)] = None
    for key in marked_sessions(common_dir, top, now):
        found[key] = None
    return list(found)


def marked_sessions(common_dir: str, top: str, now: float) -> list[Key]:
    """The sessions that `recording.live_marks` has marked for a worktree, the first one first.

    A mark that counts no more is taken away, so that no later hook has to read it.
    """
    folder = os.path.join(common_dir, "attrib", "live")
    if os.path.islink(folder) or os.path.islink(os.path.dirname(folder)):
        return []
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".json"))
    except OSError:
        return []
    place = os.path.realpath(top)
    found: list[tuple[float, Key]] = []
    for name in names:
        path = os.path.join(folder, name)
        mark = _read_mark(path)
        if mark is None:
            continue
        key, worktree, begun, expires, process = mark
        if now >= expires or _is_gone(process):
            _remove(path)
        elif worktree == place and expires <= now + _LONGEST_MARK:
            found.append((begun, key))
    return [key for _, key in sorted(found)]


def processes_marked(common_dir: str, key: Key, top: str) -> set[int]:
    """The processes that marks of a session in a worktree name, running ones only."""
    folder = os.path.join(common_dir, "attrib", "live")
    found: set[int] = set()
    for name in _names(folder):
        mark = _read_mark(os.path.join(folder, name)) if name.endswith(".json") else None
        if mark is None or mark[0] != key or mark[1] != os.path.realpath(top):
            continue
        pid = (mark[4] or {}).get("pid")
        if isinstance(pid, int) and not _is_gone(mark[4]):
            found.add(pid)
    return found


def _named() -> list[tuple[str, str | None, str]]:
    agents = [
        (variable, agent, os.environ.get(home, "") or os.path.expanduser(folder))
        for variable, (agent, home, folder) in VARIABLES.items()
    ]
    return [(NAMED, None, ""), *agents]


def _key(common_dir: str, value: str, agent: str | None, folder: str) -> Key:
    """The session that a variable names: one that is known here, else a new one."""
    head, colon, rest = value.partition(":")
    if agent is None and colon and rest and (head in REGISTRY or "." in head):
        agent, value = head, rest
    known = _known_key(common_dir, value, agent)
    if known is not None:
        return known
    if agent is None:
        return UNKNOWN_AGENT, UNKNOWN_NAMESPACE, value
    if not folder:
        named = {a: (home, place) for a, home, place in VARIABLES.values()}.get(agent)
        if named is not None:
            folder = os.environ.get(named[0], "") or os.path.expanduser(named[1])
    return name_of(agent), _namespace(folder), value


def _known_key(common_dir: str, value: str, agent: str | None) -> Key | None:
    """The one session with this ID whose streams lie here, by their headers.

    One that others than this hook recorded comes before one that is known from it alone.
    """
    top = os.path.join(common_dir, "attrib", "sessions")
    begin = f"{safe_name(value)}."
    found: dict[Key, bool] = {}
    for alias in _names(top):
        for namespace in _names(os.path.join(top, alias)):
            folder = os.path.join(top, alias, namespace)
            for name in _names(folder):
                if name.startswith(begin) and name.endswith(".asr.jsonl"):
                    key = _header_key(os.path.join(folder, name))
                    if key is None or key[2] != value:
                        continue
                    if agent is None or key[0] == name_of(agent):
                        is_others = not name.endswith(f".{PRODUCER}.asr.jsonl")
                        found[key] = found.get(key, False) or is_others
    keys = [key for key, is_others in found.items() if is_others] or list(found)
    return keys[0] if len(keys) == 1 else None


def _header_key(path: str) -> Key | None:
    header = parse(_read(path, _HEAD).partition(b"\n")[0]) or {}
    key = (header.get("agent"), header.get("namespace"), header.get("sessionId"))
    return key if all(isinstance(part, str) for part in key) else None  # type: ignore[return-value]


def _namespace(folder: str) -> str:
    """The namespace of an agent's installation, as its importer names it."""
    return namespace_at(os.path.realpath(folder)) if folder else UNKNOWN_NAMESPACE


def _read_mark(path: str) -> tuple[Key, str, float, float, dict[str, object] | None] | None:
    data = _read(path, _LARGEST_MARK + 1)
    mark = parse(data) if len(data) <= _LARGEST_MARK else None
    if mark is None:
        return None
    key, process = mark.get("key"), mark.get("process")
    if not isinstance(key, dict) or not (process is None or isinstance(process, dict)):
        return None
    texts = [key.get("agent"), key.get("namespace"), key.get("id"), mark.get("worktree")]
    times = [mark.get("begun"), mark.get("expires")]
    if not all(isinstance(text, str) for text in texts):
        return None
    if not all(isinstance(time, int | float) for time in times):
        return None
    begun, expires = (float(time) for time in times)  # type: ignore[arg-type]
    agent, namespace, name, worktree = (str(text) for text in texts)
    return (agent, namespace, name), worktree, begun, expires, process


def _is_gone(process: dict[str, object] | None) -> bool:
    """True when it is known that the process that a mark names does not run any more."""
    names = ("pid", "start", "boot", "space")
    return process is not None and is_gone(*(process.get(name) for name in names))


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _read(path: str, limit: int) -> bytes:
    """The start of a file; nothing for a link, and where there is none."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(path, flags)
    except OSError:
        return b""
    try:
        return os.read(descriptor, limit)
    except OSError:
        return b""
    finally:
        os.close(descriptor)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass
