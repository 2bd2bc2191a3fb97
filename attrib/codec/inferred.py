"""What we infer of the ASR envelope: header, session, roots, losses.

The pages that state these forms are not available to this project. Every inference stands here,
so that it can be corrected in one place. The reader accepts all of these forms; we write one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrib.codec.members import Json, first_text_at, object_at, text_at
from attrib.model.agents import name_of
from attrib.model.records import Root

HEADER_TYPES = frozenset({"session", "header", "stream", "asr", "manifest"})
HEADER_MEMBERS = ("asr", "version", "profiles", "sessionId", "session")
ROOT_TYPES = frozenset({"root", "roots", "workspace", "workspace_root"})
PRODUCER_META = "attrib/producer"

#: Members of a record that were redacted, by a list under `_meta` and by a loss of this key.
REDACTED_META = "attrib/redacted"
LARGEST_SAFE_INTEGER = 2**53 - 1
_RFC_3339 = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)", re.ASCII)


def is_header(record: Json) -> bool:
    """True for an object of a header's type, or without a type but with a header's members."""
    kind = record.get("type")
    if kind is None and "type" not in record:
        return any(name in record for name in HEADER_MEMBERS)
    return isinstance(kind, str) and kind in HEADER_TYPES


def session_id_of(record: Json) -> str | None:
    """The session ID that a header gives; its own `id` only where no `seq` makes it a record's."""
    session = record.get("session")
    found = text_at(record, "sessionId") or first_text_at(session, "sessionId", "id")
    if not found and isinstance(session, str):
        found = session
    if not found and "seq" not in record:
        found = text_at(record, "id")
    return found or None


def agent_of(record: Json) -> str | None:
    """The agent's registry name, from whichever member gives its name or alias."""
    for holder in (record, object_at(record, "session") or {}):
        source = object_at(holder, "source") or {}
        for value in (holder.get("agent"), holder.get("producer"), source.get("agent")):
            name = value if isinstance(value, str) else text_at(value, "name")
            if name:
                return name_of(name)
    return None


def namespace_of(record: Json) -> str | None:
    """The installation namespace that qualifies the session ID."""
    for holder in (record, *(object_at(record, n) or {} for n in ("session", "agent", "source"))):
        value = holder.get("namespace")
        found = value if isinstance(value, str) else first_text_at(value, "id", "name")
        if found:
            return found
    return None


def parent_of(record: Json) -> str | None:
    """The session that this one names as its parent: an unqualified lead."""
    names = ("parentSessionId", "parentSession", "parent_session_id", "parentConversationId")
    return first_text_at(record, *names) or first_text_at(record.get("session"), *names)


def producer_of(record: Json) -> str | None:
    """Which of our own producers wrote the stream, if one did."""
    meta = object_at(record, "_meta") or {}
    return text_at(meta.get(PRODUCER_META), "name")


def keys_of(value: object) -> tuple[str, ...]:
    """The keys of a list (of texts, or of objects that name one) or of an object."""
    if isinstance(value, dict):
        return tuple(value)
    if not isinstance(value, list):
        return ()
    keys = (item if isinstance(item, str) else first_text_at(item, "key", "loss", "name", "id")
            for item in value)  # fmt: skip
    return tuple(key for key in keys if key)


def roots_of(record: Json) -> tuple[Root, ...]:
    """The roots that a header or a root record declares, in order."""
    roots = list(_listed(record.get("roots")))
    if record.get("type") in ROOT_TYPES:
        roots += _single(record, is_record=True)
        workspace = record.get("workspace")
        if isinstance(workspace, dict):
            roots += _single(workspace)
    return tuple(dict.fromkeys(roots))


def is_rfc_3339(ts: str) -> bool:
    """True for a time as RFC 3339 spells it."""
    return _RFC_3339.fullmatch(ts) is not None


def _listed(value: object) -> Iterator[Root]:
    if isinstance(value, list):
        for item in value:
            if isinstance(item, str):
                yield Root(item)
            elif isinstance(item, dict):
                yield from _single(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            if isinstance(item, dict):
                yield Root(name, _path_of(item), text_at(item, "nativePath"))
            else:
                yield Root(name, item if isinstance(item, str) else None)


def _single(item: Json, *, is_record: bool = False) -> Iterator[Root]:
    """One root object; a record's `id` is the record's own unless it has no `seq`."""
    names = ("root", "name", "rootId") if is_record and "seq" in item else ("root", "id", "name")
    inner = item.get("root")
    if isinstance(inner, dict):
        yield from _single(inner)
        return
    name = first_text_at(item, *names)
    if name:
        yield Root(name, _path_of(item), text_at(item, "nativePath"))


def _path_of(item: Json) -> str | None:
    for name in ("path", "cwd", "nativePath"):
        value = item.get(name)
        found = value if isinstance(value, str) else text_at(value, "path")
        if found:
            return found
    return None
