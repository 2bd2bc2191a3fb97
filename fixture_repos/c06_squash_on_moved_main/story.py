"""Two sessions on a branch, one commit each; main moves on; the branch is squashed and lost.

The squash stands on a branch of its own that main merges, so that the outer merge is there too.
"""

from __future__ import annotations

from pathlib import Path

from fixture_repos.support import CLAUDE_CODE, CODEBUDDY, MadeUpRepository, Stream, worktree_state

BASE = b"1\n2\n3\n4\n5\n6\n"
WITH_TWO = BASE.replace(b"2\n", b"two AGENT\n")
WITH_BOTH = WITH_TWO.replace(b"5\n", b"five AGENT\n")
MOVED = b"zero HUMAN\n" + BASE
SQUASHED = b"zero HUMAN\n" + WITH_BOTH


def build(home: Path) -> Path:
    """Tags: base, m1, m2, squash, outer; p1 and p2 are pruned."""
    repository = MadeUpRepository.create(home / "r", home=home)
    repository.write("f", BASE)
    _commit(repository, "base", "2026-10-26T09:00:00Z")
    repository.git("checkout", "--quiet", "-b", "pr")
    _recorded_commit(repository, home, "S1", BASE, WITH_TWO)
    _recorded_commit(repository, home, "S2", WITH_TWO, WITH_BOTH)

    repository.git("checkout", "--quiet", "main")
    repository.write("f", MOVED)
    _commit(repository, "m1", "2026-10-26T12:00:00Z")
    repository.write("o", b"o\n")
    _commit(repository, "m2", "2026-10-26T12:10:00Z")

    repository.git("checkout", "--quiet", "-b", "squashed")
    repository.git("merge", "--quiet", "--squash", "pr")
    _commit(repository, "squash", "2026-10-26T13:00:00Z")
    repository.git("checkout", "--quiet", "main")
    outer = ("merge", "--quiet", "--no-ff", "--message", "outer", "squashed")
    repository.git(*outer, at="2026-10-26T13:10:00Z")
    repository.git("tag", "outer")
    repository.git("branch", "--quiet", "-D", "pr", "squashed")
    repository.git("reflog", "expire", "--expire=now", "--all")
    repository.git("gc", "--quiet", "--prune=now")
    return repository.folder


def _commit(repository: MadeUpRepository, name: str, at: str) -> None:
    repository.commit(name, at=at)
    repository.git("tag", name)


def _recorded_commit(
    repository: MadeUpRepository, home: Path, session: str, before: bytes, after: bytes
) -> None:
    hour = {"S1": 10, "S2": 11}[session]
    agent = {"S1": CODEBUDDY, "S2": CLAUDE_CODE}[session]
    roots = {"repo": repository.folder}
    stream = Stream(agent, "laptop", session, roots, at=f"2026-10-26T{hour}:00:00.000Z")
    stream.change(
        "f",
        at=f"2026-10-26T{hour}:05:00.000Z",
        before=worktree_state(before, text=True),
        after=worktree_state(repository.write("f", after), text=True),
    )
    commit = repository.commit(f"p{session[1:]}", at=f"2026-10-26T{hour}:30:00Z")
    stream.vcs("commit", at=f"2026-10-26T{hour}:30:01.000Z", evidence="observed", commit=commit)
    stream.write(home / "sessions" / f"{session}.asr.jsonl")
