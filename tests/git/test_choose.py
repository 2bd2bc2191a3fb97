"""git answers where it can; dulwich where no git here can open the repository."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from attrib.errors import GitError, NotARepositoryError, RepositoryFormatError
from attrib.git.choose import open_repository
from attrib.git.command import CommandRepository
from attrib.git.command import open_repository as open_with_git
from attrib.git.interface import Repository
from attrib.git.pure import PureRepository, open_pure
from attrib.model.ids import Oid, RepoPath
from tests.support.repos import commit, git, head, init, write

pytestmark = pytest.mark.git

LINES = b"".join(b"line %d\n" % number for number in range(20))


def story(repo: Path) -> list[Oid]:
    """Root, change, move, side branch, merge with a change of its own, deletion."""
    ids = [commit(repo, {"a": b"1\n", "d/b": LINES, ".gitattributes": b"*.txt eol=lf\n"})]
    ids.append(commit(repo, {"a": b"2\n"}))
    git(repo, "checkout", "-q", "-b", "side")
    ids.append(commit(repo, {"d/b": None, "d/moved": LINES + b"more\n"}))
    git(repo, "checkout", "-q", "main")
    ids.append(commit(repo, {b"caf\xe9": b"x\n", b"a": b"3\n"}))
    git(repo, "merge", "-q", "--no-commit", "--no-ff", "side")
    ids.append(commit(repo, {"evil": b"e\n", "a": b"4\n"}))
    ids.append(commit(repo, {"a": None}))
    return ids


def test_git_is_chosen_where_it_opens_the_repository(tmp_path: Path) -> None:
    repo = init(tmp_path / "r")
    repository = open_repository(repo)
    assert isinstance(repository, CommandRepository)
    repository.close()


def test_dulwich_is_chosen_where_git_refuses_the_format(tmp_path: Path) -> None:
    repo = init(tmp_path / "r")
    oid = commit(repo, {"a": b"1\n"})
    git(repo, "config", "core.repositoryFormatVersion", "1")
    git(repo, "config", "extensions.relativeWorktrees", "true")
    expected: type = CommandRepository
    try:
        open_with_git(repo).close()
    except RepositoryFormatError:  # git before 2.48
        expected = PureRepository
    repository = open_repository(repo)
    assert isinstance(repository, expected)
    assert repository.resolve(["HEAD"]) == {"HEAD": oid}
    repository.close()


def test_unknown_format_is_refused_in_git_s_words(tmp_path: Path) -> None:
    repo = init(tmp_path / "r")
    git(repo, "config", "core.repositoryFormatVersion", "1")
    git(repo, "config", "extensions.fromTheFuture", "true")
    with pytest.raises(RepositoryFormatError, match="unknown repository extension"):
        open_repository(repo)


@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
def test_dulwich_answers_as_git_does(tmp_path: Path, object_format: str) -> None:
    repo = init(tmp_path / "r", object_format)
    ids = story(repo)
    paths = [RepoPath(path) for path in (b"a", b"d/b", b"d/moved", b"d", b"caf\xe9", b"x/y")]
    places = [(oid, path) for oid in ids for path in paths]
    blobs = [head(repo, "HEAD~:a"), head(repo, "HEAD:evil"), ids[0], Oid("1" * 40)]
    with open_with_git(repo / "d") as git_s:
        pure = open_pure(repo / "d")
        for ask in (
            lambda one: one.object_format,
            lambda one: (one.git_dir, one.common_dir, one.toplevel, one.prefix),
            lambda one: list(one.worktrees),
            lambda one: one.commits(ids),
            lambda one: one.files_at(places),
            lambda one: one.read_blobs(blobs),
            lambda one: one.sizes_of(blobs),
            lambda one: one.changes_of(ids),
            lambda one: one.changes_of(ids, renames=True),
            lambda one: one.changes_between([(ids[0], ids[-1]), (ids[1], ids[2])]),
            lambda one: {c.oid: c for c in one.history()},
            lambda one: {c.oid: c for c in one.history([ids[2]])},
            lambda one: one.resolve(["HEAD", "main", "side", ids[1], ids[1][:9], "nope"]),
            lambda one: one.attributes_at([(ids[0], RepoPath(b"x.txt")), (None, paths[0])]),
            lambda one: one.is_shallow,
            lambda one: one.eol_settings(),
            lambda one: one.config("core."),
            lambda one: one.worktree_file(RepoPath(b"evil")),
            lambda one: one.diff_lines(b"a\n", b"b\n"),
            lambda one: one.lfs_object("0" * 64),
        ):
            assert ask(pure) == ask(git_s)
        order = [found.oid for found in pure.history()]
        assert all(
            order.index(found.oid) < order.index(parent)
            for found in pure.history()
            for parent in found.parents
        )
        pure.close()


def test_blame_without_a_git_for_it_is_refused_with_a_remedy(tmp_path: Path) -> None:
    repo = init(tmp_path / "r", "sha256")
    commit(repo, {"a": b"1\n"})
    repository = open_pure(repo)
    with pytest.raises(RepositoryFormatError, match="cannot blame") as caught:
        repository.user_blame([b"a"])
    assert caught.value.hint == "install git 2.38 or newer"
    repository.close()


def test_without_git_a_sha256_repository_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = init(tmp_path / "r", "sha256")
    ids = [commit(repo, {"d/a": b"1\n"}), commit(repo, {"d/a": b"2\n"})]
    blob = head(repo, "HEAD:d/a")
    monkeypatch.setenv("PATH", str(tmp_path))
    repository: Repository = open_repository(repo / "d")
    assert isinstance(repository, PureRepository)
    assert repository.prefix == b"d/"
    assert [found.oid for found in repository.history()] == ids[::-1]
    assert repository.read_blobs([blob]) == {blob: b"2\n"}
    repository.close()


def test_without_git_there_may_be_no_repository_or_no_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = init(tmp_path / "r")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotARepositoryError):
        open_repository(tmp_path)
    repository = open_repository(repo)
    assert repository.resolve(["HEAD"]) == {"HEAD": None}
    assert list(repository.history()) == []
    repository.close()


def test_end_of_a_shallow_clone_is_seen_by_dulwich_too(tmp_path: Path) -> None:
    repo = init(tmp_path / "r")
    ids = [commit(repo, {"a": b"%d\n" % number}) for number in range(3)]
    git(tmp_path, "clone", "-q", "--depth", "2", f"file://{repo}", "shallow")
    repository = open_pure(tmp_path / "shallow")
    assert repository.commits(ids)[ids[1]].is_boundary
    assert [found.parents for found in repository.history()] == [(ids[1],), ()]
    repository.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_foreign_owner_is_refused_and_nothing_read_by_other_means(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = init(tmp_path / "r")
    write(repo, {"a": b"1\n"})
    for path in (repo, repo / ".git"):
        os.chown(path, 12345, 12345)
    with pytest.raises(GitError, match="dubious ownership"):
        open_repository(repo)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitError, match="another user owns"):
        open_repository(repo)
