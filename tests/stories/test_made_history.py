"""The made-up history for speed and load is the same every time, and its records are true."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from attrib.demonstration.repository import MadeUpRepository
from benchmarks.make_history import Size, make_history

SIZE = Size(commits=40, files=3, lines=30, sessions=4)


def _changes(folder: Path) -> list[dict[str, Any]]:
    streams = sorted((folder / "sessions").glob("*.jsonl"))
    rows = [json.loads(row) for stream in streams for row in stream.read_bytes().splitlines()]
    return [row for row in rows if row["type"] == "file_change"]


def _git(folder: Path) -> MadeUpRepository:
    return MadeUpRepository(folder / "repository", {"PATH": "/usr/bin:/bin", "HOME": str(folder)})


def test_same_seed_has_same_commits(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    make_history(first, SIZE)
    make_history(second, SIZE)
    assert _git(first).object_id("HEAD") == _git(second).object_id("HEAD")
    assert _git(first).git("rev-list", "--count", "HEAD") == b"40\n"


def test_eight_of_ten_commits_are_recorded(tmp_path: Path) -> None:
    make_history(tmp_path / "history", SIZE)
    assert len(_changes(tmp_path / "history")) == 31


def test_recorded_hunks_lead_from_the_before_to_the_after(tmp_path: Path) -> None:
    folder = tmp_path / "history"
    make_history(folder, SIZE)
    git = _git(folder)
    whole = [row for row in _changes(folder) if row["precision"] == "exact"]
    assert whole
    for row in whole:
        (change,) = row["changes"]
        before = git.git("cat-file", "blob", change["before"]["objectId"])
        git.write("scratch.txt", before)
        patch = f"--- a/scratch.txt\n+++ b/scratch.txt\n{row['patch']['text']}"
        git.git("apply", "--unidiff-zero", "-", data=patch.encode())
        after = git.git("hash-object", "scratch.txt").decode().strip()
        assert after == change["after"]["objectId"]


def test_one_commit_without_sessions_is_a_history_too(tmp_path: Path) -> None:
    make_history(tmp_path / "empty", Size(commits=1, files=1, lines=1, sessions=0))
    assert _git(tmp_path / "empty").git("ls-files") == b"src/part-00/file-00000.txt\n"
