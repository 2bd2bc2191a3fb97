"""Agent Trace records name conversations, in notes and in the file of the reference tool."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support import repos
from tests.support.declaring import note, read, two_commits

NOTES, FILE = "refs/notes/agent-trace", ".agent-trace/traces.jsonl"
URL = "https://api.cursor.com/v1/conversations/12345?x=1"


def record(revision: str | None, *conversations: dict[str, Any], **more: Any) -> dict[str, Any]:
    vcs = {"vcs": {"type": "git", "revision": revision}} if revision else {}
    files = [{"path": "app.py", "conversations": list(conversations)}]
    tool = {"name": "cursor", "version": "2.4.0"}
    return {"version": "0.1.0", "id": "550e8400", "tool": tool, "files": files} | vcs | more


def spoken(
    *spans: tuple[int, int], url: str | None = URL, kind: str | None = "ai"
) -> dict[str, Any]:
    ranges = [{"start_line": first, "end_line": last} for first, last in spans]
    who = {"contributor": {"type": kind}} if kind else {}
    return {"ranges": ranges} | ({"url": url} if url else {}) | who


def lines(*records: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in records)


def test_file_of_the_worktree_is_read_line_by_line(tmp_path: Path) -> None:
    repo, commit = two_commits(tmp_path / "r")
    path = "file:///home/ada/.claude/projects/-r/7f3a9c2e-11.jsonl"
    content = lines(
        record(commit, spoken((1, 3)), spoken((4, 4), url=path), tool={"name": "claude-code"}),
        record(commit, spoken((2, 2), kind="human"), spoken((2, 2), kind="unknown")),
        record("0" * 40, spoken((1, 4))),
        record(commit, spoken((4, 4)), vcs={"type": "hg", "revision": commit}),
    )
    repos.write(repo, {FILE: content + b"no JSON\n" + b'["' + commit.encode() + b'"]\n'})
    assert read(repo, commit) == (
        [
            f"Agent Trace: 12345 claude-code {FILE} app.py:2",
            f"Agent Trace: 7f3a9c2e-11 claude-code {FILE} app.py:4",
        ],
        [f"{FILE}:6: it is no JSON object"],
    )


def test_file_of_head_serves_where_there_is_no_worktree(tmp_path: Path) -> None:
    repo, commit = two_commits(tmp_path / "r")
    repos.commit(repo, {FILE: lines(record(commit, spoken((1, 9))))})
    repos.git(repo, "clone", "-q", "--bare", ".", str(tmp_path / "bare"))
    assert read(tmp_path / "bare", commit) == ([f"Agent Trace: 12345 cursor {FILE} app.py:2,4"], [])


def test_nothing_is_followed_out_of_the_repository(tmp_path: Path) -> None:
    repo, commit = two_commits(tmp_path / "r")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "traces.jsonl").write_bytes(lines(record(commit, spoken((1, 9)))))
    (repo / ".agent-trace").symlink_to(tmp_path / "out")
    assert read(repo, commit) == ([], [])
    (repo / ".agent-trace").unlink()
    (repo / ".agent-trace").mkdir()
    (repo / FILE).symlink_to(tmp_path / "out" / "traces.jsonl")
    assert read(repo, commit) == ([], [])


def test_note_holds_a_record_or_a_list_of_them(tmp_path: Path) -> None:
    repo, commit = two_commits(tmp_path / "r")
    whole = record(None, spoken((2, 2), url=None), spoken((4, 4), kind=None))
    note(repo, "agent-trace", json.dumps([whole, record(commit, spoken((2, 2)))]).encode())
    said = [
        f"Agent Trace: cursor agent cursor {NOTES} app.py:2",
        f"Agent Trace: 12345 cursor {NOTES} app.py:4",
        f"Agent Trace: 12345 cursor {NOTES} app.py:2",
    ]
    assert read(repo, commit) == (said, [])
    note(repo, "agent-trace", json.dumps(whole, indent=2).encode())
    assert read(repo, commit) == (said[:2], [])


def test_contributor_of_a_range_counts_before_that_of_the_conversation(tmp_path: Path) -> None:
    repo, commit = two_commits(tmp_path / "r")
    mixed = spoken((2, 2), (4, 4))
    mixed["ranges"][0]["contributor"] = {"type": "human"}
    note(repo, "agent-trace", json.dumps(record(commit, mixed)).encode())
    assert read(repo, commit)[0] == [f"Agent Trace: 12345 cursor {NOTES} app.py:4"]


def test_address_may_be_long_and_a_name_may_not(tmp_path: Path) -> None:
    repo, commit = two_commits(tmp_path / "r")
    rows = [spoken((2, 2), url=f"file:///{'x' * 600}/{name}.jsonl") for name in ("S1", "y" * 513)]
    note(repo, "agent-trace", json.dumps(record(commit, *rows)).encode())
    assert read(repo, commit)[0] == [f"Agent Trace: S1 cursor {NOTES} app.py:2"]


def test_note_of_agent_trace_cli_lists_lines_by_path(tmp_path: Path) -> None:
    repo, commit = two_commits(tmp_path / "r")
    row = {"type": "ai", "trace_id": "t", "conversation_url": "file:///h/7f3a9c2e.jsonl"}
    rows = [row | {"start_line": 2, "end_line": 3}, {"start_line": 1}, 3]
    ledger = {"files": {"app.py": {"line_attributions": rows}, "b.py": 3}}
    body = {"version": "2.0", "trace_ids": ["t"], "stats": {"ai_lines": 1}, "ledger": ledger}
    note(repo, "agent-trace", json.dumps(body).encode())
    expected = f"agent-trace-cli: 7f3a9c2e {NOTES} app.py:2"
    assert read(repo, commit) == ([expected], [])
    del body["trace_ids"]
    note(repo, "agent-trace", json.dumps(body).encode())
    assert read(repo, commit) == ([expected], [])


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"text", "it holds no Agent Trace record"),
        (b"3", "it holds no Agent Trace record"),
        (b'{"files": [{"path": 3, "conversations": {}}], "vcs": 3}', None),
        (b'{"files": [{"path": "app.py", "conversations": [{"ranges": [3, {}]}]}]}', None),
        (lines(record("0" * 40, spoken((1, 9)))), "its record names another revision"),
    ],
)
def test_odd_note_declares_nothing(tmp_path: Path, content: bytes, reason: str | None) -> None:
    repo, commit = two_commits(tmp_path / "r")
    note(repo, "agent-trace", content)
    assert read(repo, commit) == (
        [],
        [f"note {NOTES} of {commit[:8]}: {reason}"] if reason else [],
    )


@pytest.mark.parametrize("span", [(0, 4), (4, 2), (-1, 9), (True, 4), (1, 10**12), ("1", "4")])
def test_range_that_is_none_declares_no_line(tmp_path: Path, span: tuple[int, int]) -> None:
    repo, commit = two_commits(tmp_path / "r")
    note(repo, "agent-trace", json.dumps(record(commit, spoken(span))).encode())
    assert read(repo, commit) == ([], [])
