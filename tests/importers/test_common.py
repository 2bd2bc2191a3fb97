"""What all importers share: times, lines with their places, documents, rows of databases."""

from __future__ import annotations

import json
import sqlite3

import pytest

from attrib.importers.common.databases import numbered_rows, row_place
from attrib.importers.common.documents import Document, document_in
from attrib.importers.common.drafts import Draft
from attrib.importers.common.lineage import ancestors, descends
from attrib.importers.common.natives import native_of
from attrib.importers.common.parts import Part, hunks_in, parts_of
from attrib.importers.common.spots import SpotReader, rows_located, rows_with_spots
from attrib.importers.common.stamps import stamp_of, stamp_of_milliseconds
from attrib.importers.interface import Notice
from attrib.index.foreign import ForeignDatabase
from attrib.v4a import edits_in


@pytest.mark.parametrize(
    ("value", "stamp"),
    [
        ("2026-10-20T09:00:00Z", "2026-10-20T09:00:00Z"),
        ("2026-10-20T11:00:00.5+02:00", "2026-10-20T11:00:00.5+02:00"),
        ("2026-10-20T09:00:00", None),
        ("20261020T090000Z", None),
        ("2026-13-20T09:00:00Z", None),
        ("soon", None),
        (7, None),
        (None, None),
    ],
)
def test_only_a_time_with_a_zone_as_rfc_3339_has_it_is_a_time(value, stamp):
    assert stamp_of(value) == stamp


@pytest.mark.parametrize(
    ("value", "stamp"),
    [
        (1_792_486_800_000, "2026-10-20T09:00:00.000Z"),
        (1_792_486_800_123.7, "2026-10-20T09:00:00.123Z"),
        (0, "1970-01-01T00:00:00.000Z"),
        (-1, None),
        (10**400, None),
        (float("nan"), None),
        (True, None),
        ("1792486800000", None),
    ],
)
def test_milliseconds_become_a_time_where_there_is_such_a_time(value, stamp):
    assert stamp_of_milliseconds(value) == stamp


def test_rows_and_what_is_told_have_the_line_that_they_stand_on(tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_bytes(b'{"a":1}\n\n{"b":1}{"b":2}\n{bad}\n[]\n{"c":1}\n{"torn')
    spots = [item for item in rows_with_spots(log) if not isinstance(item, Notice)]
    told = [item for item in rows_with_spots(log) if isinstance(item, Notice)]
    rows = [({"a": 1}, 1), ({"b": 1}, 3), ({"b": 2}, 3), ({"c": 1}, 6)]
    assert [(row, spot.place) for spot, row in spots] == [(row, f"{log}:{n}") for row, n in rows]
    assert [(each.place, each.reason, each.pending, each.is_of_line) for each in told] == [
        (f"{log}:4", "is no JSON", False, True),
        (f"{log}:5", "is no JSON object", False, True),
        (f"{log}:7", "is not complete yet", True, True),
    ]
    located = [item for item in rows_located(log) if not isinstance(item, Notice)]
    assert [(each.row, each.place) for each in located] == [(r, f"{log}:{n}") for r, n in rows]
    with SpotReader() as reader:
        assert [reader.row(spot) for spot, _ in spots] == [row for row, _ in rows]
        assert [reader.native(spot) for spot, _ in spots] == [each.native for each in located]
        log.unlink()
        assert SpotReader().row(spots[0][0]) == {}


def test_a_log_that_is_not_there_is_told_once(tmp_path):
    (told,) = rows_with_spots(tmp_path / "absent.jsonl")
    assert str(told) == f"{tmp_path}/absent.jsonl: no such file or directory"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"{", "is no JSON"),
        (b'{"n": NaN}', "is no JSON"),
        (b"[" * 100_000, "is nested too deeply"),
        (b"[1]", "is no JSON object"),
        (b"", "is no JSON"),
    ],
)
def test_a_file_that_is_no_document_is_told(tmp_path, data, reason):
    file = tmp_path / "a.json"
    file.write_bytes(data)
    assert document_in(file) == Notice(str(file), reason)


def test_a_document_comes_with_its_bytes(tmp_path):
    file = tmp_path / "a.json"
    file.write_bytes(b'{"a": "\xff"}\0')
    assert document_in(file) == Document({"a": "\udcff"}, b'{"a": "\xff"}\0')


