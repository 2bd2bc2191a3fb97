"""A recorded edit on main is cherry-picked onto a release branch, where the file is older."""

from __future__ import annotations

from pathlib import Path

from fixture_repos.support import CODEBUDDY, MadeUpRepository, Stream, worktree_state

RELEASED = b"""\
VERSION = 1


def connect(host, port):
    return dial(host)


def greeting(name):
    return "hello " + name
"""
ON_MAIN = RELEASED.replace(b"VERSION = 1", b"VERSION = 2")
FIXED = ON_MAIN.replace(b"return dial(host)", b"return dial(host, port, timeout=30)")


def build(home: Path) -> Path:
    """Tags: base; fix on main; picked on branch release, which is checked out."""
    repository = MadeUpRepository.create(home / "r", home=home)
    repository.write("net.py", RELEASED)
    _commit(repository, "base", "2026-10-26T09:00:00Z")
    repository.git("branch", "release")
    repository.write("net.py", ON_MAIN)
    _commit(repository, "next", "2026-10-26T09:30:00Z")
    roots = {"repo": repository.folder}
    stream = Stream(CODEBUDDY, "laptop", "S1", roots, at="2026-10-26T09:40:00.000Z")
    stream.change(
        "net.py",
        at="2026-10-26T10:00:00.000Z",
        before=worktree_state(ON_MAIN, text=True),
        after=worktree_state(repository.write("net.py", FIXED), text=True),
    )
    stream.write(home / "sessions" / "S1.asr.jsonl")
    _commit(repository, "fix", "2026-10-26T10:30:00Z")
    repository.git("checkout", "--quiet", "release")
    repository.git("cherry-pick", "-x", "fix", at="2026-10-28T09:00:00Z")
    repository.git("tag", "picked")
    return repository.folder


def _commit(repository: MadeUpRepository, name: str, at: str) -> None:
    repository.commit(name, at=at)
    repository.git("tag", name)
