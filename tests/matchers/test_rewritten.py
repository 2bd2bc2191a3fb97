"""`rewritten`: the commit was made from another one, and that one has evidence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from attrib.git.command import open_repository
from attrib.git.interface import HistoryCommit
from attrib.model.ids import Oid
from tests.support import repos
from tests.support.memory import TIME, MemoryRepository
from tests.support.streams import BASE, Recorder, id_only, put, said

ONE = put(BASE, 2, b"bravo line edited\n")
#: Another beginning of the file, for a patch on another ground.
MOVED = put(BASE, 5, b"echo line of another branch\n")


def _journal(folder: Path, *pairs: tuple[Oid, Oid], by: str = "amend") -> None:
    path = folder / "attrib" / "journal.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        "no JSON",
        json.dumps({"type": "something else"}),
        json.dumps({"type": "rewrite", "by": by, "pairs": [list(pair) for pair in pairs] + [1]}),
    ]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def _repository(folder: Path) -> tuple[MemoryRepository, Oid]:
    repository = MemoryRepository()
    repository.common_dir = repository.git_dir = str(folder)
    return repository, repository.commit({"f": BASE})


def _named(commit: Oid) -> Recorder:
    session = Recorder()
    session.vcs(commit, at=1.2)
    return session


def test_a_recorded_amend_keeps_the_strength_of_what_names_the_old_commit(tmp_path: Path) -> None:
    repository, base = _repository(tmp_path)
    old = repository.commit({"f": ONE}, parents=[base])
    new = repository.commit({"f": ONE}, parents=[base])
    assert said(repository, _named(old), at=new) == []
    _journal(tmp_path, (old, new))
    assert said(repository, _named(old), at=new) == ["S1#r1 rewritten strong commit"]


def test_a_recorded_amend_carries_the_lines_that_still_stand(tmp_path: Path) -> None:
    repository, base = _repository(tmp_path)
    two = put(ONE, 4, b"delta line edited\n")
    old = repository.commit({"f": two}, parents=[base])
    new = repository.commit({"f": put(two, 4, b"somebody else\n", b"and more\n")}, parents=[base])
    session = Recorder()
    session.change("f", BASE, two, at=0.5)
    _journal(tmp_path, (old, new))
    assert said(repository, session, at=new, path="f") == [
        "S1#r1 rewritten strong +2 -2,4",
        "S1#r1 lines weak +2 -2,4",
    ]


def test_only_one_step_is_followed(tmp_path: Path) -> None:
    repository, base = _repository(tmp_path)
    first = repository.commit({"f": ONE}, parents=[base])
    second = repository.commit({"f": ONE}, parents=[base])
    third = repository.commit({"f": ONE}, parents=[base])
    _journal(tmp_path, (first, second), (second, third))
    assert said(repository, _named(first), at=second) == ["S1#r1 rewritten strong commit"]
    assert said(repository, _named(first), at=third) == []


def test_the_same_patch_with_the_same_author_time_is_at_most_moderate(tmp_path: Path) -> None:
    repository, base = _repository(tmp_path)
    picked = repository.commit({"f": ONE}, parents=[base])
    other = repository.commit({"f": MOVED}, parents=[base])
    onto = put(MOVED, 2, b"bravo line  edited\n")
    new = repository.commit({"f": onto}, parents=[other], authored=TIME + 60)
    assert said(repository, _named(picked), at=new) == ["S1#r1 rewritten moderate commit"]


@pytest.mark.parametrize(
    ("text", "authored"),
    [(b"bravo line of its own\n", TIME + 60), (b"bravo line edited\n", TIME + 61)],
    ids=["another patch", "another author time"],
)
def test_another_patch_or_author_time_is_no_rewrite(
    text: bytes, authored: int, tmp_path: Path
) -> None:
    repository, base = _repository(tmp_path)
    picked = repository.commit({"f": ONE}, parents=[base])
    other = repository.commit({"f": MOVED}, parents=[base])
    new = repository.commit({"f": put(MOVED, 2, text)}, parents=[other], authored=authored)
    assert said(repository, _named(picked), at=new) == []


def test_a_patch_that_came_again_over_its_own_commit_is_no_rewrite(tmp_path: Path) -> None:
    repository, _ = _repository(tmp_path)
    picked = repository.commit({"f": ONE})
    repository.commit({"f": BASE})
    again = repository.commit({"f": ONE}, authored=TIME + 60)
    assert said(repository, _named(picked), at=again) == []


def test_a_recorded_rewrite_of_an_ancestor_is_already_committed(tmp_path: Path) -> None:
    repository, _ = _repository(tmp_path)
    old = repository.commit({"f": ONE})
    repository.commit({"f": BASE})
    again = repository.commit({"f": ONE})
    _journal(tmp_path, (old, again), by="rebase")
    assert said(repository, _named(old), at=again) == [
        "S1#r1 rewritten weak commit already-committed"
    ]


def test_without_a_journal_and_a_commit_made_again_no_history_is_read(tmp_path: Path) -> None:
    class WithoutHistory(MemoryRepository):
        def history(self, *_: object, **__: object) -> Iterator[HistoryCommit]:
            raise AssertionError("history was read")

    repository = WithoutHistory()
    repository.common_dir = repository.git_dir = str(tmp_path)
    repository.commit({"f": BASE})
    commit = repository.commit({"f": ONE})
    session = Recorder()
    session.change("g", BASE, b"another text\n", at=0.5)
    assert said(repository, session, at=commit) == []


def test_direct_evidence_as_strong_stands_alone(tmp_path: Path) -> None:
    repository, base = _repository(tmp_path)
    old = repository.commit({"f": ONE}, parents=[base])
    new = repository.commit({"f": ONE}, parents=[base])
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    direct = said(repository, session, at=new)
    _journal(tmp_path, (old, new))
    assert direct == said(repository, session, at=new)
    assert direct[0].startswith("S1#r1 transition strong +2 -2")


def test_what_carries_no_line_is_weak_and_about_the_whole_commit(tmp_path: Path) -> None:
    repository, base = _repository(tmp_path)
    old = repository.commit({"f": ONE}, parents=[base])
    new = repository.commit({"g": b"another file\n"}, parents=[base])
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    _journal(tmp_path, (old, new))
    assert said(repository, session, at=new) == ["S1#r1 rewritten weak commit"]


def test_an_amended_commit_that_no_reference_reaches_is_read_where_it_is_here(
    tmp_path: Path,
) -> None:
    folder = repos.init(tmp_path / "r")
    repos.commit(folder, {"f": BASE}, date="2026-10-20T11:00:00+00:00")
    old = repos.commit(folder, {"f": ONE})
    repos.write(folder, {"f": put(ONE, 4, b"delta line by hand\n")})
    repos.git(folder, "commit", "-qa", "--amend", "-m", "amended")
    session = Recorder(path=str(folder))
    session.change("f", id_only(b"never seen here\n"), id_only(ONE), at=-1)
    session.vcs(old, at=1)
    _journal(folder / ".git", (old, repos.head(folder)))
    with open_repository(folder) as repository:
        assert said(repository, session, at=repos.head(folder)) == [
            "S1#r1 rewritten strong file +2 -2",
            "S1#r1 lines weak file +2 -2",
            "S1#r2 rewritten strong commit",
        ]
