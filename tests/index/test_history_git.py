"""The index of a real repository: rewritten, pruned, shallow, damaged, and shared by processes."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from attrib.answers.index import build_index, index_state
from attrib.git.command import open_repository
from attrib.git.interface import Introduction
from attrib.index.database import Database, UnusableError, index_path
from attrib.index.history import History
from attrib.index.memory import MemoryHistory
from attrib.model.ids import Oid, RepoPath
from tests.support.repos import commit, git, head, init

pytestmark = pytest.mark.git

A = RepoPath(b"a")


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    path = init(tmp_path / "r")
    for number in range(4):
        commit(path, {"a": b"%d\n" % number, f"f{number}": b"x\n"})
    return path


def build(repo: Path) -> None:
    with open_repository(repo) as repository:
        build_index(repository)


def asked(repo: Path) -> tuple[list[Introduction], list[Introduction], bool]:
    """Rows at `a`, those before HEAD, and whether the index answered; it must equal memory."""
    with open_repository(repo) as repository:
        history, memory = History(repository), MemoryHistory(repository)
        rows = list(history.introductions_at(A))
        before = list(history.ancestors_at(A, head(repo)))
        assert rows == list(memory.introductions_at(A))
        assert before == list(memory.ancestors_at(A, head(repo)))
        for row in rows:
            if row.new is not None:
                assert list(history.places_of(row.new)) == list(memory.places_of(row.new))
                assert list(history.blobs_like(row.new[:5])) == list(memory.blobs_like(row.new[:5]))
            assert history.commit(row.commit) == memory.commit(row.commit)
        return rows, before, history.is_stored


def commands_of_one_question(repo: Path) -> list[str]:
    with open_repository(repo) as repository:
        History(repository).introductions_at(A)
        return repository.statistics.commands


def test_no_question_builds_an_index(repo: Path) -> None:
    assert not asked(repo)[2]
    assert not index_path(str(repo / ".git")).exists()


def test_built_index_answers_without_a_git_process(repo: Path) -> None:
    build(repo)
    rows, before, is_stored = asked(repo)
    assert (len(rows), len(before), is_stored) == (4, 3, True)
    assert commands_of_one_question(repo) == ["rev-parse"]


def test_new_commits_alone_are_read(repo: Path) -> None:
    build(repo)
    commit(repo, {"a": b"new\n"})
    with open_repository(repo) as repository:
        new = [*repository.packed_history([head(repo)], exclude=[head(repo, "HEAD~1")])]
        assert [each.oid.hex() for each in new] == [head(repo)]
        assert not index_state(repository).is_current
    assert len(asked(repo)[0]) == 5
    with open_repository(repo) as repository:
        assert index_state(repository).is_current


def test_excluded_commit_that_is_not_here_is_passed_over(repo: Path) -> None:
    with open_repository(repo) as repository:
        found = [*repository.packed_history([head(repo)], exclude=[Oid("1" * 40)])]
    assert len(found) == 4


def test_rewritten_and_pruned_commits_are_answered_no_more(repo: Path) -> None:
    build(repo)
    git(repo, "reset", "-q", "--hard", "HEAD~2")
    commit(repo, {"a": b"rewritten\n"})
    assert [len(rows) for rows in asked(repo)[:2]] == [3, 2]
    git(repo, "reflog", "expire", "--expire=now", "--all")
    git(repo, "gc", "-q", "--prune=now")
    assert [len(rows) for rows in asked(repo)[:2]] == [3, 2]
    commit(repo, {"a": b"after the pruning\n"})
    rows, _, is_stored = asked(repo)
    assert (len(rows), is_stored) == (4, True)


def test_commit_of_a_deleted_branch_is_answered_when_included(repo: Path) -> None:
    git(repo, "checkout", "-q", "-b", "side")
    lost = commit(repo, {"a": b"side\n"})
    git(repo, "checkout", "-q", "main")
    build(repo)
    git(repo, "branch", "-q", "-D", "side")
    with open_repository(repo) as repository:
        history = History(repository)
        assert history.commit(lost) is None
        history.include([lost])
        assert history.commit(lost) is not None
        assert [row.commit for row in history.introductions_at(A)][-1] == lost


def test_deepened_shallow_clone_is_read_anew(tmp_path: Path, repo: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth", "2", f"file://{repo}", "shallow")
    shallow = tmp_path / "shallow"
    build(shallow)
    assert [len(rows) for rows in asked(shallow)[:2]] == [2, 1]
    git(shallow, "fetch", "-q", "--unshallow")
    rows, before, is_stored = asked(shallow)
    assert (len(rows), len(before), is_stored) == (4, 3, True)


def test_replaced_commit_is_answered_as_it_is(repo: Path) -> None:
    git(repo, "replace", "--graft", "HEAD", "HEAD~3")
    build(repo)
    assert [len(rows) for rows in asked(repo)[:2]] == [4, 3]


def test_partial_clone_is_answered_without_its_blobs(tmp_path: Path, repo: Path) -> None:
    git(repo, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--no-checkout", "--filter=blob:none", f"file://{repo}", "lazy")
    build(tmp_path / "lazy")
    assert len(asked(tmp_path / "lazy")[0]) == 4


def test_annotated_tags_are_tips(repo: Path) -> None:
    git(repo, "checkout", "-q", "--detach")
    commit(repo, {"a": b"tagged\n"})
    git(repo, "tag", "-a", "-m", "v", "v1")
    git(repo, "tag", "-a", "-m", "blob", "b1", "HEAD:a")
    git(repo, "checkout", "-q", "main")
    build(repo)
    assert len(asked(repo)[0]) == 5
    assert commands_of_one_question(repo) == ["rev-parse"]


@pytest.mark.parametrize("damage", ["text", "cut", "zeros", "foreign", "empty"])
def test_damaged_or_foreign_index_is_made_anew(repo: Path, damage: str) -> None:
    build(repo)
    path = index_path(str(repo / ".git"))
    content = path.read_bytes()
    if damage == "foreign":
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA user_version = 999")
            connection.execute("DROP TABLE paths")
        connection.close()
    else:
        wrong = {
            "text": b"no database at all\n" * 300,
            "cut": content[: len(content) // 2],
            "zeros": content[:100] + bytes(len(content) - 100),
            "empty": b"",
        }
        path.write_bytes(wrong[damage])
    rows, before, _ = asked(repo)
    assert (len(rows), len(before)) == (4, 3)
    rows, before, is_stored = asked(repo)
    assert (len(rows), len(before), is_stored) == (4, 3, True)


def test_packed_rows_that_were_cut_are_read_anew(repo: Path) -> None:
    build(repo)
    connection = sqlite3.connect(index_path(str(repo / ".git")))
    with connection:
        connection.execute("UPDATE paths SET rows = substr(rows, 1, length(rows) - 3)")
    connection.close()
    assert len(asked(repo)[0]) == 4


def test_index_that_cannot_be_written_is_answered_around(
    repo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(repo)
    commit(repo, {"a": b"new\n"})
    path = index_path(str(repo / ".git"))
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    rows, _, is_stored = asked(repo)
    assert (len(rows), is_stored) == (5, False)
    holder.execute("ROLLBACK")
    holder.close()
    assert asked(repo)[2]


def test_two_processes_build_and_ask_at_once(repo: Path) -> None:
    script = (
        "import sys; from pathlib import Path\n"
        "from attrib.git.command import open_repository\n"
        "from attrib.answers.index import build_index\n"
        "from attrib.index.history import History\n"
        "for turn in range(3):\n"
        "    with open_repository(Path(sys.argv[1])) as repository:\n"
        "        build_index(repository, anew=turn == 1)\n"
        "        print(len(History(repository).introductions_at(b'a')))\n"
    )
    command = [sys.executable, "-c", script, str(repo)]
    running = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ)
        for _ in range(3)
    ]
    answers = [process.communicate(timeout=120) for process in running]
    assert answers == [(b"4\n4\n4\n", b"")] * 3
    assert asked(repo)[2]


def test_writing_that_fails_keeps_what_stood(tmp_path: Path) -> None:
    database = Database(tmp_path / "attrib" / "index.sqlite", create=True)
    with database.writing():
        database.set_state("name", b"kept")
    with pytest.raises(UnusableError), database.writing():
        database.write("INSERT OR REPLACE INTO state VALUES (?, ?)", [("name", b"lost"), ()])
    assert database.state("name") == b"kept"
    with pytest.raises(UnusableError):
        database.rows("SELECT * FROM nothing")
    database.close()
