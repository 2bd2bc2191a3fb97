"""Recorded changes by path, made of their records when a path is asked for.

Where changes lie is told by the outlines of streams; states, hunks and the texts of calls are read
for the asked paths alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from attrib.binding import Bindings, recorded_name
from attrib.index.held import afters_in, paths_of, sketches_of, spots_of
from attrib.index.outline import ENDLESS, Spot, spot_of
from attrib.model.ids import ObjectIdType, Oid, RepoPath, SessionKey
from attrib.model.records import AnyRecord, FileChange
from attrib.model.sessions import Session, StreamRecords
from attrib.model.states import Moment, RecordedChange
from attrib.replacements import replacements_in
from attrib.states import BlobReader, changes_in, length_made, moments_of
from attrib.texts import folded

#: Reads the inputs of tool calls: wanted call IDs by stream, to inputs by stream and call ID.
CallReader = Callable[[Mapping[str, Collection[str]]], Mapping[tuple[str, str], Mapping[str, Any]]]

#: Path, object ID and content of the state after a change.
After = tuple[RepoPath, str | None, bytes | None]

#: What tells of a path: a session, a stream of it, and the spots that it names the path by.
_Told = tuple[Session, StreamRecords, set[Spot]]


class RecordedChanges(Mapping[RepoPath, Sequence[RecordedChange]]):
    """Every recorded change at a path of this repository, by path."""

    def __init__(
        self,
        sessions: Sequence[Session],
        bindings: Bindings,
        read_blob: BlobReader,
        read_calls: CallReader,
    ) -> None:
        self._sessions = sessions
        self._bindings = bindings
        self._read_blob = read_blob
        self._read_calls = read_calls
        self._known: dict[RepoPath, Sequence[RecordedChange]] = {}
        self._names: dict[str, Mapping[RepoPath, Sequence[_Told]]] = {}
        self._moments: dict[int, Sequence[Moment]] = {}
        self._at_spots: dict[int, Mapping[Spot, Sequence[int]]] = {}
        self._calls: dict[str, Mapping[tuple[str, str], Mapping[str, Any]]] = {}

    def __getitem__(self, path: RepoPath) -> Sequence[RecordedChange]:
        if path not in self._known:
            self._known[path] = [
                self._with_replacements(change, stream)
                for session, stream, spots in self.named_like(path)[path]
                for position in self._positions(stream, spots)
                for change in self._changes_at(session, stream, position)
                if change.path == path
            ]
        return self._known[path]

    def __contains__(self, path: object) -> bool:
        return isinstance(path, bytes) and path in self.named_like(path)

    def __iter__(self) -> Iterator[RepoPath]:
        return (path for name in self._spots for path in self._named(name))

    def __len__(self) -> int:
        return sum(len(self._named(name)) for name in self._spots)

    def named_like(self, path: bytes) -> Mapping[RepoPath, Sequence[_Told]]:
        """The recorded paths whose last part is spelled like this one's, with what tells of each.

        Only of these it is found out where they lie in this repository.
        """
        return self._named(_last_of(path))

    def _named(self, name: str) -> Mapping[RepoPath, Sequence[_Told]]:
        if name not in self._names:
            found: defaultdict[RepoPath, dict[int, _Told]] = defaultdict(dict)
            for session, stream, spot in self._spots.get(name, ()):
                for path in self._paths_at(session.key, spot):
                    if _last_of(path) == name:
                        told: _Told = (session, stream, set())
                        found[path].setdefault(id(stream), told)[2].add(spot)
            self._names[name] = {path: list(each.values()) for path, each in found.items()}
        return self._names[name]

    @cached_property
    def _spots(self) -> Mapping[str, Sequence[tuple[Session, StreamRecords, Spot]]]:
        """The spots of all changes by the last part of their paths, which no binding changes."""
        lasts: dict[str, str] = {}
        found: defaultdict[str, list[tuple[Session, StreamRecords, Spot]]] = defaultdict(list)
        for session in self._sessions:
            for stream in session.streams:
                for spot in spots_of(stream.records):
                    olds = (spot.old_path,) if spot.is_move and spot.old_path else ()
                    paths = (spot.path, *olds)
                    for path in paths:
                        if path not in lasts:
                            lasts[path] = _last_of(recorded_name(path))
                    for name in {lasts[path] for path in paths}:
                        found[name].append((session, stream, spot))
        return found

    def _paths_at(self, session: SessionKey, spot: Spot) -> tuple[RepoPath, ...]:
        """The paths of the repository at which a change at this spot tells something."""
        place = self._bindings.place_of(session, spot.root, spot.path)
        old = None
        if spot.is_move and spot.old_path is not None:
            old = self._bindings.place_of(session, spot.old_root, spot.old_path)
        return tuple(dict.fromkeys(each[0] for each in (place, old) if each))

    def after_ids(self, own: ObjectIdType) -> Iterator[tuple[RepoPath, Oid]]:
        """Path and ID of each after-state whose ID of this type is recorded."""
        for session in self._sessions:
            places: dict[tuple[str | None, str], tuple[RepoPath, str] | None] = {}
            for stream in session.streams:
                for after in afters_in(stream.records):
                    if after.object_id is None or after.id_type != own.value:
                        continue
                    spot = (after.root, after.path)
                    if spot not in places:
                        places[spot] = self._bindings.place_of(session.key, *spot)
                    place = places[spot]
                    if place is not None:
                        yield place[0], Oid(after.object_id)

    def unhashed(self, own: ObjectIdType) -> Iterator[Unhashed]:
        """The records that hold, or make, an after-content whose ID of this type is not told."""
        for session in self._sessions:
            for stream in session.streams:
                for after in afters_in(stream.records):
                    if after.object_id is not None and after.id_type == own.value:
                        continue
                    if after.is_open or after.low is not None:
                        make = partial(self._made_afters, session, stream, after.position, own)
                        record = partial(stream.records.__getitem__, after.position)
                        high = ENDLESS if after.high is None else after.high
                        yield Unhashed(after.low or 0, high, record, make)

    def _made_afters(
        self, session: Session, stream: StreamRecords, position: int, own: ObjectIdType
    ) -> list[After]:
        return [after_of(change, own) for change in self._changes_at(session, stream, position)]

    def _positions(self, stream: StreamRecords, spots: Set[Spot]) -> Iterable[int]:
        """The records of a stream with a change at one of these spots, in order, each once."""
        if id(stream) not in self._at_spots:
            found: defaultdict[Spot, list[int]] = defaultdict(list)
            for position, change in paths_of(stream.records):
                found[spot_of(change)].append(position)
            self._at_spots[id(stream)] = found
        at_spots = self._at_spots[id(stream)]
        return sorted({position for spot in spots for position in at_spots.get(spot, ())})

    def _changes_at(
        self, session: Session, stream: StreamRecords, position: int
    ) -> Iterator[RecordedChange]:
        if id(stream) not in self._moments:
            self._moments[id(stream)] = moments_of(stream.records)
        moment = self._moments[id(stream)][position]
        return changes_in(session, stream, position, moment, self._bindings, self._read_blob)

    def _with_replacements(self, change: RecordedChange, stream: StreamRecords) -> RecordedChange:
        """A change that holds no content gets the replacements of the call that it names."""
        if not change.call_id or change.hunks or change.after.is_known:
            return change
        given = self._calls_of(stream).get((change.stream, change.call_id))
        if given is None:
            return change
        name = change.path.decode("utf-8", "replace")
        return replace(change, replacements=replacements_in(given, name))

    def _calls_of(self, stream: StreamRecords) -> Mapping[tuple[str, str], Mapping[str, Any]]:
        """The inputs of all calls of a stream whose changes may hold no content, read once."""
        if stream.path not in self._calls:
            wanted = {
                sketch.facts.call_id
                for sketch in sketches_of(stream.records)
                if sketch.facts.call_id
                and any(not (c.after and c.after.object_id) for c in sketch.facts.changes)
            }
            self._calls[stream.path] = self._read_calls({stream.path: wanted}) if wanted else {}
        return self._calls[stream.path]


def spelled_like(
    changes: Mapping[RepoPath, Sequence[RecordedChange]], path: RepoPath
) -> list[RepoPath]:
    """The other spellings of a path that were recorded, in order."""
    near = changes.named_like(path) if isinstance(changes, RecordedChanges) else changes
    fold = folded(path)
    return sorted(other for other in near if other != path and folded(other) == fold)


def _last_of(path: bytes) -> str:
    """The last part of a path as it is compared with others."""
    return folded(path.rpartition(b"/")[2])


@dataclass(frozen=True, slots=True)
class Unhashed:
    """A record whose after-content has from `low` to `high` bytes; reading it tells more."""

    low: int
    high: int
    record: Callable[[], AnyRecord]
    make: Callable[[], Iterable[After]]

    def length(self) -> int | None:
        """How long the content is, where that is told without making it."""
        if self.low == self.high:
            return self.low
        record = self.record()
        return length_made(record) if isinstance(record, FileChange) else None


def after_of(change: RecordedChange, own: ObjectIdType) -> After:
    """The state after a change, with its ID if that is of the type `own`."""
    after = change.after
    return change.path, after.object_id if after.object_id_type is own else None, after.content
