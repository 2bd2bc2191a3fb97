"""The body of each hook: what happened, recorded for every session that runs in this worktree.

With no live session nothing is written into any session: the commit goes to the journal, as do the
pairs of every rewrite. A hook ends well whatever happens; what could not be recorded is said once,
and kept for `attrib doctor`.
"""

from __future__ import annotations

import os
import sys
import time

from attrib.git.asking import hook_environment
from attrib.recording.quick.calls import records_in_call
from attrib.recording.quick.dirty import dirty_state
from attrib.recording.quick.journal import append_entries
from attrib.recording.quick.live import live_sessions
from attrib.recording.quick.place import (
    Place,
    commit_action,
    find_place,
    is_merged,
    is_rebase_checkout,
    is_rebasing,
)
from attrib.recording.quick.spelled import Record, stamp
from attrib.recording.quick.stream import append_records

TYPE_CHECKING = False  # as typing has it, which takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable

HOOKS = ("post-commit", "post-rewrite", "post-checkout", "post-merge", "post-applypatch")
#: Seconds for a hook as a whole, and for asking what is dirty.
LIMIT = 0.9
DIRTY_LIMIT = 0.5
_MOST_PAIRS = 100
_HEX = frozenset("0123456789abcdef")


def main(arguments: list[str]) -> None:
    """Run the hook that the first argument names, and end the process, always with 0."""
    run(arguments[0], arguments[1:], sys.stdin.buffer.read if sys.stdin else bytes)
    # Nothing of ours is left to do, and taking Python down takes as long as a question to git.
    os._exit(0)


def run(name: str, arguments: list[str], read_input: Callable[[], bytes]) -> None:
    """Record what a hook observed; never raises. `read_input` gives what git wrote to it."""
    if os.environ.get("ATTRIB") == "0" or name not in HOOKS:
        return
    start = time.monotonic()
    environment = hook_environment()
    try:
        place = find_place(environment, start + LIMIT)
        if place is None:
            return
        entries: list[Record] = []
        now = time.time()
        if name == "post-rewrite":
            entries = _rewrites(place, arguments, read_input(), stamp(now))
        sessions = live_sessions(place.common_dir, place.top, now)
        problems = []
        if sessions:
            records = _records(name, arguments, place, now)
            if records:
                records[-1] |= dirty_state(environment, start + DIRTY_LIMIT)
                problems = _record(place, sessions, records, now, start + LIMIT)
        elif _made_commit(name, arguments, place):
            entries.append(_committed(place, stamp(now)))
        _keep(name, place, entries, problems, now)
    except Exception as error:
        _say(f"{type(error).__name__}: {error}")


def arguments_of_pre_commit(name: str) -> list[str]:
    """What git gave to a hook that pre-commit runs, which hands it on in variables."""
    if name == "post-checkout":
        names = ("PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF", "PRE_COMMIT_CHECKOUT_TYPE")
        return [os.environ.get(variable, "") for variable in names]
    if name == "post-merge":
        return [os.environ.get("PRE_COMMIT_IS_SQUASH_MERGE", "0")]
    return []


def _records(name: str, arguments: list[str], place: Place, now: float) -> list[Record]:
    """What to record in a session; the last one is the state of the worktree."""
    ts = stamp(now)
    action = _action(name, arguments, place)
    state: Record = {"type": "workspace_state", "ts": ts, "root": None}
    if place.head is not None:
        state["head"] = place.head
        state |= {"detached": True} if place.branch is None else {"branch": place.branch}
    state["worktree"] = place.worktree
    if action is None:
        is_still = name == "post-rewrite" and arguments[:1] != ["rebase"]
        return [] if is_still or _is_of_paths(name, arguments) else [state]
    vcs: Record = {"type": "vcs", "ts": ts, "action": action, "root": None}
    if place.head is not None and _names_commit(name, place):
        vcs["commit"] = place.head
        if name != "post-checkout":
            vcs["parents"] = place.parents
    if place.branch is not None:
        vcs["branch"] = place.branch
    vcs["evidence"] = "observed"
    return [vcs, state]


def _action(name: str, arguments: list[str], place: Place) -> str | None:
    """The action to record, or `None` where only the state of the worktree is new."""
    if name in ("post-commit", "post-applypatch"):
        if name == "post-applypatch":
            return "rebase" if is_rebasing(place) else "commit"
        return commit_action(place) if place.head is not None else None
    if name == "post-merge":
        return None if arguments[:1] == ["1"] else "merge"
    if name == "post-checkout" and not _is_of_paths(name, arguments):
        return None if is_rebase_checkout(place) else "checkout"
    return None


def _names_commit(name: str, place: Place) -> bool:
    """False for a merge that only moved HEAD forward: that commit was made elsewhere."""
    return name != "post-merge" or is_merged(place)


def _is_of_paths(name: str, arguments: list[str]) -> bool:
    """True for a checkout of files, which leaves HEAD where it is."""
    return name == "post-checkout" and arguments[2:3] != ["1"]


def _made_commit(name: str, arguments: list[str], place: Place) -> bool:
    if place.head is None:
        return False
    if name == "post-merge":
        return arguments[:1] != ["1"] and is_merged(place)
    return name in ("post-commit", "post-applypatch")


def _committed(place: Place, ts: str) -> Record:
    entry: Record = {"type": "commit", "commit": place.head, "worktree": place.top}
    if place.branch is not None:
        entry["branch"] = place.branch
    return entry | {"ts": ts}


def _rewrites(place: Place, arguments: list[str], pairs: bytes, ts: str) -> list[Record]:
    """The pairs that git gave, as entries of the journal with so many each."""
    words = [line.split()[:2] for line in pairs.decode("ascii", "replace").split("\n")]
    held = [pair for pair in words if len(pair) == 2 and all(set(oid) <= _HEX for oid in pair)]
    by = arguments[0] if arguments else "rewrite"
    return [
        {
            "type": "rewrite",
            "by": by,
            "pairs": held[at : at + _MOST_PAIRS],
            "worktree": place.top,
            "ts": ts,
        }
        for at in range(0, len(held), _MOST_PAIRS)
    ]


def _record(
    place: Place,
    sessions: list[tuple[str, str, str]],
    records: list[Record],
    now: float,
    deadline: float,
) -> list[str]:
    """Append to the stream of each session; what went wrong."""
    try:
        place.top.encode()
    except UnicodeEncodeError:
        return ["the path of the worktree is not UTF-8"]
    problems: list[str] = []
    for key in sessions:
        try:
            told = records_in_call(place.common_dir, key, place.top, records, now)
            append_records(place.common_dir, key, place.top, stamp(now), told, deadline)
        except OSError as error:
            problems.append(_words(error))
    return problems


def _keep(name: str, place: Place, entries: list[Record], problems: list[str], now: float) -> None:
    """Append to the journal, and say what went wrong: once, however many sessions it concerns."""
    for problem in dict.fromkeys(problems):
        missed: Record = {"type": "missed", "hook": name, "worktree": place.top}
        missed |= {"commit": place.head} if place.head is not None else {}
        entries.append(missed | {"reason": problem, "ts": stamp(now)})
    try:
        if entries:
            append_entries(place.common_dir, entries)
    except OSError as error:
        problems.append(_words(error))
    if problems:
        _say(problems[0])


def _words(error: OSError) -> str:
    reason = (error.strerror or str(error)).lower()
    return f"'{error.filename}': {reason}" if error.filename else reason


def _say(problem: str) -> None:
    text = f"attrib: not recorded: {problem}\nhint: attrib doctor\n"
    try:
        os.write(2, text.encode("utf-8", "backslashreplace"))
    except OSError:
        pass
