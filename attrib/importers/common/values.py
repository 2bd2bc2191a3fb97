"""JSON values that can be written as they were read, and the decoding of JSON in texts."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any

_SAFE = 2**53
_DEEPEST = 64


class _InexactError(ValueError):
    """A value that does not survive decoding as it stands."""


def decoded(text: str) -> Any:
    """The value of a JSON text, or `None` where no value stands for exactly that text.

    That is so for what is no JSON, for an object with one name twice, and for values that
    `is_plain` does not take. Spec: ASR-035, ASR-042.
    """
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None
    return value if is_plain(value) else None


def is_plain(value: object) -> bool:
    """True for a value with safe integers, finite numbers, and levels that can be written."""
    level: list[object] = [value]
    for _ in range(_DEEPEST):
        if not level:
            return True
        below: list[object] = []
        for item in level:
            if isinstance(item, dict):
                below += item.values()
            elif isinstance(item, list):
                below += item
            elif isinstance(item, float):
                if not math.isfinite(item):
                    return False
            elif isinstance(item, int) and not -_SAFE < item < _SAFE:
                return False
        level = below
    return not level


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    listed = list(pairs)
    found = dict(listed)
    if len(found) != len(listed):
        raise _InexactError
    return found


def _no_constant(name: str) -> None:
    raise _InexactError(name)
