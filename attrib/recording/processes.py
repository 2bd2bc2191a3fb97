"""Processes told apart by number, start and machine, where the system shows them in /proc."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")
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
    boot = _boot()
    return Process(pid, _start_of(pid) or _NEVER, boot, _space()) if boot else Process(pid)


def is_gone(process: Process) -> bool:
    """True when it is known that the process does not run on this machine any more.

    One of another space of process numbers (a container's) cannot be looked up: false.
    """
    if not process.start or not _boot():
        return False
    if process.boot != _boot():
        return True
    return process.space == _space() and _start_of(process.pid) != process.start


def starter() -> int | None:
    """The process that started this one, shells in between left out; `None` where it is hidden."""
    pid = os.getppid()
    if pid <= 1:
        return None
    for _ in range(_MOST_ANCESTORS):
        stat = _stat_of(pid)
        if stat is None or stat[0] not in _SHELLS:
            break
        parent = int(stat[1][1])
        if parent <= 1:
            break
        pid = parent
    return pid


def _stat_of(pid: int) -> tuple[str, list[str]] | None:
    """The name of a process, and what /proc tells after it: state, parent, and so on."""
    try:
        text = (_PROC / str(pid) / "stat").read_text("utf-8", "replace")
    except OSError:
        return None
    head, bracket, rest = text.rpartition(")")
    fields = rest.split()
    return (head.partition("(")[2], fields) if bracket and len(fields) > 19 else None


def _start_of(pid: int) -> str:
    """When it started, in the system's ticks; empty for none, or one that has ended."""
    stat = _stat_of(pid)
    return "" if stat is None or stat[1][0] in "ZX" else stat[1][19]


def _boot() -> str:
    try:
        return (_PROC / "sys/kernel/random/boot_id").read_text("ascii").strip()
    except (OSError, UnicodeError):
        return ""


def _space() -> str:
    try:
        return str((_PROC / "self/ns/pid").readlink())
    except OSError:
        return ""
