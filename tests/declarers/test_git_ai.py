"""Notes of git-ai name sessions of several agents, each with the lines that the commit adds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support import repos
from tests.support.declaring import NEW, note, read, two_commits

AI = "refs/notes/ai"


def written(lists: str, **more: object) -> bytes:
    body = {"schema_version": "authorship/3.0.0", "base_commit_sha": "0" * 40, "prompts": {}}
    return lists.encode() + b"---\n" + json.dumps(body | more).encode()


def row(tool: str, name: str) -> dict[str, object]:
    return {"agent_id": {"tool": tool, "id": name, "model": "m"}, "human_author": "ada"}


def test_each_session_has_the_lines_that_its_lists_give(tmp_path: Path) -> None:
    repo, _ = two_commits(tmp_path / "r")
    files = {"app.py": NEW + b"four = 4\n", "a b.py": b"x = 1\ny = 2\n"}
    commit = repos.commit(repo, files)
    lists = (
        "app.py\n  s_c9883b05a2487d::t_9f8e7d6c5b4a32 5\n  h_31dce776f88375 1\n"
        '"a b.py"\n  s_c9883b05a2487d::t_a1b2c3d4e5f678 2\n  abcd1234abcd1234 1-2\n'
    )
    note(
        repo,
        "ai",
        written(
            lists,
            prompts={"abcd1234abcd1234": row("claude", "7f3a9c2e")},
            sessions={"s_c9883b05a2487d": row("cursor", "6ef2299e")},
            humans={"h_31dce776f88375": {"author": "Ada <ada@example.invalid>"}},
        ),
    )
    assert read(repo, commit) == (
        [
            f"git-ai: 7f3a9c2e claude-code {AI} a b.py:1-2",
            f"git-ai: 6ef2299e cursor {AI} app.py:5 a b.py:2",
        ],
        [],
    )


def test_line_that_the_commit_does_not_add_is_not_declared_of_it(tmp_path: Path) -> None:
    repo, commit = two_commits(tmp_path / "r")
    lists = "app.py\n  aaaa 1-999999999,2-3\n  bbbb 1,3\nother.py\n  bbbb 1-9\n"
    note(
        repo, "ai", written(lists, prompts={"aaaa": row("codex", "S1"), "bbbb": row("codex", "S2")})
    )
    assert read(repo, commit) == ([f"git-ai: S1 codex {AI} app.py:2,4"], [])


def test_session_without_a_list_is_declared_of_the_whole_commit(tmp_path: Path) -> None:
    repo, commit = two_commits(tmp_path / "r")
    prompts = {"aaaa": row("windsurf", "S1"), "bbbb": {"agent_id": {"tool": "claude"}}}
    note(repo, "ai", written("", prompts=prompts))
    assert read(repo, commit) == (
        [f"git-ai: S1 {AI}", f"git-ai: claude agent claude-code {AI}"],
        [],
    )


def test_what_is_new_of_a_moved_file_counts_alone(tmp_path: Path) -> None:
    repo, _ = two_commits(tmp_path / "r")
    commit = repos.commit(repo, {"app.py": None, "main.py": NEW + b"four = 4\n"})
    note(repo, "ai", written("main.py\n  aaaa 1-5\n", prompts={"aaaa": row("claude", "S1")}))
    assert read(repo, commit)[0] == [f"git-ai: S1 claude-code {AI} main.py:5"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"text", ": it holds no JSON object after a line '---'"),
        (b"---\n[]", ": it holds no JSON object after a line '---'"),
        (b"---\n" + b"[" * 100_000, ": it holds no JSON object after a line '---'"),
        (b"---\n\xff", ": it holds no JSON object after a line '---'"),
        (b'---\n{"schema_version": "x/9"}', ": its schema version 'x/9' is not known"),
        (b'---\n{"schema_version": 3}', ": its schema version '3' is not known"),
        (b"app.py\n  aaaa 3-1\n---\n{}", ", line 2: it lists no lines of a file"),
        (b"  aaaa 1\n---\n{}", ", line 1: it lists no lines of a file"),
        (b"app.py\n  aaaa 1\n---\n{}", ": its lists name 'aaaa', and nothing tells who that is"),
    ],
)
def test_odd_note_is_told_with_its_place(tmp_path: Path, content: bytes, reason: str) -> None:
    repo, commit = two_commits(tmp_path / "r")
    note(repo, "ai", content)
    assert read(repo, commit) == ([], [f"note {AI} of {commit[:8]}{reason}"])


@pytest.mark.parametrize("agent", [3, {}, {"id": ""}, {"id": "x" * 513}, {"id": ["S1"]}])
def test_row_that_names_nobody_declares_nothing(tmp_path: Path, agent: object) -> None:
    repo, commit = two_commits(tmp_path / "r")
    note(repo, "ai", written("", prompts={"a": {"agent_id": agent}, "b": 3}, sessions=[]))
    assert read(repo, commit) == ([], [])


def test_note_beyond_the_limit_is_not_read(tmp_path: Path) -> None:
    repo, commit = two_commits(tmp_path / "r")
    note(repo, "ai", b"x" * (4 * 1024 * 1024 + 1))
    reason = "it is not here, or longer than 4,194,304 bytes"
    assert read(repo, commit) == ([], [f"note {AI} of {commit[:8]}: {reason}"])
