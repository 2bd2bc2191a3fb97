"""Times as native logs have them, as RFC 3339 in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from attrib.importers.common.lines import moment_of

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def stamp_of_milliseconds(value: object) -> str | None:
    """Milliseconds since the epoch as a time; `None` for what is no such number."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    try:
        moment = _EPOCH + timedelta(milliseconds=value)
    except (OverflowError, ValueError):
        return None
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def stamp_of(value: object) -> str | None:
    """A time given as a text with a zone, kept as it is, or in milliseconds; else `None`."""
    if isinstance(value, str):
        return value if moment_of(value) is not None else None
    return stamp_of_milliseconds(value)
