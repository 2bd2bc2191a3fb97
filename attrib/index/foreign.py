"""SQLite databases of other programs, read while they may run; never written, no file left there.

SQLite itself would leave `-wal` and `-shm` files beside a database that it only reads, and take
locks that its owner can feel. So a database that stands alone is read as one that cannot change,
and looked at afterwards; one with a log or journal beside it is copied with that into a folder of
our own first. Either way rows are given only of one state of the database, or an error says so.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from attrib.errors import StreamError

#: Databases with their logs that are larger than this, in bytes, are not copied.
LARGEST_COPY = 8 * 1024**3
#: A text or blob that is longer ends the reading, so that one value cannot fill the memory.
_LONGEST_VALUE = 64 * 1024**2
#: Names the number of a row among its columns; no column has this name.
ROW_NUMBER = "row number\0"
_BESIDE = ("-wal", "-journal")
_ATTEMPTS = 5
_HEADER = 100


class ForeignDatabase:
    """Tables of a database that belongs to another program. A context manager.

    All errors of SQLite and of the system come out as `StreamError`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._connection: sqlite3.Connection | None = None
        self._signature: tuple[object, ...] | None = None

    def __enter__(self) -> ForeignDatabase:
        """Open it.

        Raises:
            StreamError: it is no database, cannot be read, or is changing all the time.
        """
        try:
            with self._translated():
                self._connect()
            self.tables()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close it, and remove what was copied."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def tables(self) -> set[str]:
        """The names of its tables; views and virtual tables, which run code, are none."""
        with self._translated():
            found = self._open.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table' "
                "AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"
            ).fetchall()
        return {str(name) for (name,) in found}

    def rows(
        self,
        table: str,
        columns: Sequence[str] | None = None,
        where: str = "",
        parameters: Sequence[Any] = (),
        *,
        is_numbered: bool = False,
    ) -> Iterator[dict[str, object]]:
        """The rows of a table by column; columns that it lacks are absent, as is a whole table.

        `where` is what stands after WHERE, and may go on with ORDER BY. Texts that are no UTF-8
        hold surrogate escapes. `is_numbered` asks for the number of each row as well, under
        `ROW_NUMBER`; a table without such numbers has none.

        Raises:
            StreamError: it is damaged, or changed meanwhile: the rows given so far do not count.
        """
        if table not in self.tables():
            return
        with self._translated():
            known = [str(row[1]) for row in self._open.execute(f"PRAGMA table_info({_q(table)})")]
        names = [name for name in known if columns is None or name in columns]
        if not names:
            return
        chosen = ", ".join(map(_q, names))
        if is_numbered and (number := self._number_of_rows(table)) is not None:
            names.append(ROW_NUMBER)
            chosen += f", {number}"
        question = f"SELECT {chosen} FROM {_q(table)}" + (f" WHERE {where}" if where else "")  # noqa: S608
        with self._translated():
            cursor = self._open.execute(question, tuple(parameters))
        while True:
            with self._translated():
                row = cursor.fetchone()
            if row is None:
                break
            yield dict(zip(names, row, strict=True))
        self._check_unchanged()

    def _number_of_rows(self, table: str) -> str | None:
        """What SQL calls the number of a row of a table; `None` for a table that has none."""
        for name in ("rowid", "_rowid_"):
            with suppress(sqlite3.OperationalError):
                self._open.execute(f"SELECT {name} FROM {_q(table)} LIMIT 0")  # noqa: S608
                return name
        return None

    @property
    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            raise StreamError(f"'{self.path}' is not open")
        return self._connection

    def _connect(self) -> None:
        if not self.path.is_file():
            raise StreamError(f"'{self.path}' is no file", hint=f"ls -ld '{self.path}'")
        if _beside(self.path):
            address = self._copied().absolute().as_uri()
        else:
            self._signature = _signature(self.path)
            address = f"{self.path.absolute().as_uri()}?mode=ro&immutable=1"
        # One thread at a time uses it, yet not always the one that opened it.
        connection = sqlite3.connect(
            address, uri=True, isolation_level=None, check_same_thread=False
        )
        self._connection = connection
        connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
        for pragma in ("trusted_schema = OFF", "query_only = ON", "cell_size_check = ON"):
            connection.execute(f"PRAGMA {pragma}")

    def _copied(self) -> Path:
        """A copy of one state of the database, with what stands beside it.

        A log that grows meanwhile is cut off at a whole transaction by SQLite's own checksums;
        one that is begun anew, or a database that changes, makes the copy useless.
        """
        self._folder = tempfile.TemporaryDirectory(prefix="attrib-", ignore_cleanup_errors=True)
        copy = Path(self._folder.name, "database")
        for _ in range(_ATTEMPTS):
            before = _signature(self.path)
            beside = _beside(self.path)
            if sum(file.stat().st_size for file in (self.path, *beside.values())) > LARGEST_COPY:
                raise StreamError(
                    f"'{self.path}' is in use and too large to be copied",
                    hint="end the program that uses it",
                )
            shutil.copyfile(self.path, copy)
            for suffix in _BESIDE:
                target = copy.with_name(copy.name + suffix)
                target.unlink(missing_ok=True)
                if suffix in beside:
                    shutil.copyfile(beside[suffix], target)
            if _signature(self.path) == before:
                return copy
        raise self._changing()

    def _check_unchanged(self) -> None:
        if self._signature is not None:
            with self._translated():
                now = _signature(self.path)
            # A log that appears beside it does not matter: the file itself is the same.
            if now[:3] != self._signature[:3]:
                raise self._changing()

    def _changing(self) -> StreamError:
        return StreamError(f"'{self.path}' changes while it is read", hint="try again later")

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, sqlite3.Warning, OverflowError, ValueError) as error:
            self._check_unchanged()
            raise StreamError(
                f"'{self.path}' cannot be read as an SQLite database: {error}",
                hint=f"sqlite3 '{self.path}' 'PRAGMA integrity_check'",
            ) from error
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise StreamError(
                f"cannot read '{self.path}': {reason}", hint=f"ls -ld '{self.path}'"
            ) from error


def _beside(path: Path) -> dict[str, Path]:
    """The log and the journal beside a database, as far as they hold something."""
    files = {suffix: path.with_name(path.name + suffix) for suffix in _BESIDE}
    return {suffix: file for suffix, file in files.items() if file.is_file() and _size(file)}


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _signature(path: Path) -> tuple[object, ...]:
    """What changes with every change of the database, and with every new beginning of its log."""
    stat = path.stat()
    heads = [(suffix, _head(path.with_name(path.name + suffix))) for suffix in _BESIDE]
    return (stat.st_ino, stat.st_size, (stat.st_mtime_ns, _head(path)), *heads)


def _head(path: Path) -> bytes:
    """The header of a database, log or journal; nothing where there is none."""
    try:
        with path.open("rb") as file:
            return file.read(_HEADER)[: 32 if path.name.endswith("-wal") else _HEADER]
    except FileNotFoundError:
        return b""


def _q(name: str) -> str:
    """A name as SQL quotes it."""
    return '"' + name.replace('"', '""') + '"'
