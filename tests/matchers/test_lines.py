"""`lines`: lines that a change added stand, in order, among those that the commit adds."""

from __future__ import annotations

from attrib.model.evidence import Evidence
from attrib.model.ids import Oid
from tests.support.memory import MemoryRepository
from tests.support.streams import BASE, Recorder, evidence_of, file_through, put, said, workspace_of

ONE = put(BASE, 2, b"bravo line edited\n")
FOUR = (b"new one of it\n", b"new two of it\n", b"new three of it\n", b"new four of it\n")


def _evidence(repository: MemoryRepository, session: Recorder, commit: Oid) -> list[Evidence]:
    return list(evidence_of(workspace_of(repository, session), commit))


def test_every_line_of_the_change_beside_a_line_by_hand_is_moderate() -> None:
    repository, commit = file_through(BASE, put(ONE, 5, b"echo by hand\n"))
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 lines moderate +2 -2"]


def test_three_distinctive_lines_of_four_are_moderate() -> None:
    repository, commit = file_through(
        BASE, put(BASE, 3, FOUR[0], FOUR[1], b"hand\n", FOUR[3], instead_of=0)
    )
    session = Recorder()
    session.change("f", BASE, put(BASE, 3, *FOUR, instead_of=0), at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 lines moderate +3-4,6"]


def test_two_distinctive_lines_of_four_are_weak() -> None:
    repository, commit = file_through(BASE, put(BASE, 3, FOUR[0], b"hand\n", FOUR[2], instead_of=0))
    session = Recorder()
    session.change("f", BASE, put(BASE, 3, *FOUR, instead_of=0), at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 lines weak +3,5"]


def test_a_note_says_how_many_of_the_lines_stand() -> None:
    repository, commit = file_through(BASE, put(BASE, 3, FOUR[0], b"hand\n", FOUR[2], instead_of=0))
    session = Recorder()
    session.change("f", BASE, put(BASE, 3, *FOUR, instead_of=0), at=0.5)
    (item,) = _evidence(repository, session, commit)
    assert item.notes == ("2 of 4 added lines stand here",)


def test_an_edited_line_loses_its_record() -> None:
    made = b"a1\na2\na3\na4\na5\n"
    repository, commit = file_through(b"", put(made, 3, b"a3 # by hand\n"))
    session = Recorder()
    session.change("f", b"", made, at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 lines weak +1-2,4-5 trivial"]


def test_a_line_that_several_steps_leave_standing_belongs_to_the_one_that_added_it() -> None:
    two = put(ONE, 4, b"delta line edited\n")
    repository, commit = file_through(BASE, put(two, 5, b"echo by hand\n"))
    session = Recorder()
    session.change("f", BASE, ONE, at=0.3)
    session.change("f", ONE, two, at=0.4)
    assert said(repository, session, at=commit) == [
        "S1#r1 lines moderate +2 -2",
        "S1#r2 lines moderate +4 -4",
    ]


def test_an_unrecorded_change_between_keeps_the_lines_that_survive_it() -> None:
    by_hand = put(ONE, 3, b"charlie by hand\n")
    last = put(by_hand, 5, b"echo line edited\n")
    repository, commit = file_through(BASE, last)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.3)
    session.change("f", by_hand, last, at=0.4)
    assert said(repository, session, at=commit) == [
        "S1#r2 after-state strong +5 -5",
        "S1#r1 lines moderate +2 -2",
    ]


def test_a_removed_line_is_covered_by_the_change_that_removed_it() -> None:
    without = put(BASE, 2)
    repository, commit = file_through(BASE, put(without, 4, b"echo by hand\n"))
    session = Recorder()
    session.change("f", BASE, without, at=0.5)
    (item,) = _evidence(repository, session, commit)
    assert (said(repository, session, at=commit), item.notes) == (
        ["S1#r1 lines moderate -2"],
        ("1 of 1 removed line is removed here",),
    )


def test_a_state_that_the_commit_does_not_hold_a_line_of_is_no_evidence() -> None:
    repository, commit = file_through(BASE, put(BASE, 5, b"echo by hand\n"))
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    assert said(repository, session, at=commit) == []


def test_recorded_line_numbers_are_not_trusted() -> None:
    pushed = put(ONE, 1, b"put on top by hand\n", instead_of=0)
    repository, commit = file_through(BASE, pushed)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 lines moderate +3 -2"]


def test_a_removed_line_makes_short_added_lines_no_stronger() -> None:
    short = put(BASE, 2, b"b\n")
    repository, commit = file_through(BASE, put(short, 5, b"echo by hand\n"))
    session = Recorder()
    session.change("f", BASE, short, at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 lines weak +2 -2"]


def test_a_moved_line_is_not_added() -> None:
    moved = b"bravo line two\nalpha line one\n" + BASE.split(b"\n", 2)[2]
    repository, commit = file_through(BASE, put(moved, 5, b"echo by hand\n"))
    session = Recorder()
    session.change("f", BASE, moved, at=0.5)
    assert said(repository, session, at=commit) == []
