"""`attrib session`: the sessions known here, and what one of them recorded."""

from __future__ import annotations

import pytest

from attrib.answers import session, sessions
from attrib.errors import SessionError
from tests.support.memory import TIME, MemoryRepository
from tests.support.streams import BASE, EXTERNAL, Recorder, line_of, put, workspace_of

ONE = put(BASE, 2, b"bravo line edited\n")


def _shorts(*names: str) -> list[str]:
    workspace = workspace_of(MemoryRepository(), *(Recorder(name) for name in names))
    return [info.short for info in sessions(workspace)]


def test_short_ids_have_eight_characters_or_as_many_as_tell_them_apart() -> None:
    assert _shorts("0123456789", "abcdefghij") == ["01234567", "abcdefgh"]
    assert _shorts("0123456789a", "0123456789b", "0123") == ["0123", "0123456789a", "0123456789b"]


def test_sessions_are_listed_in_order_of_their_keys_with_their_times() -> None:
    first, second = Recorder("S2"), Recorder("S1")
    first.change("f", BASE, ONE, at=1)
    first.change("f", ONE, BASE, at=3)
    found = sessions(workspace_of(MemoryRepository(), first, second))
    assert [(info.key.id, info.first, info.last, info.streams) for info in found] == [
        ("S1", None, None, ("S1.asr.jsonl",)),
        ("S2", TIME + 60, TIME + 180, ("S2.asr.jsonl",)),
    ]


def test_a_session_lists_every_state_and_the_commits_that_hold_it() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    commit = repository.commit({"f": ONE})
    recorder, other = Recorder("S1"), Recorder("S2")
    recorder.change("f", BASE, ONE, at=0.5)
    recorder.change("f", ONE, b"never committed\n", at=2, cause=EXTERNAL, status="partial")
    other.change("f", BASE, ONE, at=0.6)
    report = session(workspace_of(repository, recorder, other), "S1")
    assert (report.records, report.roots) == (2, (("repo", "this repository (declared path)"),))
    assert [
        (str(s.record), s.op, s.path, s.status, s.actor, s.object_id, s.commits)
        for s in report.states
    ] == [
        ("S1#r1", "modify", b"f", "applied", "session", repository.blob(ONE), (commit,)),
        (
            "S1#r2",
            "modify",
            b"f",
            "partial",
            "external",
            MemoryRepository().blob(b"never committed\n"),
            (),
        ),
    ]
    assert {line_of(item) for item in report.evidence} == {"S1#r1 transition weak +2 -2 shared"}


def test_of_a_session_with_more_states_than_asked_for_no_commit_is_looked_up() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    repository.commit({"f": ONE})
    recorder = Recorder("S1")
    recorder.change("f", BASE, ONE, at=0.5)
    workspace = workspace_of(repository, recorder)
    held = [
        (len(report.states), bool(report.states[0].commits), bool(report.evidence))
        for most in (None, 1, 0)
        for report in [session(workspace, "S1", most=most)]
    ]
    assert held == [(1, True, True), (1, True, True), (1, False, False)]


def test_a_root_that_is_not_ours_is_said_to_be_unbound() -> None:
    recorder = Recorder(is_bound=False)
    recorder.change("f", BASE, ONE, at=1)
    report = session(workspace_of(MemoryRepository(), recorder), "S1")
    assert (report.roots, report.states) == ((("repo", "unbound"),), ())


def test_commits_that_a_session_names_are_among_its_evidence() -> None:
    repository = MemoryRepository()
    commit = repository.commit({"f": BASE})
    recorder = Recorder()
    recorder.vcs(commit, at=0)
    report = session(workspace_of(repository, recorder), "S1")
    assert [line_of(item) for item in report.evidence] == ["S1#r1 named strong commit"]


def test_a_name_of_no_session_or_of_several_is_an_error() -> None:
    workspace = workspace_of(MemoryRepository(), Recorder("S1a"), Recorder("S1b"))
    with pytest.raises(SessionError, match="no session 'S9' here"):
        session(workspace, "S9")
    with pytest.raises(SessionError, match="'S1' names 2 sessions"):
        session(workspace, "S1")
