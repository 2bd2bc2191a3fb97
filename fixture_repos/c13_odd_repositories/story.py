"""One small tree in a plain repository and in each odd one; S1 recorded a/f in all of them.

The one of another owner is made as this user's: git is told to take it for a stranger's, and the
claims give it away where they may.
"""

from __future__ import annotations

from pathlib import Path

from fixture_repos.support import CODEBUDDY, MadeUpRepository, Stream, worktree_state

NAMES = ("plain", "split", "sparse", "part", "sha256", "lazy", "own")


def build(home: Path) -> Path:
    """Make every repository beside the plain one, which is given back."""
    roots = {name: home / name for name in NAMES}
    stream = Stream(CODEBUDDY, "laptop", "S1", roots, at="2026-10-26T09:30:00.000Z")
    for number, name in enumerate(NAMES):
        state = worktree_state(b"1\n", text=True)
        change = {"op": "add", "root": name, "path": "a/f", "fileType": "text", "after": state}
        stream.add(
            "file_change",
            f"2026-10-26T10:{number:02}:00.000Z",
            cause=stream.call("Write", f"2026-10-26T10:{number:02}:00.000Z"),
            status="applied",
            precision="exact",
            changes=[change],
        )
    stream.write(home / "sessions" / "S1.asr.jsonl")

    plain = _make(home, "plain")
    _make(home, "split").git("update-index", "--split-index")
    _make(home, "sparse").git("sparse-checkout", "set", "--cone", "--sparse-index", "a")
    part = _make(home, "part")
    part.git("config", "core.repositoryformatversion", "1")
    part.git("config", "extensions.partialClone", "origin")
    _make(home, "sha256", "--object-format=sha256")
    _make(home, "own")
    _lazy_clone(home)
    return plain.folder


def _make(home: Path, name: str, *options: str) -> MadeUpRepository:
    repository = MadeUpRepository.create(home / name, *options, home=home)
    repository.write("a/f", b"1\n")
    repository.write("b/f", b"2\n")
    repository.commit("c", at="2026-10-26T11:00:00Z")
    return repository


def _lazy_clone(home: Path) -> None:
    """A clone that has the blob of b/f alone, and cannot fetch the other one any more."""
    source = _make(home, "source")
    source.git("config", "uploadpack.allowfilter", "true")
    address, lazy = source.folder.as_uri(), str(home / "lazy")
    source.git("clone", "--quiet", "--filter=blob:none", "--no-checkout", address, lazy)
    source.git("-C", lazy, "cat-file", "blob", "HEAD:b/f")
    source.git("-C", lazy, "remote", "set-url", "origin", "file:///gone")
