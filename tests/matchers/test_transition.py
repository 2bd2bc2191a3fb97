"""`transition`: before equals the parent's blob and after the commit's."""

from __future__ import annotations

from attrib.model.records import FileState
from tests.support.memory import MemoryRepository
from tests.support.streams import BASE, Recorder, id_only, put, said, text_only

EDITED = put(BASE, 2, b"bravo line edited\n")


def test_a_change_from_the_parents_file_to_the_commits_is_strong_on_its_lines() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    commit = repository.commit({"f": EDITED})
    session = Recorder()
    session.change("f", BASE, EDITED, at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 transition strong +2 -2"]


def test_ids_without_content_are_enough() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    commit = repository.commit({"f": EDITED})
    session = Recorder()
    session.change("f", id_only(BASE), id_only(EDITED), at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 transition strong +2 -2"]


def test_content_without_ids_is_enough_and_is_derived() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    commit = repository.commit({"f": EDITED})
    session = Recorder()
    session.change("f", text_only(BASE), text_only(EDITED), at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 transition strong +2 -2 derived"]


def test_an_added_file_is_a_transition_from_no_file() -> None:
    repository = MemoryRepository()
    repository.commit({"other": b"x\n"})
    commit = repository.commit({"f": BASE})
    session = Recorder()
    session.change("f", None, BASE, at=0.5, op="add")
    assert said(repository, session, at=commit) == ["S1#r1 transition strong +1-5"]


def test_a_file_added_by_a_commit_without_parents_is_a_transition() -> None:
    repository = MemoryRepository()
    commit = repository.commit({"f": BASE})
    session = Recorder()
    session.change("f", None, BASE, at=-1, op="add")
    assert said(repository, session, at=commit) == ["S1#r1 transition strong +1-5"]


def test_an_add_without_a_before_is_no_transition_where_the_parent_has_the_file() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    commit = repository.commit({"f": EDITED})
    session = Recorder()
    session.change("f", None, EDITED, at=0.5, op="add")
    found = said(repository, session, at=commit)
    assert [words.split()[1] for words in found] == ["after-state"]


def test_an_add_without_a_before_is_no_transition_where_an_earlier_record_left_a_file() -> None:
    repository = MemoryRepository()
    repository.commit({"other": b"x\n"})
    commit = repository.commit({"f": EDITED})
    session = Recorder()
    session.change("f", None, BASE, at=0.2, op="add")
    session.change("f", None, EDITED, at=0.5, op="add")
    found = said(repository, session, at=commit)
    assert "S1#r2 after-state moderate file +1-5" in [
        words.replace("+2", "+1-5") if words.endswith("+2") else words for words in found
    ]
    assert "transition" not in " ".join(found)


def test_an_add_after_a_recorded_delete_is_a_transition_from_no_file() -> None:
    repository = MemoryRepository()
    repository.commit({"other": b"x\n"})
    commit = repository.commit({"f": EDITED})
    session = Recorder()
    session.change("f", None, BASE, at=0.2, op="add")
    session.change("f", BASE, None, at=0.3, op="delete")
    session.change("f", None, EDITED, at=0.5, op="add")
    assert said(repository, session, at=commit) == ["S1#r3 transition strong +1-5"]


def test_a_deleted_file_is_a_transition_to_no_file_and_covers_what_it_removes() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    commit = repository.commit({"f": None})
    session = Recorder()
    session.change("f", BASE, None, at=0.5, op="delete")
    assert said(repository, session, at=commit) == ["S1#r1 transition strong -1-5"]


def test_a_moved_and_edited_file_is_compared_with_where_it_was() -> None:
    repository = MemoryRepository()
    repository.commit({"old": BASE})
    commit = repository.commit({"old": None, "new": EDITED})
    session = Recorder()
    session.change("new", BASE, EDITED, at=0.5, op="move", old_path="old")
    assert said(repository, session, at=commit) == ["S1#r1 transition strong +2 -2"]


def test_an_edit_before_a_pure_move_reaches_the_moved_file() -> None:
    repository = MemoryRepository()
    repository.commit({"old": BASE})
    commit = repository.commit({"old": None, "new": EDITED})
    session = Recorder()
    session.change("old", BASE, EDITED, at=0.4)
    session.change("new", EDITED, EDITED, at=0.5, op="move", old_path="old")
    assert said(repository, session, at=commit) == ["S1#r1 transition strong +2 -2"]


def test_lines_that_stood_in_the_before_are_not_covered() -> None:
    repository = MemoryRepository()
    repository.commit({"f": b""})
    commit = repository.commit({"f": EDITED})
    session = Recorder()
    session.change("f", BASE, EDITED, at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 after-state strong +2"]


def test_a_change_whose_before_equals_its_after_is_no_evidence() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    commit = repository.commit({"f": EDITED})
    session = Recorder()
    session.change("f", EDITED, EDITED, at=0.5)
    assert said(repository, session, at=commit) == []


def test_a_mode_only_commit_gets_no_evidence() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    commit = repository.commit({"f": BASE}, mode=0o100755)
    session = Recorder()
    session.change("f", b"", BASE, at=0.5)
    assert said(repository, session, at=commit) == []


def test_the_same_content_at_another_path_is_elsewhere_and_no_transition() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE, "g": BASE})
    commit = repository.commit({"g": EDITED})
    session = Recorder()
    session.change("f", BASE, EDITED, at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 elsewhere weak +2 -2"]


def test_a_submodule_is_no_file() -> None:
    repository = MemoryRepository()
    repository.commit({"other": b"x\n"})
    commit = repository.commit({"lib": BASE}, mode=0o160000)
    session = Recorder()
    session.change("lib", None, BASE, at=0.5, op="add")
    assert said(repository, session, at=commit) == []


def test_a_link_agrees_by_its_target() -> None:
    repository = MemoryRepository()
    repository.commit({"other": b"x\n"})
    commit = repository.commit({"link": b"target-of-the-link"}, mode=0o120000)
    session = Recorder()
    session.change("link", None, b"target-of-the-link", at=0.5, op="add", file_type="symlink")
    assert said(repository, session, at=commit) == ["S1#r1 transition strong +1"]


def test_a_state_that_names_nothing_only_touched_the_file() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    commit = repository.commit({"f": EDITED})
    session = Recorder()
    session.change("f", FileState(size=3), FileState(size=4), at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1 touched weak file +2 -2"]


def test_a_clean_merge_introduces_a_blob_and_gets_no_evidence() -> None:
    repository = MemoryRepository()
    base = repository.commit({"f": BASE})
    left, right = put(BASE, 1, b"left side of it\n"), put(BASE, 5, b"right side of it\n")
    ours = repository.commit({"f": left}, parents=[base])
    theirs = repository.commit({"f": right}, parents=[base])
    both = put(left, 5, b"right side of it\n")
    merge = repository.commit({"f": both}, parents=[ours, theirs])
    session = Recorder()
    session.change("f", left, both, at=2.5)
    assert said(repository, session, at=merge) == []


def test_what_only_the_merge_adds_is_covered_from_either_parent() -> None:
    repository = MemoryRepository()
    base = repository.commit({"f": BASE})
    left, right = put(BASE, 1, b"left side of it\n"), put(BASE, 5, b"right side of it\n")
    ours = repository.commit({"f": left}, parents=[base])
    theirs = repository.commit({"f": right}, parents=[base])
    resolved = put(put(left, 5, b"right side of it\n"), 3, b"put in while merging\n")
    merge = repository.commit({"f": resolved}, parents=[ours, theirs])
    first, second = Recorder(), Recorder()
    first.change("f", left, resolved, at=2.5)
    second.change("f", right, resolved, at=2.5)
    wanted = ["S1#r1 transition strong +3 -3"]
    assert said(repository, first, at=merge) == wanted
    assert said(repository, second, at=merge) == wanted
