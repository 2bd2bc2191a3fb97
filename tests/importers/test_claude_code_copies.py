"""Copied rows count once, in the session they came from, whatever the order of the logs."""

from __future__ import annotations

from itertools import permutations

from tests.importers.claude_log import prompt, read, write_pair
from tests.importers.logs import at, save


def renewed(rows, session, minute=None):
    """The rows as another session's log has them: new session, perhaps new IDs and times."""
    changed = [{**each, "sessionId": session} for each in rows]
    if minute is not None:
        for each in changed:
            each |= {"uuid": f"copy-{each['uuid']}", "timestamp": at(minute)}
    return changed


def changes(sessions):
    return {
        session.id: [
            record["cause"]["callId"]
            for record in session.records
            if record["type"] == "file_change"
        ]
        for session in sessions
    }


def all_orders(*logs):
    """What is read, which must be the same for every order of the logs."""
    readings = [read(*order) for order in permutations(logs)]
    assert all(reading == readings[0] for reading in readings)
    return readings[0]


FIRST = [prompt("u0", 0), *write_pair("t1", "1\n", 1), *write_pair("t2", "1\n2\n", 2)]


def test_resumed_log_repeats_rows_that_count_once(tmp_path):
    one = save(tmp_path / "P.jsonl", renewed(FIRST, "P"))
    more = renewed([*FIRST, *write_pair("t5", "5\n", 5)], "P")
    two = save(tmp_path / "resumed.jsonl", more)
    assert changes(all_orders(one, two)) == {"P": ["t1", "t2", "t5"]}


def test_copied_rows_belong_to_the_session_that_they_name(tmp_path):
    origin = save(tmp_path / "P.jsonl", renewed(FIRST, "P"))
    copies = [*renewed(FIRST, "P", 8), *renewed(write_pair("t4", "4\n", 9), "F")]
    fork = save(tmp_path / "F.jsonl", copies)
    sessions = all_orders(origin, fork)
    assert changes(sessions) == {"F": ["t4"], "P": ["t1", "t2"]}
    assert [r["ts"] for r in sessions[1].records if r["type"] == "file_change"] == [at(1), at(2)]


def test_fork_with_rewritten_rows_credits_the_one_it_names(tmp_path):
    origin = save(tmp_path / "P.jsonl", renewed([*FIRST, *write_pair("t9", "9\n", 30)], "P"))
    copies = renewed(FIRST, "F")
    for each in copies:
        each["forkedFrom"] = {"sessionId": "P", "messageUuid": each["uuid"]}
    fork = save(tmp_path / "F.jsonl", [*copies, *renewed(write_pair("t4", "4\n", 9), "F")])
    sessions = all_orders(origin, fork)
    assert changes(sessions) == {"F": ["t4"], "P": ["t1", "t2", "t9"]}
    assert [session.parent for session in sessions] == ["P", None]


def test_fork_of_a_fork_credits_the_first(tmp_path):
    logs = [save(tmp_path / "P.jsonl", renewed(FIRST, "P"))]
    for session, origin in (("F", "P"), ("A", "F")):
        copies = renewed(FIRST, session)
        for each in copies:
            each["forkedFrom"] = {"sessionId": origin, "messageUuid": each["uuid"]}
        logs.append(save(tmp_path / f"{session}.jsonl", copies))
    assert changes(all_orders(*logs)) == {"P": ["t1", "t2"], "F": []}


def test_fork_that_names_no_origin_credits_the_earlier_copy(tmp_path):
    origin = save(tmp_path / "P.jsonl", renewed(FIRST, "P"))
    copies = [*renewed(FIRST, "F", 8), *renewed(write_pair("t4", "4\n", 9), "F")]
    fork = save(tmp_path / "F.jsonl", copies)
    sessions = all_orders(origin, fork)
    assert changes(sessions) == {"F": ["t4"], "P": ["t1", "t2"]}
    assert {"result/t1", "result/t2", "call/t1", "call/t2"} <= sessions[0].elsewhere


def test_fork_with_the_same_times_credits_the_one_that_went_on_first(tmp_path):
    origin = save(tmp_path / "P.jsonl", renewed([*FIRST, *write_pair("t3", "3\n", 3)], "P"))
    copies = [*renewed(FIRST, "A"), *renewed(write_pair("t4", "4\n", 9), "A")]
    assert changes(all_orders(origin, save(tmp_path / "A.jsonl", copies))) == {
        "A": ["t4"],
        "P": ["t1", "t2", "t3"],
    }


def test_the_fuller_copy_of_a_result_is_read(tmp_path):
    call, full = write_pair("t1", "whole\n", 1)
    poor = {name: value for name, value in full.items() if name != "toolUseResult"}
    poor["uuid"] = "other"
    log = save(tmp_path / "S.jsonl", [call, poor, full])
    (session,) = read(log)
    (change,) = (record for record in session.records if record["type"] == "file_change")
    assert change["changes"][0]["after"] == {"text": "whole\n"}
    assert change["changes"][0]["op"] == "add"


def test_later_edit_with_the_same_text_is_kept(tmp_path):
    origin = save(tmp_path / "P.jsonl", renewed(FIRST, "P"))
    again = renewed(write_pair("t7", "1\n2\n", 9), "F")
    fork = save(tmp_path / "F.jsonl", [*renewed(FIRST, "P"), *again])
    assert changes(all_orders(origin, fork)) == {"F": ["t7"], "P": ["t1", "t2"]}
