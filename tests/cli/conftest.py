"""A repository with everything that git blame prints differently, and both programs to ask."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from attrib.cli.blame import main


@dataclass(frozen=True)
class Answer:
    """What a program wrote, and its exit code."""

    code: int
    out: bytes
    err: bytes


class Maker:
    """Writes files and commits with fixed people and times."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tick = 1_700_000_000
        path.mkdir(parents=True)
        self.git("init", "-q")

    def git(self, *args: str | bytes, **variables: str) -> bytes:
        """The output of git in the repository."""
        environment = dict(os.environ) | variables
        return subprocess.run(
            ["git", *args], cwd=self.path, env=environment, check=True, capture_output=True
        ).stdout

    def write(self, name: str | bytes, content: bytes) -> None:
        """Write a file of the worktree."""
        target = self.path / os.fsdecode(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)

    def commit(
        self, message: str = "change", *, author: str = "Ada Lovelace", zone: str = "+0000"
    ) -> str:
        """Commit everything; gives the ID."""
        self.tick += 100_000
        when = f"{self.tick} {zone}"
        self.git("add", "-A")
        self.git(
            "commit",
            "-q",
            "--allow-empty",
            "-m",
            message,
            GIT_AUTHOR_NAME=author,
            GIT_AUTHOR_EMAIL=f"{len(author)}@example.invalid",
            GIT_AUTHOR_DATE=when,
            GIT_COMMITTER_DATE=when,
        )
        return self.git("rev-parse", "HEAD").decode().strip()


@pytest.fixture
def make(tmp_path: Path) -> Callable[[], Maker]:
    """A maker of an empty repository in a folder of the test's own."""
    return lambda: Maker(tmp_path / "repository")


def run_git(args: Sequence[str]) -> Answer:
    """`git blame` in the current folder."""
    done = subprocess.run(
        ["git", "blame", *args], capture_output=True, check=False, stdin=subprocess.DEVNULL
    )
    return Answer(done.returncode, done.stdout, done.stderr)


def stable(args: Sequence[str], run: Callable[[Sequence[str]], Answer]) -> tuple[Answer, Answer]:
    """git's answer and ours, of one and the same second where the time of asking is shown.

    git reads the clock twice for how long ago a line was made: what is said so is asked again.
    """
    for _ in range(30):
        before, ours, after = run_git(args), run(args), run_git(args)
        is_said_again = b" ago" not in before.out or run(args) == ours
        if before == after and is_said_again:
            return before, ours
    pytest.fail(f"git never said the same twice: {args}")


@pytest.fixture
def run_ours(capfdbinary: pytest.CaptureFixture[bytes]) -> Callable[[Sequence[str]], Answer]:
    """`git asr-blame` in the current folder."""

    def run(args: Sequence[str]) -> Answer:
        capfdbinary.readouterr()
        code = main(list(args))
        out, err = capfdbinary.readouterr()
        return Answer(code, out, err)

    return run


def many_lines(number: int) -> bytes:
    """Lines that differ, with enough words in them that git can follow moves."""
    return b"".join(
        b"the %dth line says something about apples\n" % index for index in range(number)
    )


@pytest.fixture(scope="session")
def zoo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One repository for all comparisons with git; tests only read it."""
    maker = Maker(tmp_path_factory.mktemp("zoo") / "zoo")
    _write_history(maker)
    _write_odd_files(maker)
    maker.write("app.py", (maker.path / "app.py").read_bytes() + b"not committed\n")
    maker.write("staged.txt", b"new\nfile\n")
    maker.git("add", "staged.txt")
    maker.write("untracked.txt", b"nobody knows me\n")
    return maker.path


def _write_history(maker: Maker) -> None:
    lines = many_lines(12)
    maker.write("old.py", lines)
    maker.commit("root")
    maker.git("tag", "root")
    lines = lines.replace(b"the 3th", b"the third")
    maker.write("old.py", lines)
    maker.commit("third", author="Grüße Ñandú", zone="-0330")
    maker.git("mv", "old.py", "app.py")
    maker.commit("move", author="Zoë")
    lines = lines.replace(b"the 5th", b"the fifth").replace(b"the 6th", b"    the 6th")
    maker.write("app.py", lines)
    maker.write("moved.py", many_lines(12)[:200])
    maker.commit("fifth and indent", author="李明", zone="+0545")
    maker.git("tag", "middle")
    ignored = lines.replace(b"about", b"ABOUT")
    maker.write("app.py", ignored)
    bad = maker.commit("shout", author="(odd) 1) name", zone="-1200")
    maker.write("ignored", f"{bad}\n".encode())
    maker.git("checkout", "-q", "-b", "side", "middle")
    maker.write("app.py", lines + b"from the side\n")
    maker.commit("side", author="e\u0301migr\u00e9 \U0001f600")
    maker.git("checkout", "-q", "main")
    maker.git("merge", "-q", "-m", "merge", "side", "-X", "ours")
    block = lines.split(b"\n")
    maker.write("app.py", b"\n".join([*block[6:12], *block[:6], b"from the side", b""]))
    maker.commit("swap", author="a b")


def _write_odd_files(maker: Maker) -> None:
    maker.write(".gitattributes", b"crlf.txt text eol=crlf\n")
    maker.write("crlf.txt", b"one\r\ntwo\r\n")
    maker.write("raw-crlf.bin", b"one\r\ntwo\r\nthree\rfour\x0c\x1b[31mred\x85\n")
    maker.write(b"caf\xe9.txt", b"latin\xe9\nname\n")
    maker.write('we"ird\tname.txt', b"quoted\n")
    maker.write("-dash.txt", b"dash\n")
    maker.write("sub/dir/deep.txt", b"deep\ndeeper\n")
    maker.write("n\u00e4ive.txt", b"umlaut\n")
    maker.write("empty.txt", b"")
    maker.write("no-end.txt", b"first\nlast line without end")
    maker.write("gone.txt", b"was here\n")
    maker.write(".mailmap", b"Augusta King <augusta@example.invalid> <12@example.invalid>\n")
    maker.commit("odd files")
    (maker.path / "gone.txt").unlink()
    maker.commit("remove")
    name = os.fsencode("J\u00f6rg").decode("utf-8").encode("latin-1")
    maker.write("latin.txt", b"latin author\n")
    maker.git("add", "latin.txt")
    environment = {"GIT_AUTHOR_NAME": os.fsdecode(name)}
    maker.git("-c", "i18n.commitEncoding=latin1", "commit", "-q", "-m", "latin", **environment)
    maker.write("sub/dir/deep.txt", b"deep\nchanged below\n")
