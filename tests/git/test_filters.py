"""Custom filters run only where the user's own configuration lets them."""

from __future__ import annotations

from pathlib import Path

import pytest

from attrib.git.command import open_repository
from attrib.model.ids import RepoPath
from tests.support.repos import git, head, init, write
from tests.support.streams import Recorder, id_only, said, text_only

pytestmark = pytest.mark.git

RAW, STORED = b"code\noutput 7\n", b"code\n"


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository whose own configuration names a filter, and lets it run if that counted."""
    repo = init(tmp_path / "r")
    git(repo, "config", "filter.strip.clean", "sed /output/d")
    git(repo, "config", "attrib.allowFilters", "true")
    write(repo, {".gitattributes": b"*.nb filter=strip\n", "n.nb": RAW})
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "work")
    return repo


def test_a_repository_cannot_allow_filters_itself(repo: Path) -> None:
    with open_repository(repo) as repository:
        assert not repository.allows_filters


@pytest.mark.parametrize(("words", "allowed"), [(["true"], True), (["true", "false"], False)])
def test_the_last_word_of_the_user_counts(repo: Path, words: list[str], allowed: bool) -> None:
    for word in words:
        git(repo, "config", "--global", "--add", "attrib.allowFilters", word)
    with open_repository(repo) as repository:
        assert repository.allows_filters is allowed


def test_the_id_is_what_git_would_store_and_nothing_is_stored(repo: Path) -> None:
    before = git(repo, "count-objects", "-v")
    wanted = git(repo, "hash-object", "--stdin", input=b"other\n").decode()
    with open_repository(repo) as repository:
        found = repository.id_as_added(RepoPath(b"a b/-x.nb"), b"output\nother\n")
    assert (found, git(repo, "count-objects", "-v")) == (wanted, before)


def test_a_filter_that_is_required_and_fails_gives_no_id(repo: Path) -> None:
    git(repo, "config", "filter.strip.required", "true")
    git(repo, "config", "filter.strip.clean", "false")
    with open_repository(repo) as repository:
        assert repository.id_as_added(RepoPath(b"n.nb"), RAW) is None


def test_recorded_content_and_the_file_with_a_recorded_id_are_cleaned(repo: Path) -> None:
    tip = head(repo)
    by_text, by_id = Recorder(path=str(repo)), Recorder(path=str(repo))
    by_text.change("n.nb", None, text_only(RAW), at=-1, op="add")
    by_id.change("n.nb", None, id_only(RAW), at=-1, op="add")
    sessions = (by_text, by_id)
    with open_repository(repo) as repository:
        assert [said(repository, each, at=tip, path="n.nb") for each in sessions] == [
            ["S1#r1 lines weak +1 trivial"],
            [],
        ]
    git(repo, "config", "--global", "attrib.allowFilters", "true")
    with open_repository(repo) as repository:
        found = [said(repository, each, at=tip, path="n.nb") for each in sessions]
    assert found == [["S1#r1 transition strong +1 derived"], ["S1#r1 transition strong +1"]]
