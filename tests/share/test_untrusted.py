"""Notes are untrusted: what cannot be so is counted and named, nothing says more than it may."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.share.team import (
    REF,
    answer,
    attrib,
    author_in,
    encoded,
    lines_of,
    teammate_in,
    write_note,
)
from tests.support.repos import commit, git, head

pytestmark = pytest.mark.git


@pytest.fixture
def teammate(tmp_path: Path) -> Path:
    author = author_in(tmp_path)
    assert attrib(author, "share", "push").code == 0
    clone = teammate_in(tmp_path)
    assert attrib(clone, "share", "fetch").code == 0
    return clone


def told(repo: Path, revision: str = "HEAD") -> list[dict[str, Any]]:
    """The evidence about a commit."""
    links = answer(repo, "commit", revision)["commits"][0]["links"]
    return [item for link in links for item in link["evidence"]]


def squash(repo: Path) -> None:
    """Make the last commit but two again, as another commit that no note is about."""
    tree = git(repo, "rev-parse", "HEAD~2^{tree}").decode()
    made = ["commit-tree", "-m", "squashed", "-p", head(repo, "HEAD~3"), tree]
    again = git(repo, *made, date="2026-10-28T12:00:00+00:00").decode()
    git(repo, "reset", "-q", "--hard", again)


REFUSED = {
    "no JSON": (b"{", "it is no JSON object"),
    "deep": (b"[" * 100_000, "it is no JSON object"),
    "twice": (b'{"v":1,"v":1}', "it is no JSON object"),
    "number": (b'{"v":NaN}', "it is no JSON object"),
    "list": (b"[]", "it is no JSON object"),
    "version": (b'{"v":true}', "it has no version that is known"),
    "bytes": (b"\xff\xfe", "it is no JSON object"),
}
CHANGED: dict[str, tuple[dict[str, Any], str]] = {
    "strength": ({"strength": "certain"}, "its member 'strength' is none that is known"),
    "relation": ({"relation": "made"}, "its member 'relation' is none that is known"),
    "declared": ({"relation": "declared"}, "what a commit declares is not shared"),
    "qualifier": ({"qualifiers": ["sure"]}, "its member 'qualifiers' is none that is known"),
    "session": ({"session": "x"}, "its member 'session' is missing"),
    "records": ({"records": []}, "its member 'records' is empty"),
    "long": ({"records": ["x" * 5000]}, "its member 'records' is longer than 4,096 characters"),
    "up": ({"path": "../x"}, "its member 'path' is no path inside a repository"),
    "absolute": ({"path": "/x"}, "its member 'path' is no path inside a repository"),
    "nul": ({"path": "a\0b"}, "its member 'path' is no path inside a repository"),
    "backward": ({"lines": [[5, 1]]}, "its member 'lines' holds ranges out of order"),
    "overlap": ({"lines": [[1, 5], [5, 6]]}, "its member 'lines' holds ranges out of order"),
    "fraction": ({"lines": [[1.5, 2]]}, "its member 'lines' is no number that is known"),
    "zero": ({"lines": [[0, 1]]}, "its member 'lines' holds ranges out of order"),
    "whole": ({"covers": "commit"}, "'lines' does not cover a commit"),
    "blob": ({"blob": "abc"}, "its member 'blob' is no full object ID"),
    "outside": (
        {"lines": [[1, 1], [2, 2]]},
        "it names lines that the commit does not add or remove",
    ),
    "huge": ({"lines": [[1, 1 << 50]]}, "it names lines that the commit does not add or remove"),
    "removed": ({"removed": [[2, 2]]}, "it names lines that the commit does not add or remove"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_line_is_named(teammate: Path, name: str) -> None:
    raw, reason = REFUSED[name]
    good = git(teammate, "notes", "--ref", REF, "show", "HEAD")
    write_note(teammate, "HEAD", raw, good)
    ran = attrib(teammate, "commit", "HEAD")
    assert f"notice: note {REF} of {head(teammate)[:8]}, line 1: {reason}\n" in ran.err
    assert "claude-code 7f3a9c2e*" in ran.out


@pytest.mark.parametrize("name", CHANGED)
def test_what_cannot_be_so_is_named_and_left_out(teammate: Path, name: str) -> None:
    changes, reason = CHANGED[name]
    (line,) = lines_of(teammate, "HEAD")
    write_note(teammate, "HEAD", encoded(line | changes))
    ran = attrib(teammate, "commit", "HEAD")
    assert f"notice: note {REF} of {head(teammate)[:8]}, line 1: {reason}\n" in ran.err
    assert "7f3a9c2e" not in ran.out
    blame = attrib(teammate, "blame", "--json", "app.py")
    assert "7f3a9c2e" not in blame.out


def test_a_note_says_no_more_than_its_relation_allows(teammate: Path) -> None:
    (line,) = lines_of(teammate, "HEAD")
    write_note(teammate, "HEAD", encoded(line | {"strength": "strong"}))
    assert [item["strength"] for item in told(teammate)] == ["moderate"]
    limited = line | {"strength": "strong", "qualifiers": ["already-committed"]}
    write_note(teammate, "HEAD", encoded(limited))
    assert [item["strength"] for item in told(teammate)] == ["weak"]


def test_a_line_about_another_version_of_the_commit_tells_nothing(teammate: Path) -> None:
    (line,) = lines_of(teammate, "HEAD")
    write_note(teammate, "HEAD", encoded(line | {"blob": "0" * 40}))
    assert told(teammate) == []


def test_lines_of_later_versions_are_counted_and_kept(teammate: Path) -> None:
    later = b'{"kind":"evidence","more":{"x":1},"v":2}'
    other = b'{"kind":"receipt","v":1}'
    good = git(teammate, "notes", "--ref", REF, "show", "HEAD")
    write_note(teammate, "HEAD", later, good, other)
    ran = attrib(teammate, "commit", "HEAD")
    assert "notice: 2 lines of notes are of a later version of attrib\n" in ran.err
    assert attrib(teammate, "share", "push").code == 0
    author = teammate.parent / "greeting"
    assert attrib(author, "share", "push").code == 0
    kept = git(author, "notes", "--ref", REF, "show", "HEAD").split(b"\n")
    assert {later, other} < set(kept)


def test_members_that_are_not_known_are_passed_over(teammate: Path) -> None:
    (line,) = lines_of(teammate, "HEAD")
    write_note(teammate, "HEAD", encoded(line | {"colour": "red"}))
    assert [item["relation"] for item in told(teammate)] == ["lines"]


def test_names_from_notes_reach_a_terminal_escaped(teammate: Path) -> None:
    (line,) = lines_of(teammate, "HEAD")
    names = {"agent": "evil\x1b[31m", "namespace": "n", "id": "id\nid\u202e\x07"}
    write_note(teammate, "HEAD", encoded(line | {"session": names}))
    for asked in (["commit"], ["blame", "app.py"], ["report"], ["share", "show"]):
        ran = attrib(teammate, *asked)
        assert not set("\x1b\u202e\x07") & set(ran.out + ran.err), asked
    porcelain = attrib(teammate, "blame", "--porcelain", "app.py").out
    assert "evil%1B[31m:n:id%0Aid" in porcelain


def test_many_bad_lines_are_counted(teammate: Path) -> None:
    write_note(teammate, "HEAD", *(b"{%d" % number for number in range(10)))
    ran = attrib(teammate, "commit", "HEAD")
    assert ran.err.count("it is no JSON object") == 3
    assert "notice: and 7 more lines of notes\n" in ran.err


def test_at_the_end_of_history_nothing_is_said_strongly(teammate: Path, tmp_path: Path) -> None:
    remote = f"file://{tmp_path / 'remote.git'}"
    git(tmp_path, "clone", "-q", "--depth", "1", remote, "shallow")
    shallow = tmp_path / "shallow"
    assert attrib(shallow, "share", "fetch").code == 0
    git(shallow, "notes", "--ref", REF, "list")
    (item,) = told(shallow)
    assert (item["strength"], item["qualifiers"]) == ("weak", ["history-ends"])


def test_a_commit_that_no_note_is_about_is_told_by_the_states_of_its_blobs(
    teammate: Path,
) -> None:
    squash(teammate)
    (item,) = told(teammate)
    first = told(teammate, "origin/main~2")[0]
    assert item == first | {"notes": item["notes"], "qualifiers": ["several-commits"]}
    blame = answer(teammate, "blame", "HEAD", "app.py")
    assert blame["lines"][2]["strength"] == "strong"


def test_a_state_whose_id_is_not_the_blobs_tells_nothing(teammate: Path) -> None:
    blob = head(teammate, "HEAD~2:app.py")
    (line,) = lines_of(teammate, blob)
    wrong = line | {"after": line["after"] | {"id": "0" * 40}}
    write_note(teammate, blob, encoded(wrong))
    squash(teammate)
    assert told(teammate) == []


def test_a_note_that_git_carried_to_another_commit_tells_the_same_where_the_blobs_are(
    tmp_path: Path,
) -> None:
    author = author_in(tmp_path)
    git(author, "checkout", "-q", "--", ".")
    assert attrib(author, "share", "push", "--configure").code == 0
    git(author, "commit", "-q", "--amend", "-m", "said better")
    git(author, "config", "--unset-all", "attrib.sessions")
    assert [item["lines"] for item in told(author)] == [[[1, 1], [5, 6]]]
    commit(author, {"app.py": b"nothing of it\n"})
    git(author, "notes", "--ref", REF, "copy", "HEAD~1", "HEAD")
    assert told(author) == []


def test_without_notes_a_blame_starts_no_further_process(
    teammate: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    from attrib.cli.blame import main
    from attrib.git.process import Git

    started: list[list[str]] = []

    def counted() -> list[str]:
        found: list[str] = []
        before = Git.__init__

        def remembering(self: Git, *args: Any) -> None:
            before(self, *args)
            started.append(self.statistics.commands)

        monkeypatch.setattr(Git, "__init__", remembering)
        monkeypatch.chdir(teammate)
        started.clear()
        assert main(["app.py"]) == 0
        capsysbinary.readouterr()
        monkeypatch.setattr(Git, "__init__", before)
        for each in started:
            found += each
        return found

    monkeypatch.setenv("ATTRIB_NOTES_REF", "")
    off = counted()
    monkeypatch.delenv("ATTRIB_NOTES_REF")
    git(teammate, "update-ref", "-d", REF)
    assert counted() == off
