"""Messages as stored, and git's own blame on the scratch git dir."""

from __future__ import annotations

from pathlib import Path

import pytest

from attrib.errors import RepositoryFormatError
from attrib.git.command import open_repository
from attrib.git.pure import open_pure
from attrib.model.blame import BlameEntry
from attrib.model.ids import Oid, RepoPath
from tests.support.repos import commit, git, init

pytestmark = pytest.mark.git
MESSAGE = "title\n\nbody\n\nKey: value"


def test_message_is_given_whole(tmp_path: Path) -> None:
    repo = init(tmp_path / "repo")
    oid = commit(repo, {"a": b"1\n"}, message=MESSAGE)
    absent = Oid("0" * 39 + "1")
    with open_repository(repo) as repository:
        assert repository.messages_of([oid, absent]) == {oid: MESSAGE.encode() + b"\n"}
    assert open_pure(repo).messages_of([oid, absent]) == {oid: MESSAGE.encode() + b"\n"}


def test_blame_names_commit_and_line_in_order(tmp_path: Path) -> None:
    repo = init(tmp_path / "repo")
    first = commit(repo, {"old.py": b"one\ntwo\nthree\n"})
    git(repo, "mv", "old.py", "new.py")
    commit(repo, {})
    last = commit(repo, {"new.py": b"zero\none\ntwo\nthree\n"})
    path = RepoPath(b"new.py")
    with open_repository(repo) as repository:
        found = repository.blame_at([(last, path), (first, path)])
    old = RepoPath(b"old.py")
    assert [
        (each.commit, each.first, each.count, each.origin_path, each.origin_first)
        for each in found[last, path]
    ] == [(last, 1, 1, path, 1), (first, 2, 3, old, 1)]
    assert list(found) == [(last, path)]
    assert all(isinstance(each, BlameEntry) for each in found[last, path])


def test_blame_runs_nothing_that_the_repository_configures(tmp_path: Path) -> None:
    repo = init(tmp_path / "repo")
    mark = tmp_path / "ran"
    oid = commit(repo, {"a.x": b"1\n", ".gitattributes": b"*.x diff=odd filter=odd\n"})
    git(repo, "config", "diff.odd.textconv", f"touch {mark};cat")
    git(repo, "config", "filter.odd.smudge", f"touch {mark};cat")
    with open_repository(repo) as repository:
        assert repository.blame_at([(oid, RepoPath(b"a.x"))])
    assert not mark.exists()


def test_blame_is_refused_where_no_git_opens_the_repository(tmp_path: Path) -> None:
    repo = init(tmp_path / "repo")
    oid = commit(repo, {"a": b"1\n"})
    with pytest.raises(RepositoryFormatError):
        open_pure(repo).blame_at([(oid, RepoPath(b"a"))])
