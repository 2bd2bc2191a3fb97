"""A range names the commits that git names."""

from __future__ import annotations

from pathlib import Path

import pytest

from attrib.answers.ranges import commits_in, range_of
from attrib.errors import RevisionError
from attrib.git.command import open_repository
from attrib.model.ids import RepoPath
from tests.support.memory import MemoryRepository
from tests.support.repos import commit, git, init
from tests.support.streams import workspace_of


@pytest.fixture(scope="module")
def forked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    repo = init(tmp_path_factory.mktemp("forked") / "repo")
    for name in ("one", "two"):
        commit(repo, {name: b"x\n"}, message=name)
    git(repo, "checkout", "-q", "-b", "side")
    commit(repo, {"side": b"x\n"}, message="side")
    git(repo, "checkout", "-q", "main")
    commit(repo, {"three": b"x\n"}, message="three")
    git(repo, "merge", "-q", "-m", "merge", "side")
    git(repo, "checkout", "-q", "side")
    commit(repo, {"later": b"x\n"}, message="later")
    git(repo, "checkout", "-q", "main")
    commit(repo, {"four": b"x\n"}, message="four")
    return repo


@pytest.mark.parametrize(
    "text",
    ["HEAD", "side", "main~2", "side..main", "main..side", "side...main", "..side", "side.."],
)
def test_range_holds_the_commits_that_git_lists(forked, text):
    with workspace_of(open_repository(forked)) as workspace:
        found = commits_in(workspace, text)
    listed = git(forked, "rev-list", text, "--").decode().split()
    assert len(found) == len(set(found))
    assert sorted(found) == sorted(listed)


def test_no_range_is_the_history_of_head(forked):
    with workspace_of(open_repository(forked)) as workspace:
        assert commits_in(workspace, None) == commits_in(workspace, "HEAD")


@pytest.mark.parametrize("text", ["nothing", "main..nothing", "nothing...main", "--all", ""])
def test_unknown_end_is_a_bad_revision(forked, text):
    with (
        workspace_of(open_repository(forked)) as workspace,
        pytest.raises(RevisionError, match="bad revision"),
    ):
        commits_in(workspace, text)


def test_paths_leave_the_commits_that_touch_them():
    repository = MemoryRepository()
    first = repository.commit({"a/x": b"1\n", "b": b"1\n"})
    repository.commit({"b": b"2\n"})
    third = repository.commit({"a/x": b"2\n", "b": b"3\n"})
    found = range_of(workspace_of(repository), None, [RepoPath(b"a")])
    assert [each.oid for each in found.commits] == [third, first]
    assert [change.path for change, _ in found.pairs] == [b"a/x", b"a/x"]
