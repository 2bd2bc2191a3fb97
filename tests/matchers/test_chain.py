"""`chain`: a run of steps, each starting where the one before ended, from parent to commit."""

from __future__ import annotations

from tests.support.memory import MemoryRepository
from tests.support.streams import BASE, EXTERNAL, Recorder, file_through, id_only, put, said

ONE = put(BASE, 2, b"bravo line edited\n")
TWO = put(ONE, 4, b"delta line edited\n")
SIDE = put(BASE, 1, b"alpha line aside\n")


def test_each_member_gets_its_own_share() -> None:
    repository, commit = file_through(BASE, TWO)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.3)
    session.change("f", ONE, TWO, at=0.4)
    assert said(repository, session, at=commit) == [
        "S1#r1 chain strong +2 -2",
        "S1#r2 chain strong +4 -4",
    ]


def test_members_of_two_sessions_keep_their_lines_apart() -> None:
    repository, commit = file_through(BASE, TWO)
    first, second = Recorder("S1"), Recorder("S2")
    first.change("f", BASE, ONE, at=0.3)
    second.change("f", ONE, TWO, at=0.4)
    wanted = ["S1#r1 chain strong +2 -2", "S2#r1 chain strong +4 -4"]
    assert said(repository, first, second, at=commit) == wanted
    assert said(repository, second, first, at=commit) == wanted


def test_a_member_without_a_share_is_no_evidence() -> None:
    back = put(TWO, 2, b"bravo line two\n")
    repository, commit = file_through(BASE, back)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.3)
    session.change("f", ONE, TWO, at=0.35)
    session.change("f", TWO, back, at=0.4)
    assert said(repository, session, at=commit) == ["S1#r2 chain strong +4 -4"]


def test_the_chain_starts_at_its_last_state_equal_to_the_parents() -> None:
    repository, commit = file_through(BASE, TWO)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.3)
    session.change("f", ONE, BASE, at=0.33)
    session.change("f", BASE, ONE, at=0.37)
    session.change("f", ONE, TWO, at=0.4)
    assert said(repository, session, at=commit) == [
        "S1#r3 chain strong +2 -2",
        "S1#r4 chain strong +4 -4",
    ]


def test_an_inner_state_known_by_id_is_rebuilt_from_the_commits_own_hunks() -> None:
    repository, commit = file_through(BASE, TWO)
    session = Recorder()
    session.change("f", id_only(BASE), id_only(ONE), at=0.3)
    session.change("f", id_only(ONE), id_only(TWO), at=0.4)
    assert said(repository, session, at=commit) == [
        "S1#r1 chain strong +2 -2",
        "S1#r2 chain strong +4 -4",
    ]


def test_neighbours_of_one_session_share_as_one_where_the_inner_content_is_unknown() -> None:
    lost = put(ONE, 3, b"a line that nobody kept\n")
    repository, commit = file_through(BASE, TWO)
    session = Recorder()
    session.change("f", id_only(BASE), id_only(lost), at=0.3)
    session.change("f", id_only(lost), id_only(TWO), at=0.4)
    assert said(repository, session, at=commit) == ["S1#r1,r2 chain strong +2,4 -2,4"]


def test_neighbours_of_two_sessions_cover_the_file_where_the_inner_content_is_unknown() -> None:
    lost = put(ONE, 3, b"a line that nobody kept\n")
    repository, commit = file_through(BASE, TWO)
    first, second = Recorder("S1"), Recorder("S2")
    first.change("f", id_only(BASE), id_only(lost), at=0.3)
    second.change("f", id_only(lost), id_only(TWO), at=0.4)
    found = said(repository, first, second, at=commit)
    assert [words.split()[:4] for words in found] == [
        ["S1#r1", "chain", found[0].split()[2], "file"],
        ["S2#r1", "chain", found[1].split()[2], "file"],
    ]


def test_a_recorded_step_left_out_between_members_breaks_the_chain() -> None:
    repository, commit = file_through(BASE, TWO)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.3)
    session.change("f", ONE, SIDE, at=0.35)
    session.change("f", ONE, TWO, at=0.4)
    found = said(repository, session, at=commit)
    assert "chain" not in " ".join(found)
    assert found[0] == "S1#r3 after-state strong +4 -4"


def test_a_step_of_another_worktree_does_not_break_the_chain() -> None:
    repository, commit = file_through(BASE, TWO)
    session, other = Recorder("S1"), Recorder("S2", path="/elsewhere")
    session.change("f", BASE, ONE, at=0.3)
    session.change("f", ONE, TWO, at=0.4)
    other.change("f", ONE, SIDE, at=0.35)
    assert said(repository, session, other, at=commit) == [
        "S1#r1 chain strong +2 -2",
        "S1#r2 chain strong +4 -4",
    ]


def test_an_outside_change_in_the_chain_is_shown_by_its_cause() -> None:
    repository, commit = file_through(BASE, TWO)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.3)
    session.change("f", ONE, TWO, at=0.4, cause=EXTERNAL)
    assert said(repository, session, at=commit) == [
        "S1#r1 chain strong +2 -2",
        "S1#r2 chain strong external +4 -4",
    ]


def test_a_file_added_and_then_edited_is_a_chain_from_no_file() -> None:
    repository = MemoryRepository()
    repository.commit({"other": b"x\n"})
    commit = repository.commit({"f": ONE})
    session = Recorder()
    session.change("f", None, BASE, at=0.3, op="add")
    session.change("f", BASE, ONE, at=0.4)
    assert said(repository, session, at=commit) == [
        "S1#r1 chain strong +1,3-5",
        "S1#r2 chain strong +2",
    ]


def test_a_file_edited_and_then_deleted_gives_its_removed_lines_to_whom_they_stood_for() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    commit = repository.commit({"f": None})
    session = Recorder()
    session.change("f", BASE, ONE, at=0.3)
    session.change("f", ONE, None, at=0.4, op="delete")
    assert said(repository, session, at=commit) == [
        "S1#r1 chain strong -2",
        "S1#r2 chain strong -1,3-5",
    ]
