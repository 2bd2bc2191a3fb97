"""S1 records five lines; one is changed by hand before the commit, most of them after it."""

from __future__ import annotations

from pathlib import Path

from fixture_repos.support import CODEBUDDY, MadeUpRepository, Stream, worktree_state

RECORDED = b"a1\na2\na3\na4\na5\n"
MIXED = b"a1\na2\na3 # by hand\na4\na5\n"
REWRITE = b"h1\nh2\na4\n"


def build(home: Path) -> Path:
    """Three commits: an empty base, mixed, rewrite."""
    repository = MadeUpRepository.create(home / "r", home=home)
    repository.commit("base", at="2026-10-26T09:00:00Z", empty=True)

    stream = Stream(
        CODEBUDDY, "laptop", "S1", {"repo": repository.folder}, at="2026-10-26T09:30:00.000Z"
    )
    stream.change(
        "n.py",
        at="2026-10-26T10:00:00.000Z",
        op="add",
        tool="Write",
        after=worktree_state(repository.write("n.py", RECORDED), text=True),
    )
    stream.write(home / "sessions" / "S1.asr.jsonl")

    repository.write("n.py", MIXED)
    repository.commit("mixed", at="2026-10-26T11:00:00Z")
    repository.write("n.py", REWRITE)
    repository.commit("rewrite", at="2026-10-26T12:00:00Z")
    return repository.folder