def test_rows_of_a_database_are_told_by_their_numbers(tmp_path):
    path = tmp_path / "a.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE one (name TEXT PRIMARY KEY)")
        database.execute("CREATE TABLE two (name TEXT PRIMARY KEY) WITHOUT ROWID")
        for table in ("one", "two"):
            database.executemany(f"INSERT INTO {table} VALUES (?)", [("a",), ("b",), ("c",)])  # noqa: S608
        database.execute("DELETE FROM one WHERE name = 'a'")
    database.close()
    with ForeignDatabase(path) as foreign:
        found = list(numbered_rows(foreign, "one", None, "name > ?", ("a",)))
        assert found == [(2, {"name": "b"}), (3, {"name": "c"})]
        assert [number for number, _ in numbered_rows(foreign, "two")] == [1, 2, 3]
    assert row_place(path, "one", 2) == f"{path}: table 'one' row 2"


def test_a_native_row_keeps_texts_and_gives_none_where_it_is_too_deep():
    native = native_of({"b": '{"x":1}', "a": "é\udcff", "c": b"\xff"})
    assert native is not None
    assert native.read() == '{"a": "é\udcff", "b": "{\\"x\\":1}", "c": "\udcff"}'.encode(
        "utf-8", "surrogatepass"
    )
    deep: dict[str, object] = {}
    for _ in range(100_000):
        deep = {"n": deep}
    assert native_of(deep) is None


def test_hunks_end_where_their_heads_say():
    hunk = "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n"
    assert hunks_in(f"Index: f\n--- f\n+++ f\n{hunk}\nand more\n") == hunk
    assert hunks_in(hunk + "@@ -9 +9 @@\n-x\n+y\n--- other\n") == hunk + "@@ -9 +9 @@\n-x\n+y\n"
    assert hunks_in("@@ ... @@\n-a\n+b\n") is None


@pytest.mark.asr("ASR-454", "ASR-455")
def test_of_a_patch_that_was_not_applied_nothing_but_the_files_counts():
    patch = (
        "*** Begin Patch\n*** Add File: a\n+x\n*** Delete File: b\n*** Update File: c\n-o\n+n\n"
        "*** Update File: d\n*** Move to: e\n*** End Patch"
    )
    edits = list(edits_in(patch))
    assert [(part.op, part.path, part.precision, part.after) for part in parts_of(edits)] == [
        ("add", "a", "exact", "x\n"),
        ("delete", "b", "exact", None),
        ("modify", "c", "snippet", None),
        ("move", "e", "exact", None),
    ]
    asked = parts_of(edits, is_applied=False)
    assert [(part.path, part.precision, part.after) for part in asked] == [
        ("a", "unknown", None),
        ("b", "exact", None),
        ("c", "unknown", None),
        ("e", "unknown", None),
    ]


def test_a_change_that_cannot_be_placed_is_told_at_its_place():
    draft = Draft("S", "x", losses={})
    assert draft.changes([Part("add", "rel\ud800", "exact")], None, "log:7") == {}
    assert [str(notice) for notice in draft.notices] == [
        "log:7: 'rel\ufffd' names no certain place"
    ]
    assert not draft.notices[0].skips


def test_a_time_that_is_none_is_not_written():
    draft = Draft("S", "x", losses={})
    draft.add({"type": "rewind"}, "a", stamp="20261020T09Z")
    draft.add({"type": "rewind"}, "a", stamp="2026-10-20T09:00:00Z")
    assert json.loads(json.dumps(draft.finished().records)) == [
        {"type": "rewind", "_meta": {"attrib/source": "a"}},
        {"type": "rewind", "ts": "2026-10-20T09:00:00Z", "_meta": {"attrib/source": "a.1"}},
    ]


def test_lineage_ends_also_where_it_goes_round():
    parents = {"c": "b", "b": "a", "x": "y", "y": "x"}
    assert list(ancestors("c", parents)) == ["b", "a"]
    assert list(ancestors("x", parents)) == ["y"]
    assert descends("c", ["c", "a"], parents)
    assert not descends("a", ["b", "c"], parents)
