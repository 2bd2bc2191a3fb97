"""`elsewhere`: the recorded after equals a blob that the commit introduces at another path."""

from __future__ import annotations

from tests.support.memory import MemoryRepository
from tests.support.streams import BASE, Recorder, put, said, text_only

ONE = put(BASE, 2, b"bravo line edited\n")


def _first() -> MemoryRepository:
    repository = MemoryRepository()
    repository.commit({"other": b"x\n"})
    return repository


def _added(at: float = 0.5) -> Recorder:
    session = Recorder()
    session.change("f", None, BASE, at=at, op="add")
    return session


def test_a_file_committed_at_one_other_path_is_moderate() -> None:
    repository = _first()
    commit = repository.commit({"src/f": BASE})
    assert said(repository, _added(), at=commit) == ["S1#r1 elsewhere moderate +1-5"]


def test_an_edited_file_of_a_moved_tree_covers_what_the_change_added() -> None:
    repository = MemoryRepository()
    repository.commit({"src/f": BASE})
    commit = repository.commit({"src/f": ONE})
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 elsewhere moderate +2 -2"]


def test_content_whose_before_is_unknown_covers_the_file() -> None:
    repository = _first()
    commit = repository.commit({"src/f": BASE})
    session = Recorder()
    session.change("f", None, text_only(BASE), at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 elsewhere moderate file +1-5 derived"]


def test_a_blob_that_the_commit_introduces_at_two_paths_is_weak_at_both() -> None:
    repository = _first()
    commit = repository.commit({"a/f": BASE, "b/f": BASE})
    for path in ("a/f", "b/f"):
        assert said(repository, _added(), at=commit, path=path) == ["S1#r1 elsewhere weak +1-5"]


def test_a_blob_that_an_ancestor_held_anywhere_is_weak() -> None:
    repository = MemoryRepository()
    repository.commit({"z": BASE})
    repository.commit({"z": None})
    commit = repository.commit({"src/f": BASE})
    assert said(repository, _added(at=1.5), at=commit) == [
        "S1#r1 elsewhere weak +1-5 pre-existing several-commits"
    ]


def test_a_recorded_path_that_has_a_file_in_the_commit_is_weak() -> None:
    repository = MemoryRepository()
    repository.commit({"f": b"another file\n"})
    commit = repository.commit({"src/f": BASE})
    session = Recorder()
    session.change("f", b"another file\n", BASE, at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 elsewhere weak +1-5"]


def test_a_record_later_than_the_commit_gives_nothing() -> None:
    repository = _first()
    commit = repository.commit({"src/f": BASE})
    assert said(repository, _added(at=60), at=commit) == []


def test_an_empty_file_is_nowhere_else() -> None:
    repository = _first()
    commit = repository.commit({"src/f": b""})
    session = Recorder()
    session.change("f", None, b"", at=0.5, op="add")
    assert said(repository, session, at=commit) == []


def test_the_recorded_path_itself_is_said_first() -> None:
    repository = _first()
    commit = repository.commit({"src/f": BASE})
    session = _added()
    session.change("src/f", None, BASE, at=0.6, op="add")
    assert said(repository, session, at=commit) == [
        "S1#r2 transition strong +1-5",
        "S1#r1 elsewhere moderate +1-5",
    ]


def test_two_same_files_committed_where_they_were_recorded_are_not_mixed() -> None:
    repository = _first()
    commit = repository.commit({"a[1]": BASE, "a1": BASE})
    session = Recorder()
    session.change("a[1]", None, BASE, at=0.5, op="add")
    session.change("a1", None, BASE, at=0.6, op="add")
    assert said(repository, session, at=commit, path="a[1]") == ["S1#r1 transition strong +1-5"]
    assert said(repository, session, at=commit, path="a1") == ["S1#r2 transition strong +1-5"]
