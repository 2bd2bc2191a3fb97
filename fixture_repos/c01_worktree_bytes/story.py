"""A file with CRLF in the worktree; S1 records its worktree ID, S2 the ID that git stores."""

from __future__ import annotations

from pathlib import Path

from fixture_repos.support import (
    CODEBUDDY,
    MadeUpRepository,
    Stream,
    git_id,
    git_state,
    worktree_state,
)

START = "2026-10-26T09:30:00.000Z"
RECORDED = "2026-10-26T10:00:00.000Z"


def build(home: Path) -> Path:
    """Commit `w.txt` under `core.autocrlf=true`; S1 apart from S2."""
    repository = MadeUpRepository.create(home / "r", home=home)
    repository.git("config", "core.autocrlf", "true")
    repository.git("config", "core.safecrlf", "false")
    repository.write(".gitattributes", b"*.png binary\n")
    repository.commit("base", at="2026-10-26T09:00:00Z")
    content = repository.write("w.txt", b"one\r\ntwo\r\n")
    roots = {"repo": repository.folder}

    first = Stream(CODEBUDDY, "laptop", "S1", roots, at=START)
    first.change("w.txt", at=RECORDED, op="add", tool="Write", after=worktree_state(content))
    first.write(home / "sessions" / "S1.asr.jsonl")

    second = Stream(CODEBUDDY, "laptop", "S2", roots, at=START)
    stored = git_state(git_id(repository, "w.txt"))
    second.change("w.txt", at=RECORDED, op="add", tool="Write", after=stored)
    second.write(home / "sessions-second" / "S2.asr.jsonl")

    repository.commit("work", at="2026-10-26T11:00:00Z")
    return repository.folder
