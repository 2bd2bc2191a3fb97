"""A recorded edit is committed, reverted by a person, and the revert is reverted."""

from __future__ import annotations

from pathlib import Path

from fixture_repos.support import CODEBUDDY, MadeUpRepository, Stream, worktree_state

BASE = b"retries = 1\ntimeout_seconds = 30\n"
EDITED = b"retries = 1\ntimeout_seconds = 30\nbackoff_factor = 2.5\n"


def build(home: Path) -> Path:
    """Tags: base, work, undo, redo."""
    repository = MadeUpRepository.create(home / "r", home=home)
    repository.write("settings.py", BASE)
    _commit(repository, "base", "2026-10-26T09:00:00Z")
    roots = {"repo": repository.folder}
    stream = Stream(CODEBUDDY, "laptop", "S1", roots, at="2026-10-26T09:30:00.000Z")
    stream.change(
        "settings.py",
        at="2026-10-26T10:00:00.000Z",
        before=worktree_state(BASE, text=True),
        after=worktree_state(repository.write("settings.py", EDITED), text=True),
    )
    stream.write(home / "sessions" / "S1.asr.jsonl")
    _commit(repository, "work", "2026-10-26T11:00:00Z")
    for name, at in (("undo", "2026-10-27T09:00:00Z"), ("redo", "2026-10-28T09:00:00Z")):
        repository.git("revert", "--no-edit", "HEAD", at=at)
        repository.git("tag", name)
    return repository.folder


def _commit(repository: MadeUpRepository, name: str, at: str) -> None:
    repository.commit(name, at=at)
    repository.git("tag", name)
