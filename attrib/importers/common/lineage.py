"""Sessions that others were forked from, and which of several an event came from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol, TypeVar


class Event(Protocol):
    """Something that rows of several sessions may record; `order` sorts those of one."""

    @property
    def sessions(self) -> Iterable[str]:
        """The sessions whose rows record it."""
        ...

    @property
    def order(self) -> Any:
        """What it is sorted by."""
        ...


AnyEvent = TypeVar("AnyEvent", bound=Event)


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


def by_owner(
    events: Iterable[AnyEvent], sessions: Iterable[str], owner: Callable[[AnyEvent], str]
) -> dict[str, list[AnyEvent]]:
    """By session, in order, the events that came from it; none for one that only copied them.

    Listed are these `sessions` and all that record an event.
    """
    grouped: dict[str, list[AnyEvent]] = {session: [] for session in sessions}
    for event in events:
        for session in event.sessions:
            grouped.setdefault(session, [])
        grouped[owner(event)].append(event)
    for each in grouped.values():
        each.sort(key=lambda event: event.order)
    return dict(sorted(grouped.items()))
