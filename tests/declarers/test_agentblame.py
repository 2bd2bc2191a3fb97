"""Notes of agentblame name a session by a digest of its ID, and older ones an agent."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from tests.support.declaring import note, read, two_commits

NOTES = "refs/notes/agentblame"
DIGEST = hashlib.sha256(b"claude:7f3a9c2e").hexdigest()[:16]


def test_session_whose_records_are_here_is_found_by_its_digest(tmp_path: Path) -> None:
    repo, commit = two_commits(tmp_path / "r")
    rows = [
        {"session": DIGEST, "prompt": 3, "lines": "1-2"},
        {"session": DIGEST, "lines": "4"},
        {"session": "0123456789abcdef", "lines": "2"},
        {"session": "fedcba9876543210", "lines": "1,3"},
        {"session": "0123456789abcdef", "lines": "2 3"},
        7,
    ]
    sessions = {DIGEST: {"agent": "claude", "model": None}, "0123456789abcdef": {}}
    body = {"version": 3, "sessions": sessions, "files": {"app.py": rows, "gone.py": {}}}
    note(repo, "agentblame", json.dumps(body).encode())
    unknown = f"agentblame: 0123456789abcdef {NOTES} app.py:2"
    assert read(repo, commit, ("claude-code", "7f3a9c2e"), ("cursor", "7f3a9c2e")) == (
        [f"agentblame: 7f3a9c2e claude-code {NOTES} app.py:2,4", unknown],
        [],
    )
    assert read(repo, commit) == (
        [f"agentblame: {DIGEST} claude-code {NOTES} app.py:2,4", unknown],
        [],
    )


@pytest.mark.parametrize("names", [("start_line", "end_line"), ("startLine", "endLine")])
def test_older_note_names_an_agent_and_its_lines(tmp_path: Path, names: tuple[str, str]) -> None:
    repo, commit = two_commits(tmp_path / "r")
    spans = [("app.py", "claudeCode", 1, 2), ("app.py", "cursor", 4, 4), ("b.py", "cursor", 1, 1)]
    rows = [
        {"path": path, "provider": who, names[0]: first, names[1]: last}
        for path, who, first, last in spans
    ]
    version = 1 if names[0] == "start_line" else 2
    body = {"version": version, "attributions": [*rows, {"path": "app.py"}, 3]}
    note(repo, "agentblame", json.dumps(body).encode())
    assert read(repo, commit) == (
        [
            f"agentblame: claudeCode agent claude-code {NOTES} app.py:2",
            f"agentblame: cursor agent cursor {NOTES} app.py:4",
        ],
        [],
    )


@pytest.mark.parametrize("content", [b"text", b"[]", b'{"version": 4}', b'{"version": [1]}'])
def test_odd_note_is_told_with_its_place(tmp_path: Path, content: bytes) -> None:
    repo, commit = two_commits(tmp_path / "r")
    note(repo, "agentblame", content)
    reason = "it holds no JSON object of version 1, 2 or 3"
    assert read(repo, commit) == ([], [f"note {NOTES} of {commit[:8]}: {reason}"])
