"""What /proc shows of a process: enough to tell whether the one that a mark names still runs."""

from __future__ import annotations

import os


def stat_of(pid: int | str) -> tuple[str, list[str]] | None:
    """The name of a process, and what /proc tells after it: state, parent, and so on."""
    head, bracket, rest = _read(f"/proc/{pid}/stat").rpartition(")")
    fields = rest.split()
    return (head.partition("(")[2], fields) if bracket and len(fields) > 19 else None


def start_of(pid: int | str) -> str:
    """When it started, in the system's ticks; empty for none, or one that has ended."""
    stat = stat_of(pid)
    return "" if stat is None or stat[1][0] in "ZX" else stat[1][19]


def boot() -> str:
    """Which start of the machine this is; empty where the system does not show it."""
    return _read("/proc/sys/kernel/random/boot_id").strip()


def space() -> str:
    """Which space of process numbers this is (a container's); empty where it is hidden."""
    try:
        return os.readlink("/proc/self/ns/pid")
    except OSError:
        return ""


def is_gone(pid: object, start: object, its_boot: object, its_space: object) -> bool:
    """True when it is known that a process does not run on this machine any more.

    One of another space of process numbers cannot be looked up: false.
    """
    here = boot()
    if not start or not here:
        return False
    if its_boot != here:
        return True
    return its_space == space() and start_of(str(pid)) != start


def _read(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return file.read(4096).decode("utf-8", "replace")
    except OSError:
        return ""
