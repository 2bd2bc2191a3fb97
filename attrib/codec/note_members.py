"""Members of lines in shared notes, each read with a limit and refused with a reason."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeVar

from attrib.model.ids import LineRange, ObjectIdType, Oid, RepoPath, Representation
from attrib.model.states import ABSENT, UNKNOWN, Presence, RecordedState

Kind = TypeVar("Kind", bound=Enum)

#: So many characters of a name are read, so many items of a list, and so far a number goes.
LONGEST_TEXT, MOST_ITEMS, LARGEST_NUMBER = 4096, 20_000, 1 << 53
_OID = re.compile("(?:[0-9a-f]{40}|[0-9a-f]{64})")


class RefusedError(Exception):
    """A member is not what it has to be; the message says which and why."""


def text(value: Mapping[str, Any], name: str, *, may_be_empty: bool = False) -> str:
    """A text of bounded length."""
    found = value.get(name)
    if not isinstance(found, str) or not (found or may_be_empty):
        raise RefusedError(f"its member '{name}' is no text")
    if len(found) > LONGEST_TEXT:
        raise RefusedError(f"its member '{name}' is longer than {LONGEST_TEXT:,} characters")
    return found


def texts(value: Mapping[str, Any], name: str) -> list[str]:
    """At least one text."""
    found = _list(value, name)
    if not found:
        raise RefusedError(f"its member '{name}' is empty")
    return [text({name: each}, name) for each in found]


def choice(kind: type[Kind], value: Mapping[str, Any], name: str) -> Kind:
    """One of a closed set."""
    try:
        return kind(value.get(name))
    except ValueError:
        raise RefusedError(f"its member '{name}' is none that is known") from None


def choices(kind: type[Kind], value: Mapping[str, Any], name: str) -> tuple[Kind, ...]:
    """Some of a closed set, each once and in its order."""
    found = {choice(kind, {name: each}, name) for each in _list(value, name)}
    return tuple(each for each in kind if each in found)


def integer(found: Any, name: str) -> int:
    """A number without a fraction, of bounded size."""
    if not isinstance(found, int) or isinstance(found, bool) or abs(found) > LARGEST_NUMBER:
        raise RefusedError(f"its member '{name}' is no number that is known")
    return found


def ranges(value: Mapping[str, Any], name: str) -> tuple[LineRange, ...]:
    """Ranges of lines, in order and apart from each other."""
    spans: list[LineRange] = []
    for pair in _list(value, name):
        if not isinstance(pair, list) or len(pair) != 2:
            raise RefusedError(f"its member '{name}' holds what is no range")
        first, last = (integer(each, name) for each in pair)
        if not (spans[-1].last if spans else 0) < first <= last:
            raise RefusedError(f"its member '{name}' holds ranges out of order")
        spans.append(LineRange(first, last))
    return tuple(spans)


def oid_or_none(value: Mapping[str, Any], name: str) -> Oid | None:
    """A full object ID, or nothing."""
    found = value.get(name)
    if found is None:
        return None
    if not isinstance(found, str) or not _OID.fullmatch(found):
        raise RefusedError(f"its member '{name}' is no full object ID")
    return Oid(found)


def oids(value: Mapping[str, Any], name: str) -> tuple[Oid | None, ...]:
    """Full object IDs or nothing, in order."""
    return tuple(oid_or_none({name: each}, name) for each in _list(value, name))


def path_of(path: bytes, name: str) -> RepoPath:
    """A path inside a repository: relative, without empty parts, `.`, `..` or NUL."""
    parts = path.split(b"/")
    if b"\0" in path or len(path) > LONGEST_TEXT or any(p in (b"", b".", b"..") for p in parts):
        raise RefusedError(f"its member '{name}' is no path inside a repository")
    return RepoPath(path)


def _list(value: Mapping[str, Any], name: str) -> list[Any]:
    found = value.get(name, [])
    if not isinstance(found, list) or len(found) > MOST_ITEMS:
        raise RefusedError(f"its member '{name}' is no list that is known")
    return found


def state_object(state: RecordedState) -> dict[str, Any] | None:
    """A side of a recorded change; nothing where it has no ID to share."""
    if state.presence is Presence.ABSENT:
        return {"absent": True, **({"derived": True} if state.is_derived else {})}
    if state.object_id is None or state.object_id_type is None:
        return None
    found: dict[str, Any] = {"id": state.object_id, "type": state.object_id_type.value}
    if state.representation is not None:
        found["representation"] = state.representation.value
    if state.is_derived:
        found["derived"] = True
    return found


def state_from(value: Mapping[str, Any], name: str) -> RecordedState:
    """A side of a recorded change as shared; it has no content."""
    found = value.get(name)
    if found is None:
        return UNKNOWN
    if not isinstance(found, dict):
        raise RefusedError(f"its member '{name}' is no state")
    derived = found.get("derived") is True
    if found.get("absent") is True:
        return RecordedState(Presence.ABSENT, is_derived=True) if derived else ABSENT
    kind = choice(ObjectIdType, found, "type")
    form = choice(Representation, found, "representation") if "representation" in found else None
    oid = oid_or_none(found, "id")
    if oid is None or len(oid) != kind.hex_length:
        raise RefusedError(f"its member '{name}' has no object ID of its type")
    return RecordedState(Presence.PRESENT, oid, kind, form, is_derived=derived)
