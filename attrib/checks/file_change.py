"""File changes: what a record must have, its cause, its changes, its precision. ASR-450 to 455."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.checks.interface import (
    Facts,
    Item,
    Level,
    Problem,
    Rule,
    Severity,
    error,
    notice,
    warning,
)
from attrib.checks.shapes import called, changes_of, quoted, required, strings

FILE_CHANGE = frozenset({"file_change"})
_CAUSED = frozenset({"file_change", "vcs", "checkpoint"})
_PRECISIONS = ("exact", "hunks", "snippet", "unknown")
_ACTORS = frozenset({"human", "harness", "hook", "external"})
_FORMS = ("callId", "actor", "restore")
# Tuples, not sets: a record may have a list where a string should stand.
_MOVES = ("move", "copy")
_HAS_AFTER = ("add", "modify", "copy", "unknown")
_KNOWN_OPS = (*_HAS_AFTER, "delete", "move")


def _members(item: Item, facts: Facts) -> Iterator[Problem]:
    yield from required(item.data, "status")
    precision = item.data.get("precision")
    if "precision" not in item.data:
        yield error("precision is missing")
    elif precision not in _PRECISIONS:
        yield error(f"precision {quoted(precision)} is none of {', '.join(_PRECISIONS)}")
    changes = item.data.get("changes")
    if not isinstance(changes, list):
        yield error("changes is missing or no array")
    elif not changes:
        yield error("changes is empty")
    else:
        for index, change in enumerate(changes):
            if not isinstance(change, dict):
                yield error(f"changes[{index}] is no object")


def _status(item: Item, facts: Facts) -> Iterator[Problem]:
    call = called(item.data)
    if item.data.get("status") == "applied" and call is not None:
        yield warning(
            f"status is applied, but the result of call {quoted(call)} is an error",
            holds=lambda whole: call in whole.failed_calls,
        )


def _cause(item: Item, facts: Facts) -> Iterator[Problem]:
    yield from cause_problems(item.data, _FORMS)


def cause_problems(data: dict[str, object], forms: tuple[str, ...]) -> Iterator[Problem]:
    """What is wrong with a record's cause, where the given forms are allowed."""
    if "cause" not in data:
        return
    cause = data["cause"]
    if not isinstance(cause, dict):
        yield error("cause is no object")
        return
    given = [form for form in _FORMS if form in cause]
    allowed = ", ".join(forms)
    if len(given) != 1:
        yield error(f"cause has {len(given)} of {', '.join(_FORMS)}, not exactly one")
    elif given[0] not in forms:
        yield error(f"cause has {given[0]}; here only {allowed} may stand")
    yield from strings(cause, *given, where="cause.")
    if "actor" not in cause:
        if "observed" in cause:
            yield warning("cause has observed without an actor")
        return
    if cause.get("observed") is not True:
        yield error("cause has an actor without observed: true")
    actor = cause["actor"]
    if isinstance(actor, str) and actor not in _ACTORS:
        yield notice(f"cause.actor {quoted(actor)} is none of {', '.join(sorted(_ACTORS))}")


def _cause_targets(item: Item, facts: Facts) -> Iterator[Problem]:
    call = called(item.data)
    if call is not None:
        yield warning(
            f"no tool_call in the stream has callId {quoted(call)}",
            holds=lambda whole: call not in whole.calls,
        )
    cause = item.data.get("cause")
    restore = cause.get("restore") if isinstance(cause, dict) else None
    if isinstance(restore, str):
        yield error(
            f"cause.restore {quoted(restore)} is no rewind or checkpoint record of the stream",
            holds=lambda whole: whole.ids.get(restore, ("", 0))[0] not in ("rewind", "checkpoint"),
        )


def _changes(item: Item, facts: Facts) -> Iterator[Problem]:
    for where, change in changes_of(item):
        yield from required(change, "op", "path", where=where)
        if "root" not in change:
            yield error(f"{where}root is missing; it is null for a file outside every root")
        elif not isinstance(change["root"], str | None):
            yield error(f"{where}root is neither a string nor null")
        if not isinstance(change.get("oldRoot"), str | None):
            yield error(f"{where}oldRoot is neither a string nor null")
        yield from strings(change, "oldPath", "fileType", "mimeType", where=where)
        op = change.get("op")
        if op in _MOVES:
            if "oldPath" not in change:
                yield error(f"{where}oldPath is missing in a {op}")
        elif op in _KNOWN_OPS:
            for name in ("oldPath", "oldRoot"):
                if name in change:
                    yield warning(f"{where}{name} stands in a change with op {op}")


def _is_open_move(item: Item) -> bool:
    """True where a patch says that a moved file may not be the same one after it."""
    moves = [change for _, change in changes_of(item) if change.get("op") == "move"]
    return "patch" in item.data and any("after" not in change for change in moves)


def _precision(item: Item, facts: Facts) -> Iterator[Problem]:
    precision = item.data.get("precision")
    changes = [change for _, change in changes_of(item)]
    open_ones = [where for where, change in changes_of(item) if not _is_determined(change)]
    if precision == "exact":
        for where in open_ones:
            yield error(
                f"precision is exact, but {where}after has neither text, content nor objectId"
            )
    elif precision in _PRECISIONS and changes and not open_ones and not _is_open_move(item):
        yield warning(f"precision is {precision}, though every change is fully determined")
    if precision == "hunks" and "patch" not in item.data:
        yield warning("precision is hunks, but there is no patch; it may have been withheld")


def _is_determined(change: dict[str, object]) -> bool:
    """True when the record alone says what the file is after the change."""
    if change.get("op") not in _HAS_AFTER:
        return True
    after = change.get("after")
    return isinstance(after, dict) and any(
        name in after for name in ("text", "content", "objectId")
    )


_BOTH = (Severity.ERROR, Severity.WARNING)

RULES = (
    Rule(
        "ASR-450",
        Level.MUST,
        "A file_change has a status, a precision and at least one change.",
        (Severity.ERROR,),
        FILE_CHANGE,
        _members,
    ),
    Rule(
        "ASR-451",
        Level.MUST,
        "A status follows the source's evidence; a mere request is not applied.",
        (Severity.WARNING,),
        FILE_CHANGE,
        _status,
    ),
    Rule(
        "ASR-452",
        Level.MUST,
        "A cause is exactly one of a call, an observed actor, a restore.",
        (Severity.ERROR, Severity.WARNING, Severity.NOTICE),
        FILE_CHANGE,
        _cause,
    ),
    Rule(
        "ASR-453",
        Level.MUST,
        "A cause's callId should be a tool_call's, its restore is a rewind or checkpoint.",
        _BOTH,
        _CAUSED,
        _cause_targets,
    ),
    Rule(
        "ASR-454",
        Level.MUST,
        "A change has op, root and path, and oldPath when the file moved or was copied.",
        _BOTH,
        FILE_CHANGE,
        _changes,
    ),
    Rule(
        "ASR-455",
        Level.MUST,
        "A precision is that of the least precise change, and no more than the record holds.",
        _BOTH,
        FILE_CHANGE,
        _precision,
    ),
)
