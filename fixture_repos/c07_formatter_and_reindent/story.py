"""S1's file goes through a formatter before the commit; later one line is indented anew."""

from __future__ import annotations

from pathlib import Path

from fixture_repos.support import CODEBUDDY, MadeUpRepository, Stream, worktree_state

RECORDED = b"import z\nimport a\ndef f( a,b ):\n    return  a+b\n"
FORMATTED = b"import a\nimport z\n\n\ndef f(a, b):\n    return a + b\n"
REINDENTED = FORMATTED.replace(b"    return", b"        return")


def build(home: Path) -> Path:
    """Three commits: an empty base, formatted, reindent; the last one is to be ignored."""
    repository = MadeUpRepository.create(home / "r", home=home)
    repository.commit("base", at="2026-10-26T09:00:00Z", empty=True)
    roots = {"repo": repository.folder}
    stream = Stream(CODEBUDDY, "laptop", "S1", roots, at="2026-10-26T09:30:00.000Z")
    stream.change(
        "m.py",
        at="2026-10-26T10:00:00.000Z",
        op="add",
        tool="Write",
        after=worktree_state(repository.write("m.py", RECORDED), text=True),
    )
    stream.write(home / "sessions" / "S1.asr.jsonl")
    repository.write("m.py", FORMATTED)
    repository.commit("formatted", at="2026-10-26T11:00:00Z")
    repository.write("m.py", REINDENTED)
    reindent = repository.commit("reindent", at="2026-10-26T12:00:00Z")
    repository.write(".git-blame-ignore-revs", f"{reindent}\n".encode())
    return repository.folder
