"""`pre-existing`, `already-committed`, `several-commits`: what history says of the content."""

from __future__ import annotations

from attrib.model.ids import Oid
from tests.support.memory import MemoryRepository
from tests.support.streams import BASE, Recorder, put, said

ONE = put(BASE, 2, b"bravo line edited\n")
BY_HAND = put(ONE, 5, b"echo by hand\n")


def _commits(*versions: bytes | None) -> tuple[MemoryRepository, list[Oid]]:
    repository = MemoryRepository()
    repository.commit({"other": b"x\n"}, time=0)
    return repository, [repository.commit({"f": version}) for version in versions]


def test_a_state_that_an_earlier_commit_held_is_pre_existing() -> None:
    repository, commits = _commits(BASE, ONE, BASE, ONE)
    session = Recorder()
    session.change("f", b"something else\n", ONE, at=3.5)
    assert said(repository, session, at=commits[3]) == [
        "S1#r1 after-state weak +2 pre-existing several-commits"
    ]


def test_a_state_that_an_earlier_commit_held_at_another_path_is_pre_existing() -> None:
    repository, _ = _commits(BASE)
    repository.commit({"elsewhere": ONE})
    commit = repository.commit({"f": ONE})
    session = Recorder()
    session.change("f", b"something else\n", ONE, at=2.5)
    assert said(repository, session, at=commit) == [
        "S1#r1 after-state weak +2 pre-existing several-commits"
    ]


def test_a_state_first_committed_after_the_record_is_not_pre_existing() -> None:
    repository, commits = _commits(BASE, ONE)
    session = Recorder()
    session.change("f", b"something else\n", ONE, at=1.5)
    assert said(repository, session, at=commits[1]) == ["S1#r1 after-state strong +2"]


def test_a_transition_is_not_limited_by_what_stood_before() -> None:
    repository, commits = _commits(BASE, ONE, BASE, ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=3.5)
    assert said(repository, session, at=commits[3]) == [
        "S1#r1 transition strong +2 -2 several-commits"
    ]


def test_a_line_that_an_earlier_version_held_is_pre_existing() -> None:
    added = put(BASE, 3, b"a line put in\n", instead_of=0)
    repository, commits = _commits(BASE, added, BASE, put(added, 6, b"echo by hand\n"))
    session = Recorder()
    session.change("f", BASE, added, at=3.5)
    assert said(repository, session, at=commits[3]) == ["S1#r1 lines weak +3 pre-existing"]


def test_only_the_lines_that_stood_before_are_pre_existing() -> None:
    old = put(BASE, 3, b"a line that came back\n", instead_of=0)
    new = put(old, 4, b"a line that is new\n", instead_of=0)
    repository, commits = _commits(BASE, old, BASE, put(new, 7, b"echo by hand\n"))
    session = Recorder()
    session.change("f", BASE, new, at=3.5)
    assert said(repository, session, at=commits[3]) == [
        "S1#r1 lines moderate +4",
        "S1#r1 lines weak +3 pre-existing",
    ]


def test_a_revert_of_a_revert_does_not_use_the_record_twice() -> None:
    repository, commits = _commits(BASE, ONE, BASE, ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=1.5)
    assert [said(repository, session, at=commit) for commit in commits] == [
        [],
        ["S1#r1 transition strong +2 -2 several-commits"],
        [],
        ["S1#r1 transition weak +2 -2 already-committed several-commits"],
    ]


def test_a_file_that_came_again_does_not_use_the_record_twice() -> None:
    repository, commits = _commits(BASE, None, BASE)
    session = Recorder()
    session.change("f", None, BASE, at=0.5, op="add")
    assert [said(repository, session, at=commit) for commit in commits] == [
        ["S1#r1 transition strong +1-5 several-commits"],
        [],
        ["S1#r1 transition weak +1-5 already-committed several-commits"],
    ]


def test_an_equal_line_typed_later_is_already_committed() -> None:
    added = put(BASE, 3, b"a line put in\n", instead_of=0)
    by_hand = put(added, 6, b"echo by hand\n")
    repository, commits = _commits(BASE, by_hand, BASE, by_hand)
    session = Recorder()
    session.change("f", BASE, added, at=1.5)
    assert said(repository, session, at=commits[1]) == ["S1#r1 lines moderate +3"]
    assert said(repository, session, at=commits[3]) == ["S1#r1 lines weak +3 already-committed"]


def test_a_chain_is_used_up_too() -> None:
    two = put(ONE, 4, b"delta line edited\n")
    repository, commits = _commits(BASE, two, BASE, two)
    session = Recorder()
    session.change("f", BASE, ONE, at=1.3)
    session.change("f", ONE, two, at=1.4)
    found = said(repository, session, at=commits[3])
    assert [words.split()[1:3] for words in found if "+" in words] == [["chain", "weak"]] * 2
    assert all("already-committed" in words for words in found if "+" in words)


def test_a_record_made_again_after_the_first_commit_is_not_used_up() -> None:
    repository, commits = _commits(BASE, ONE, BASE, ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=1.5)
    session.change("f", ONE, BASE, at=2.5)
    session.change("f", BASE, ONE, at=3.5)
    assert said(repository, session, at=commits[3]) == [
        "S1#r3 transition strong +2 -2 several-commits"
    ]


def test_a_commit_that_is_no_ancestor_uses_nothing_up() -> None:
    repository, commits = _commits(BASE, ONE)
    side = repository.commit({"f": ONE}, parents=[commits[0]])
    session = Recorder()
    session.change("f", BASE, ONE, at=1.5)
    wanted = ["S1#r1 transition strong +2 -2 several-commits"]
    assert said(repository, session, at=commits[1]) == wanted
    assert said(repository, session, at=side) == wanted


def test_a_commit_in_the_records_own_second_counts_as_not_earlier() -> None:
    repository, commits = _commits(BASE, ONE, BASE, ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=2 + 0.5 / 60)
    assert said(repository, session, at=commits[3]) == [
        "S1#r1 transition weak +2 -2 already-committed several-commits"
    ]


def test_the_stream_says_that_a_commit_used_the_record_up_before_the_clocks_do() -> None:
    repository, commits = _commits(BASE, ONE, BASE, ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=3.1)
    session.vcs(commits[1], at=3.2)
    assert said(repository, session, at=commits[3]) == [
        "S1#r1 transition weak +2 -2 already-committed several-commits"
    ]


def test_a_file_deleted_again_does_not_use_the_record_twice() -> None:
    repository, commits = _commits(BASE, None, BASE, None)
    session = Recorder()
    session.change("f", BASE, None, at=1.5, op="delete")
    assert said(repository, session, at=commits[1]) == ["S1#r1 transition strong -1-5"]
    assert said(repository, session, at=commits[3]) == [
        "S1#r1 transition weak -1-5 already-committed"
    ]


def test_a_line_removed_again_is_already_committed() -> None:
    without = put(BASE, 2)
    repository, commits = _commits(
        BASE, put(without, 4, b"by hand\n"), BASE, put(without, 4, b"by another hand\n")
    )
    session = Recorder()
    session.change("f", BASE, without, at=1.5)
    assert said(repository, session, at=commits[1]) == ["S1#r1 lines moderate -2"]
    assert said(repository, session, at=commits[3]) == ["S1#r1 lines weak -2 already-committed"]
