"""A log is one session's or nobody's, a result is one call's or nobody's; the rest is told."""

from __future__ import annotations

from itertools import permutations

import pytest

from attrib.importers.codebuddy import CodeBuddy
from attrib.importers.codebuddy.catalog import POLICY
from tests.importers.codebuddy_log import (
    call,
    meta,
    notices,
    prompt,
    read,
    records,
    result,
    snapshot,
    write_pair,
)
from tests.importers.logs import APP, save

UNASSIGNED = "com.tencent.codebuddy/unassigned"
TOLD = f"codebuddy: {POLICY}"
EDIT = {"file_path": f"{APP}/f", "old_string": "1", "new_string": "2"}


def changes(sessions):
    """The call IDs of each session's changes."""
    return {
        session.id: [
            record["cause"]["callId"]
            for record in session.records
            if record["type"] == "file_change"
        ]
        for session in sessions
        if session.id
    }


def all_orders(*logs):
    """What is read, which must be the same for every order of the logs."""
    readings = [read(*order) for order in permutations(logs)]
    assert all(reading == readings[0] for reading in readings)
    return readings[0]


def fork_rows():
    """More than 64 rows of P, then the fork's own."""
    copied = [prompt(f"p{number}", 0, "P") for number in range(70)]
    return [
        *copied,
        *write_pair("c1", "1\n", 1, "P"),
        meta("F", 2),
        *write_pair("c2", "2\n", 3, "F"),
    ]


def test_fork_is_named_by_its_session_meta_and_holds_its_own_rows_only(tmp_path):
    fork = save(tmp_path / "F.jsonl", fork_rows())
    session, _ = read(fork)
    assert changes([session]) == {"F": ["c2"]}
    assert session.parent is None
    fact = {"reason": "rows of another session", "sessionId": "P", "count": 72}
    assert session.meta == {UNASSIGNED: {"policy": POLICY, "facts": [fact]}}
    assert UNASSIGNED in {loss["key"] for loss in session.losses}
    assert notices(fork) == [
        "F.jsonl: 72 left unassigned: rows of another session 'P'",
        TOLD,
    ]


def test_copied_rows_count_once_where_the_origin_is_read_too(tmp_path):
    origin = save(tmp_path / "P.jsonl", fork_rows()[:72])
    fork = save(tmp_path / "F.jsonl", fork_rows())
    assert changes(all_orders(origin, fork)) == {"F": ["c2"], "P": ["c1"]}


def test_last_session_meta_names_a_fork_of_a_fork(tmp_path):
    rows = [*fork_rows(), meta("G", 4), *write_pair("c3", "3\n", 5, "G")]
    assert changes(read(save(tmp_path / "G.jsonl", rows))) == {"G": ["c3"]}


def test_rows_that_disagree_without_session_meta_are_nobodys(tmp_path):
    rows = [*write_pair("c1", "1\n", 1, "P"), *write_pair("c2", "2\n", 2, "F")]
    log = save(tmp_path / "F.jsonl", rows)
    (nobody,) = read(log)
    assert nobody.records == ()
    assert notices(log) == ["F.jsonl: 4 rows left unassigned: they name 2 sessions", TOLD]


def test_name_of_a_file_counts_only_where_codebuddy_lays_it_and_no_row_names_a_session(tmp_path):
    rows = [snapshot("u1", 1, {"f": {"version": 1}})]
    laid = save(tmp_path / "projects" / "p" / "S.jsonl", rows)
    loose = save(tmp_path / "S.jsonl", rows)
    named = save(tmp_path / "projects" / "q" / "other.jsonl", [prompt("u1", 0, "T")])
    assert [session.id for session in read(laid, loose, named)] == ["S", "T", ""]
    assert notices(loose)[0] == "S.jsonl: 1 rows left unassigned: they name 0 sessions"


def test_snapshot_belongs_to_the_session_of_its_message(tmp_path):
    files = {"f": {"version": 1}}
    rows = [
        prompt("u1", 0, "P"),
        snapshot("u1", 1, files),
        meta("F", 2),
        prompt("u2", 3, "F"),
        snapshot("u2", 4, files),
        snapshot("lost", 5, files),
    ]
    log = save(tmp_path / "F.jsonl", rows)
    assert [record["ref"] for record in records(log, of="checkpoint")] == ["u2"]
    assert "F.jsonl: 2 left unassigned: rows without a session beside those of several" in (
        notices(log)
    )


def test_one_id_in_two_project_folders_is_rejected(tmp_path):
    one = save(tmp_path / "projects" / "p" / "S.jsonl", write_pair("c1", "1\n", 1))
    two = save(tmp_path / "projects" / "q" / "S.jsonl", write_pair("c2", "2\n", 2))
    (nobody,) = all_orders(one, two)
    assert nobody.records == ()
    words = "S.jsonl: is left out: its session stands in several logs that disagree"
    assert notices(one, two) == [words, words, TOLD]


