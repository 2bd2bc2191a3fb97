"""ASR JSON as we write it: one object, one line, one newline."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from attrib.codec.inferred import PRODUCER_META
from attrib.model.records import Root

#: Line ends to other readers than ours, though legal inside JSON strings.
_ESCAPED = {"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def encode(record: Mapping[str, Any]) -> bytes:
    """A record as one line with its newline, members in the given order.

    UTF-8, except that a text with lone surrogates is spelled in escapes throughout, since these
    have no UTF-8.

    Raises:
        ValueError: a number that JSON does not have (`NaN`, infinite).
    """
    text = json.dumps(record, ensure_ascii=False, allow_nan=False)
    for character, escape in _ESCAPED.items():
        text = text.replace(character, escape)
    try:
        return text.encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(record, allow_nan=False).encode() + b"\n"


def header_line(
    *,
    session_id: str,
    agent: str,
    namespace: str,
    producer: str,
    version: str,
    ts: str | None = None,
    roots: Iterable[Root] = (),
    profiles: Iterable[str] = ("coding",),
    losses: Iterable[str | Mapping[str, Any]] = (),
    parent_session: str | None = None,
    meta: Mapping[str, Any] | None = None,
    seq: int = 1,
) -> bytes:
    """The first line of a stream of ours; `producer` is `import`, `hook` or `agent-hook`."""
    header: dict[str, Any] = {"type": "session", "seq": seq, "id": f"r{seq}"}
    if ts is not None:
        header["ts"] = ts
    header |= {"sessionId": session_id, "agent": agent, "namespace": namespace}
    if parent_session is not None:
        header["parentSessionId"] = parent_session
    header |= {
        "profiles": list(profiles),
        "roots": [_root(root) for root in roots],
        "losses": list(losses),
        "_meta": {PRODUCER_META: {"name": producer, "version": version}, **(meta or {})},
    }
    return encode(header)


def _root(root: Root) -> dict[str, str]:
    members = {"root": root.id, "path": root.path, "nativePath": root.native_path}
    return {name: value for name, value in members.items() if value is not None}
