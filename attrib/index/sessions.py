"""Sessions from the index: streams are read once, and from where they stopped when they grew.

For each file it is kept which one it was, how far it was read, and of each record its place and
facts. A stream that was written anew is read anew; one that is a document is not kept at all.
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from io import FileIO
from pathlib import Path
from typing import Any, TypeAlias

from attrib.codec import Sieve
from attrib.codec.blocks import OversizeLineError
from attrib.codec.facts import Row
from attrib.codec.quick import rows_as_json
from attrib.errors import StreamError
from attrib.index.database import Database, UnusableError
from attrib.index.held import Entry, HeldRecords
from attrib.index.ingest import NotByLineError, Part, Progress, decoded, read_on, sample_of
from attrib.model.records import AnyRecord, BadRecord, Place

#: A file that changed so shortly before it was read may change again unseen, in nanoseconds.
_FRESH = 100_000_000
_PARTS = 32
#: A stream of fewer bytes is decoded whole sooner than what finds its facts is imported.
_SMALL = 65536

#: Progress, number of parts, entries, and bad records as line, offset and reason.
_Kept: TypeAlias = "tuple[Progress, int, list[Row], list[tuple[int, int, str]]]"


@dataclass(frozen=True, slots=True)
class StreamPart:
    """A whole stream; `times` are those of lines of other kinds, the first and a late one."""

    records: HeldRecords
    bad: tuple[BadRecord, ...]
    times: tuple[str, ...]


class SessionIndex:
    """Streams of records in `index.sqlite`; without a database each is read as it stands."""

    def __init__(self, database: Database | None) -> None:
        self._database = database

    def read(self, path: str, name: str) -> StreamPart | None:
        """The stream in a file; `None` where it has to be read in another way.

        Raises:
            StreamError: the file cannot be opened or read.
        """
        try:
            status = Path(path).stat()
            if not stat.S_ISREG(status.st_mode):
                return None  # a pipe gives what it has once
            if self._database is None and status.st_size < _SMALL:
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
        kept = self._kept(path, known, file)
        progress, number, old, bad = kept or (Progress(), 0, [], [])
        whole, rest = Part(), Part(times=times_of_progress(progress))
        if progress.end < known.size:
            whole, rest = read_on(file, name, progress)
        if kept is None or whole.entries or whole.bad or not self._is_same(path, known):
            known = replace(known, end=progress.end, sample=sample_of(file, progress.end))
            self._keep(path, known, progress, number, whole, [*bad, *_bad_rows(whole)])
        entries = [*old, *whole.entries, *rest.entries]
        found_bad = [BadRecord(Place(name, line, offset), reason) for line, offset, reason in bad]
        return StreamPart(
            HeldRecords(entries, _Reader(path, name)),
            (*found_bad, *whole.bad, *rest.bad),
            rest.times,
        )

    def _row(self, path: str) -> tuple[Any, ...] | None:
        if self._database is None:
            return None
        question = "SELECT id, identity, end, lines, sample, rest FROM streams WHERE path = ?"
        return self._database.row(question, [os.fsencode(path)])

    def _is_same(self, path: str, known: _Known) -> bool:
        row = self._row(path)
        return row is not None and row[1] == known.identity

    def _kept(self, path: str, known: _Known, file: FileIO) -> _Kept | None:
        """What was read of the stream before; `None` when nothing was, or it is another now."""
        with suppress(UnusableError):
            row = self._row(path)
            if row is None or self._database is None:
                return None
            _, identity, end, lines, sample, rest = row
            if not known.continues(identity, end) or (
                identity != known.identity and sample_of(file, end) != sample
            ):
                return None
            question = "SELECT entries FROM parts WHERE stream = ? ORDER BY number"
            parts = self._database.rows(question, [row[0]])
            more = json.loads(rest)
            entries: list[Row] = [each for (part,) in parts for each in json.loads(part)]
            progress = Progress(end, lines, more["early"], more["late"], more["begun"])
            return progress, len(parts), entries, [tuple(each) for each in more["bad"]]
        return None

    def _keep(
        self,
        path: str,
        known: _Known,
        progress: Progress,
        number: int,
        whole: Part,
        bad: Sequence[tuple[int, int, str]],
    ) -> None:
        """Keep what was read; when it cannot be kept, it is read again the next time."""
        database = self._database
        if database is None:
            return
        rest = json.dumps(
            {
                "early": progress.early,
                "late": progress.late,
                "begun": progress.is_begun,
                "bad": bad,
            }
        )
        values = (known.identity, known.end, progress.lines, known.sample, rest)
        with suppress(UnusableError), database.writing():
            database.write(
                "INSERT INTO streams (path, identity, end, lines, sample, rest)"
                " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET identity = excluded.identity,"
                " end = excluded.end, lines = excluded.lines, sample = excluded.sample,"
                " rest = excluded.rest",
                [(os.fsencode(path), *values)],
            )
            row = self._row(path)
            if row is not None:
                self._keep_part(row[0], number, whole)

    def _keep_part(self, stream: int, number: int, whole: Part) -> None:
        database = self._database
        if database is None:
            return
        entries: Sequence[Row] = whole.entries
        if number >= _PARTS:
            question = "SELECT entries FROM parts WHERE stream = ? ORDER BY number"
            before = database.rows(question, [stream])
            entries = [*(each for (part,) in before for each in json.loads(part)), *entries]
            number = 0
        database.write("DELETE FROM parts WHERE stream = ? AND number >= ?", [(stream, number)])
        if entries:
            row = (stream, number, rows_as_json(entries))
            database.write("INSERT INTO parts VALUES (?, ?, ?)", [row])


@dataclass(frozen=True, slots=True)
class _Known:
    """Which file was read: `identity` is its device, inode, size and times as text."""

    identity: str
    size: int
    end: int = 0
    sample: bytes = b""

    @classmethod
    def of(cls, file: FileIO) -> _Known:
        """The file as it is now."""
        status = os.fstat(file.fileno())
        times = [status.st_mtime_ns, status.st_ctime_ns]
        if max(times) > time.time_ns() - _FRESH:
            times = [0, 0]
        parts = (status.st_dev, status.st_ino, status.st_size, *times)
        return cls(" ".join(map(str, parts)), status.st_size)

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
                raise self._changed() from error
        record = decoded(data, place)
        if isinstance(record, BadRecord) or (entry.facts and entry.facts[0] != record.id):
            raise self._changed()
        return record

    def _changed(self) -> StreamError:
        return StreamError(
            f"'{self._name}' changed while it was read", hint="run the command again"
        )


def times_of_progress(progress: Progress) -> tuple[str, ...]:
    """The first and the last time of lines that were held back."""
    sieve = Sieve(())
    sieve.resume(progress.early, progress.late)
    return sieve.times


def _bad_rows(part: Part) -> list[tuple[int, int, str]]:
    return [(bad.place.line, bad.place.offset, bad.reason) for bad in part.bad]
