"""HEAD is read from files as git reads it; where files do not say, nothing is said."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from attrib.git.command import open_repository
from attrib.git.refs import head_of
from tests.support.repos import commit, git, head, init

pytestmark = pytest.mark.git


def read(repo: Path, git_dir: Path | None = None) -> str | None:
    common = repo / ".git"
    return head_of(str(git_dir or common), str(common), "sha1")


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    repo = init(tmp_path / "repo")
    for number in range(3):
        commit(repo, {"a.txt": b"%d\n" % number})
    return repo


def test_head_is_what_git_says(repo: Path) -> None:
    assert read(repo) == head(repo)
    git(repo, "pack-refs", "--all")
    assert read(repo) == head(repo)
    git(repo, "branch", "mai")
    git(repo, "pack-refs", "--all")
    assert read(repo) == head(repo)
    git(repo, "symbolic-ref", "refs/heads/alias", "refs/heads/main")
    git(repo, "symbolic-ref", "HEAD", "refs/heads/alias")
    assert read(repo) == head(repo)
    git(repo, "checkout", "-q", "--detach", "HEAD~1")
    assert read(repo) == head(repo)


def test_a_linked_worktree_has_its_own(repo: Path, tmp_path: Path) -> None:
    git(repo, "worktree", "add", "-q", "-b", "side", os.fspath(tmp_path / "linked"), "HEAD~2")
    assert read(repo, repo / ".git" / "worktrees" / "linked") == head(repo, "side")
    assert read(repo) == head(repo, "main")


def test_what_files_do_not_say_is_left_to_git(tmp_path: Path, repo: Path) -> None:
    assert read(init(tmp_path / "unborn")) is None
    git(repo, "symbolic-ref", "refs/heads/round", "refs/heads/round2")
    git(repo, "symbolic-ref", "refs/heads/round2", "refs/heads/round")
    (repo / ".git" / "HEAD").write_bytes(b"ref: refs/heads/round\n")
    assert read(repo) is None
    (repo / ".git" / "HEAD").write_bytes(b"ref: refs/worktree/own\n")
    assert read(repo) is None


def test_resolving_head_starts_one_process(repo: Path) -> None:
    with open_repository(repo) as repository:
        assert repository.resolve(["HEAD"]) == {"HEAD": head(repo)}
        assert repository.statistics.commands.count("cat-file") == 1
