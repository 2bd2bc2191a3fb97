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

from attrib.codec.facts import OUTSIDE, Row
from attrib.codec.members import content_of_text
from attrib.codec.records import ID_TYPES, REPRESENTATIONS

#: Matches what may be an ID of a type.
_MATCHES = {
    name: re.compile(f"[0-9a-f]{{{kind.hex_length}}}").fullmatch for name, kind in ID_TYPES.items()
}
#: How JSON values begin that are a text, true.
_TEXT, _TRUE = b'"t'
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
        value.status or "unknown",
        cause.callId if cause and cause.actor is None and cause.restore is None else None,
        _patch_size(value.patch),
        value.moreFiles is not None and memoryview(value.moreFiles)[0] == _TRUE,
        tuple([_quick_change(change) for change in value.changes]),
    )


def _quick_change(change: Any) -> Row:
    root, old_root = change.root, change.oldRoot
    return (
        change.op or "unknown",
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
    if object_id is not None and (kind is None or _MATCHES[kind](object_id) is None):
        object_id = None
    size = _text_size(text)
    has_content = size is not None or (content is not None and content.blob is not None)
    return object_id, kind, state.representation, has_content, size


def _patch_size(patch: Any) -> int | None:
    if patch is None:
        return None
    size = _text_size(patch.text)
    return OUTSIDE if size is None else size


def _text_size(raw: Any) -> int | None:
    """The size of the text that raw JSON is; `None` where it is none."""
    if raw is None or memoryview(raw)[0] != _TEXT:
        return None
    data = bytes(raw)
    escapes = data.count(b"\\")
    if not escapes:
        return len(data) - 2
    if b"\\u" in data:
        return len(content_of_text(json.loads(data)))
    # Of a run of them every second one is escaped itself.
    return len(data) - 2 - escapes + data.count(b"\\\\")


def rows_as_json(rows: Sequence[Any]) -> str:
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
    patch = defstruct("Patch", [("text", Raw, none)], gc=False)
    line = defstruct(
        "Line",
        [
            ("type", Literal["file_change"]),
            ("changes", list[_change_struct()]),  # type: ignore[misc]
            *((name, text, none) for name in ("id", "ts", "turnId", "status")),
            ("seq", int | None, none),
            ("cause", cause | None, none),
            ("patch", patch | None, none),
            ("moreFiles", Raw, none),
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
