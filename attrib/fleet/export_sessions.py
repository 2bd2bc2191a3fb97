"""Stores of sessions as parts: a bucket is written anew when one of its sessions changed.

Sessions lie in the bucket of the month of their first record and of their key, so that what is
recorded today leaves the buckets of earlier months as they are.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from attrib.fleet.parts import Folder, Manifest, digest_of
from attrib.fleet.recorded import Row, Streams, rows_of
from attrib.fleet.spelling import key_of
from attrib.fleet.tables import RECORDED
from attrib.model.records import BlobRef
from attrib.model.sessions import Session
from attrib.reading import read_sessions
from attrib.stores import Store, Stream, open_store
from attrib.stores.blobs import LARGEST_BLOB
from attrib.stores.stream import FileStream

#: Size and time of a file, which tell whether it may have changed.
_Stat = list[int]


@dataclass(frozen=True, slots=True)
class ExportedSessions:
    """What an export of sessions did; `notices` are sentences for people."""

    read: int
    kept: int
    records: int
    notices: tuple[str, ...] = ()


@dataclass(slots=True)
class ChosenStreams:
    """Some streams of one store, which is not looked through for others."""

    store: Store
    chosen: Sequence[FileStream]
    notices: tuple[str, ...] = ()

    def streams(self) -> Iterator[Stream]:
        """The chosen ones."""
        yield from self.chosen

    def blob(self, ref: BlobRef, *, largest: int = LARGEST_BLOB) -> bytes | None:
        """The blob, where the store keeps it and it is no larger."""
        return self.store.blob(ref, largest=largest)


def chosen_stores(places: Mapping[str, Sequence[str]]) -> Iterator[ChosenStreams]:
    """Of each store at a path, the streams with these paths.

    Raises:
        StreamError: a store is not there.
    """
    for store, paths in places.items():
        yield ChosenStreams(open_store(Path(store)), [FileStream(Path(path)) for path in paths])


@dataclass(slots=True)
class _Known:
    """What earlier exports wrote: streams by path, and the paths of each session by its key."""

    manifests: dict[str, Manifest]
    streams: dict[str, tuple[_Stat, str, str]] = field(default_factory=dict)
    of_session: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    buckets: dict[str, str] = field(default_factory=dict)


def export_sessions(folder: Folder, stores: Iterable[Path]) -> ExportedSessions:
    """Write what is new in some stores.

    Raises:
        StreamError: a store is not there, or a stream cannot be read at all.
    """
    here: dict[str, str] = {}
    notices: list[str] = []
    tops = [os.path.abspath(path) for path in stores]  # noqa: PTH100, links stay as they are
    for top in tops:
        store = open_store(Path(top))
        here |= {str(each.path): top for each in store.streams() if isinstance(each, FileStream)}
        notices += store.notices
    known = _known(folder)
    stats = {path: stat for path in here if (stat := _stat(path)) is not None}
    notices += [f"{path}: it cannot be read" for path in here if path not in stats]
    here = {path: top for path, top in here.items() if path in stats}
    old, notes = _stale(known, here, stats, tops)
    fresh = {path for path in here if path not in known.streams or path in old}
    dirty = {known.streams[path][1] for path in old}
    sessions, notes_read = _read(known, here, fresh, dirty)
    _write_buckets(folder, known, sessions, dirty, here, stats)
    records = sum(len(stream.records) for each, _ in sessions for stream in each.streams)
    kept = len(known.of_session.keys() - dirty)
    return ExportedSessions(len(sessions), kept, records, (*notices, *notes, *notes_read))


def _known(folder: Folder) -> _Known:
    known = _Known(folder.manifests("sessions"))
    for stem, manifest in known.manifests.items():
        is_whole = all(folder.is_whole(*part) for part in manifest.parts.items())
        for path, (stat, key, store) in manifest.state.get("streams", {}).items():
            known.streams[path] = (stat if is_whole else [], key, store)
            known.of_session[key].add(path)
            known.buckets[key] = stem
    return known


def _stale(
    known: _Known, here: Mapping[str, str], stats: Mapping[str, _Stat], tops: Sequence[str]
) -> tuple[set[str], list[str]]:
    """The streams that are no more what was written of them, and a word on what shrank."""
    found: set[str] = set()
    notices: list[str] = []
    for path, (stat, _, store) in known.streams.items():
        if path not in here:
            if store in tops:
                found.add(path)
                notices.append(f"{path}: it is gone")
        elif stat != stats[path]:
            found.add(path)
            if stat and stats[path][0] < stat[0]:
                notices.append(f"{path}: it was cut; its session is written anew")
    return found, notices


def _read(
    known: _Known, here: Mapping[str, str], fresh: set[str], dirty: set[str]
) -> tuple[list[tuple[Session, ChosenStreams]], list[str]]:
    """The sessions of fresh streams, each with all of its streams; grows `dirty` by theirs."""
    wanted = set(fresh)
    while True:
        wanted |= {path for key in dirty for path in known.of_session.get(key, ()) if path in here}
        places: defaultdict[str, list[str]] = defaultdict(list)
        for path in sorted(wanted):
            places[here[path]].append(path)
        stores = list(chosen_stores(places))
        result = read_sessions(stores)
        keys = {key_of(each.key).hex() for each in result.sessions}
        more = (keys & known.of_session.keys()) - dirty
        if not more:
            break
        dirty |= more
    notices = [*result.notices, *(f"{bad.place}: {bad.reason}" for bad in result.bad)]
    by_path = {str(each.path): store for store in stores for each in store.chosen}
    return [(each, by_path[each.streams[0].path]) for each in result.sessions], notices


def _write_buckets(
    folder: Folder,
    known: _Known,
    sessions: Sequence[tuple[Session, ChosenStreams]],
    dirty: set[str],
    here: Mapping[str, str],
    stats: Mapping[str, _Stat],
) -> None:
    buckets: defaultdict[str, list[tuple[Session, ChosenStreams]]] = defaultdict(list)
    for session, store in sessions:
        buckets[bucket_of(session)].append((session, store))
    for key in dirty:
        if key in known.buckets:
            buckets[known.buckets[key]] += ()
    for stem, members in sorted(buckets.items()):
        before = known.manifests.get(stem)
        manifest = Manifest(stem)
        rows = _old_rows(folder, before, dirty)
        streams = before.state.get("streams", {}) if before else {}
        streams = {path: each for path, each in streams.items() if each[1] not in dirty}
        for session, store in members:
            paths = [stream.path for stream in session.streams]
            digests = {path: digest_of(Path(path)) for path in paths}
            found = rows_of(session, store.blob, Streams(here, digests))
            for table, more in found.items():
                rows[table] += more
            key = key_of(session.key).hex()
            streams |= {path: [stats[path], key, here[path]] for path in paths}
        for table in RECORDED:
            folder.write_rows(manifest, table, stem, rows[table])
        manifest.state = {"streams": streams}
        folder.keep("sessions", stem, manifest)


def _old_rows(
    folder: Folder, before: Manifest | None, dirty: set[str]
) -> defaultdict[str, list[Row]]:
    rows: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for name, digest in before.parts.items() if before else ():
        table = name.split("/")[1]
        if folder.is_whole(name, digest):
            found = folder.read([name], RECORDED[table]).to_pylist()
            rows[table] += [row for row in found if row["session"].hex() not in dirty]
    return rows


def bucket_of(session: Session) -> str:
    """The bucket of a session: month of its first record, first digit of its key.

    A time that UTC has no month for is none.
    """
    month = "undated"
    if session.first is not None:
        with suppress(ValueError, OverflowError, OSError):
            first = datetime.fromtimestamp(session.first, UTC)
            month = f"{first.year:04}-{first.month:02}"
    return f"{month}-{key_of(session.key).hex()[0]}"


def _stat(path: str) -> _Stat | None:
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return [found.st_size, found.st_mtime_ns]
