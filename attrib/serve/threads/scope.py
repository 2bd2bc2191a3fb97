"""What belongs to one thread: its session, the visible forks and subagents, their turns."""

from __future__ import annotations

import heapq
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from attrib.model.ids import SessionKey
from attrib.model.records import Root
from attrib.serve.rpc import errors
from attrib.serve.rpc.errors import RpcError
from attrib.serve.threads.catalog import Catalog, names_of
from attrib.serve.threads.sources import Source

#: Turns of ours begin like this; a recorded one that does gets this mark in front.
_OURS = "attrib:"
_NAMED = "attrib:named:"
_UNNAMED = "attrib:unnamed"
_MEMBERS_MOST = 10_000
_NAMES_TOLD = 8


class Step(NamedTuple):
    """One step, sorted by time, then by session and ordinal: a key that never changes."""

    time: int
    session: str
    ordinal: int
    source: Source
    position: int

    @property
    def turn(self) -> str | None:
        """The recorded ID of its turn."""
        ledger = self.source.ledger
        return ledger.turns[ledger.turn_of[self.position]]


@dataclass(frozen=True, slots=True)
class Member:
    """One session of a thread, and its sources by slot."""

    key: SessionKey
    sources: tuple[Source, ...]

    @property
    def roots(self) -> list[Root]:
        """The roots that it declares."""
        return list(dict.fromkeys(root for each in self.sources for root in each.ledger.roots))

    def steps_after(self, source: Source, key: tuple[int, str, int] | None) -> int:
        """The position in a source of the first step whose key is larger."""
        if key is None:
            return 0
        time, session, ordinal = key
        times = source.ledger.times
        low, high = bisect_left(times, time), bisect_right(times, time)
        if session != self.key.id:
            return low if session < self.key.id else high
        return max(low, min(high, source.start_after(ordinal)))


@dataclass(frozen=True, slots=True)
class Scope:
    """A thread as it was asked for: `name` is as typed, its own session stands first.

    `left_out` says which other session cannot be told, and why.
    """

    name: str
    members: tuple[Member, ...]
    left_out: str | None = None

    @property
    def own(self) -> Member:
        """The session itself."""
        return self.members[0]

    @property
    def sources(self) -> Iterator[Source]:
        """All sources of all members."""
        return (source for member in self.members for source in member.sources)

    def member(self, session: str) -> Member | None:
        """The member with this session ID."""
        return next((each for each in self.members if each.key.id == session), None)

    def steps(
        self,
        key: tuple[int, str, int] | None,
        positions: Callable[[Source, int], Iterator[int]],
    ) -> Iterator[Step]:
        """The steps behind a key, in order; `positions` gives those of a source from one on."""
        runs = [
            _run(member, source, positions(source, member.steps_after(source, key)))
            for member in self.members
            for source in member.sources
        ]
        return heapq.merge(*runs, key=lambda step: step[:3])

    def step_at(self, session: str, ordinal: int) -> Step | None:
        """The step of a session with this ordinal."""
        member = self.member(session)
        for source in member.sources if member else ():
            position = source.position_of(ordinal)
            if position is not None:
                time = source.ledger.times[position]
                return Step(time, session, ordinal, source, position)
        return None


def _run(member: Member, source: Source, positions: Iterator[int]) -> Iterator[Step]:
    times, session = source.ledger.times, member.key.id
    for position in source.kept(positions):
        yield Step(times[position], session, source.ordinal_of(position), source, position)


def scope_of(catalog: Catalog, thread: str) -> Scope:
    """The thread with this ID, and what is visible under it.

    Raises:
        RpcError: there is none, several, or its streams contradict each other.
    """
    found = catalog.find(thread)
    if not found:
        hint = "the method session lists them"
        raise RpcError(errors.NOT_FOUND, "no such thread here", path="$.params.threadId", hint=hint)
    if len(found) > 1:
        names = [names_of(key)[-1] for key in found[:_NAMES_TOLD]]
        message = "several sessions have this ID"
        raise RpcError(
            errors.AMBIGUOUS, message, path="$.params.threadId", data={"threadIds": names}
        )
    left_out: str | None = None
    members: list[Member] = []
    keys = [found[0]]
    for key in keys:
        sources = catalog.sessions[key]
        troubles = (each.trouble or each.conflict for each in sources)
        trouble = next(filter(None, troubles), None)
        if trouble is None:
            members.append(Member(key, tuple(sources)))
        elif key == found[0]:
            raise RpcError(errors.FAILED, f"the session is left out: {trouble}")
        else:
            left_out = left_out or f"the session {key.id} is left out: {trouble}"
        if len(keys) < _MEMBERS_MOST:
            keys += [each for each in catalog.children_of(key) if each not in keys]
    return Scope(thread, tuple(members), left_out)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of one member: `name` as it is shown, `recorded` as its records have it."""

    name: str
    recorded: str | None
    member: Member

    def positions(self, source: Source, start: int) -> Iterator[int]:
        """The positions of its steps in a source, from one on."""
        number = source.ledger.turn_number(self.recorded)
        found = iter(()) if number is None else source.ledger.in_turn(number, start)
        return source.kept(found)

    def steps(self, after: int | None) -> Iterator[Step]:
        """Its steps behind an ordinal, by ordinal."""
        session = self.member.key.id
        for source in self.member.sources:
            start = 0 if after is None else source.start_after(after)
            for position in self.positions(source, start):
                time = source.ledger.times[position]
                yield Step(time, session, source.ordinal_of(position), source, position)


def turn_name(recorded: str | None, session: str) -> str:
    """What a turn is called: as recorded, or the one without a name by its session."""
    if recorded is None:
        return f"{_UNNAMED}:{session}"
    is_plain = recorded and not recorded.startswith(_OURS)
    return recorded if is_plain else f"{_NAMED}{recorded}"


def turn_of(scope: Scope, name: str) -> Turn:
    """The turn with this ID: of the thread's own session, or of the one other that has it.

    Raises:
        RpcError: there is none, or several members have one and the own session has not.
    """
    found = [
        Turn(name, recorded, member)
        for member in scope.members
        for recorded in _recorded(name, member.key.id)
        if any(each.ledger.turn_number(recorded) is not None for each in member.sources)
    ]
    path = "$.params.turnId"
    if not found:
        raise RpcError(errors.NOT_FOUND, "no such turn in this thread", path=path)
    if found[0].member is scope.own or len(found) == 1:
        return found[0]
    threads: Sequence[str] = [turn.member.key.id for turn in found[:_NAMES_TOLD]]
    message = "several sessions of this thread have this turn; ask under one of them"
    raise RpcError(errors.AMBIGUOUS, message, path=path, data={"threadIds": threads})


def _recorded(name: str, session: str) -> Iterator[str | None]:
    """The recorded ID of a turn that is called like this in a session."""
    if name == turn_name(None, session):
        yield None
    elif name.startswith(_NAMED):
        yield name.removeprefix(_NAMED)
    elif not name.startswith(_OURS):
        yield name
