"""The first line of a comment: which configuration it is of, and for which head it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass

from attrib.errors import UsageError
from attrib.model.ids import Oid

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._]|-(?!-)){0,63}(?<!-)")
_MARKER = re.compile(
    r"<!-- attrib:pr-evidence:v1 key=(?P<key>\S{1,64}) head=(?P<head>[0-9a-f]{40}|[0-9a-f]{64}) -->"
)
#: What a comment has where nothing tells several configurations apart.
DEFAULT_KEY = "default"


@dataclass(frozen=True, slots=True)
class Marker:
    """What names a comment among all: its key, and the head that it was rendered for."""

    key: str
    head: Oid

    def __str__(self) -> str:
        return f"<!-- attrib:pr-evidence:v1 key={self.key} head={self.head} -->"


def marker_of(body: str) -> Marker | None:
    """The marker that a comment's first line holds; `None` for any other comment."""
    found = _MARKER.fullmatch(body.partition("\n")[0].rstrip("\r"))
    if found is None or _NAME.fullmatch(found["key"]) is None:
        return None
    return Marker(found["key"], Oid(found["head"]))


def checked_key(text: str) -> str:
    """The key as given.

    Raises:
        UsageError: it holds more than letters, digits, points, underlines and single hyphens.
    """
    if _NAME.fullmatch(text) is None:
        raise UsageError(
            f"'{text}' is no key: letters, digits, '.', '_' and '-', at most 64",
            hint="attrib pr render --key docs",
        )
    return text
