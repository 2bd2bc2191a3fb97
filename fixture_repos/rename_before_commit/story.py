"""A session adds a file; a person moves it to another name before the commit."""

from __future__ import annotations

from pathlib import Path

from fixture_repos.support import CODEBUDDY, MadeUpRepository, Stream, worktree_state

TOOL = b"""\
import sys


def main():
    print(len(sys.argv))
"""


def build(home: Path) -> Path:
    """Two commits: a README, then the file at `src/count.py`, recorded at `draft.py`."""
    repository = MadeUpRepository.create(home / "r", home=home)
    repository.write("README", b"counts its arguments\n")
    repository.commit("base", at="2026-10-26T09:00:00Z")
    roots = {"repo": repository.folder}
    stream = Stream(CODEBUDDY, "laptop", "S1", roots, at="2026-10-26T09:30:00.000Z")
    stream.change(
        "draft.py",
        at="2026-10-26T10:00:00.000Z",
        op="add",
        tool="Write",
        after=worktree_state(repository.write("draft.py", TOOL), text=True),
    )
    stream.write(home / "sessions" / "S1.asr.jsonl")
    (repository.folder / "src").mkdir()
    (repository.folder / "draft.py").rename(repository.folder / "src" / "count.py")
    repository.commit("count arguments", at="2026-10-26T11:00:00Z")
    return repository.folder
