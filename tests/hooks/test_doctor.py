"""`attrib doctor` says whether hooks stand here, and what they could not record."""

from __future__ import annotations

import json

import pytest

from attrib.cli.main import main
from attrib.git.hooks_folder import hooks_folder
from attrib.recording.hook_install import install
from tests.support.repos import commit, init

pytestmark = pytest.mark.git


@pytest.fixture
def repository(tmp_path, monkeypatch):
    path = init(tmp_path / "r")
    commit(path, {"f": b"1\n"})
    monkeypatch.chdir(path)
    return path


def told(capsys) -> dict:
    capsys.readouterr()
    assert main(["doctor", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    return {name: answer[name] for name in ("hooks", "missed")}


def missed(hook: str, reason: str, ts: str) -> str:
    return json.dumps({"type": "missed", "hook": hook, "reason": reason, "ts": ts}) + "\n"


def test_without_hooks_it_says_how_to_install_them(repository, capsys):
    assert told(capsys) == {
        "hooks": [f"none installed in {repository}/.git/hooks: attrib hook install"],
        "missed": [],
    }


def test_installed_hooks_are_named_by_their_folder(repository, capsys):
    install(hooks_folder(repository).path)
    assert told(capsys)["hooks"] == [f"installed in {repository}/.git/hooks"]


def test_hook_that_is_missing_is_named(repository, capsys):
    install(hooks_folder(repository).path)
    (repository / ".git" / "hooks" / "post-merge").unlink()
    assert told(capsys)["hooks"] == ["post-merge: not installed: attrib hook install"]


def test_what_was_not_recorded_is_counted_by_its_reason(repository, capsys):
    (repository / ".git" / "attrib").mkdir()
    (repository / ".git" / "attrib" / "journal.jsonl").write_text(
        missed("post-commit", "no space left on device", "2026-10-26T14:00:00.000Z")
        + missed("post-merge", "another", "2026-10-26T14:00:01.000Z")
        + missed("post-commit", "no space left on device", "2026-10-26T14:00:02.000Z")
    )
    assert told(capsys)["missed"] == [
        "post-commit, 2 times, last at 2026-10-26T14:00:02.000Z: no space left on device",
        "post-merge, once, at 2026-10-26T14:00:01.000Z: another",
    ]


def test_store_behind_a_link_is_told(repository, capsys, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (repository / ".git" / "attrib").symlink_to(tmp_path / "elsewhere")
    (line,) = told(capsys)["missed"]
    assert "is a symbolic link; nothing is recorded through it" in line


def test_bare_repository_has_no_hooks_and_says_why(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(init(tmp_path / "bare", bare=True))
    (line,) = told(capsys)["hooks"]
    assert line.startswith("none: ")
    assert "no worktree" in line


def test_state_of_the_index_is_told(repository, capsys):
    def index() -> str:
        capsys.readouterr()
        assert main(["doctor", "--json"]) == 0
        told: str = json.loads(capsys.readouterr().out)["index"]
        return told

    assert index() == "without history: attrib index --build"
    assert main(["index", "--build"]) == 0
    assert index() == "up to date; 1 commit, 1 path, 0 streams"
    commit(repository, {"f": b"2\n"})
    assert index() == "behind, read on when it is used; 1 commit, 1 path, 0 streams"
