"""`after-state`: after equals the blob that the commit introduces; before differs or is unknown."""

from __future__ import annotations

from attrib.model.ids import Oid
from tests.support.memory import MemoryRepository
from tests.support.streams import BASE, Recorder, id_only, put, said

EDITED = put(BASE, 2, b"bravo line edited\n")


def _two_commits() -> tuple[MemoryRepository, Oid]:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    return repository, repository.commit({"f": EDITED})


def test_a_known_before_that_differs_is_strong_and_covers_what_the_change_added() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    ours = put(EDITED, 5, b"echo by hand\n")
    commit = repository.commit({"f": ours})
    session = Recorder()
    session.change("f", put(BASE, 5, b"echo by hand\n"), ours, at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 after-state strong +2 -2"]


def test_an_unknown_before_is_moderate_and_covers_the_file() -> None:
    repository, commit = _two_commits()
    session = Recorder()
    session.change("f", None, EDITED, at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 after-state moderate file +2 -2"]


def test_a_before_whose_content_nobody_has_covers_the_file() -> None:
    repository, commit = _two_commits()
    session = Recorder()
    session.change("f", id_only(b"content that nobody kept\n"), EDITED, at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 after-state strong file +2 -2"]


def test_a_before_whose_content_another_record_gives_covers_lines() -> None:
    repository, commit = _two_commits()
    other = put(BASE, 5, b"content that another record gives\n")
    session, second = Recorder("S1"), Recorder("S2", path="/elsewhere")
    session.change("f", id_only(other), id_only(EDITED), at=0.5)
    second.change("f", put(other, 1, b"alpha before it\n"), other, at=0.1)
    assert said(repository, session, second, at=commit) == ["S1#r1 after-state strong +2 -2"]


def test_a_before_that_the_repository_holds_covers_lines() -> None:
    repository, commit = _two_commits()
    other = put(BASE, 5, b"content that the repository holds\n")
    repository.blob(other)
    session = Recorder()
    session.change("f", id_only(other), id_only(EDITED), at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 after-state strong +2 -2"]


def test_a_delete_without_a_before_is_moderate_on_the_removed_lines() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    commit = repository.commit({"f": None})
    session = Recorder()
    session.change("f", None, None, at=0.5, op="delete")
    assert said(repository, session, at=commit) == ["S1#r1 after-state moderate -1-5"]


def test_a_delete_of_another_content_covers_the_lines_that_it_held() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    commit = repository.commit({"f": None})
    session = Recorder()
    session.change("f", EDITED, None, at=0.5, op="delete")
    assert said(repository, session, at=commit) == ["S1#r1 after-state strong -1,3-5"]


def test_an_add_over_an_earlier_file_covers_the_file_and_leaves_lines_that_survive() -> None:
    repository = MemoryRepository()
    repository.commit({"other": b"x\n"})
    commit = repository.commit({"f": EDITED})
    session = Recorder()
    session.change("f", None, BASE, at=0.2, op="add")
    session.change("f", None, EDITED, at=0.5, op="add")
    assert said(repository, session, at=commit) == [
        "S1#r2 after-state moderate file +2",
        "S1#r1 lines moderate +1,3-5",
    ]


def test_an_edited_copy_covers_only_what_differs_from_its_source() -> None:
    repository = MemoryRepository()
    repository.commit({"old": BASE})
    commit = repository.commit({"new": EDITED})
    session = Recorder()
    session.change("new", BASE, EDITED, at=0.5, op="copy", old_path="old")
    assert said(repository, session, at=commit) == ["S1#r1 after-state strong +2"]


def test_states_of_several_sessions_without_a_transition_are_all_named() -> None:
    repository = MemoryRepository()
    repository.commit({"f": b""})
    commit = repository.commit({"f": EDITED})
    first, second = Recorder("S1", path="/one"), Recorder("S2", path="/two")
    first.change("f", BASE, EDITED, at=0.4)
    second.change("f", put(EDITED, 4, b"delta before it\n"), EDITED, at=0.5)
    assert said(repository, first, second, at=commit) == [
        "S1#r1 after-state strong +2",
        "S2#r1 after-state strong +4",
    ]
