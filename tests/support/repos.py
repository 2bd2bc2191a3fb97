"""Small builders of real git repositories with one identity and fixed dates."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from attrib.model.ids import Oid

NAME, EMAIL = "Ada Lovelace", "ada@example.invalid"
DATE = "2026-10-20T12:00:00+00:00"


def git(
    repo: Path,
    *args: str | bytes,
    input: bytes | None = None,  # noqa: A002, as in subprocess
    date: str = DATE,
) -> bytes:
    """What `git <args>` prints in `repo`, without its last newline.

    `args` are as typed; the identity and both dates are fixed.
    """
    people = {
        f"GIT_{role}_{part}": value
        for role in ("AUTHOR", "COMMITTER")
        for part, value in (("NAME", NAME), ("EMAIL", EMAIL), ("DATE", date))
    }
    done = subprocess.run(
        ["git", *args], cwd=repo, env=os.environ | people, input=input, capture_output=True
    )
    if done.returncode:
        raise AssertionError(f"git {args!r} ended with {done.returncode}: {done.stderr!r}")
    return done.stdout.removesuffix(b"\n")


def init(path: Path, object_format: str = "sha1", *, bare: bool = False) -> Path:
    """An empty repository at `path` on branch `main`; the folder is made where it is missing."""
    path.mkdir(parents=True, exist_ok=True)
    options = ["--bare"] if bare else []
    git(path, "init", "-q", "-b", "main", f"--object-format={object_format}", *options)
    return path


def write(repo: Path, files: Mapping[str, bytes | None] | Mapping[bytes, bytes | None]) -> None:
    """Write files of the worktree; `None` removes one."""
    for name, content in files.items():
        file = repo / os.fsdecode(name)
        if content is None:
            file.unlink()
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def commit(
    repo: Path,
    files: Mapping[str, bytes | None] | Mapping[bytes, bytes | None] | None = None,
    *,
    message: str = "change",
    date: str = DATE,
) -> Oid:
    """Write `files` (`None` removes one), add everything, commit; the new commit's ID."""
    write(repo, files or {})
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "--allow-empty", "-m", message, date=date)
    return head(repo)


def head(repo: Path, revision: str = "HEAD") -> Oid:
    """The full ID that a revision names."""
    return Oid(git(repo, "rev-parse", "--verify", revision).decode())
