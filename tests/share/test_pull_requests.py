"""The comment on a pull request from notes alone: for teammates, and in a job of CI."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.share.team import REF, Ran, attrib, author_in, teammate_in
from tests.support.forge import Forge, forge_of
from tests.support.pull import Pull, in_ci
from tests.support.repos import git, head

pytestmark = pytest.mark.git

START = "HEAD~3"
MARKS = {"shared", "notes", "streams", "first", "last"}


@pytest.fixture
def author(tmp_path: Path) -> Path:
    author = author_in(tmp_path)
    assert attrib(author, "share", "push").code == 0
    return author


def told(repo: Path, *args: str) -> Any:
    ran = attrib(repo, "pr", "render", "--base", START, "--json", *args)
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def rendered(repo: Path) -> Ran:
    ran = attrib(repo, "pr", "render", "--base", START)
    assert ran.code == 0, ran.err
    return ran


def without_marks(value: Any) -> Any:
    """Evidence and sessions without what only the records tell."""
    if isinstance(value, dict):
        return {key: without_marks(each) for key, each in value.items() if key not in MARKS}
    return [without_marks(each) for each in value] if isinstance(value, list) else value


def test_teammate_is_told_the_evidence_that_the_author_is_told(
    author: Path, tmp_path: Path
) -> None:
    clone = teammate_in(tmp_path)
    assert attrib(clone, "share", "fetch").code == 0
    here, there = told(author), told(clone)
    assert there["totals"].pop("unseen") == {"records-not-shared": 3}
    assert here["totals"].pop("unseen") == {"no-record": 3}
    assert there["totals"] == here["totals"]
    assert without_marks(there["sessions"]) == without_marks(here["sessions"])
    assert all(session["shared"] for session in there["sessions"])
    for mine, theirs in zip(here["commits"], there["commits"], strict=True):
        for key in ("commit", "strength", "links"):
            assert without_marks(theirs[key]) == without_marks(mine[key])
        for path, other in zip(mine["paths"], theirs["paths"], strict=True):
            assert {**other, "unseen": None} == {**path, "unseen": None}


def test_comment_says_what_is_known_from_notes_alone(author: Path, tmp_path: Path) -> None:
    clone = teammate_in(tmp_path)
    assert "not shared" not in (before := rendered(clone).out)
    assert "shared" not in before
    assert attrib(clone, "share", "fetch").code == 0
    body = rendered(clone).out
    assert "`codebuddy 0f1e2d3c*`" in body
    assert "2 sessions are known from shared notes alone (`*`)" in body
    end = head(clone)[:12]
    assert f"attrib share fetch\nattrib share verify {head(clone, START)[:12]}..{end}\n" in body
    assert "a note, a trailer or a file names a session whose records are not here" in body
    assert "(`*`)" not in rendered(author).out
    assert "attrib share" not in rendered(author).out


@pytest.fixture
def github() -> Iterator[Forge]:
    with forge_of("github") as forge:
        yield forge


@pytest.mark.parametrize("depth", [None, 2])
def test_job_posts_from_notes_alone_in_whole_and_shallow_clones(
    author: Path, tmp_path: Path, github: Forge, depth: int | None
) -> None:
    clone = tmp_path / "ci"
    cut = [] if depth is None else [f"--depth={depth}"]
    git(tmp_path, "clone", "-q", *cut, (tmp_path / "remote.git").as_uri(), "ci")
    assert attrib(clone, "share", "fetch", "--exit-code", "origin").code == 0
    assert head(clone, REF) == head(author, REF)
    base = head(author, START)
    pull = Pull(clone, base, head(author), tmp_path / "nothing")
    (tmp_path / "nothing").mkdir()
    in_ci(pull, github, tmp_path)
    done = pull.post()
    assert done.returncode == 0, done.stderr
    (body,) = github.bodies()
    if depth is None:
        assert "### Session evidence: 11 of 14 added lines" in body
        assert "`codebuddy 0f1e2d3c*`" in body
    else:
        assert "**Not seen:**" in body
        assert "`git fetch --unshallow`" in body
        assert "of 14 added lines" not in body
