"""`attrib index`: the state of the index, built or brought up to date on request."""

from __future__ import annotations

import time

from attrib.errors import AttribError
from attrib.git.interface import Repository
from attrib.index.building import is_current, is_up_to_date, update
from attrib.index.database import Database, UnusableError, discard, index_path
from attrib.model.found import IndexReport


def index_state(repository: Repository) -> IndexReport:
    """What the index holds now; nothing is written."""
    path = index_path(repository.common_dir)
    if not path.is_file():
        return IndexReport(str(path), None, False, False, 0, 0, 0)
    try:
        database = Database(path)
        try:
            return _state(database, repository)
        finally:
            database.close()
    except UnusableError:
        return IndexReport(str(path), path.stat().st_size, False, False, 0, 0, 0)


def _state(database: Database, repository: Repository, seconds: float | None = None) -> IndexReport:
    size = database.path.stat().st_size
    if not is_current(database, repository):
        return IndexReport(str(database.path), size, False, False, 0, 0, 0, seconds)
    return IndexReport(
        str(database.path),
        size,
        is_built=True,
        is_current=is_up_to_date(database, repository),
        commits=_number(database, "SELECT sum(length(dates)) / 8 FROM commits"),
        paths=_number(database, "SELECT count(*) FROM paths"),
        streams=_number(database, "SELECT count(*) FROM streams"),
        seconds=seconds,
    )


def _number(database: Database, question: str) -> int:
    row = database.row(question)
    return int(row[0] or 0) if row else 0


def build_index(repository: Repository, *, anew: bool = False) -> IndexReport:
    """Read into the index what is new, or with `anew` everything; a damaged one is replaced.

    Raises:
        AttribError: the index cannot be written.
    """
    path = index_path(repository.common_dir)
    start = time.monotonic()
    for attempt in range(2):
        try:
            database = Database(path, create=True, patience=_PATIENCE)
            try:
                update(database, repository, anew=anew)
                database.settle()
                return _state(database, repository, time.monotonic() - start)
            finally:
                database.close()
        except UnusableError as error:
            if attempt or not error.is_damaged:
                hint = f"ls -ld '{path.parent}'"
                raise AttribError(f"cannot write '{path}': {error}", hint=hint) from error
            discard(path)
    raise AssertionError("two attempts end in an answer or an error")


#: A builder waits so many seconds for another one.
_PATIENCE = 600.0
