"""A blame that rests on notes is recalled as it was, and made anew when the notes are others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_blame_recall import asked, grow_old
from tests.share.team import REF, attrib, author_in, encoded, lines_of, write_note
from tests.support.repos import git

pytestmark = pytest.mark.git


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A clone with one of two sessions, notes of the other, and an index."""
    author = author_in(tmp_path)
    assert attrib(author, "share", "push").code == 0
    git(author, "config", "attrib.sessions", str(tmp_path / "sessions" / "codebuddy"))
    assert attrib(author, "index", "--build").code == 0
    grow_old(tmp_path)
    return author


def assert_told_anew_without_notes(repository: Path) -> None:
    """The next blame compares, and names no session that notes alone tell of."""
    said, compared = asked(repository, "--json", "HEAD")
    assert compared
    assert b"7f3a9c2e" not in said


@pytest.mark.parametrize("packed", [False, True])
def test_what_notes_told_is_recalled_until_they_change(repository: Path, *, packed: bool) -> None:
    if packed:
        git(repository, "pack-refs", "--all")
        grow_old(repository)
    first, _ = asked(repository, "--json", "HEAD")
    assert asked(repository, "--json", "HEAD") == (first, False)
    shared = [each for each in json.loads(first)["sessions"] if each.get("shared")]
    assert [each["short"] for each in shared] == ["7f3a9c2e"]
    (line,) = lines_of(repository, "HEAD")
    write_note(repository, "HEAD", encoded(line | {"strength": "weak"}))
    grow_old(repository)
    now, compared = asked(repository, "--json", "HEAD")
    assert compared
    assert json.loads(now)["lines"][0]["strength"] == "weak"


def test_a_recalled_answer_still_says_what_notes_alone_know(repository: Path) -> None:
    told = {attrib(repository, "blame", "HEAD", "app.py").err for _ in range(2)}
    assert len(told) == 1
    assert "notice: 1 session is known from notes alone (*)" in told.pop()


def test_another_reference_in_the_environment_is_another_question(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(repository, "--json", "HEAD")
    monkeypatch.setenv("ATTRIB_NOTES_REF", "")
    assert_told_anew_without_notes(repository)
    assert git(repository, "rev-parse", "--verify", REF)


def test_notes_that_are_not_read_are_not_recalled_either(repository: Path) -> None:
    """With `--session` no notes are read, also where it names the only session here."""
    first, _ = asked(repository, "--json", "HEAD")
    assert b"7f3a9c2e" in first
    alone, _ = asked(repository, "--json", "--session", "0f1e2d3c", "HEAD")
    assert b"7f3a9c2e" not in alone
    assert asked(repository, "--json", "HEAD")[0] == first


@pytest.mark.parametrize("name", ["refs/notes/other", ""])
def test_another_reference_in_the_configuration_is_another_question(
    repository: Path, name: str
) -> None:
    first, _ = asked(repository, "--json", "HEAD")
    git(repository, "config", "attrib.notesRef", name)
    grow_old(repository)
    assert_told_anew_without_notes(repository)
    git(repository, "update-ref", "refs/notes/other", REF)
    grow_old(repository)
    assert (asked(repository, "--json", "HEAD")[0] == first) is bool(name)


def test_notes_that_are_deleted_or_fetched_anew_are_another_question(
    repository: Path, tmp_path: Path
) -> None:
    first, _ = asked(repository, "--json", "HEAD")
    git(repository, "update-ref", "-d", REF)
    grow_old(repository)
    assert_told_anew_without_notes(repository)
    assert attrib(repository, "share", "fetch").code == 0
    grow_old(repository)
    assert asked(repository, "--json", "HEAD")[0] == first
