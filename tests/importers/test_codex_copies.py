"""Rows that forks and subagents copy count once, in the session that they came from."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.importers.codex_log import ended, log_of, meta, read, turn
from tests.importers.logs import APP, at

#: Sessions and turns by the time in their names: a parent, its turn, a fork, and its turn.
P, P1 = "019f0000-0000-7000-8000-00000000000a", "019f0000-1000-7000-8000-00000000000b"
F, F1 = "019f0001-0000-7000-8000-00000000000c", "019f0001-1000-7000-8000-00000000000d"


def added(call, minute, **members):
    return ended(call, {f"{APP}/{call}": {"type": "add", "content": call}}, minute, **members)


def changes(*logs):
    """The files that each session added, by its ID."""
    return {
        session.id: [
            change["path"]
            for record in session.records
            if record["type"] == "file_change"
            for change in record["changes"]
        ]
        for session in read(*logs)
    }


def again(rows, minute):
    return [row | {"timestamp": at(minute)} for row in rows]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_copied_changes_stay_with_the_origin(tmp_path, order):
    origin = [meta("P"), turn("t1", 1), added("r1", 2), added("r2", 3)]
    fork = [meta("F", 10, forked_from_id="P"), *again(origin, 10), turn("t2", 11), added("r3", 12)]
    # The origin went on, in another file.
    later = [meta("P"), *origin[1:], turn("t3", 20), added("r4", 21)]
    logs = [
        log_of(tmp_path, origin, "rollout-1.jsonl"),
        log_of(tmp_path, fork, "rollout-2.jsonl"),
        log_of(tmp_path, later, "rollout-3.jsonl"),
    ]
    logs = [logs[index] for index in order]
    assert changes(*logs) == {"P": ["r1", "r2", "r4"], "F": ["r3"]}
    (fork_session,) = [session for session in read(*logs) if session.id == "F"]
    assert fork_session.parent == "P"
    assert {"change/r1", "patch/r1", "output/r2"} <= fork_session.elsewhere


def test_turns_that_began_before_the_fork_are_the_origins(tmp_path):
    origin = [meta(P), turn(P1, 1), added("r1", 2, turn_id=P1)]
    fork = [meta(F, 10, forked_from_id=P), *again(origin, 10), turn(F1, 11), added("r2", 12)]
    log = log_of(tmp_path, fork)
    assert changes(log) == {P: ["r1"], F: ["r2"]}
    assert [notice for session in read(log) for notice in session.notices] == []


def test_copies_that_only_the_origin_can_tell_are_noticed(tmp_path):
    origin = [meta("P"), turn("t1", 1), added("r1", 2)]
    fork = log_of(tmp_path, [meta("F", 10, forked_from_id="P"), *again(origin, 10)], "F.jsonl")
    assert changes(fork) == {"F": ["r1"], "P": []}
    (session, _) = read(fork)
    assert [notice.reason for notice in session.notices] == [
        "begins with rows of its origin, which are told apart only with its rollout"
    ]
    both = read(fork, log_of(tmp_path, origin, "P.jsonl"))
    assert [notice for session in both for notice in session.notices] == []


def test_subagent_is_a_session_of_its_own(tmp_path):
    source = {"subagent": {"thread_spawn": {"parent_thread_id": "P", "depth": 1}}}
    log = log_of(tmp_path, [meta("A", source=source), added("r1", 1)])
    (session,) = read(log)
    assert (session.id, session.parent) == ("A", "P")
    assert changes(log) == {"A": ["r1"]}


def test_fuller_copy_of_a_row_counts(tmp_path):
    short = ended("r1", {f"{APP}/r1": {"type": "add"}}, 1)
    log = log_of(tmp_path, [meta("S"), short, added("r1", 2)])
    (session,) = read(log)
    (record,) = [record for record in session.records if record["type"] == "file_change"]
    assert (record["precision"], record["ts"]) == ("exact", at(1))


def test_rollout_without_its_first_row_is_named_by_its_file(tmp_path):
    name = f"rollout-2026-10-20T09-00-00-{P}.jsonl"
    assert changes(log_of(tmp_path, [turn("t1", 1), added("r1", 2)], name)) == {P: ["r1"]}
