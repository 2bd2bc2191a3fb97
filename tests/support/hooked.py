"""Repositories with the real hooks in them, and what these recorded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from attrib.git.hooks_folder import hooks_folder
from attrib.recording.hook_install import install
from tests.support.repos import commit, git, init


def hooked(path: Path, object_format: str = "sha1") -> Path:
    """A repository with one commit and then the hooks, so that nothing is recorded yet."""
    init(path, object_format)
    commit(path, {"base": b"base\n"}, message="base")
    install(hooks_folder(path).path)
    return path


def streams(repository: Path) -> dict[str, list[dict[str, Any]]]:
    """The records of all hook streams by session ID; each line must be whole."""
    top = repository / ".git" / "attrib" / "sessions"
    found = {}
    for path in sorted(top.rglob("*.hook.asr.jsonl")):
        data = path.read_bytes()
        assert data.endswith(b"\n")
        records = [json.loads(line) for line in data.splitlines()]
        found[str(records[0]["sessionId"])] = records
    return found


def records(repository: Path, session: str = "S1") -> list[dict[str, Any]]:
    """The records of one session after the header."""
    return streams(repository).get(session, [{}])[1:]


def of_kind(repository: Path, kind: str, session: str = "S1") -> list[dict[str, Any]]:
    """The records of one kind."""
    return [record for record in records(repository, session) if record["type"] == kind]


def actions(repository: Path, session: str = "S1") -> list[str]:
    """The actions of the `vcs` records, in order."""
    return [record["action"] for record in of_kind(repository, "vcs", session)]


def journal(repository: Path) -> list[dict[str, Any]]:
    """The entries of the journal."""
    path = repository / ".git" / "attrib" / "journal.jsonl"
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]


__all__ = ["actions", "commit", "git", "hooked", "journal", "of_kind", "records", "streams"]
