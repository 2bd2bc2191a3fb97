"""The gateway's database is read as it stands, while it runs, and left as it stands."""

from __future__ import annotations

import json
import sqlite3

import pytest

from attrib.importers.pioneer import Pioneer
from tests.importers.logs import APP
from tests.importers.pioneer_log import (
    change,
    changes_of,
    database,
    delta,
    digest,
    notices,
    page,
    read,
    save,
    state,
    step,
    stored_change,
)


def test_rows_become_changes_with_the_hashes_that_they_hold(tmp_path):
    made = stored_change("add", "a.py", b"one\n")
    log = database(
        tmp_path / "gateway.db", {"changes_json": delta(made)}, intents=(("call_0", APP),)
    )
    (record,) = changes_of(log)
    assert (record["status"], record["precision"]) == ("applied", "exact")
    assert record["cause"] == {"callId": "call_0"}
    assert record["changes"] == [
        {
            "op": "add",
            "root": "root",
            "path": "a.py",
            "fileType": "text",
            "after": {
                "objectId": digest(b"one\n"),
                "objectIdType": "sha256",
                "representation": "worktree",
                "size": 4,
            },
        }
    ]


def test_whole_row_is_kept_with_its_json_columns_as_texts(tmp_path):
    text = delta(stored_change("add", "a", b"one\n"))
    log = database(tmp_path / "gateway.db", {"changes_json": text})
    session, _ = read(log)
    row = json.loads(session.natives[0].read() or b"")
    assert (row["changes_json"], row["outcome_json"]) == (text, '"applied"')
    assert row["plan_fingerprint"] == "0102"


@pytest.mark.asr("ASR-466", "ASR-468")
def test_root_without_a_place_has_the_name_of_its_environment(tmp_path):
    log = database(tmp_path / "gateway.db", {"changes_json": delta(stored_change("add", "a", b""))})
    session, _ = read(log)
    assert [record.get("root") for record in session.records if record["type"] == "root"] == [
        "environment-workspace"
    ]
    (record,) = changes_of(log)
    assert record["changes"][0]["root"] == "environment-workspace"
    assert "ai.pioneer/workspace" in {loss["key"] for loss in session.losses}
    assert notices(log) == [
        "gateway.db: table 'applied_patch_record' row 1: no place is recorded for root "
        "'environment-workspace'; --root 'environment-workspace=PATH' gives it one"
    ]


@pytest.mark.parametrize(
    ("outcome", "status"),
    [
        ('"applied"', "applied"),
        ('{"partial": {"failed_stage": "commit", "error_code": "io"}}', "partial"),
        ('"commit_state_uncertain"', "unknown"),
        ('{"status": "applied"}', "applied"),
        ("nonsense", "unknown"),
    ],
)
def test_status_is_the_outcome(tmp_path, outcome, status):
    row = {"changes_json": delta(stored_change("add", "a", b"")), "outcome_json": outcome}
    (record,) = changes_of(database(tmp_path / "gateway.db", row))
    assert record["status"] == status


def test_gap_is_told(tmp_path):
    row = {"changes_json": delta(), "outcome_json": '{"gap": {"reason": "lost"}}'}
    log = database(tmp_path / "gateway.db", row)
    assert notices(log) == [
        "gateway.db: table 'applied_patch_record' row 1: turn 'turn_1', invocation 'call_0': "
        "is a gap: lost",
    ]


def test_move_names_both_paths(tmp_path):
    moved = stored_change("move", "a", b"one\n", destination_path="b")
    (record,) = changes_of(database(tmp_path / "gateway.db", {"changes_json": delta(moved)}))
    found = record["changes"][0]
    assert (found["op"], found["oldPath"], found["path"]) == ("move", "a", "b")


@pytest.mark.parametrize("text", ["nonsense", "3", None, '{"changes": 3}', "[" * 100_000])
def test_row_that_cannot_be_read_is_told_and_the_rest_is_read(tmp_path, text):
    good = {"changes_json": delta(stored_change("add", "a", b""))}
    log = database(tmp_path / "gateway.db", {"changes_json": text}, good)
    assert len(changes_of(log)) == 1
    assert notices(log)[-1] == (
        "gateway.db: table 'applied_patch_record' row 1: is no patch record"
    )


def test_record_of_a_page_and_of_the_database_count_once(tmp_path):
    made = delta(stored_change("add", "a", b"one\n"))
    log = database(tmp_path / "gateway.db", {"changes_json": made, "invocation_id": "call_1"})
    shown = save(tmp_path / "page.json", page(step(change("add", "a", after=state(b"one\n")))))
    (record,) = changes_of(log, shown)
    assert record["changes"][0]["root"] == "root"


def test_running_gateway_is_read_and_nothing_changes_beside_it(tmp_path):
    log = database(
        tmp_path / "gw" / "gateway.db", {"changes_json": delta(stored_change("add", "a", b""))}
    )
    gateway = sqlite3.connect(log)
    gateway.execute("PRAGMA journal_mode = WAL")
    gateway.execute("UPDATE applied_patch_record SET invocation_id = 'newer'")
    gateway.commit()
    before = {each.name: each.read_bytes() for each in log.parent.iterdir()}
    (record,) = changes_of(log)
    assert record["cause"] == {"callId": "newer"}
    assert {each.name: each.read_bytes() for each in log.parent.iterdir()} == before
    gateway.close()


def test_only_databases_with_the_table_are_recognized(tmp_path):
    own = database(tmp_path / "gateway.db")
    other = tmp_path / "other.db"
    sqlite3.connect(other).execute("CREATE TABLE x (y)").connection.close()
    broken = tmp_path / "broken.db"
    broken.write_bytes(own.read_bytes()[:100] + b"\xff" * 4000)
    importer = Pioneer()
    assert [importer.recognizes(log) for log in (own, other, broken)] == [True, False, False]
    assert list(importer.logs(tmp_path)) == [own]


def test_place_and_namespace_are_those_of_the_gateway(home):
    importer = Pioneer()
    assert importer.where() == []
    log = database(home / ".pioneer" / "gateway.db")
    assert importer.where() == [home / ".pioneer"]
    shown = save(home / "page.json", page())
    assert importer.namespace_of(log) == importer.namespace_of(shown)
