"""Form feed, CR, NEL, U+2028 and FS inside lines; names with a dash, quote, newline, bad byte.

S1 recorded every file by paths below a root that is a symbolic link to the repository.
"""

from __future__ import annotations

from pathlib import Path

from fixture_repos.support import (
    CODEBUDDY,
    MadeUpRepository,
    Stream,
    git_state,
    worktree_id,
    worktree_state,
)

TEXT = "a\fb\nc\rd\ne\x85f\ng\u2028h\ni\x1cj\nlast".encode()
FILES: dict[bytes, bytes] = {
    b"-d.txt": b"d\n",
    b'sub/q"\n.txt': b"q\n",
    "naïve.txt".encode(): b"n\n",
    b"bad\xe4.txt": b"x\n",
    b"br[1].txt": b"p\n",
    b"br1.txt": b"p\n",
}


def build(home: Path) -> Path:
    """Two commits: every file, then one more line of s.txt; `rlink` leads to the repository."""
    repository = MadeUpRepository.create(home / "r", home=home)
    (home / "rlink").symlink_to("r")
    stream = Stream(
        CODEBUDDY,
        "laptop",
        "S1",
        {"repo": home / "rlink"},
        at="2026-10-26T09:30:00.000Z",
        losses=["path.encoding"],
    )
    for number, (path, content) in enumerate({b"s.txt": TEXT, **FILES}.items()):
        stream.change(
            path.decode("utf-8", "replace"),
            at=f"2026-10-26T10:{number:02}:00.000Z",
            op="add",
            tool="Write",
            after=worktree_state(repository.write(path, content), text=True),
        )
    target = "naïve.txt"
    (repository.folder / "link").symlink_to(target)
    stream.change(
        "link",
        at="2026-10-26T10:30:00.000Z",
        op="add",
        tool="Bash",
        file_type="symlink",
        after=git_state(worktree_id(target.encode("utf-8"))),
    )
    stream.write(home / "sessions" / "S1.asr.jsonl")
    repository.commit("c1", at="2026-10-26T11:00:00Z")
    repository.write("s.txt", TEXT + b"\nmore\n")
    repository.commit("c2", at="2026-10-26T12:00:00Z")
    return repository.folder
