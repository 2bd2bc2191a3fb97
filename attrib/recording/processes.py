"""Processes told apart by number, start and machine, where the system shows them in /proc."""

from __future__ import annotations

import os
from dataclasses import dataclass

from attrib.recording.quick import processes as quick

_SHELLS = frozenset({"sh", "ash", "bash", "busybox", "dash", "ksh", "zsh", "fish"})
_MOST_ANCESTORS = 16
#: No process starts at this tick.
_NEVER = "0"


@dataclass(frozen=True, slots=True)
class Process:
    """A process; `start`, `boot` and `space` are empty where the system does not show them."""

    pid: int
    start: str = ""
    boot: str = ""
    space: str = ""


def process_of(pid: int) -> Process:
    """The process that has this number now; one that has ended already is gone from the start."""
    here = quick.boot()
    if not here:
        return Process(pid)
    return Process(pid, quick.start_of(pid) or _NEVER, here, quick.space())


def is_gone(process: Process) -> bool:
    """True when it is known that the process does not run on this machine any more."""
    return quick.is_gone(process.pid, process.start, process.boot, process.space)


def starter() -> int | None:
    """The process that started this one, shells in between left out; `None` where it is hidden."""
    pid = os.getppid()
    if pid <= 1:
        return None
    for _ in range(_MOST_ANCESTORS):
        stat = quick.stat_of(pid)
        if stat is None or stat[0] not in _SHELLS:
            break
        parent = int(stat[1][1])
        if parent <= 1:
            break
        pid = parent
    return pid