def test_conflict_is_seen_though_one_log_speaks_of_another_folder(tmp_path):
    one = save(tmp_path / "projects" / "p" / "S.jsonl", write_pair("c1", "1\n", 1))
    two = save(tmp_path / "projects" / "q" / "S.jsonl", [prompt("u1", 1, cwd="/srv/other")])
    other = save(tmp_path / "projects" / "q" / "T.jsonl", [prompt("u1", 1, cwd="/srv/other")])
    found = [CodeBuddy().mentions(log, [APP]) for log in (one, two, other)]
    assert found == [True, True, False]


def test_copy_of_a_log_counts_once(tmp_path):
    rows = [*write_pair("c1", "1\n", 1), *write_pair("c2", "2\n", 2)]
    one = save(tmp_path / "projects" / "p" / "S.jsonl", rows)
    two = save(tmp_path / "backup" / "S.jsonl", rows[:2])
    assert changes(all_orders(one, two)) == {"S": ["c1", "c2"]}
    assert notices(one, two) == []


def test_subagent_is_a_session_of_its_own_without_lineage(tmp_path):
    main = save(tmp_path / "p" / "S.jsonl", write_pair("c1", "1\n", 1))
    sub = save(
        tmp_path / "p" / "S" / "subagents" / "agent-x.jsonl", write_pair("c2", "2\n", 2, "X")
    )
    sessions = all_orders(main, sub)
    assert changes(sessions) == {"S": ["c1"], "X": ["c2"]}
    assert [session.parent for session in sessions] == [None, None, None]


def test_subagent_that_names_its_session_is_a_part_of_it(tmp_path):
    main = save(
        tmp_path / "p" / "S.jsonl", [*write_pair("c1", "1\n", 1), *write_pair("c3", "3\n", 3)]
    )
    sub = save(tmp_path / "p" / "S" / "subagents" / "agent-x.jsonl", write_pair("c2", "2\n", 2))
    assert changes(all_orders(main, sub)) == {"S": ["c1", "c2", "c3"]}


def test_row_id_joins_nothing(tmp_path):
    rows = [*write_pair("c1", "1\n", 1), *write_pair("c2", "2\n", 2)]
    log = save(tmp_path / "S.jsonl", [{**each, "id": "same"} for each in rows])
    assert changes(read(log)) == {"S": ["c1", "c2"]}


def test_result_without_a_call_keeps_the_id_that_it_names(tmp_path):
    log = save(tmp_path / "S.jsonl", [prompt("u1", 0), result("lost", "Edit", "Successfully", 1)])
    (record,) = records(log, of="tool_result")
    assert (record["nativeCallId"], record["status"]) == ("lost", "completed")
    assert "callId" not in record
    assert records(log, of="file_change") == []


def test_id_of_several_calls_joins_none(tmp_path):
    other = {**EDIT, "new_string": "3"}
    rows = [
        call("c1", "Edit", EDIT, 1),
        call("c1", "Edit", other, 2),
        result("c1", "Edit", "Successfully edited", 3),
    ]
    log = save(tmp_path / "S.jsonl", rows)
    assert [record["type"] for record in records(log)] == ["workspace_state", "tool_result"]
    assert records(log)[1]["nativeCallId"] == "c1"
    assert notices(log)[0] == "S.jsonl: 1 left unassigned: calls whose ID names several calls"


def test_repeated_rows_count_once(tmp_path):
    rows = [*write_pair("c1", "1\n", 1), *write_pair("c1", "1\n", 2)]
    log = save(tmp_path / "S.jsonl", rows)
    assert changes(read(log)) == {"S": ["c1"]}
    assert notices(log) == []


def test_results_that_disagree_are_not_joined(tmp_path):
    rows = [
        call("c1", "Edit", EDIT, 1),
        result("c1", "Edit", "Successfully edited", 2),
        result("c1", "Edit", "Error: no", 3),
    ]
    log = save(tmp_path / "S.jsonl", rows)
    found = records(log, of="tool_result")
    assert [(each["nativeCallId"], each["status"]) for each in found] == [
        ("c1", "completed"),
        ("c1", "failed"),
    ]
    assert records(log, of="file_change") == []


@pytest.mark.parametrize(
    ("aliases", "is_joined"),
    [
        ({"callId": None, "tool_call_id": "c1"}, True),
        ({"callId": None, "toolCallId": "c1", "tool_use_id": "c1"}, True),
        ({"tool_use_id": "c1"}, True),
        ({"tool_use_id": "other"}, False),
        ({"callId": None}, False),
    ],
)
def test_aliases_that_conflict_stay_unassigned(tmp_path, aliases, is_joined):
    asked, done = write_pair("c1", "1\n", 1)
    log = save(tmp_path / "S.jsonl", [asked, done | aliases])
    assert (changes(read(log)) == {"S": ["c1"]}) is is_joined
    told = "S.jsonl: 1 left unassigned: results without a call ID, or with several"
    assert (told in notices(log)) is not is_joined
