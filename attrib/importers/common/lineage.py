"""Sessions that others were forked from, and which of several an event came from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping


def ancestors(session: str, parents: Mapping[str, str]) -> Iterator[str]:
    """The session that this one was forked from, and so on; a circle ends where it began."""
    seen = {session}
    while (parent := parents.get(session)) is not None and parent not in seen:
        seen.add(parent)
        session = parent
        yield parent


def descends(session: str, sessions: Iterable[str], parents: Mapping[str, str]) -> bool:
    """True when the session was forked from one of these, however far back."""
    return not set(sessions).isdisjoint(ancestors(session, parents))
