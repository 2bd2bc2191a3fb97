"""Recorded changes by path, made of their records when a path is asked for.

Where a change lies is told by the small facts of its record; states, hunks and the texts of calls
are read for the asked paths alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from attrib.binding import Bindings
from attrib.codec.facts import ChangeFacts
from attrib.git.convert import hash_of
from attrib.index.held import Sketch, paths_of, sketches_of
from attrib.model.ids import ObjectIdType, Oid, RepoPath, SessionKey
from attrib.model.records import FileChange
from attrib.model.sessions import Session, StreamRecords
from attrib.model.states import Moment, RecordedChange
from attrib.replacements import replacements_in
from attrib.states import BlobReader, changes_in, length_made, moments_of

#: Reads the inputs of tool calls: wanted call IDs by stream, to inputs by stream and call ID.
CallReader = Callable[[Mapping[str, Collection[str]]], Mapping[tuple[str, str], Mapping[str, Any]]]

#: Path, object ID and content of the state after a change.
After = tuple[RepoPath, str | None, bytes | None]

#: A record: its session, its stream, its position.
_Spot = tuple[Session, StreamRecords, int]


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
        self._moments: dict[int, Sequence[Moment]] = {}
        self._calls: dict[str, Mapping[tuple[str, str], Mapping[str, Any]]] = {}

    def __getitem__(self, path: RepoPath) -> Sequence[RecordedChange]:
        if path not in self._known:
            self._known[path] = [
                self._with_replacements(change, stream)
                for session, stream, position in self._spots[path]
                for change in self._changes_at(session, stream, position)
                if change.path == path
            ]
        return self._known[path]

    def __contains__(self, path: object) -> bool:
        return path in self._spots

    def __iter__(self) -> Iterator[RepoPath]:
        return iter(self._spots)

    def __len__(self) -> int:
        return len(self._spots)

    def afters(
        self, own: ObjectIdType
    ) -> Iterator[tuple[int | None, Callable[[], Iterable[After]]]]:
        """For each record a function that gives its after-states, as `afters_in` does.

        With it the length of their one content, where that is told without making it. Where an ID
        is recorded the content is not looked for.
        """
        for session in self._sessions:
            for stream in session.streams:
                for sketch in sketches_of(stream.records):
                    if all(_is_plain(change, own) for change in sketch.facts.changes):
                        yield None, partial(self._plain_afters, session.key, sketch, own)
                    else:
                        record = stream.records[sketch.position]
                        length = length_made(record) if isinstance(record, FileChange) else None
                        yield length, partial(self._made_afters, session, stream, sketch, own)

    def _plain_afters(self, key: SessionKey, sketch: Sketch, own: ObjectIdType) -> Iterator[After]:
        for change in sketch.facts.changes:
            place = self._bindings.place_of(key, change.root, change.path)
            if place is not None:
                yield place[0], _own_id(change, own), None

    def _made_afters(
        self, session: Session, stream: StreamRecords, sketch: Sketch, own: ObjectIdType
    ) -> list[After]:
        return [_after(c, own) for c in self._changes_at(session, stream, sketch.position)]

    @cached_property
    def _spots(self) -> Mapping[RepoPath, Sequence[_Spot]]:
        """Where the changes at each path stand, in the order of sessions and streams."""
        found: defaultdict[RepoPath, dict[tuple[int, int], _Spot]] = defaultdict(dict)
        for session in self._sessions:
            for stream in session.streams:
                places: dict[tuple[object, ...], tuple[RepoPath, ...]] = {}
                for position, (op, *names) in paths_of(stream.records):
                    key = (op == "move", *names[:4])
                    if key not in places:
                        places[key] = self._places(session.key, *key)
                    for path in places[key]:
                        found[path][id(stream), position] = (session, stream, position)
        return {path: list(spots.values()) for path, spots in found.items()}

    def _places(
        self, session: SessionKey, is_move: Any, root: Any, path: Any, old_root: Any, old_path: Any
    ) -> tuple[RepoPath, ...]:
        """The paths of the repository at which a change tells something."""
        place = self._bindings.place_of(session, root, path)
        old = None
        if is_move and old_path is not None:
            old = self._bindings.place_of(session, old_root, old_path)
        return tuple(dict.fromkeys(each[0] for each in (place, old) if each))

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


def afters_in(
    changes: Mapping[RepoPath, Sequence[RecordedChange]], own: ObjectIdType
) -> Iterator[After]:
    """Path, ID of type `own` and content of each after-state, in no certain order."""
    if isinstance(changes, RecordedChanges):
        return (after for _, make in changes.afters(own) for after in make())
    return (_after(change, own) for items in changes.values() for change in items)


class AfterPaths(Mapping[Oid, frozenset[RepoPath]]):
    """The paths at which an after-state was recorded, by the ID it has or would have here.

    Contents are hashed, and made of hunks, when a blob of their length is asked for. `length_of`
    gives `None` for a blob that is not here.
    """

    def __init__(
        self,
        changes: Mapping[RepoPath, Sequence[RecordedChange]],
        own: ObjectIdType,
        length_of: Callable[[Oid], int | None],
    ) -> None:
        self._own = own
        self._length_of = length_of
        self._found: defaultdict[Oid, set[RepoPath]] = defaultdict(set)
        self._waiting: defaultdict[int, list[Callable[[], Iterable[After]]]] = defaultdict(list)
        if not isinstance(changes, RecordedChanges):
            self._take(afters_in(changes, own))
            return
        for length, make in changes.afters(own):
            if length is None:
                self._take(make())
            else:
                self._waiting[length].append(make)

    def __getitem__(self, oid: Oid) -> frozenset[RepoPath]:
        if self._waiting:
            length = self._length_of(oid)
            self._make(list(self._waiting) if length is None else [length])
        if oid not in self._found:
            raise KeyError(oid)
        return frozenset(self._found[oid])

    def __iter__(self) -> Iterator[Oid]:
        self._make(list(self._waiting))
        return iter(self._found)

    def __len__(self) -> int:
        self._make(list(self._waiting))
        return len(self._found)

    def _make(self, lengths: Iterable[int]) -> None:
        for length in lengths:
            for make in self._waiting.pop(length, ()):
                self._take(make())

    def _take(self, afters: Iterable[After]) -> None:
        for path, object_id, content in afters:
            if object_id is not None:
                self._found[Oid(object_id)].add(path)
            elif content:
                self._found[Oid(hash_of(content, self._own))].add(path)


def _after(change: RecordedChange, own: ObjectIdType) -> After:
    after = change.after
    return change.path, after.object_id if after.object_id_type is own else None, after.content


def _is_plain(change: ChangeFacts, own: ObjectIdType) -> bool:
    """True where the facts tell the whole after-state: an ID of this type, or nothing at all."""
    if _own_id(change, own) is not None:
        return change.op in {"add", "modify"}
    sides = (change.before, change.after)
    return change.op == "modify" and not any(side and side.has_content for side in sides)


def _own_id(change: ChangeFacts, own: ObjectIdType) -> str | None:
    after = change.after
    return after.object_id if after is not None and after.id_type == own.value else None
