"""`record-after-commit`, with `conflicting`: the stream's order first, then the clocks."""

from __future__ import annotations

import dataclasses

from attrib.model.ids import Oid
from tests.support.memory import MemoryRepository
from tests.support.streams import BASE, Recorder, put, said

ONE = put(BASE, 2, b"bravo line edited\n")
STRONG = ["S1#r1 transition strong +2 -2"]
LATE = ["S1#r1 transition weak +2 -2 record-after-commit conflicting"]


def _commits(*versions: bytes) -> tuple[MemoryRepository, list[Oid]]:
    repository = MemoryRepository()
    return repository, [repository.commit({"f": version}) for version in versions]


def test_a_record_within_the_clock_allowance_holds() -> None:
    repository, commits = _commits(BASE, ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=2.9)
    assert said(repository, session, at=commits[1]) == STRONG


def test_a_record_past_the_clock_allowance_is_weak_and_conflicting() -> None:
    repository, commits = _commits(BASE, ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=3.1)
    assert said(repository, session, at=commits[1]) == LATE


def test_the_allowance_is_as_configured() -> None:
    repository, commits = _commits(BASE, ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=2.9)
    assert said(repository, session, at=commits[1], allowance=30) == LATE


def test_a_record_in_the_commits_own_second_is_not_later() -> None:
    repository, commits = _commits(BASE, ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=1 + 0.9 / 60)
    assert said(repository, session, at=commits[1], allowance=0) == STRONG


def test_a_stream_that_shows_the_commit_as_head_before_the_record_is_late() -> None:
    repository, commits = _commits(BASE, ONE)
    session = Recorder()
    session.head(commits[1], at=0.1)
    session.change("f", BASE, ONE, at=0.5)
    assert said(repository, session, at=commits[1]) == [
        "S1#r2 transition weak +2 -2 record-after-commit conflicting"
    ]


def test_a_stream_that_shows_the_commit_as_head_after_the_record_settles_the_clocks() -> None:
    repository, commits = _commits(BASE, ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=60)
    session.head(commits[1], at=61)
    assert said(repository, session, at=commits[1]) == STRONG


def test_a_stream_that_names_the_commit_after_the_record_settles_the_clocks() -> None:
    repository, commits = _commits(BASE, ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=60)
    session.vcs(None, prefix=commits[1][:9], at=61, evidence="parsed_output")
    assert said(repository, session, at=commits[1], path="f") == STRONG


def test_another_sessions_sight_of_the_commit_settles_nothing() -> None:
    repository, commits = _commits(BASE, ONE)
    session, other = Recorder("S1"), Recorder("S2")
    session.change("f", BASE, ONE, at=60)
    other.head(commits[1], at=61)
    assert said(repository, session, other, at=commits[1]) == LATE


def test_a_record_later_than_an_amended_commits_author_time_is_before_it() -> None:
    repository, commits = _commits(BASE, ONE)
    made = repository._commits[commits[1]]
    repository._commits[commits[1]] = dataclasses.replace(
        made, committer_time=made.author_time + 6000
    )
    session = Recorder()
    session.change("f", BASE, ONE, at=90)
    assert said(repository, session, at=commits[1]) == STRONG


def test_a_record_without_a_time_is_bounded_by_its_neighbours() -> None:
    repository, commits = _commits(BASE, ONE)
    early, late = Recorder(), Recorder()
    early.change("f", b"another before\n", ONE, at=None)
    early.head(commits[0], at=0.5)
    late.head(commits[0], at=60)
    late.change("f", b"another before\n", ONE, at=None)
    assert said(repository, early, at=commits[1]) == ["S1#r1 after-state strong +2"]
    assert said(repository, late, at=commits[1]) == [
        "S1#r2 after-state weak +2 record-after-commit conflicting"
    ]


def test_a_record_that_starts_from_the_commits_file_gives_it_nothing() -> None:
    repository, commits = _commits(BASE, ONE)
    two = put(ONE, 4, b"delta line edited\n")
    session = Recorder()
    session.change("f", ONE, two, at=None)
    session.change("f", two, ONE, at=None)
    assert said(repository, session, at=commits[1]) == []


def test_within_the_allowance_only_whole_recorded_states_hold() -> None:
    patch = b"@@ -2,1 +2,1 @@\n-bravo line two\n+bravo line edited\n"
    lines, replayed = Recorder(), Recorder()
    lines.change("f", BASE, ONE, at=2.5)
    replayed.change("f", at=2.5, patch=patch)
    repository, commits = _commits(BASE, put(ONE, 5, b"echo by hand\n"))
    assert said(repository, lines, at=commits[1]) == []
    assert said(repository, replayed, at=commits[1]) == []
    repository, commits = _commits(BASE, ONE)
    assert said(repository, replayed, at=commits[1]) == []
