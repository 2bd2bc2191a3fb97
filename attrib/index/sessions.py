"""Sessions from the index: streams are read once, and from where they stopped when they grew.

For each file it is kept which one it was, how far it was read, and of each record its place and
facts. A stream that was written anew is read anew; one that is a document is not kept at all.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from io import FileIO
from pathlib import Path

from attrib.codec import Sieve
from attrib.codec.blocks import OversizeLineError
from attrib.codec.facts import Row
from attrib.errors import StreamError
from attrib.git.reading import is_fresh
from attrib.index.database import Database, UnusableError
from attrib.index.held import Entry, HeldRecords
from attrib.index.ingest import NotByLineError, Part, Progress, decoded, read_on, sample_of
from attrib.index.kept import BadRow, Kept, KeptStreams
from attrib.index.outline import After
from attrib.model.records import AnyRecord, BadRecord, Place

#: A stream of fewer bytes is decoded whole sooner than what finds its facts is imported.
_SMALL = 65536


@dataclass(frozen=True, slots=True)
class StreamPart:
    """A whole stream; `times` are those of lines of other kinds, the first and a late one.

    `identity` tells it from any other stream, and from what this one was before; `None` where it
    may change unseen, or does not hold all that its records speak of.
    """

    records: HeldRecords
    bad: tuple[BadRecord, ...]
    times: tuple[str, ...]
    identity: str | None


class SessionIndex:
    """Streams of records in `index.sqlite`; without a database each is read as it stands."""

    def __init__(self, database: Database | None) -> None:
        self._keeps = database is not None
        self._streams = KeptStreams(database)

    def read(self, path: str, name: str) -> StreamPart | None:
        """The stream in a file; `None` where it has to be read in another way.

        Raises:
            StreamError: the file cannot be opened or read.
        """
        try:
            status = Path(path).stat()
            if not stat.S_ISREG(status.st_mode):
                return None  # a pipe gives what it has once
            if not self._keeps and status.st_size < _SMALL:
                return None
            with FileIO(path) as file:
                return self._read(file, path, name)
        except (NotByLineError, OversizeLineError):
            return None
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise StreamError(f"cannot read '{name}': {why}", hint=f"ls -ld '{name}'") from error

    def _read(self, file: FileIO, path: str, name: str) -> StreamPart:
        known = _Known.of(file)
        kept = self._kept_of(path, known, file)
        progress = replace(kept.progress, late=[*kept.progress.late]) if kept else Progress()
        whole, rest = Part(), Part(times=times_of_progress(progress))
        if progress.end < known.size:
            whole, rest = read_on(file, name, progress)
        bad = (*(kept.bad if kept else ()), *_bad_rows(whole))
        if kept is None or whole.entries:
            old = self._old_rows(kept, path, name) if kept else []
            records = _in_memory([*old, *whole.entries], path, name)
        else:
            records = self._held(kept, path, name)
        if kept is None or whole.entries or whole.bad or kept.identity != known.identity:
            sample = sample_of(file, progress.end)
            now = Kept(
                0, kept.parts if kept else 0, known.identity, sample, progress, bad, records.outline
            )
            afters = records.afters() if self._keeps else ()
            self._streams.keep(path, now, afters, whole.entries)
        if rest.entries:
            records = _in_memory([*records.rows(), *rest.entries], path, name)
        found_bad = [BadRecord(Place(name, line, offset), reason) for line, offset, reason in bad]
        is_certain = known.is_certain and records.outline.holds_all
        identity = known.identity if is_certain else None
        return StreamPart(records, (*found_bad, *rest.bad), rest.times, identity)

    def _kept_of(self, path: str, known: _Known, file: FileIO) -> Kept | None:
        """What was read of the stream before; `None` when nothing was, or it is another now."""
        kept = self._streams.get(path)
        if kept is None or not known.continues(kept.identity, kept.progress.end):
            return None
        is_same = kept.identity == known.identity
        return kept if is_same or sample_of(file, kept.progress.end) == kept.sample else None

    def _held(self, kept: Kept, path: str, name: str) -> HeldRecords:
        """The records of an unchanged stream, none of them taken in before it is asked for."""

        def rows() -> Sequence[Row]:
            return self._old_rows(kept, path, name)

        def afters() -> Sequence[After]:
            try:
                return self._streams.afters(kept)
            except UnusableError:
                return _in_memory(rows(), path, name).afters()

        return HeldRecords(rows, _Reader(path, name), kept.outline, afters)

    def _old_rows(self, kept: Kept, path: str, name: str) -> Sequence[Row]:
        """The rows that are kept of a stream; read from it again where the index fails.

        Raises:
            StreamError: the stream is no longer what it was.
        """
        rows: Sequence[Row] = ()
        with suppress(UnusableError):
            rows = self._streams.entries(kept)
        if len(rows) < kept.outline.total:
            with suppress(OSError, NotByLineError, OversizeLineError), FileIO(path) as file:
                rows = read_on(file, name, Progress())[0].entries
        if len(rows) < kept.outline.total:
            raise _changed(name)
        return rows[: kept.outline.total]


def _in_memory(rows: Sequence[Row], path: str, name: str) -> HeldRecords:
    return HeldRecords(lambda: rows, _Reader(path, name))


@dataclass(frozen=True, slots=True)
class _Known:
    """Which file was read: `identity` is its device, inode, size and times as text."""

    identity: str
    size: int

    @classmethod
    def of(cls, file: FileIO) -> _Known:
        """The file as it is now."""
        status = os.fstat(file.fileno())
        times = [0, 0] if is_fresh(status) else [status.st_mtime_ns, status.st_ctime_ns]
        parts = (status.st_dev, status.st_ino, status.st_size, *times)
        return cls(" ".join(map(str, parts)), status.st_size)

    @property
    def is_certain(self) -> bool:
        """False for a file that has just changed."""
        return not self.identity.endswith(" 0 0")

    def continues(self, identity: str, end: int) -> bool:
        """True when this may be the same file, unchanged or grown after `end`."""
        before, now = identity.split(), self.identity.split()
        if before == now and now[3] != "0":
            return True
        return before[:2] == now[:2] and before[2] != now[2] and self.size >= end


class _Reader:
    """Reads one record of a file, as it was when its place was noted."""

    def __init__(self, path: str, name: str) -> None:
        self._path = path
        self._name = name

    def __call__(self, entry: Entry) -> AnyRecord:
        place = Place(self._name, entry.line, entry.offset)
        if entry.raw is not None:
            data = entry.raw.encode("utf-8", "surrogatepass")
        else:
            try:
                with FileIO(self._path) as file:
                    data = os.pread(file.fileno(), entry.length, entry.offset)
            except OSError as error:
                raise _changed(self._name) from error
        record = decoded(data, place)
        if isinstance(record, BadRecord) or (entry.facts and entry.facts[0] != record.id):
            raise _changed(self._name)
        return record


def _changed(name: str) -> StreamError:
    return StreamError(f"'{name}' changed while it was read", hint="run the command again")


def times_of_progress(progress: Progress) -> tuple[str, ...]:
    """The first and the last time of lines that were held back."""
    sieve = Sieve(())
    sieve.resume(progress.early, progress.late)
    return sieve.times


def _bad_rows(part: Part) -> list[BadRow]:
    return [(bad.place.line, bad.place.offset, bad.reason) for bad in part.bad]
