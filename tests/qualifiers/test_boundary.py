"""`history-ends`: the commit's parents are not here, or blame names it as a range's edge."""

from __future__ import annotations

from attrib.model.ids import Oid
from tests.support.memory import MemoryRepository
from tests.support.streams import BASE, Recorder, put, said

ONE = put(BASE, 2, b"bravo line edited\n")


def _shallow(content: bytes) -> tuple[MemoryRepository, Oid]:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    commit = repository.commit({"f": content})
    repository.boundaries.add(commit)
    return repository, commit


def test_a_state_with_a_known_before_is_moderate() -> None:
    repository, commit = _shallow(ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 after-state moderate +2 history-ends"]


def test_a_state_with_an_unknown_before_is_weak() -> None:
    repository, commit = _shallow(ONE)
    session = Recorder()
    session.change("f", None, ONE, at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 after-state weak file +1-5 history-ends"]


def test_lines_are_weak() -> None:
    repository, commit = _shallow(put(ONE, 5, b"echo by hand\n"))
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 lines weak +2 history-ends"]


def test_the_edge_of_a_range_ends_history_too() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    commit = repository.commit({"f": put(ONE, 5, b"echo by hand\n")})
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    assert said(repository, session, at=commit, bounded=True) == [
        "S1#r1 lines weak +2 -2 history-ends"
    ]


def test_a_commit_without_parents_ends_nothing() -> None:
    repository = MemoryRepository()
    commit = repository.commit({"f": BASE})
    session = Recorder()
    session.change("f", None, BASE, at=-1, op="add")
    assert said(repository, session, at=commit) == ["S1#r1 transition strong +1-5"]


def test_an_added_file_is_no_transition_where_the_parents_are_not_here() -> None:
    repository = MemoryRepository()
    repository.commit({"other": b"x\n"})
    commit = repository.commit({"f": BASE})
    repository.boundaries.add(commit)
    session = Recorder()
    session.change("f", None, BASE, at=0.5, op="add")
    assert said(repository, session, at=commit) == ["S1#r1 after-state moderate +1-5 history-ends"]


def _partial() -> tuple[MemoryRepository, Oid]:
    """The second commit adds ONE's line, the third one by hand; the second's blob is missing."""
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    repository.commit({"f": ONE})
    commit = repository.commit({"f": put(ONE, 5, b"echo by hand\n")})
    repository.missing.add(repository.blob(ONE))
    return repository, commit


def test_no_line_is_covered_where_the_parent_s_content_is_not_here() -> None:
    repository, commit = _partial()
    session = Recorder()
    session.change("f", b"another\n", b"another\nbravo line edited\n", at=0.5)
    assert said(repository, session, at=commit) == []


def test_a_transition_needs_no_content_of_the_parent() -> None:
    repository, commit = _partial()
    session = Recorder()
    session.change("f", ONE, put(ONE, 5, b"echo by hand\n"), at=1.5)
    assert said(repository, session, at=commit) == ["S1#r1 transition strong +5 -5"]
