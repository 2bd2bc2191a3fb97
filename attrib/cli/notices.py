"""What every command says beside its answer, and with which code it ends."""

from __future__ import annotations

from attrib.cli.terminal import say
from attrib.shared_notes import SharedNotes
from attrib.workspace import Workspace

#: Evidence is incomplete and `--strict` was given.
INCOMPLETE = 2
#: The answer is negative and `--exit-code` was given.
NEGATIVE = 1
#: So many lines of notes that were passed over are named; the others are counted.
_MOST_NAMED = 3


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
    _say_shared(workspace.shared)
    if not workspace.every_session and not workspace.shared.sessions:
        say("notice: no sessions are known here")
        say("hint: attrib import, or --sessions <path>")


def _say_shared(notes: SharedNotes) -> None:
    """What answers know from notes alone, and which lines of notes were passed over."""
    if notes.sessions:
        number = len(notes.sessions)
        are = "session is" if number == 1 else "sessions are"
        say(f"notice: {number:,} {are} known from notes alone (*)")
        say("hint: attrib share verify")
    if notes.partly:
        known = counted(len(notes.partly), "session")
        say(f"notice: notes tell of records of {known} here that are not")
    refused = sorted(notes.unread.items())
    for place, reason in refused[:_MOST_NAMED]:
        say(f"notice: {place}: {reason}")
    if len(refused) > _MOST_NAMED:
        say(f"notice: and {len(refused) - _MOST_NAMED:,} more lines of notes")
    if notes.newer:
        say(f"notice: {counted(notes.newer, 'line')} of notes are of a later version of attrib")


def counted(number: int, noun: str) -> str:
    """`1 record`, `2 records`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def exit_code_of(workspace: Workspace, *, strict: bool, exit_code: bool, is_negative: bool) -> int:
    """0, or what `--strict` and `--exit-code` ask for."""
    if strict and workspace.incomplete:
        return INCOMPLETE
    return NEGATIVE if exit_code and is_negative else 0
