"""`undone`: a later recorded step before the commit took the line away, and none made it again."""

from __future__ import annotations

import pytest

from attrib.model.records import Cause
from tests.support.streams import BASE, CALL, EXTERNAL, RESTORE, Recorder, file_through, put, said

ADDED = put(BASE, 3, b"a line put in\n", instead_of=0)
BY_HAND = put(ADDED, 6, b"echo by hand\n")


@pytest.mark.parametrize("cause", [RESTORE, EXTERNAL, CALL], ids=["restore", "outside", "session"])
@pytest.mark.parametrize(
    ("content", "relation"), [(ADDED, "transition"), (BY_HAND, "lines")], ids=["state", "line"]
)
def test_a_line_taken_away_by_a_later_record_is_undone(
    content: bytes, relation: str, cause: Cause
) -> None:
    repository, commit = file_through(BASE, content)
    session = Recorder()
    session.change("f", BASE, ADDED, at=0.4)
    session.change("f", ADDED, BASE, at=0.5, cause=cause)
    assert said(repository, session, at=commit) == [f"S1#r1 {relation} weak +3 undone"]


def test_another_sessions_later_record_undoes_it_too() -> None:
    repository, commit = file_through(BASE, ADDED)
    session, other = Recorder("S1"), Recorder("S2")
    session.change("f", BASE, ADDED, at=0.4)
    other.change("f", ADDED, BASE, at=0.5)
    assert said(repository, session, other, at=commit) == ["S1#r1 transition weak +3 undone"]


def test_a_line_made_again_by_a_later_record_is_not_undone() -> None:
    repository, commit = file_through(BASE, ADDED)
    session = Recorder()
    session.change("f", BASE, ADDED, at=0.4)
    session.change("f", ADDED, BASE, at=0.5)
    session.change("f", BASE, ADDED, at=0.6)
    assert said(repository, session, at=commit) == ["S1#r3 transition strong +3"]


def test_a_record_after_the_commit_undoes_nothing() -> None:
    repository, commit = file_through(BASE, ADDED)
    session = Recorder()
    session.change("f", BASE, ADDED, at=0.4)
    session.change("f", ADDED, BASE, at=60)
    assert said(repository, session, at=commit) == ["S1#r1 transition strong +3"]


def test_a_record_of_another_worktree_undoes_nothing() -> None:
    repository, commit = file_through(BASE, ADDED)
    session, other = Recorder("S1"), Recorder("S2", path="/elsewhere")
    session.change("f", BASE, ADDED, at=0.4)
    other.change("f", ADDED, BASE, at=0.5)
    assert said(repository, session, other, at=commit) == ["S1#r1 transition strong +3"]


def test_only_the_lines_taken_away_are_undone() -> None:
    two = put(ADDED, 4, b"another line put in\n", instead_of=0)
    repository, commit = file_through(BASE, put(two, 7, b"echo by hand\n"))
    session = Recorder()
    session.change("f", BASE, two, at=0.4)
    session.change("f", two, ADDED, at=0.5)
    assert said(repository, session, at=commit) == [
        "S1#r1 lines moderate +3",
        "S1#r1 lines weak +4 undone",
    ]


def test_a_removed_line_put_back_by_a_later_record_is_undone() -> None:
    edited = put(BASE, 2, b"bravo line edited\n")
    repository, commit = file_through(BASE, edited)
    session = Recorder()
    session.change("f", BASE, edited, at=0.4)
    session.change("f", edited, BASE, at=0.5, cause=RESTORE)
    assert said(repository, session, at=commit) == ["S1#r1 transition weak +2 -2 undone"]
