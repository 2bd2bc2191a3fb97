"""`replayed`: recorded hunks, applied to a known state, give the commit's blob byte for byte."""

from __future__ import annotations

from tests.support.memory import MemoryRepository
from tests.support.streams import BASE, Recorder, file_through, id_only, put, said

ONE = put(BASE, 2, b"bravo line edited\n")
TWO = put(ONE, 4, b"delta line edited\n")
TO_ONE = (
    b"@@ -1,3 +1,3 @@\n alpha line one\n-bravo line two\n+bravo line edited\n charlie line three\n"
)
ONE_TO_TWO = (
    b"@@ -3,3 +3,3 @@\n charlie line three\n-delta line four\n+delta line edited\n echo line five\n"
)


def test_hunks_on_the_parents_blob_give_thefile_through() -> None:
    repository, commit = file_through(BASE, ONE)
    session = Recorder()
    session.change("f", at=0.5, patch=TO_ONE)
    assert said(repository, session, at=commit) == ["S1#r1 replayed strong +2 -2"]


def test_hunks_without_numbers_apply_where_their_lines_stand_once() -> None:
    repository, commit = file_through(BASE, ONE)
    session = Recorder()
    patch = b"@@ @@\n alpha line one\n-bravo line two\n+bravo line edited\n"
    session.change("f", at=0.5, patch=patch)
    assert said(repository, session, at=commit) == ["S1#r1 replayed strong +2 -2"]


def test_each_of_two_replayed_steps_gets_its_share() -> None:
    repository, commit = file_through(BASE, TWO)
    session = Recorder()
    session.change("f", at=0.3, patch=TO_ONE)
    session.change("f", at=0.4, patch=ONE_TO_TWO)
    assert said(repository, session, at=commit) == [
        "S1#r1 replayed strong +2 -2",
        "S1#r2 replayed strong +4 -4",
    ]


def test_a_step_known_whole_follows_a_replayed_one_in_a_chain() -> None:
    repository, commit = file_through(BASE, TWO)
    session = Recorder()
    session.change("f", at=0.3, patch=TO_ONE)
    session.change("f", ONE, TWO, at=0.4)
    assert said(repository, session, at=commit) == [
        "S1#r2 chain strong +4 -4",
        "S1#r1 replayed strong +2 -2",
    ]


def test_a_recorded_before_and_its_hunks_rebuild_the_after() -> None:
    repository, commit = file_through(BASE, ONE)
    session = Recorder()
    session.change("f", BASE, None, at=0.5, patch=TO_ONE)
    assert said(repository, session, at=commit) == ["S1#r1 transition strong +2 -2 derived"]


def test_a_recorded_after_and_its_hunks_rebuild_the_before() -> None:
    repository, commit = file_through(BASE, ONE)
    session = Recorder()
    session.change("f", None, ONE, at=0.5, patch=TO_ONE)
    assert said(repository, session, at=commit) == ["S1#r1 transition strong +2 -2"]


def test_hunks_of_an_added_file_hold_all_of_it() -> None:
    repository = MemoryRepository()
    repository.commit({"other": b"x\n"})
    commit = repository.commit({"f": b"first line of it\nsecond line of it\n"})
    session = Recorder()
    patch = b"@@ -0,0 +1,2 @@\n+first line of it\n+second line of it\n"
    session.change("f", at=0.5, op="add", patch=patch)
    assert said(repository, session, at=commit) == ["S1#r1 transition strong +1-2 derived"]


def test_hunks_that_apply_and_do_not_give_the_commits_blob_are_no_replay() -> None:
    repository, commit = file_through(BASE, put(ONE, 5, b"echo by hand\n"))
    session = Recorder()
    session.change("f", at=0.5, patch=TO_ONE)
    assert said(repository, session, at=commit) == ["S1#r1 hunks moderate +2 -2"]


def test_a_missing_line_feed_at_the_end_is_replayed() -> None:
    repository, commit = file_through(
        b"first line of it\nlast line of it", b"first line of it\nnow\n"
    )
    session = Recorder()
    mark = b"\\ No newline at end of file\n"
    patch = b"@@ -1,2 +1,2 @@\n first line of it\n-last line of it\n" + mark + b"+now\n"
    session.change("f", at=0.5, patch=patch)
    assert said(repository, session, at=commit) == ["S1#r1 replayed strong +2 -2"]


def test_hunks_on_a_before_known_by_id_give_the_commits_blob() -> None:
    repository, commit = file_through(BASE, ONE)
    session = Recorder()
    session.change("f", id_only(BASE), None, at=0.5, patch=TO_ONE)
    assert said(repository, session, at=commit) == ["S1#r1 replayed strong +2 -2"]


def test_hunks_undone_from_the_commits_blob_give_the_before() -> None:
    repository, commit = file_through(BASE, ONE)
    session = Recorder()
    session.change("f", None, id_only(ONE), at=0.5, patch=TO_ONE)
    assert said(repository, session, at=commit) == ["S1#r1 transition strong +2 -2"]


def test_a_step_known_by_hunks_closes_the_chain_of_those_before_it() -> None:
    repository, commit = file_through(BASE, TWO)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.3)
    session.change("f", at=0.4, patch=ONE_TO_TWO)
    assert said(repository, session, at=commit) == [
        "S1#r1 chain strong +2 -2",
        "S1#r2 replayed strong +4 -4",
    ]


def test_what_stood_in_an_earlier_commit_is_pre_existing() -> None:
    repository, _ = file_through(BASE, ONE, BASE)
    session = Recorder()
    session.change("f", at=2.5, patch=TO_ONE)
    commit = repository.commit({"f": ONE})
    assert said(repository, session, at=commit) == [
        "S1#r1 replayed weak +2 -2 pre-existing several-commits"
    ]
