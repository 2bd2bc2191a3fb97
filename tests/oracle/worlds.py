"""Repositories in which git blame has something odd to say, each with files and revisions."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from attrib.git.command import open_repository
from attrib.git.room import build
from benchmarks.make_history import Size, make_history
from tests.cli.conftest import Maker, many_lines


@dataclass(frozen=True)
class World:
    """A folder to stand in, and what to blame there; `revisions` go with every file."""

    folder: Path
    files: tuple[str, ...]
    revisions: tuple[str, ...] = ("", "HEAD", "HEAD~1")


def make_worlds(base: Path) -> dict[str, World]:
    """All worlds by name, below `base`."""
    plain = _plain(base / "plain")
    files = ("new.py", "copy.py", "crlf.txt", "raw.bin", "empty.txt", "sub/deep.txt", "gone.txt")
    worlds = {
        "plain": World(plain.path, (*files, "staged.txt", "untracked.txt"), _REVISIONS),
        "subdirectory": World(plain.path / "sub", ("deep.txt", "../new.py", "./../copy.py")),
        "roomy": World(_roomy(base / "roomy"), files, _REVISIONS),
        "names": World(_names(base / "names"), _NAMES),
        "authors": World(_authors(base / "authors"), ("a.txt",)),
        "ignoring": World(_ignoring(base / "ignoring"), ("a.txt",)),
        "replaced": World(_replaced(base / "replaced"), ("a.txt",)),
        "unborn": World(_unborn(base / "unborn"), ("a.txt",)),
        "long": World(_long(base / "long"), ("a.txt",)),
        "linked": World(_linked(plain, base / "linked"), ("new.py", "sub/deep.txt")),
        "recorded": World(_recorded(base / "recorded"), ("src/part-00/file-00000.txt",)),
    }
    outer = _outer(base / "outer", plain)
    worlds["submodule"] = World(outer, ("mod", "mod/new.py", "own.txt"), ("", "HEAD"))
    worlds["inside"] = World(outer / "mod", ("new.py",))
    for name, options in {"bare": ["--bare"], "shallow": ["--depth=3"]}.items():
        _git(base, "clone", "-q", *options, plain.path.as_uri(), name)
    worlds["bare"] = World(base / "bare", files, ("HEAD", "HEAD~1", ""))
    worlds["shallow"] = World(base / "shallow", ("new.py", "copy.py"), ("", "HEAD~1"))
    return worlds


_REVISIONS = ("", "HEAD", "HEAD~2", "start..HEAD", "--reverse start..HEAD", "^start HEAD")
_NAMES = ("-dash.txt", 'q"uo\ttes.txt', "new\nline.txt", "caf\udce9.txt", "n\u00e4ive.txt", " b c")


def _git(folder: Path, *args: str) -> None:
    command = ["git", "-c", "protocol.file.allow=always", *args]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def _plain(path: Path) -> Maker:
    maker = Maker(path)
    lines = many_lines(14)
    maker.write("old.py", lines)
    maker.write(".gitattributes", b"crlf.txt text eol=crlf\n")
    maker.write("crlf.txt", b"one\r\ntwo\r\n")
    maker.write("raw.bin", b"one\r\ntwo\rthree\x0c\x1b[31mred\x85\n\nlast without end")
    maker.write("empty.txt", b"")
    maker.write("gone.txt", b"was here\n")
    maker.write("sub/deep.txt", b"deep\ndeeper\n")
    maker.commit("start")
    maker.git("tag", "start")
    maker.git("mv", "old.py", "new.py")
    lines = lines.replace(b"the 3th", b"the third")
    maker.write("new.py", lines)
    maker.commit("move", author="Zo\u00eb", zone="-0330")
    maker.git("checkout", "-q", "-b", "side")
    maker.write("new.py", lines + b"from the side\n")
    maker.commit("side", author="\u674e\u660e", zone="+0545")
    maker.git("checkout", "-q", "main")
    lines = lines.replace(b"the 5th", b"    the 5th").replace(b"the 6th", b"the sixth")
    maker.write("new.py", lines)
    maker.write("copy.py", b"a line of its own\n" + lines[:400])
    (path / "gone.txt").unlink()
    maker.commit("indent and copy")
    maker.git("merge", "-q", "-m", "merge", "side")
    maker.write("new.py", (path / "new.py").read_bytes() + b"not committed\n")
    maker.write("staged.txt", b"new\nfile\n")
    maker.git("add", "staged.txt")
    maker.write("untracked.txt", b"nobody knows me\n")
    return maker


def _roomy(path: Path) -> Path:
    maker = _plain(path)
    repository = open_repository(path)
    assert build(repository)
    repository.close()
    return maker.path


def _names(path: Path) -> Path:
    maker = Maker(path)
    for number in range(2):
        for name in _NAMES:
            maker.write(os.fsencode(name), b"a line\nanother %d\n" % number)
        maker.commit()
    return path


def _authors(path: Path) -> Path:
    maker = Maker(path)
    names = ["Ada", "e\u0301migr\u00e9 \U0001f600", "(odd) 1) name", "Gr\u00fc\u00dfe", "a" * 70]
    text = b""
    for number, name in enumerate(names):
        text += b"line %d\n" % number
        maker.write("a.txt", text)
        maker.commit(author=name)
    maker.write("a.txt", text + b"latin\n")
    maker.git("add", "-A")
    latin = {"GIT_AUTHOR_NAME": os.fsdecode("J\u00f6rg".encode("latin-1"))}
    maker.git("-c", "i18n.commitEncoding=latin1", "commit", "-q", "-m", "latin", **latin)
    maker.write(".mailmap", b"Augusta King <augusta@example.invalid> <3@example.invalid>\n")
    maker.commit("mailmap", author="a b")
    return path


def _ignoring(path: Path) -> Path:
    maker = Maker(path)
    lines = many_lines(8)
    maker.write("a.txt", lines)
    maker.commit()
    maker.write("a.txt", lines.replace(b"about", b"ABOUT"))
    bad = maker.commit("shout")
    maker.write("ignored", f"# a list\n{bad}\n".encode())
    maker.write("a.txt", lines.replace(b"about", b"ABOUT").replace(b"the 2th", b"new"))
    maker.commit()
    maker.git("config", "blame.ignoreRevsFile", "ignored")
    maker.git("config", "blame.markIgnoredLines", "true")
    maker.git("config", "blame.markUnblamableLines", "true")
    return path


def _replaced(path: Path) -> Path:
    maker = Maker(path)
    for number in range(4):
        maker.write("a.txt", many_lines(6).replace(b"the %dth" % number, b"a %dth" % number))
        maker.commit()
    maker.git("commit-graph", "write", "--reachable", "--changed-paths")
    maker.git("replace", "--graft", "HEAD~1")
    return path


def _unborn(path: Path) -> Path:
    maker = Maker(path)
    maker.write("a.txt", b"one\n")
    maker.git("add", "-A")
    return path


def _long(path: Path) -> Path:
    os.environ["GIT_DEFAULT_HASH"] = "sha256"
    try:
        maker = Maker(path)
    finally:
        del os.environ["GIT_DEFAULT_HASH"]
    for text in (b"one\ntwo\n", b"one\nTWO\n"):
        maker.write("a.txt", text)
        maker.commit()
    return path


def _linked(plain: Maker, path: Path) -> Path:
    plain.git("worktree", "add", "-q", str(path), "side")
    (path / "new.py").write_bytes(b"first\n" + (path / "new.py").read_bytes())
    return path


def _outer(path: Path, plain: Maker) -> Path:
    maker = Maker(path)
    maker.write("own.txt", b"own\n")
    _git(path, "submodule", "add", "-q", plain.path.as_uri(), "mod")
    maker.commit()
    maker.write("own.txt", b"own\nmore\n")
    maker.commit()
    return path


def _recorded(path: Path) -> Path:
    return make_history(path, Size(commits=24, files=1, lines=40, sessions=3))
