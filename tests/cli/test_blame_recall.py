"""A blame that was answered before is given again, and only as long as nothing changed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from attrib.cli.main import main
from attrib.demonstration.walk import CODEBUDDY, build

pytestmark = pytest.mark.git

PROGRAM = (
    "import sys; from attrib.cli.blame import main; code = main(sys.argv[1:]);"
    "import json; print(json.dumps('attrib.pipeline' in sys.modules), file=sys.stderr)"
)
FILE = "app.py"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """The demonstration's repository with an index, old enough to be trusted to stay as it is."""
    folder = build(tmp_path)
    _git(folder, "config", "attrib.sessions", str(tmp_path / "sessions"))
    (folder / ".git" / "attrib").mkdir(exist_ok=True)
    assert main(["-C", str(folder), "index", "--build"]) == 0
    grow_old(tmp_path)
    return folder


def grow_old(folder: Path) -> None:
    """Wait until every file is old enough to be trusted to stay as it is."""
    paths = [Path(top, name) for top, _, names in os.walk(folder) for name in [*names, "."]]
    latest = max(path.lstat().st_ctime_ns for path in paths)
    while time.time_ns() - latest < 200_000_000:
        pass


def asked(folder: Path, *args: str) -> tuple[bytes, bool]:
    """What a blame writes, and whether anything was compared for it."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *args, "--", FILE],
        cwd=folder,
        capture_output=True,
        check=True,
    )
    return done.stdout, json.loads(done.stderr.splitlines()[-1])


def test_a_second_blame_says_the_same_and_compares_nothing(repository: Path) -> None:
    said = {}
    for form in ("--porcelain", "--json", "-s"):
        said[form], _ = asked(repository, form, "HEAD")
    for form, before in said.items():
        assert asked(repository, form, "HEAD") == (before, False)
    assert b"asr-evidence" in said["--porcelain"]


def test_without_an_index_nothing_is_kept(repository: Path) -> None:
    (repository / ".git" / "attrib" / "index.sqlite").unlink()
    before = asked(repository, "--porcelain", "HEAD")
    assert before[1]
    assert asked(repository, "--porcelain", "HEAD") == before


def test_lines_that_are_not_committed_are_compared_each_time(repository: Path) -> None:
    with (repository / FILE).open("ab") as file:
        file.write(b"one more\n")
    grow_old(repository)
    before = asked(repository, "--json")
    assert asked(repository, "--json") == before
    assert before[1]


def stream_of(repository: Path) -> Path:
    return sorted((repository.parent / "sessions").rglob("*.jsonl"))[0]


def _git(repository: Path, *args: str) -> None:
    subprocess.run(["git", *args], cwd=repository, check=True, capture_output=True)


def grow(repository: Path) -> None:
    """A stream gets another record."""
    with stream_of(repository).open("ab") as file:
        file.write(b'{"type": "message", "seq": 900, "id": "r900"}\n')


def lose(repository: Path) -> None:
    """A stream is gone."""
    stream_of(repository).unlink()


def commit(repository: Path) -> None:
    """History has another commit."""
    _git(repository, "commit", "--allow-empty", "-q", "-m", "more")


def branch(repository: Path) -> None:
    """A reference leads to less of it."""
    _git(repository, "branch", "other", "HEAD~1")


def add(repository: Path) -> None:
    """The store of objects has another blob."""
    (repository / "more.txt").write_bytes(b"nowhere\n")
    _git(repository, "hash-object", "-w", "more.txt")


def configure(repository: Path) -> None:
    """Line ends are converted now."""
    _git(repository, "config", "core.autocrlf", "input")


def attribute(repository: Path) -> None:
    """So they are, for all of this repository."""
    (repository / ".git" / "info").mkdir(exist_ok=True)
    (repository / ".git" / "info" / "attributes").write_bytes(b"*.py eol=crlf\n")


def attribute_here(repository: Path) -> None:
    """So they are, by a file of the worktree."""
    (repository / ".gitattributes").write_bytes(b"*.py eol=crlf\n")


def observe(repository: Path) -> None:
    """A hook has observed something."""
    (repository / ".git" / "attrib" / "journal.jsonl").write_bytes(b"{}\n")


CHANGES = (grow, lose, commit, branch, add, configure, attribute, attribute_here, observe)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_what_an_answer_rests_on_makes_it_anew(
    repository: Path, change: Callable[[Path], None]
) -> None:
    asked(repository, "--porcelain", "HEAD")
    assert not asked(repository, "--porcelain", "HEAD")[1]
    change(repository)
    grow_old(repository)
    now = asked(repository, "--porcelain", "HEAD")
    assert now[1], "the answer of before is not that of now"
    shutil.move(repository / ".git" / "attrib" / "index.sqlite", repository.parent / "aside")
    assert asked(repository, "--porcelain", "HEAD") == now


@pytest.mark.parametrize(
    "options", [["--asr-root", "app=/nowhere"], ["--session", CODEBUDDY], ["-L", "1,2"]]
)
def test_another_question_has_another_answer(repository: Path, options: list[str]) -> None:
    asked(repository, "--porcelain", "HEAD")
    assert asked(repository, "--porcelain", "HEAD", *options)[1]


def test_a_damaged_answer_is_made_anew(repository: Path) -> None:
    import sqlite3

    before, _ = asked(repository, "--porcelain", "HEAD")
    database = sqlite3.connect(repository / ".git" / "attrib" / "index.sqlite")
    with database:
        database.execute("UPDATE answers SET answer = '{\"evidence\": []}'")
    database.close()
    assert asked(repository, "--porcelain", "HEAD") == (before, True)


def test_a_forgotten_session_leaves_no_answer(repository: Path) -> None:
    import sqlite3

    asked(repository, "--porcelain", "HEAD")
    place = repository / ".git" / "attrib" / "index.sqlite"
    from attrib.index.forgetting import forget_streams

    forget_streams(str(repository / ".git"), [stream_of(repository)])
    database = sqlite3.connect(place)
    assert database.execute("SELECT count(*) FROM answers").fetchone() == (0,)
    database.close()
