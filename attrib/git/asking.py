"""One question to git from a hook, without importing subprocess, which takes longer than git."""

from __future__ import annotations

import os
import select
import time

#: Variables of the git that runs the hook which would change an answer, or print one.
_DROPPED = frozenset({"GIT_INDEX_FILE", "GIT_PREFIX", "GIT_EXTERNAL_DIFF", "GIT_LITERAL_PATHSPECS"})
_FIXED = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_TERMINAL_PROMPT": "0",
}
_MOST = 16 * 1024 * 1024
_KILL = 9

#: The exit code of a git that could not be started, took too long, or said too much.
NO_ANSWER = -1


def hook_environment() -> dict[str, str]:
    """The environment of a hook, for questions about the repository that it runs in.

    git exports the index of the commit in the making, which is not always the worktree's.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in _DROPPED and not name.startswith("GIT_TRACE")
    }
    return kept | _FIXED


def ask(arguments: list[str], environment: dict[str, str], deadline: float) -> tuple[int, bytes]:
    """git's exit code and what it printed; it is killed at `deadline`, of the monotonic clock."""
    if not hasattr(os, "posix_spawnp"):
        return _ask_with_subprocess(arguments, environment, deadline)
    reading, writing = os.pipe()
    nothing = os.open(os.devnull, os.O_RDWR)
    actions = [
        (os.POSIX_SPAWN_DUP2, old, new) for old, new in ((nothing, 0), (writing, 1), (nothing, 2))
    ]
    try:
        pid = os.posix_spawnp("git", ["git", *arguments], environment, file_actions=actions)
    except OSError:
        os.close(reading)
        return NO_ANSWER, b""
    finally:
        os.close(writing)
        os.close(nothing)
    answer = _read(reading, deadline)
    os.close(reading)
    if answer is None:
        os.kill(pid, _KILL)
    _, status = os.waitpid(pid, 0)
    if answer is None:
        return NO_ANSWER, b""
    return os.waitstatus_to_exitcode(status), answer


def _read(descriptor: int, deadline: float) -> bytes | None:
    """All that comes; `None` where it is too late or too much."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN | select.POLLHUP)
    parts: list[bytes] = []
    length = 0
    while (left := deadline - time.monotonic()) > 0:
        if not poll.poll(left * 1000 + 1):
            break
        part = os.read(descriptor, 1 << 16)
        if not part:
            return b"".join(parts)
        parts.append(part)
        length += len(part)
        if length > _MOST:
            break
    return None


def _ask_with_subprocess(
    arguments: list[str], environment: dict[str, str], deadline: float
) -> tuple[int, bytes]:
    import subprocess

    try:
        done = subprocess.run(
            ["git", *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=max(0.001, deadline - time.monotonic()),
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return NO_ANSWER, b""
    return done.returncode, done.stdout
