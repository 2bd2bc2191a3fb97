"""A team: an author with sessions, a remote, and teammates who have clones and no sessions."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from attrib.cli.main import main
from attrib.demonstration.walk import build
from tests.support.repos import git, init

REF = "refs/notes/attrib"


@dataclass(frozen=True)
class Ran:
    """What a command wrote, and its exit code."""

    code: int
    out: str
    err: str


def attrib(repo: Path, *args: str, **variables: str) -> Ran:
    """`attrib <args>` in a repository, in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), write_through=True) for _ in range(2))
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        for name, value in variables.items():
            patch.setenv(name, value)
        patch.chdir(repo)
        code = main(args)
    said = [stream.buffer.getvalue().decode() for stream in (out, err)]
    return Ran(code, *said)


def answer(repo: Path, *args: str) -> Any:
    """The JSON answer of a command that ended well."""
    ran = attrib(repo, *args, "--json")
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def author_in(folder: Path) -> Path:
    """The demonstration's repository with its sessions, and a remote that holds its branch."""
    author = build(folder)
    git(author, "config", "attrib.sessions", str(folder / "sessions"))
    remote = init(folder / "remote.git", bare=True)
    git(author, "remote", "add", "origin", str(remote))
    git(author, "push", "-q", "-u", "origin", "HEAD:main")
    return author


def teammate_in(folder: Path, name: str = "teammate") -> Path:
    """A fresh clone without any session."""
    git(folder, "clone", "-q", str(folder / "remote.git"), name)
    return folder / name


def write_note(repo: Path, target: str, *lines: bytes, add: bool = False) -> None:
    """Put lines into a note as any other program would."""
    content = b"".join(line + b"\n" for line in lines)
    if add:
        content += git(repo, "notes", "--ref", REF, "show", target) + b"\n"
    blob = git(repo, "hash-object", "-w", "--stdin", input=content).decode()
    git(repo, "notes", "--ref", REF, "add", "-f", "-C", blob, target)


def lines_of(repo: Path, target: str) -> list[dict[str, Any]]:
    """The lines of a note, as objects."""
    content = git(repo, "notes", "--ref", REF, "show", target)
    return [json.loads(line) for line in content.split(b"\n")]


def encoded(value: dict[str, Any]) -> bytes:
    """One line in the canonical form, written apart from the program's own code."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def without_marks(value: Any) -> Any:
    """An answer without what only those who have the records, or lack them, are told."""
    left = {"shared", "notes", "streams", "first", "last", "unseen", "statement", "sides"}
    if isinstance(value, dict):
        return {key: without_marks(each) for key, each in value.items() if key not in left}
    if isinstance(value, list):
        return [without_marks(each) for each in value]
    return value
