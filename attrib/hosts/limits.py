"""How long a forge is waited for, and what its answers ask: pure rules, no connection."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

#: GitHub's words where a secondary limit names no time; its documentation asks for a minute.
_SECONDARY = ("secondary rate limit", "abuse detection mechanism")
_A_MINUTE = 60.0
_TRANSIENT = frozenset({408, 425, 500, 502, 503, 504})
_RESETS = ("x-ratelimit-reset", "ratelimit-reset")
_REMAINING = ("x-ratelimit-remaining", "ratelimit-remaining")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a forge may ask of us; times in seconds.

    `timeout` is for one step of a connection, `longest` for one whole answer, `waiting` for all
    waits of a run together, `attempts` for one request, `size` for the bytes of one answer.
    """

    timeout: float = 30.0
    longest: float = 120.0
    waiting: float = 300.0
    attempts: int = 5
    size: int = 64 * 1024 * 1024
    pages: int = 200


@dataclass(frozen=True, slots=True)
class Again:
    """An answer that asks to come back: after `seconds`, or when we think fit (`None`).

    `is_limit` says that the forge counts requests; then nothing was done. Else the forge failed,
    and what was asked may have had its effect.
    """

    seconds: float | None
    is_limit: bool


def again_of(status: int, headers: Mapping[str, str], text: str, now: float) -> Again | None:
    """Whether an answer asks to come back; `None` where it is final.

    `headers` have names in lower case; `now` is used where the answer has no date of its own.
    """
    asked = _retry_after(headers, now)
    if status in (403, 429):
        if asked is not None:
            return Again(asked, is_limit=True)
        if any(headers.get(name, "").strip() == "0" for name in _REMAINING):
            return Again(_until_reset(headers, now), is_limit=True)
        if any(words in text.lower() for words in _SECONDARY):
            return Again(_A_MINUTE, is_limit=True)
        if status == 429:
            return Again(None, is_limit=True)
    if status in _TRANSIENT:
        return Again(asked, is_limit=False)
    return None


def _retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """The seconds of `Retry-After`, which holds a number or a date."""
    value = headers.get("retry-after", "").strip()
    seconds = _number(value)
    if seconds is None and (at := _date(value)) is not None:
        seconds = at - (_date(headers.get("date", "")) or now)
    return None if seconds is None else max(0.0, seconds)


def _until_reset(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds until the limit is lifted, by the forge's own clock where it tells the time."""
    for name in _RESETS:
        at = _number(headers.get(name, ""))
        if at is not None:
            return max(0.0, at - (_date(headers.get("date", "")) or now)) + 1
    return None


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _date(text: str) -> float | None:
    try:
        return parsedate_to_datetime(text).timestamp()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
