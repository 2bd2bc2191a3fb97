"""The file of the index is closed when nobody holds it any more."""

from __future__ import annotations

import gc
import sqlite3
from pathlib import Path

import pytest

from attrib.index.database import Database


def test_a_database_that_nobody_holds_is_closed(tmp_path: Path) -> None:
    database = Database(tmp_path / "attrib" / "index.sqlite", create=True)
    connection = database._connection
    assert connection.execute("SELECT 1").fetchone() == (1,)
    del database
    gc.collect()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")
