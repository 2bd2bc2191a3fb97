"""A session's file is committed; days later a person copies it into `vendor/`."""

from __future__ import annotations

from pathlib import Path

from fixture_repos.support import CODEBUDDY, MadeUpRepository, Stream, worktree_state

PARSER = b"""\
def parse(text):
    fields = text.split(",")
    return [field.strip() for field in fields]
"""


def build(home: Path) -> Path:
    """Tags: work (`lib/parse.py`), copy (`vendor/parse.py`)."""
    repository = MadeUpRepository.create(home / "r", home=home)
    repository.commit("base", at="2026-10-26T09:00:00Z", empty=True)
    roots = {"repo": repository.folder}
    stream = Stream(CODEBUDDY, "laptop", "S1", roots, at="2026-10-26T09:30:00.000Z")
    stream.change(
        "lib/parse.py",
        at="2026-10-26T10:00:00.000Z",
        op="add",
        tool="Write",
        after=worktree_state(repository.write("lib/parse.py", PARSER), text=True),
    )
    stream.write(home / "sessions" / "S1.asr.jsonl")
    repository.commit("work", at="2026-10-26T11:00:00Z")
    repository.git("tag", "work")
    repository.write("vendor/parse.py", PARSER)
    repository.commit("copy", at="2026-10-30T11:00:00Z")
    repository.git("tag", "copy")
    return repository.folder
