"""A `basis: net` change gives `after-state` of the file, alone and at most weak."""

from __future__ import annotations

from tests.support.memory import MemoryRepository
from tests.support.streams import BASE, Recorder, file_through, id_only, put, said

ONE = put(BASE, 2, b"bravo line edited\n")
TWO = put(ONE, 4, b"delta line edited\n")


def test_a_net_change_that_ends_in_the_blob_is_weak_and_covers_the_file() -> None:
    repository, commit = file_through(BASE, TWO)
    session = Recorder()
    session.change("f", BASE, TWO, at=0.5, basis="net")
    assert said(repository, session, at=commit) == ["S1#r1 after-state weak file +2,4 -2,4 net"]


def test_an_id_alone_is_compared_too() -> None:
    repository, commit = file_through(BASE, TWO)
    session = Recorder()
    session.change("f", None, id_only(TWO), at=0.5, basis="net")
    assert said(repository, session, at=commit) == ["S1#r1 after-state weak file +2,4 -2,4 net"]


def test_beside_an_operation_of_its_own_session_it_gives_nothing() -> None:
    repository, commit = file_through(BASE, TWO)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    alone = said(repository, session, at=commit)
    session.change("f", BASE, TWO, at=0.6, basis="net")
    assert said(repository, session, at=commit) == alone


def test_beside_an_operation_of_another_session_it_is_named_too() -> None:
    repository, commit = file_through(BASE, TWO)
    session, other = Recorder(), Recorder("S2")
    session.change("f", BASE, TWO, at=0.5)
    other.change("f", BASE, TWO, at=0.6, basis="net")
    assert said(repository, session, other, at=commit) == [
        "S1#r1 transition strong +2,4 -2,4",
        "S2#r1 after-state weak file +2,4 -2,4 net",
    ]


def test_another_end_a_change_of_nothing_or_a_proposal_gives_nothing() -> None:
    repository, commit = file_through(BASE, TWO)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5, basis="net")
    session.change("f", TWO, TWO, at=0.6, basis="net")
    session.change("f", BASE, TWO, at=0.7, basis="net", status="proposed")
    assert said(repository, session, at=commit) == []


def test_a_net_change_after_the_commit_is_conflicting() -> None:
    repository, commit = file_through(BASE, TWO)
    session = Recorder()
    session.change("f", BASE, TWO, at=9, basis="net")
    assert said(repository, session, at=commit) == [
        "S1#r1 after-state weak file +2,4 -2,4 record-after-commit conflicting net"
    ]


def test_a_deletion_is_compared_as_no_file() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    commit = repository.commit({"f": None})
    session = Recorder()
    session.change("f", BASE, None, at=0.5, op="delete", basis="net")
    assert said(repository, session, at=commit) == ["S1#r1 after-state weak file -1-5 net"]
