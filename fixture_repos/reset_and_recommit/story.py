"""A recorded edit is committed, taken back with `git reset --soft`, and committed once more."""

from __future__ import annotations

from pathlib import Path

from fixture_repos.support import CODEBUDDY, MadeUpRepository, Stream, worktree_state

BASE = b"def area(width, height):\n    return width\n"
FIXED = b"def area(width, height):\n    return width * height\n"


def build(home: Path) -> Path:
    """Tags: base, again; the first commit of the edit stays in the database, on no branch."""
    repository = MadeUpRepository.create(home / "r", home=home)
    repository.write("area.py", BASE)
    repository.commit("base", at="2026-10-26T09:00:00Z")
    repository.git("tag", "base")
    roots = {"repo": repository.folder}
    stream = Stream(CODEBUDDY, "laptop", "S1", roots, at="2026-10-26T09:30:00.000Z")
    stream.change(
        "area.py",
        at="2026-10-26T10:00:00.000Z",
        before=worktree_state(BASE, text=True),
        after=worktree_state(repository.write("area.py", FIXED), text=True),
    )
    first = repository.commit("fix aera", at="2026-10-26T10:10:00Z")
    stream.vcs("commit", at="2026-10-26T10:10:01.000Z", evidence="observed", commit=first)
    stream.write(home / "sessions" / "S1.asr.jsonl")

    repository.git("reset", "--quiet", "--soft", "base")
    repository.write("NOTES", b"checked by hand\n")
    repository.commit("fix area", at="2026-10-26T11:00:00Z")
    repository.git("tag", "again")
    return repository.folder
