"""Files with CRLF, behind a filter and in UTF-16; S1 records worktree IDs, S2 what git stores."""

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
    """Commit `w.txt`, `n.nb` and `t.u16` under `core.autocrlf=true`; S1 apart from S2."""
    repository = MadeUpRepository.create(home / "r", home=home)
    repository.git("config", "core.autocrlf", "true")
    repository.git("config", "core.safecrlf", "false")
    repository.git("config", "filter.strip.clean", "sed /output/d")
    repository.git("config", "filter.strip.smudge", "cat")
    attributes = b"*.nb filter=strip\n*.u16 text working-tree-encoding=UTF-16LE\n"
    repository.write(".gitattributes", attributes)
    repository.commit("base", at="2026-10-26T09:00:00Z")
    files = {"w.txt": b"one\r\ntwo\r\n", "n.nb": b"code\noutput 7\n", "t.u16": b"h\0i\0\n\0"}
    roots = {"repo": repository.folder}

    first = Stream(CODEBUDDY, "laptop", "S1", roots, at=START)
    for name, content in files.items():
        after = worktree_state(repository.write(name, content))
        first.change(name, at=RECORDED, op="add", tool="Write", after=after)
    first.write(home / "sessions" / "S1.asr.jsonl")

    second = Stream(CODEBUDDY, "laptop", "S2", roots, at=START)
    stored = git_state(git_id(repository, "w.txt"))
    second.change("w.txt", at=RECORDED, op="add", tool="Write", after=stored)
    second.write(home / "sessions-second" / "S2.asr.jsonl")

    repository.commit("work", at="2026-10-26T11:00:00Z")
    return repository.folder
