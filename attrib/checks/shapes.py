"""Shapes of raw JSON values, and how a value is quoted in a message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeGuard

from attrib.checks.interface import Item, Problem, error
from attrib.codec.inferred import LARGEST_SAFE_INTEGER

_COMMIT = re.compile(r"(?:[0-9a-f]{40}|[0-9a-f]{64})")
_BLOB = re.compile(r"sha256:[0-9a-f]{64}")
_ANY_BLOB = re.compile(r"[a-z0-9-]+:[0-9a-f]+")
_QUOTED = 60


def quoted(value: object) -> str:
    """A value in single quotes, printable and cut when long; a container by its kind alone."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "an array"
    text = value if isinstance(value, str) else repr(value)
    if len(text) > _QUOTED:
        text = text[: _QUOTED - 1] + "…"
    shown = (c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
    return "'" + "".join(shown) + "'"


def is_natural(value: object) -> TypeGuard[int]:
    """True for a non-negative integer that JavaScript can hold too; a boolean is none."""
    return (
        isinstance(value, int)
        and not isinstance(value, bool)
        and 0 <= value <= LARGEST_SAFE_INTEGER
    )


def is_commit(value: object) -> TypeGuard[str]:
    """True for a full commit ID: 40 or 64 lowercase hex digits."""
    return isinstance(value, str) and _COMMIT.fullmatch(value) is not None


def blob_problem(value: object) -> str | None:
    """What keeps a value from being a BlobRef; `None` when nothing does."""
    if not isinstance(value, dict):
        return "is no object"
    blob = value.get("blob")
    if not isinstance(blob, str) or not _ANY_BLOB.fullmatch(blob):
        return "has no 'blob' of the form sha256:<64 hex>"
    if blob.startswith("sha256:") and not _BLOB.fullmatch(blob):
        return "has a 'blob' that is not 64 lowercase hex digits"
    if not is_natural(value.get("size")):
        return "has a 'size' that is no non-negative integer"
    if not isinstance(value.get("mimeType", ""), str):
        return "has a 'mimeType' that is no string"
    return None


def strings(item: dict[str, object], *names: str, where: str = "") -> Iterator[Problem]:
    """An error for each of these members that is present and no string."""
    for name in names:
        if name in item and not isinstance(item[name], str):
            yield error(f"{where}{name} is no string")


def booleans(item: dict[str, object], *names: str, where: str = "") -> Iterator[Problem]:
    """An error for each of these members that is present and no boolean."""
    for name in names:
        if name in item and not isinstance(item[name], bool):
            yield error(f"{where}{name} is no boolean")


def required(item: dict[str, object], *names: str, where: str = "") -> Iterator[Problem]:
    """An error for each of these members that is absent or no string."""
    for name in names:
        if name not in item:
            yield error(f"{where}{name} is missing")
        elif not isinstance(item[name], str):
            yield error(f"{where}{name} is no string")


def changes_of(item: Item) -> Iterator[tuple[str, dict[str, object]]]:
    """Each change that is an object, with what messages call it."""
    changes = item.data.get("changes")
    if isinstance(changes, list):
        for index, change in enumerate(changes):
            if isinstance(change, dict):
                yield f"changes[{index}].", change


def states_of(item: Item) -> Iterator[tuple[str, dict[str, object]]]:
    """Each side of each change that is an object, with what messages call it."""
    for where, change in changes_of(item):
        for side in ("before", "after"):
            state = change.get(side)
            if isinstance(state, dict):
                yield f"{where}{side}.", state


def called(item: dict[str, object]) -> str | None:
    """The call that a record's cause names."""
    cause = item.get("cause")
    call = cause.get("callId") if isinstance(cause, dict) else None
    return call if isinstance(call, str) else None
