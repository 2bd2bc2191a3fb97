"""All sources of a repository by session, as they are now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from zlib import crc32

from attrib.errors import AttribError, StreamError
from attrib.model.agents import alias_of
from attrib.model.ids import SessionKey
from attrib.serve.threads.sources import SLOTS, Source, refresh, source_of
from attrib.serve.waiting import PatientLock
from attrib.stores.interface import Store, Stream

_SLOTS_MOST = 2**20
#: So many seconds after the last look, folders are looked through for new streams.
_LOOK = 1.0
#: What those are told who wait too long.
ANSWERING = "the recorded sessions are in use by another request that takes long"
READING = "the recorded sessions are still being read; that goes on, and is not begun again"


class Catalog:
    """The sources by session. Whoever reads them holds `lock`."""

    def __init__(
        self,
        stores: Callable[[], Iterable[Store]],
        clock: Callable[[], float],
        fresh_for: float,
        wait: float,
    ) -> None:
        self.lock = PatientLock(wait, lambda: self.state)
        #: What it does that others wait for, in words.
        self.state = ANSWERING
        self.generation = 0
        self._stores = stores
        self._clock = clock
        self._fresh_for = fresh_for
        self._sources: dict[str, tuple[Source, Stream]] = {}
        self._by_session: dict[SessionKey, list[Source]] = {}
        self._slots: dict[tuple[SessionKey, int], str] = {}
        self._refreshed = self._looked = float("-inf")

    def refresh(self, *, now: bool = False) -> int:
        """Take in what is new, unless that was done just before; gives the generation.

        Raises:
            BusyError: another thread does that, and takes long.
        """
        with self.lock:
            clock = self._clock()
            if now or clock - self._refreshed >= self._fresh_for:
                self.state = READING
                try:
                    self._refresh(clock, now=now)
                finally:
                    self.state = ANSWERING
            return self.generation

    def at_hand(self) -> int | None:
        """The generation where nothing has to be read or waited for to tell it."""
        is_fresh = self._clock() - self._refreshed < self._fresh_for
        return self.generation if is_fresh else None

    def _refresh(self, clock: float, *, now: bool) -> None:
        changed = False
        if now or clock - self._looked >= _LOOK:
            changed = self._look()
            self._looked = clock
        for source, stream in list(self._sources.values()):
            changed = refresh(source, stream) or changed
        if changed:
            self.generation += 1
            self._group()
        self._refreshed = clock

    def _look(self) -> bool:
        """Find the streams that are there; true where others are than before."""
        streams: dict[str, Stream] = {}
        with suppress(StreamError):
            streams = {each.name: each for each in _streams(self._stores())}
        gone = self._sources.keys() - streams.keys()
        for name in gone:
            del self._sources[name]
        changed = bool(gone)
        for name, stream in streams.items():
            if name not in self._sources:
                with suppress(StreamError):
                    source = source_of(stream)
                    if source is not None:
                        self._sources[name] = (source, stream)
                        changed = True
        return changed

    def _group(self) -> None:
        groups: defaultdict[SessionKey, list[Source]] = defaultdict(list)
        for source, _ in sorted(self._sources.values(), key=lambda each: each[0].name):
            if source.key is not None:
                groups[source.key].append(source)
        for key, sources in groups.items():
            for source in sources:
                source.slot = self._slot_of(key, source)
            sources.sort(key=lambda each: each.slot)
            _drop_repeated(sources)
        self._by_session = dict(sorted(groups.items()))

    def _slot_of(self, key: SessionKey, source: Source) -> int:
        """A slot that no other source of the session has, and that stays."""
        first = SLOTS.get(source.producer)
        tries = [] if first is None else [first]
        base = crc32(source.name.encode("utf-8", "surrogateescape"))
        tries += [len(SLOTS) + (base + more) % (_SLOTS_MOST - len(SLOTS)) for more in range(64)]
        for slot in tries:
            if self._slots.setdefault((key, slot), source.name) == source.name:
                return slot
        return tries[-1]

    # -- answering

    @property
    def sessions(self) -> Mapping[SessionKey, Sequence[Source]]:
        """The sources of each session, by key."""
        return self._by_session

    def find(self, name: str) -> list[SessionKey]:
        """The sessions with this ID, which may stand behind `agent:` or `agent:namespace:`."""
        return [key for key in self._by_session if name in names_of(key)]

    def children_of(self, key: SessionKey) -> list[SessionKey]:
        """The forks and subagents that name a session as their parent."""
        return [
            each
            for each, sources in self._by_session.items()
            if (each.agent, each.namespace) == (key.agent, key.namespace)
            and any(s.header is not None and s.header.parent_session == key.id for s in sources)
        ]


def names_of(key: SessionKey) -> list[str]:
    """What a session may be called: its ID, and the ID behind agent and namespace."""
    agents = dict.fromkeys((alias_of(key.agent), key.agent))
    longer = [f"{agent}:{key.namespace}:{key.id}" for agent in agents]
    return [key.id, *(f"{agent}:{key.id}" for agent in agents), *longer]


def _streams(stores: Iterable[Store]) -> Iterator[Stream]:
    """Every physical stream of the configured stores once; a store that is gone has none."""
    found: list[Stream] = []
    for store in stores:
        with suppress(AttribError):
            found += store.streams()
    seen = set()
    for stream in sorted(found, key=lambda each: each.name):
        with suppress(StreamError):
            if (identity := stream.identity) not in seen:
                seen.add(identity)
                yield stream


def _drop_repeated(sources: Sequence[Source]) -> None:
    """Let what one producer recorded in two streams count once; where they differ, not at all."""
    for index, source in enumerate(sources):
        source.dropped = set()
        source.conflict = None
        for other in sources[:index]:
            if other.producer == source.producer:
                conflict = _repeated(other, source)
                if conflict is not None:
                    words = f"two streams differ in the record on line {conflict}"
                    other.conflict = source.conflict = words


def _repeated(first: Source, second: Source) -> int | None:
    """Drop the steps of `second` that repeat one of `first`; gives the line where they differ."""
    places = {name: position for position, name in enumerate(first.ledger.names)}
    for position, name in enumerate(second.ledger.names):
        other = places.get(name)
        if other is not None:
            if not _is_same(first, other, second, position):
                return second.ledger.lines[position]
            second.dropped.add(position)
    return None


def _is_same(first: Source, other: int, second: Source, position: int) -> bool:
    if first.ledger.facts_at(other) == second.ledger.facts_at(position):
        return True
    record, again = first.book.value(other)[0], second.book.value(position)[0]
    return replace(again, place=record.place) == record
