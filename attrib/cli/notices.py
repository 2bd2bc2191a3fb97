"""What every command says beside its answer, and with which code it ends."""

from __future__ import annotations

from attrib.cli.terminal import say
from attrib.workspace import Workspace

#: Evidence is incomplete and `--strict` was given.
INCOMPLETE = 2
#: The answer is negative and `--exit-code` was given.
NEGATIVE = 1


def say_notices(workspace: Workspace) -> None:
    """On stderr: what the workspace has to say, unreadable records, and that nothing is known."""
    for notice in workspace.notices:
        first, *rest = notice.split("\n")
        say(first if first.startswith("error: ") else f"notice: {first}")
        for line in rest:
            say(line)
    unreadable = [bad for bad in workspace.bad if not bad.pending]
    if unreadable:
        say(f"notice: {counted(len(unreadable), 'record')} cannot be read: {unreadable[0].place}")
        say("hint: attrib doctor")
    if not workspace.sessions:
        say("notice: no sessions are known here")
        say("hint: attrib import, or --sessions <path>")


def counted(number: int, noun: str) -> str:
    """`1 record`, `2 records`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def exit_code_of(workspace: Workspace, *, strict: bool, exit_code: bool, is_negative: bool) -> int:
    """0, or what `--strict` and `--exit-code` ask for."""
    if strict and workspace.incomplete:
        return INCOMPLETE
    return NEGATIVE if exit_code and is_negative else 0
