"""Times of native rows as RFC 3339, where the row says one for certain."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

_RFC_3339 = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
#: The first millisecond of the year 10000.
_END = 253_402_300_800_000


def moment_of(stamp: str | None) -> float | None:
    """A time in seconds since the epoch; `None` for none, or for one without a zone."""
    if stamp is None:
        return None
    try:
        moment = datetime.fromisoformat(stamp)
        return moment.timestamp() if moment.tzinfo else None
    except (ValueError, OverflowError):
        return None


def stamp_of(value: object) -> str | None:
    """The value itself where it is a time with a zone, as RFC 3339 has them."""
    if not isinstance(value, str) or not _RFC_3339.fullmatch(value):
        return None
    return value if moment_of(value) is not None else None


def stamp_of_milliseconds(value: object) -> str | None:
    """Milliseconds since the epoch as RFC 3339 in UTC; `None` for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < _END:
        return None
    moment = _EPOCH + timedelta(milliseconds=int(value))
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"
