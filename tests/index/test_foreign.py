"""Databases of other programs are read as they stand, and left as they stand."""

from __future__ import annotations

import shutil
import sqlite3

import pytest

from attrib.errors import StreamError
from attrib.index.foreign import ForeignDatabase


@pytest.fixture
def path(tmp_path):
    """A closed database with two rows, in a folder of its own."""
    file = tmp_path / "data" / "state.db"
    file.parent.mkdir()
    connection = opened(file)
    connection.execute('CREATE TABLE "odd ""name" (id INTEGER PRIMARY KEY, value)')
    connection.executemany('INSERT INTO "odd ""name" VALUES (?, ?)', [(1, "one"), (2, b"\0")])
    connection.execute('CREATE VIEW seen AS SELECT * FROM "odd ""name"')
    connection.close()
    return file


def opened(file, *, mode="WAL"):
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute(f"PRAGMA journal_mode = {mode}")
    return connection


def folder_of(file):
    """All files of the folder with their bytes and times."""
    return {
        each.name: (each.read_bytes(), each.stat().st_mtime_ns) for each in file.parent.iterdir()
    }


def read(file, table='odd "name', **more):
    with ForeignDatabase(file) as database:
        return list(database.rows(table, **more))


def test_rows_are_given_by_column(path):
    assert read(path) == [{"id": 1, "value": "one"}, {"id": 2, "value": b"\0"}]


def test_absent_columns_and_tables_give_nothing(path):
    assert read(path, columns=["value", "absent"], where="id = ?", parameters=[1]) == [
        {"value": "one"}
    ]
    assert read(path, columns=["absent"]) == []
    assert read(path, table="absent") == []


def test_order_may_follow_the_condition(path):
    assert read(path, columns=["id"], where="1 ORDER BY id DESC") == [{"id": 2}, {"id": 1}]


def test_views_are_no_tables(path):
    with ForeignDatabase(path) as database:
        assert database.tables() == {'odd "name'}


@pytest.mark.parametrize("mode", ["WAL", "DELETE", "TRUNCATE", "PERSIST"])
def test_closed_database_is_left_alone(path, mode):
    connection = opened(path, mode=mode)
    connection.execute('INSERT INTO "odd ""name" VALUES (3, 3)')
    connection.close()
    before = folder_of(path)
    assert len(read(path)) == 3
    assert folder_of(path) == before


def test_rows_of_a_running_program_are_those_that_it_committed(path):
    connection = opened(path)
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute('INSERT INTO "odd ""name" VALUES (3, 3)')
    connection.execute("BEGIN IMMEDIATE")
    connection.execute('INSERT INTO "odd ""name" VALUES (4, 4)')
    before = folder_of(path)
    assert before["state.db-wal"][0]
    assert [row["id"] for row in read(path)] == [1, 2, 3]
    assert folder_of(path) == before
    connection.execute("COMMIT")
    assert [row["id"] for row in read(path)] == [1, 2, 3, 4]
    connection.close()


def test_unfinished_transaction_of_a_dead_program_does_not_count(path, tmp_path):
    connection = opened(path, mode="DELETE")
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany(
        'INSERT INTO "odd ""name" VALUES (?, ?)', [(each, "x" * 900) for each in range(3, 300)]
    )
    dead = tmp_path / "dead" / path.name
    shutil.copytree(path.parent, dead.parent)
    connection.execute("ROLLBACK")
    connection.close()
    before = folder_of(dead)
    assert set(before) == {"state.db", "state.db-journal"}
    assert [row["id"] for row in read(dead)] == [1, 2]
    assert folder_of(dead) == before


def test_change_while_it_is_read_is_an_error(path):
    with ForeignDatabase(path) as database:
        rows = database.rows('odd "name')
        next(rows)
        connection = opened(path)
        connection.execute('INSERT INTO "odd ""name" VALUES (3, 3)')
        connection.close()
        with pytest.raises(StreamError, match="changes while"):
            list(rows)


@pytest.mark.parametrize("data", [b"no database", b"SQLite format 3\0" + bytes(200)])
def test_file_of_another_kind_is_refused(tmp_path, data):
    file = tmp_path / "other.db"
    file.write_bytes(data * 40)
    with pytest.raises(StreamError, match=r"cannot be read as an SQLite database"):
        read(file)


def test_damaged_pages_are_an_error(path):
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
    with pytest.raises(StreamError, match=r"cannot be read as an SQLite database"):
        read(path)


@pytest.mark.parametrize("name", ["absent.db", "."])
def test_what_is_no_file_is_refused(path, name):
    with pytest.raises(StreamError, match="is no file"):
        read(path.parent / name)


def test_wrong_condition_is_an_error(path):
    with pytest.raises(StreamError, match="cannot be read"):
        read(path, where="no SQL at all")


def test_text_that_is_no_utf_8_is_kept(path):
    connection = opened(path)
    connection.execute('INSERT INTO "odd ""name" VALUES (9, CAST(x\'61ff\' AS TEXT))')
    connection.close()
    assert read(path, where="id = 9") == [{"id": 9, "value": "a\udcff"}]


def test_too_large_a_database_in_use_is_not_copied(path, monkeypatch):
    monkeypatch.setattr("attrib.index.foreign.LARGEST_COPY", 100)
    connection = opened(path)
    connection.execute('INSERT INTO "odd ""name" VALUES (3, 3)')
    with pytest.raises(StreamError, match="too large to be copied"):
        read(path)
    connection.close()
