"""Members of JSON objects, read leniently: a value of another type is as good as absent."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeAlias

Json: TypeAlias = Mapping[str, Any]


def text_at(value: object, name: str) -> str | None:
    """The member when it is a text; `None` without one, or where `value` is no object."""
    if isinstance(value, dict):
        found = value.get(name)
        if isinstance(found, str):
            return found
    return None


def first_text_at(value: object, *names: str) -> str | None:
    """The first of these members that is a text."""
    return next((text for name in names if (text := text_at(value, name)) is not None), None)


def object_at(value: Json, name: str) -> dict[str, Any] | None:
    """The member when it is an object."""
    found = value.get(name)
    return found if isinstance(found, dict) else None


def list_at(value: Json, name: str) -> list[Any]:
    """The member when it is an array, else an empty one."""
    found = value.get(name)
    return found if isinstance(found, list) else []


def texts_at(value: Json, name: str) -> tuple[str, ...]:
    """The texts in an array member."""
    return tuple(item for item in list_at(value, name) if isinstance(item, str))


def flag_at(value: Json, name: str) -> bool | None:
    """The member when it is a boolean."""
    found = value.get(name)
    return found if isinstance(found, bool) else None


def integer_at(value: Json, name: str) -> int | None:
    """The member as an integer; `3.0` is tolerated as 3, a boolean is no integer."""
    found = value.get(name)
    if isinstance(found, bool):
        return None
    if isinstance(found, float):
        return int(found) if found.is_integer() else None
    return found if isinstance(found, int) else None


def time_of(ts: str | None) -> float | None:
    """Seconds since the epoch of an RFC 3339 time; `None` without an offset or a usable value."""
    if ts is None:
        return None
    try:
        moment = datetime.fromisoformat(ts.upper())
        return moment.timestamp() if moment.tzinfo is not None else None
    except (ValueError, OverflowError, OSError):
        return _leap_second(ts)


def _leap_second(ts: str) -> float | None:
    """A time at second 60, which Python refuses, as the second after 59."""
    before = ts.replace(":60", ":59", 1)
    if before == ts:
        return None
    time = time_of(before)
    return None if time is None else time + 1


def content_of_text(text: str) -> bytes:
    """The bytes of an inline text; a lone surrogate stands for the byte that it escapes."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
