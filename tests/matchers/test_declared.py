"""`declared`: the commit's trailers, or a git note of another tool, name the session."""

from __future__ import annotations

import json
from pathlib import Path

from attrib.git.command import open_repository
from tests.support import repos
from tests.support.memory import MemoryRepository
from tests.support.streams import (
    BASE,
    Recorder,
    evidence_of,
    file_through,
    said,
    workspace_of,
)


def _note(*names: str) -> bytes:
    prompts = {f"p{index}": {"agent_id": {"id": name}} for index, name in enumerate(names)}
    return b"f\n  p0 1-2\n---\n" + json.dumps({"prompts": prompts}).encode()


def test_a_trailer_is_a_class_of_its_own() -> None:
    repository, commit = file_through(BASE)
    repository.messages[commit] = b"title\n\nAsr-Session: S1\nCo-authored-by: A <a@b.example>\n"
    assert said(repository, Recorder(), at=commit) == [
        "S1#trailer Asr-Session declared declared commit"
    ]


def test_a_session_that_is_not_known_here_is_named_too() -> None:
    repository = MemoryRepository()
    commit = repository.commit({"f": BASE})
    repository.messages[commit] = b"title\n\nAsr-Session: S9\n"
    assert said(repository, at=commit) == ["S9#trailer Asr-Session declared declared commit"]


def test_a_note_of_git_ai_names_its_sessions(tmp_path: Path) -> None:
    folder = repos.init(tmp_path / "r")
    commit = repos.commit(folder, {"f": BASE})
    other = repos.commit(folder, {"g": BASE})
    for at, names in ((commit, ("S1", "S9")), (other, ())):
        repos.git(folder, "notes", "--ref=ai", "add", "-F", "-", at, input=_note(*names))
    with open_repository(folder) as repository:
        assert said(repository, Recorder(path=str(folder)), at=commit) == [
            "S1#note refs/notes/ai declared declared commit",
            "S9#note refs/notes/ai declared declared commit",
        ]
        assert said(repository, at=other) == []


def test_the_tool_and_its_lines_are_named(tmp_path: Path) -> None:
    folder = repos.init(tmp_path / "r")
    commit = repos.commit(folder, {"f": BASE})
    repos.git(folder, "notes", "--ref=ai", "add", "-F", "-", commit, input=_note("S1"))
    with open_repository(folder) as repository:
        (item,) = evidence_of(workspace_of(repository, Recorder(path=str(folder))), commit)
    assert item.notes == ("declared by git-ai, note refs/notes/ai", "of 2 added lines")
