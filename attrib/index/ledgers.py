"""The ledger of a file that grows: read on from where it was left, anew where it is another one."""

from __future__ import annotations

import os
import re
from io import FileIO
from typing import Any

from attrib.codec import pieces_in, record_of
from attrib.errors import StreamError
from attrib.git.reading import is_fresh
from attrib.index.ingest import Progress, read_on, sample_of
from attrib.index.ledger import Ledger
from attrib.model.records import BadRecord, FileChange, Place

#: A kind that is told to its end, and within how many bytes of a line it has to be.
_KIND = re.compile(rb'"type"\s*:\s*"[^"]*"')
_HEAD = 4096


class FileLedger:
    """The ledger of one file, and its records, each read when it is asked for.

    `edition` changes whenever the file is not the former one grown, `state` with every change.
    """

    def __init__(self, path: str, name: str) -> None:
        self.path = path
        self.name = name
        self.ledger = Ledger()
        self.edition = 0
        self.state: object = None
        self._file: tuple[int, int] | None = None
        self._sample = b""
        self._progress = Progress()

    def refresh(self) -> bool:
        """Read what is new; false where nothing is.

        Raises:
            StreamError: the file cannot be read.
            NotByLineError: it is a document of several lines.
            OversizeLineError: it has a line longer than may be held.
        """
        try:
            with FileIO(self.path) as file:
                status = os.fstat(file.fileno())
                times = (status.st_mtime_ns, status.st_ctime_ns)
                state = (status.st_dev, status.st_ino, status.st_size, *times)
                if state == self.state and not is_fresh(status):
                    return False
                self._read(file, (status.st_dev, status.st_ino), status.st_size)
                changed = state != self.state
                self.state = state
                return changed
        except OSError as error:
            self.state = None
            why = (error.strerror or str(error)).lower()
            hint = f"ls -ld '{self.name}'"
            raise StreamError(f"cannot read '{self.name}': {why}", hint=hint) from error

    def _read(self, file: FileIO, identity: tuple[int, int], size: int) -> None:
        progress = self._progress
        goes_on = identity == self._file and size >= progress.end
        if not goes_on or sample_of(file, progress.end) != self._sample:
            self.ledger, progress = Ledger(), Progress()
            self.edition += 1
        self.ledger.cut()
        self._file = None
        read_on(file, self.name, progress, self.ledger.take)
        if self.ledger.is_whole and progress.end < size:
            self._tell_tail(file, progress)
        self._progress, self._file = progress, identity
        self._sample = sample_of(file, progress.end)

    def _tell_tail(self, file: FileIO, progress: Progress) -> None:
        """Note an unfinished last line that does not tell yet what it is."""
        head = os.pread(file.fileno(), _HEAD, progress.end)
        if head.strip() and not _KIND.search(head):
            place = Place(self.name, progress.lines + 1, progress.end)
            self.ledger.add_tail(BadRecord(place, "a line without its end", pending=True))

    def value(self, position: int) -> tuple[FileChange, dict[str, Any]]:
        """The record of a step, and its JSON.

        Raises:
            StreamError: the file is no longer what it was.
        """
        ledger = self.ledger
        try:
            with FileIO(self.path) as file:
                data = os.pread(file.fileno(), ledger.lengths[position], ledger.offsets[position])
        except OSError as error:
            raise self._changed() from error
        pieces = pieces_in(data)
        if len(pieces) != 1 or pieces[0].reason is not None:
            raise self._changed()
        value = pieces[0].value
        place = Place(self.name, ledger.lines[position], ledger.offsets[position])
        record = record_of(value, place, data)
        if not isinstance(record, FileChange) or hash(record.name) != ledger.names[position]:
            raise self._changed()
        return record, value

    def _changed(self) -> StreamError:
        return StreamError(f"'{self.name}' changed while it was read", hint="ask again")
