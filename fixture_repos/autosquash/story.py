"""Two recorded edits in a commit and its fixup, a commit by hand between; rebase --autosquash."""

from __future__ import annotations

from pathlib import Path

from fixture_repos.support import CODEBUDDY, MadeUpRepository, Stream, worktree_state

BASE = b"def load(path):\n    return open(path).read()\n\n\ndef save(path, text):\n    pass\n"
FIRST = BASE.replace(b"    pass\n", b"    open(path, 'w').write(text)\n")
SECOND = FIRST.replace(b"open(path).read()", b"open(path, encoding='utf-8').read()")


def build(home: Path) -> Path:
    """Tags: base; then feature with its fixup melted in, and the commit by hand."""
    repository = MadeUpRepository.create(home / "r", home=home)
    repository.write("store.py", BASE)
    repository.commit("base", at="2026-10-26T09:00:00Z")
    repository.git("tag", "base")
    roots = {"repo": repository.folder}
    stream = Stream(CODEBUDDY, "laptop", "S1", roots, at="2026-10-26T09:30:00.000Z")
    _edit(repository, stream, BASE, FIRST, at="2026-10-26T10:00:00.000Z")
    repository.commit("feature", at="2026-10-26T10:10:00Z")
    repository.write("README", b"store and load texts\n")
    repository.commit("by hand", at="2026-10-26T10:20:00Z")
    _edit(repository, stream, FIRST, SECOND, at="2026-10-26T10:30:00.000Z")
    stream.write(home / "sessions" / "S1.asr.jsonl")
    repository.commit("fixup! feature", at="2026-10-26T10:40:00Z")
    rebase = ("-c", "sequence.editor=true", "rebase", "--quiet", "--interactive", "--autosquash")
    repository.git(*rebase, "base", at="2026-10-26T11:00:00Z")
    return repository.folder


def _edit(
    repository: MadeUpRepository, stream: Stream, before: bytes, after: bytes, *, at: str
) -> None:
    stream.change(
        "store.py",
        at=at,
        before=worktree_state(before, text=True),
        after=worktree_state(repository.write("store.py", after), text=True),
    )
