"""Facts of a `file_change` straight from its line, in a tenth of the time of a whole decoding.

A line that is odd in any way is refused; it is decoded with care instead, and `facts_of` tells the
same of the record.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Literal

from attrib.codec.facts import Row
from attrib.codec.records import ID_TYPES, REPRESENTATIONS

_LENGTHS = {name: kind.hex_length for name, kind in ID_TYPES.items()}
_is_hex = re.compile(r"[0-9a-f]+").fullmatch
#: How JSON values begin that are an object, a text, true.
_OBJECT, _TEXT, _TRUE = b'{"t'
#: Stands for a member that is not there, where `null` means something else.
_ABSENT: Any = object()


def quick_facts(line: bytes) -> Row | None:
    """The facts of a line that is one plain `file_change` and nothing else; `None` for others.

    `facts_from` makes `RecordFacts` of them.
    """
    decode, refusal, _ = _tools()
    try:
        if not line.isascii():
            line.decode("utf-8")
        value = decode(line)
    except (UnicodeDecodeError, refusal):
        return None
    cause = value.cause
    return (
        value.id,
        value.seq,
        value.ts,
        value.turnId,
        "unknown" if value.status is None else value.status,
        cause.callId if cause and cause.actor is None and cause.restore is None else None,
        value.patch is not None and memoryview(value.patch)[0] == _OBJECT,
        value.moreFiles is not None and memoryview(value.moreFiles)[0] == _TRUE,
        tuple([_quick_change(change) for change in value.changes]),
    )


def _quick_change(change: Any) -> Row:
    root, old_root = change.root, change.oldRoot
    return (
        "unknown" if change.op is None else change.op,
        root,
        change.path,
        root if old_root is _ABSENT else old_root,
        change.oldPath,
        _quick_side(change.before),
        _quick_side(change.after),
    )


def _quick_side(state: Any) -> Row | None:
    if state is None:
        return None
    kind, object_id, content, text = state.objectIdType, state.objectId, state.content, state.text
    if object_id is not None and (len(object_id) != _LENGTHS.get(kind) or not _is_hex(object_id)):
        object_id = None
    has_text = text is not None and memoryview(text)[0] == _TEXT
    has_content = has_text or (content is not None and content.blob is not None)
    return object_id, kind, state.representation, has_content


def rows_as_json(rows: Sequence[Row]) -> str:
    """Rows as JSON, to be read by any decoder of it."""
    encode = _tools()[2]
    try:
        return encode(rows).decode()
    except UnicodeError:  # a lone surrogate, which has no UTF-8
        return json.dumps(rows, separators=(",", ":"))


@cache
def _tools() -> tuple[Callable[[bytes], Any], type[Exception], Callable[[Any], bytes]]:
    """Decodes what the facts need, the error of what it refuses, and encodes; imported late."""
    import msgspec
    from msgspec import Raw, defstruct

    none: Any = None
    text = str | None
    cause = defstruct(
        "Cause", [(name, text, none) for name in ("callId", "actor", "restore")], gc=False
    )
    line = defstruct(
        "Line",
        [
            ("type", Literal["file_change"]),
            ("changes", list[_change_struct()]),  # type: ignore[misc]
            *((name, text, none) for name in ("id", "ts", "turnId", "status")),
            ("seq", int | None, none),
            ("cause", cause | None, none),
            *((name, Raw, none) for name in ("patch", "moreFiles")),
        ],
        gc=False,
    )
    return msgspec.json.Decoder(line).decode, msgspec.MsgspecError, msgspec.json.encode


def _change_struct() -> Any:
    """One element of `changes`; texts stay as they are."""
    from msgspec import Raw, defstruct

    none: Any = None
    text = str | None
    blob = defstruct("Blob", [("blob", text, none)], gc=False)
    state = defstruct(
        "State",
        [
            ("objectId", text, none),
            ("objectIdType", Literal[*ID_TYPES] | None, none),
            ("representation", Literal[*REPRESENTATIONS] | None, none),
            ("text", Raw, none),
            ("content", blob | None, none),
        ],
        gc=False,
    )
    return defstruct(
        "Change",
        [
            ("path", str),
            *((name, text, none) for name in ("op", "root", "oldPath")),
            ("oldRoot", text, _ABSENT),
            ("before", state | None, none),
            ("after", state | None, none),
        ],
        gc=False,
    )
