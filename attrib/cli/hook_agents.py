"""`attrib hook run agent <agent> <event>`: an agent's hook, with the event as JSON on stdin.

It always ends with 0 and never writes to stdout: agents read exit codes and output of hooks as
instructions.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Sequence
from typing import IO, Any

#: Seconds after which a hook gives up.
_SECONDS = 8.0
_LARGEST = 64 * 1024 * 1024
_LONGEST_ID = 1000


class _TimeIsUpError(Exception):
    """The hook took too long."""


def main(arguments: Sequence[str], stdin: IO[bytes]) -> int:
    """Observe one event; `arguments` are the agent's alias and the event's name.

    `ATTRIB=0` turns it off.
    """
    if os.environ.get("ATTRIB") == "0":
        return 0
    try:
        _limit_time(_SECONDS)
        _run(arguments, stdin)
    except _TimeIsUpError:
        _say("gave up: it took too long")
    except Exception as error:
        _say(f"{type(error).__name__}: {error}")
    finally:
        _limit_time(0)
    return 0


def _run(arguments: Sequence[str], stdin: IO[bytes]) -> None:
    from attrib.recording.agent_events import Event, observe
    from attrib.recording.agents import agent_of
    from attrib.recording.processes import starter

    agent = agent_of(arguments[0]) if len(arguments) == 2 else None
    if agent is None:
        _say("usage: attrib hook run agent <agent> <event>")
        return
    payload = _payload(stdin)
    told = agent.read(arguments[1], payload) if payload is not None else None
    if told is not None and not _is_odd(told.session, told.call.id if told.call else None):
        observe(Event(agent, told, time.time(), starter()))


def _is_odd(*names: str | None) -> bool:
    """True where an ID is longer than any that an agent gives."""
    return any(name is not None and len(name) > _LONGEST_ID for name in names)


def _payload(stdin: IO[bytes]) -> dict[str, Any] | None:
    data = stdin.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        return None
    value = json.loads(data)
    return value if isinstance(value, dict) else None


def _limit_time(seconds: float) -> None:
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _time_is_up if seconds else signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _time_is_up(*_: object) -> None:
    raise _TimeIsUpError


def _say(words: str) -> None:
    print(f"attrib hook: {words}", file=sys.stderr)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdin.buffer))
