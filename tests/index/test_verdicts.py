"""Verdicts are the same with the index, without it, and after deleting it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from fixture_repos.harness import Outcome, Place, Story, environment_of, run_program

pytestmark = [pytest.mark.git, pytest.mark.slow]

STORIES = ("c02_one_edit_two_commits", "c06_squash_on_moved_main", "c09_two_agents_one_file")


def ask(place: Place, *, without: Path | None = None) -> list[Outcome]:
    """The answers about every commit and every file of HEAD; each without the folder given."""
    environment = environment_of(place)

    def run(*command: str | bytes) -> Outcome:
        if without is not None:
            shutil.rmtree(without, ignore_errors=True)
        return run_program(list(command), place.repository, environment)

    commits = run("git", "rev-list", "--all").stdout.decode().split()
    files = run("git", "ls-tree", "-r", "-z", "--name-only", "HEAD").stdout.split(b"\0")[:-1]
    answers = [run("attrib", "commit", "--json", *commits), run("attrib", "session", "--json")]
    return answers + [run("git-asr-blame", "--json", "--", file) for file in files]


@pytest.mark.parametrize("name", STORIES)
def test_index_changes_no_verdict(tmp_path: Path, name: str) -> None:
    place = Story(name).build(tmp_path / name)
    index = place.repository / ".git" / "attrib"
    without = ask(place, without=index)
    assert ask(place) == without  # the first of them keeps what it has read
    assert ask(place) == without
    built = run_program(["attrib", "index", "--build"], place.repository, environment_of(place))
    assert built.code == 0
    assert (index / "index.sqlite").is_file()
    assert ask(place) == without
    assert ask(place, without=index) == without


def test_index_built_for_a_shorter_history_changes_no_verdict(tmp_path: Path) -> None:
    place = Story("c06_squash_on_moved_main").build(tmp_path / "c06")
    without = ask(place)
    environment = environment_of(place)

    def run(*command: str) -> Outcome:
        return run_program(list(command), place.repository, environment)

    head = run("git", "rev-parse", "HEAD").stdout.decode().strip()
    branch = os.fsdecode(run("git", "symbolic-ref", "HEAD").stdout.strip())
    run("git", "update-ref", branch, "HEAD~1")
    assert run("attrib", "index", "--build").code == 0
    run("git", "update-ref", branch, head)
    assert ask(place) == without


@pytest.mark.parametrize("what", ["folder", "file"])
def test_no_index_is_made_behind_a_link(tmp_path: Path, what: str) -> None:
    place = Story("c02_one_edit_two_commits").build(tmp_path / "c02")
    away = tmp_path / "away"
    away.mkdir()
    folder = place.repository / ".git" / "attrib"
    if what == "folder":
        folder.symlink_to(away)
    else:
        folder.mkdir()
        (folder / "index.sqlite").symlink_to(away / "index.sqlite")
    done = run_program(["git-asr-blame", "f"], place.repository, environment_of(place))
    assert (done.code, list(away.iterdir())) == (0, [])
