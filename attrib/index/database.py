"""The file `index.sqlite`: opened, checked, locked, and discarded when it cannot be used.

Everything in it is derived and may be deleted at any time. A reader never waits for a builder
for longer than `_PATIENCE`; whoever cannot use the file answers without it.
"""

from __future__ import annotations

import sqlite3
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrib.index.tables import FORMAT, HISTORY_KEY, TABLES

NAME = "index.sqlite"
_APPLICATION = 0x61747472  # "attr"
_PATIENCE = 1.0


class UnusableError(Exception):
    """The index cannot answer or be written now; `is_damaged` when it never will."""

    def __init__(self, reason: object, *, is_damaged: bool = False) -> None:
        super().__init__(str(reason))
        self.is_damaged = is_damaged


def index_path(common_dir: str) -> Path:
    """Where the index of a repository lies."""
    return Path(common_dir, "attrib", NAME)


def discard(path: Path) -> None:
    """Delete the index and what SQLite keeps beside it.

    Raises:
        UnusableError: the system refuses.
    """
    try:
        for suffix in ("", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
    except OSError as error:
        raise UnusableError(error) from error


class Database:
    """An open index. All errors of SQLite come out as `UnusableError`.

    It is closed at the latest when nobody holds it any more: whoever answers from it keeps it as
    long as there may be questions.
    """

    def __init__(self, path: Path, *, create: bool = False, patience: float = _PATIENCE) -> None:
        self.path = path
        with _translated():
            if create:
                path.parent.mkdir(exist_ok=True)
            mode = "rwc" if create else "rw"
            self._connection = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={mode}",
                uri=True,
                timeout=patience,
                isolation_level=None,
                check_same_thread=False,
            )
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
                self._connection.execute("PRAGMA synchronous = NORMAL")
                self.is_made = self._number("application_id") == _APPLICATION and (
                    self._number("user_version") == FORMAT
                )
            except sqlite3.Error:
                self._connection.close()
                raise
        self._closed = weakref.finalize(self, self._connection.close)

    def _number(self, pragma: str) -> int:
        return int(self._connection.execute(f"PRAGMA {pragma}").fetchone()[0])

    def close(self) -> None:
        """Close the file."""
        self._closed()

    def settle(self) -> None:
        """Move what was written into the file itself, when no reader is in the way."""
        self.rows("PRAGMA wal_checkpoint(TRUNCATE)")

    def rows(self, question: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows that answer a question."""
        with _translated():
            return self._connection.execute(question, values).fetchall()

    def row(self, question: str, values: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        """The first row that answers a question."""
        with _translated():
            found: tuple[Any, ...] | None = self._connection.execute(question, values).fetchone()
            return found

    def write(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each row, in order."""
        with _translated():
            self._connection.executemany(statement, rows)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """The only writer until the end of the block; all of it is kept, or nothing."""
        with _translated():
            self._connection.execute("BEGIN IMMEDIATE")
        try:
            if not self._is_made_now():
                self._make()
            yield
            with _translated():
                self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                with _translated():
                    self._connection.execute("ROLLBACK")
            raise
        self.is_made = True

    def _is_made_now(self) -> bool:
        with _translated():
            return self._number("user_version") == FORMAT and (
                self._number("application_id") == _APPLICATION
            )

    def _make(self) -> None:
        """Empty tables in the form that this version knows, whatever stood here.

        Where history was kept, it is wanted again.
        """
        had_history = self._had_history()
        names = self.rows("SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")
        with _translated():
            for kind, name in names:
                if kind in ("table", "view"):
                    quoted = name.replace('"', '""')
                    self._connection.execute(f'DROP {kind} "{quoted}"')
            for statement in TABLES:
                self._connection.execute(statement)
            self._connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            self._connection.execute(f"PRAGMA user_version = {FORMAT}")
        if had_history:
            self.set_state(HISTORY_KEY, b"")

    def _had_history(self) -> bool:
        try:
            return self.state(HISTORY_KEY) is not None
        except UnusableError:
            return False  # an index of another form, or an empty file

    def state(self, name: str) -> bytes | None:
        """A value kept under a name."""
        found = self.row("SELECT value FROM state WHERE name = ?", [name])
        return found[0] if found else None

    def set_state(self, name: str, value: bytes) -> None:
        """Keep a value under a name."""
        self.write("INSERT OR REPLACE INTO state VALUES (?, ?)", [(name, value)])


def made_at(path: Path) -> Database:
    """A new index, empty, which holds no history until somebody builds it.

    Raises:
        UnusableError: it cannot be written.
    """
    database = Database(path, create=True)
    with database.writing():
        return database


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:  # locked, full, read-only: not damaged
        raise UnusableError(error) from error
    except (sqlite3.Error, ValueError) as error:
        raise UnusableError(error, is_damaged=True) from error
    except OSError as error:
        raise UnusableError(error) from error
