"""A checkpoint of Entire is resolved to the sessions that the repository's own branch names."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support.declaring import branch, read, two_commits

MESSAGE = "add two lines\n\nEntire-Checkpoint: a1b2c3d4e5f6\n"
FOLDER = "a1/b2c3d4e5f6"
SOURCE = f"entire/checkpoints/v1:{FOLDER}"
OWN = "refs/heads/entire/checkpoints/v1"


def checkpoint(*paths: str) -> bytes:
    rows = [{"metadata": path, "transcript": "/etc/passwd"} for path in paths]
    return json.dumps({"checkpoint_id": "a1b2c3d4e5f6", "sessions": rows}).encode()


def session(name: str, agent: str = "Claude Code") -> bytes:
    return json.dumps({"session_id": name, "agent": agent}).encode()


def two_sessions() -> dict[str, bytes]:
    return {
        f"{FOLDER}/metadata.json": checkpoint(
            f"/{FOLDER}/0/metadata.json", f"/{FOLDER}/{FOLDER}/2/metadata.json"
        ),
        f"{FOLDER}/0/metadata.json": session("75a1a0f1-e0f8"),
        f"{FOLDER}/1/metadata.json": session("not-listed"),
        f"{FOLDER}/2/metadata.json": session("2026-01-28-70d782f7-b303", "Gemini CLI"),
    }


def test_checkpoint_names_its_sessions_and_their_agents(tmp_path: Path) -> None:
    repo, commit = two_commits(tmp_path / "r", MESSAGE)
    branch(repo, OWN, two_sessions())
    assert read(repo, commit) == (
        [
            f"Entire-Checkpoint: 75a1a0f1-e0f8 claude-code {SOURCE}",
            f"Entire-Checkpoint: 70d782f7-b303 gemini-cli {SOURCE}",
        ],
        [],
    )


def test_branch_as_last_fetched_serves_where_there_is_no_own(tmp_path: Path) -> None:
    repo, commit = two_commits(tmp_path / "r", MESSAGE)
    branch(repo, OWN, {"other": b""})
    branch(repo, "refs/remotes/origin/entire/checkpoints/v1", two_sessions())
    assert len(read(repo, commit)[0]) == 2


def test_checkpoint_that_is_not_here_stays_the_named_thing(tmp_path: Path) -> None:
    repo, commit = two_commits(tmp_path / "r", MESSAGE)
    plain = ["Entire-Checkpoint: a1b2c3d4e5f6 trailer"]
    assert read(repo, commit) == (plain, [])
    branch(repo, OWN, {"00/0000000000/metadata.json": checkpoint()})
    assert read(repo, commit) == (plain, [])


def test_no_file_but_the_checkpoint_s_own_is_read(tmp_path: Path) -> None:
    repo, commit = two_commits(tmp_path / "r", MESSAGE)
    paths = ("/../../secret", "/etc/passwd", "/ff/ffffffffff/0/metadata.json", f"/{FOLDER}/x")
    files = {
        f"{FOLDER}/metadata.json": checkpoint(*paths),
        "ff/ffffffffff/0/metadata.json": session("another"),
    }
    branch(repo, OWN, files)
    assert read(repo, commit) == (
        ["Entire-Checkpoint: a1b2c3d4e5f6 trailer"],
        [f"{SOURCE}/metadata.json: it lists no session of its own"],
    )


def test_odd_file_of_a_session_is_told_and_ends_nothing(tmp_path: Path) -> None:
    repo, commit = two_commits(tmp_path / "r", MESSAGE)
    odd = {f"{FOLDER}/0/metadata.json": b"[" * 100_000}
    branch(repo, OWN, two_sessions() | odd)
    assert read(repo, commit) == (
        [f"Entire-Checkpoint: 70d782f7-b303 gemini-cli {SOURCE}"],
        [f"{SOURCE}/0/metadata.json: it names no session"],
    )


def test_value_that_is_no_checkpoint_names_no_file(tmp_path: Path) -> None:
    message = "x\n\nEntire-Checkpoint: ../../../../x\nEntire-Session: 2026-01-28-70d782f7\n"
    repo, commit = two_commits(tmp_path / "r", message)
    branch(repo, OWN, two_sessions())
    assert read(repo, commit) == (
        ["Entire-Checkpoint: ../../../../x trailer", "Entire-Session: 70d782f7 trailer"],
        [],
    )
