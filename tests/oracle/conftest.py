"""Both programs in a folder: git's blame, and ours without what is ours."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from attrib.cli.blame import main
from tests.cli.conftest import Answer
from tests.oracle.worlds import World, make_worlds

_STRENGTH = rb"(?:strong   |moderate |weak     |-        )"
_LABEL = rb"(?:-|[\w.-]+:[\w.-]+(?: \+\d+)?)"
#: What we insert into a line: before the number, or (with -c) before git's tab.
_INSERTED = re.compile(rb" %b %b *|%b %b *\t" % (_STRENGTH, _LABEL, _STRENGTH, _LABEL))


@pytest.fixture(scope="session")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, World]:
    """All worlds; tests only read them."""
    return make_worlds(tmp_path_factory.mktemp("worlds").resolve())


def run_git(folder: Path, args: Sequence[str]) -> Answer:
    """`git blame` in a folder."""
    done = subprocess.run(
        ["git", "blame", *args], cwd=folder, capture_output=True, stdin=subprocess.DEVNULL
    )
    return Answer(done.returncode, done.stdout, done.stderr)


def run_ours(folder: Path, args: Sequence[str]) -> Answer:
    """`git asr-blame` in a folder, in this process."""
    before, streams = Path.cwd(), (sys.stdout, sys.stderr)
    kept = os.dup(1), os.dup(2)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        try:
            os.chdir(folder)
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            sys.stdout = io.TextIOWrapper(io.FileIO(1, "wb", closefd=False), write_through=True)
            sys.stderr = io.TextIOWrapper(io.FileIO(2, "wb", closefd=False), write_through=True)
            code = main(list(args))
            sys.stdout.flush()
        finally:
            sys.stdout, sys.stderr = streams
            os.dup2(kept[0], 1)
            os.dup2(kept[1], 2)
            os.close(kept[0])
            os.close(kept[1])
            os.chdir(before)
        out.seek(0)
        err.seek(0)
        return Answer(code, out.read(), err.read())


def both(folder: Path, args: Sequence[str], own: Sequence[str] = ()) -> tuple[Answer, Answer]:
    """git's answer and ours, of one second: what is not committed carries the time of asking.

    `own` are options of ours.
    """
    for _ in range(5):
        before, ours = run_git(folder, args), run_ours(folder, [*own, *args])
        if before == run_git(folder, args):
            return before, ours
    pytest.fail(f"git never said the same twice: {args}")


def without_ours(line: bytes, git: bytes) -> bytes:
    """A line of ours without the columns, if it is git's line with columns in it."""
    extra = len(line) - len(git)
    for place in range(len(git) + 1) if extra > 0 else ():
        if line[:place] != git[:place]:
            break
        if line[place + extra :] == git[place:] and _INSERTED.fullmatch(
            line[place : place + extra]
        ):
            return git
    return line


def assert_equal(folder: Path, form: Sequence[str], args: Sequence[str]) -> bool:
    """Our answer is git's but for what is ours; true where git had one."""
    git, ours = both(folder, [*form, *args])
    assert ours.code == git.code, ours.err
    if git.code:
        assert ours == git
        return False
    assert git.err in ours.err
    if form:
        lines = ours.out.splitlines(keepends=True)
        assert b"".join(line for line in lines if not line.startswith(b"asr-")) == git.out
        return True
    theirs, mine = git.out.split(b"\n"), ours.out.split(b"\n")
    assert len(theirs) == len(mine)
    assert [without_ours(m, t) for m, t in zip(mine, theirs, strict=True)] == theirs
    unchanged = sum(m == t for m, t in zip(mine, theirs, strict=True))
    assert unchanged == 1 + 3 * ("--show-stats" in args), "each line of the file has our columns"
    return True
