"""What the order and the coverage of recorded steps rest on: the small facts of a `file_change`.

A plain line is taken apart without reading its texts; `facts_of_step` tells the same of a record
that was decoded with care.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple

from attrib.codec.members import object_at, text_at
from attrib.codec.records import ID_TYPES
from attrib.model.records import Change, FileChange, FileState

#: Where the importer of a gateway keeps what a page said of its coverage.
COVERAGE_META = "ai.pioneer/coverage"


class Touched(NamedTuple):
    """One path of a step; `is_told` where the state after is fully determined. Spec: ASR-455."""

    path: str
    old_path: str | None
    is_told: bool


class StepFacts(NamedTuple):
    """What is kept at hand of a recorded step, members as `FileChange` names them.

    `coverage` is what the source's own page said of it, as JSON values; `None` where it said none.
    """

    id: str | None
    ts: str | None
    turn_id: str | None
    status: str
    precision: str
    call_id: str | None
    is_net: bool
    more_files: bool
    by_user: bool
    touched: tuple[Touched, ...]
    coverage: Mapping[str, Any] | None


def quick_step(line: bytes) -> StepFacts | None:
    """The facts of a line that is one plain `file_change` and nothing else; `None` for others."""
    decode, refusal = _tools()
    try:
        if not line.isascii():
            line.decode("utf-8")
        value = decode(line)
    except (UnicodeDecodeError, refusal, RecursionError):
        return None
    cause = value.cause
    return StepFacts(
        value.id,
        value.ts,
        value.turnId,
        value.status or "unknown",
        value.precision or "unknown",
        cause.callId if cause and cause.actor is None and cause.restore is None else None,
        value.basis == "net",
        _is_true(value.moreFiles),
        _is_true(value.modifiedByUser),
        tuple([_touched(each) for each in value.changes]),
        value.meta.coverage if value.meta is not None else None,
    )


def facts_of_step(record: FileChange, value: object) -> StepFacts:
    """The facts of a decoded record; `value` is its JSON."""
    meta = object_at(value, "_meta") if isinstance(value, dict) else None
    return StepFacts(
        record.id,
        record.ts,
        record.turn_id,
        record.status,
        text_at(value, "precision") or "unknown",
        record.cause.call_id if record.cause else None,
        record.basis == "net",
        record.more_files,
        record.modified_by_user,
        tuple(Touched(each.path, _old_of(each), is_told(each)) for each in record.changes),
        object_at(meta, COVERAGE_META) if meta else None,
    )


def is_told(change: Change) -> bool:
    """True where a record holds all that `exact` asks of a change. Spec: ASR-455."""
    if change.op in ("delete", "move") and change.after is None:
        return True
    return change.op in ("add", "modify", "copy", "move") and _holds(change.after)


def _holds(state: FileState | None) -> bool:
    return state is not None and (
        state.text is not None or state.content is not None or state.object_id is not None
    )


def _old_of(change: Change) -> str | None:
    return change.old_path if change.op in ("move", "copy") else None


def _touched(change: Any) -> Touched:
    op, after = change.op, change.after
    if op in ("delete", "move") and after is None:
        told = True
    else:
        told = op in ("add", "modify", "copy", "move") and _tells(after)
    return Touched(change.path, change.oldPath if op in ("move", "copy") else None, told)


def _tells(state: Any) -> bool:
    if state is None:
        return False
    if _is_text(state.text) or (state.content is not None and state.content.blob is not None):
        return True
    kind, name = state.objectIdType, state.objectId
    return (
        name is not None
        and kind is not None
        and len(name) == ID_TYPES[kind].hex_length
        and set(name) <= _DIGITS
    )


_DIGITS = frozenset("0123456789abcdef")


def _is_text(raw: Any) -> bool:
    return raw is not None and memoryview(raw)[0] == 0x22


def _is_true(raw: Any) -> bool:
    return raw is not None and memoryview(raw)[0] == 0x74


@cache
def _tools() -> tuple[Callable[[bytes], Any], type[Exception]]:
    """Decodes what the facts need, and the error of what it refuses; imported late."""
    import msgspec
    from msgspec import Raw, defstruct, field

    none: Any = None
    text = str | None
    blob = defstruct("Blob", [("blob", text, none)], gc=False)
    state = defstruct(
        "State",
        [
            ("objectId", text, none),
            ("objectIdType", Literal[*ID_TYPES] | None, none),
            ("text", Raw, none),
            ("content", blob | None, none),
        ],
        gc=False,
    )
    names = [(name, text, none) for name in ("op", "oldPath")]
    change = defstruct("Change", [("path", str), *names, ("after", state | None, none)], gc=False)
    names = [(name, text, none) for name in ("callId", "actor", "restore")]
    cause = defstruct("Cause", names, gc=False)
    coverage = ("coverage", dict[str, Any] | None, field(default=None, name=COVERAGE_META))
    meta = defstruct("Meta", [coverage], gc=False)
    line = defstruct(
        "Line",
        [
            ("type", Literal["file_change"]),
            ("changes", list[change]),  # type: ignore[valid-type]
            *((name, text, none) for name in ("id", "ts", "turnId", "status", "basis")),
            ("precision", str, "unknown"),
            ("cause", cause | None, none),
            *((name, Raw, none) for name in ("moreFiles", "modifiedByUser")),
            ("meta", meta | None, field(default=None, name="_meta")),
        ],
        gc=False,
    )
    return msgspec.json.Decoder(line).decode, msgspec.MsgspecError
