"""Which recorded steps lead to a commit change, across worktrees, gaps and branches."""

from __future__ import annotations

from tests.support.memory import MemoryRepository
from tests.support.streams import BASE, Recorder, file_through, put, said

ONE = put(BASE, 2, b"bravo line edited\n")
TWO = put(ONE, 4, b"delta line edited\n")
BY_HAND = put(TWO, 5, b"echo by hand\n")


def test_the_walk_begins_after_the_last_step_that_ends_in_the_parents_file() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    repository.commit({"f": ONE})
    commit = repository.commit({"f": BY_HAND})
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    session.change("f", ONE, TWO, at=1.5)
    assert said(repository, session, at=commit) == ["S1#r2 lines moderate +4 -4"]


def test_the_walk_stops_at_the_last_step_that_ends_in_the_commits_file() -> None:
    repository, commit = file_through(BASE, TWO)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.3)
    session.change("f", ONE, TWO, at=0.4)
    session.change("f", TWO, put(TWO, 1, b"alpha of the next commit\n"), at=0.5)
    assert said(repository, session, at=commit) == [
        "S1#r1 chain strong +2 -2",
        "S1#r2 chain strong +4 -4",
    ]


def test_without_the_commits_file_the_nearest_state_is_walked() -> None:
    repository, commit = file_through(BASE, BY_HAND)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.3)
    session.change("f", ONE, TWO, at=0.4)
    session.change("f", TWO, put(TWO, 1, b"alpha of the next commit\n"), at=0.5)
    assert said(repository, session, at=commit) == [
        "S1#r1 lines moderate +2 -2",
        "S1#r2 lines moderate +4 -4",
    ]


def test_one_sessions_work_is_spread_over_two_commits() -> None:
    both = put(BASE, 2, b"bravo line edited\n")
    both = put(both, 4, b"delta line edited\n")
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    first = repository.commit({"f": ONE})
    second = repository.commit({"f": both})
    session = Recorder()
    session.change("f", BASE, both, at=0.5)
    assert said(repository, session, at=first) == ["S1#r1 lines weak +2 -2"]
    assert said(repository, session, at=second) == ["S1#r1 after-state strong +4 -4"]


def test_two_sessions_one_file_one_commit() -> None:
    repository, commit = file_through(BASE, TWO)
    first, second = Recorder("S1"), Recorder("S2")
    first.change("f", BASE, ONE, at=0.3)
    second.change("f", ONE, TWO, at=0.4)
    both = ["S1#r1 chain strong +2 -2", "S2#r1 chain strong +4 -4"]
    assert said(repository, first, second, at=commit) == both
    assert said(repository, second, first, at=commit) == both
    assert said(repository, second, at=commit) == ["S2#r1 after-state strong +4 -4"]


def test_a_squash_of_two_branches_on_a_moved_base_keeps_both_sessions() -> None:
    moved = put(BASE, 1, b"zero by hand\n", instead_of=0)
    squashed = put(put(moved, 3, b"bravo line edited\n"), 6, b"echo line edited\n")
    repository, commit = file_through(BASE, moved, squashed)
    first, second = Recorder("S1"), Recorder("S2")
    first.change("f", BASE, ONE, at=0.3)
    second.change("f", ONE, put(ONE, 5, b"echo line edited\n"), at=0.4)
    assert said(repository, first, second, at=commit) == [
        "S1#r1 lines moderate +3 -3",
        "S2#r1 lines moderate +6 -6",
    ]


def test_a_rewrite_by_hand_keeps_only_the_lines_that_survive_it() -> None:
    made = b"".join(b"a line of the session, %d\n" % number for number in range(1, 6))
    mixed = put(made, 3, b"put right by hand\n")
    rewritten = b"by hand, one\nby hand, two\n" + put(made, 1, instead_of=3)
    repository = MemoryRepository()
    repository.commit({"other": b"x\n"})
    first = repository.commit({"f": mixed})
    second = repository.commit({"f": rewritten})
    session = Recorder()
    session.change("f", None, made, at=0.5, op="add")
    assert said(repository, session, at=first) == ["S1#r1 lines moderate +1-2,4-5"]
    assert said(repository, session, at=second) == []


def test_a_branch_that_the_commit_did_not_take_gives_nothing() -> None:
    repository, commit = file_through(BASE, ONE)
    session, other = Recorder("S1", path="/one"), Recorder("S2", path="/two")
    session.change("f", BASE, ONE, at=0.3)
    other.change("f", BASE, put(BASE, 4, b"delta of another branch\n"), at=0.4)
    assert said(repository, session, other, at=commit) == ["S1#r1 transition strong +2 -2"]
