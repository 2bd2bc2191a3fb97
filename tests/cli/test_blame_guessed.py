"""Lines that git names through `--ignore-rev` are a guess of git's, and say so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from attrib.demonstration.stream import Stream, worktree_state
from attrib.git.guessed import are_guessed
from tests.cli.conftest import Maker

pytestmark = pytest.mark.git

PROGRAM = "import sys; from attrib.cli.blame import main; sys.exit(main())"
EXPLAIN = "import sys; from attrib.cli.main import main; sys.exit(main())"
WRITTEN = b"def first_thing(one):\nreturn one_and_another\nlast_of_all = 1\n"
INDENTED = b"def first_thing(one):\n    return one_and_another\nlast_of_all = 2\n"


@pytest.fixture
def formatted(make: Callable[[], Maker], tmp_path: Path) -> tuple[Maker, str]:
    """A file that S1 added, and the commit that changed two of its three lines since."""
    maker = make()
    maker.commit("base")
    maker.write("f", WRITTEN)
    stream = Stream("com.tencent.codebuddy", "laptop", "S1", {"repo": maker.path}, at=_time(0))
    stream.change("f", at=_time(1), op="add", tool="Write", after=worktree_state(WRITTEN))
    stream.write(tmp_path / "sessions" / "S1.asr.jsonl")
    maker.commit("add")
    maker.write("f", INDENTED)
    return maker, maker.commit("format")


def _time(minute: int) -> str:
    return f"2023-11-15T00:{minute:02}:00.000Z"


def _answer(
    maker: Maker, *arguments: str, program: str = PROGRAM, more: Mapping[str, str] | None = None
) -> Any:
    sessions = str(maker.path.parent / "sessions")
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=maker.path,
        env=os.environ | {"ATTRIB_SESSIONS": sessions} | dict(more or {}),
        check=True,
        capture_output=True,
    )
    return json.loads(done.stdout)


def _said(rows: list[dict[str, Any]]) -> list[tuple[int, str | None, bool]]:
    return [
        (
            row["number"],
            row["strength"],
            any("guessed-line" in each["qualifiers"] for each in row["evidence"]),
        )
        for row in rows
    ]


WANTED = [(1, "strong", False), (2, "moderate", True), (3, "weak", True)]


def test_a_guessed_line_is_moderate_where_white_space_alone_differs_else_weak(
    formatted: tuple[Maker, str],
) -> None:
    maker, commit = formatted
    assert _said(_answer(maker, "--json", "--ignore-rev", commit, "f")["lines"]) == WANTED


def test_a_configured_list_counts_and_what_else_is_configured_stays(
    formatted: tuple[Maker, str],
) -> None:
    maker, commit = formatted
    maker.write("ignored", commit.encode() + b"\n")
    more = {"GIT_CONFIG_PARAMETERS": "'blame.ignorerevsfile=ignored'"}
    assert _said(_answer(maker, "--json", "-L2,3", "--", "f", more=more)["lines"]) == WANTED[1:]
    explained = _answer(maker, "explain", "--json", "f:2", program=EXPLAIN, more=more)
    assert "guessed-line" in json.dumps(explained)


def test_without_an_ignored_commit_nothing_is_a_guess(formatted: tuple[Maker, str]) -> None:
    maker, _ = formatted
    rows = _said(_answer(maker, "--json", "f")["lines"])
    assert rows[0] == WANTED[0]
    assert not any(is_guess for _, _, is_guess in rows)


@pytest.mark.parametrize("form", ["--porcelain", "--line-porcelain", "-ps"])
def test_porcelain_says_the_same(form: str, formatted: tuple[Maker, str]) -> None:
    maker, commit = formatted
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, form, "--ignore-rev", commit, "f"],
        cwd=maker.path,
        env=os.environ | {"ATTRIB_SESSIONS": str(maker.path.parent / "sessions")},
        check=True,
        capture_output=True,
    )
    words = [line.split()[3] for line in done.stdout.splitlines() if line[:12] == b"asr-evidence"]
    assert words == [b"strong", b"moderate", b"weak"]


def test_a_mark_is_read_where_git_puts_it() -> None:
    lines = [b"^?f81b35 1) x\n", b"?f81b351 2) ?\n", b"*722cb63 3) ?\n", b"f81b351a 4) ?\n"]
    lines += [b"*?22cb63 5) x\n", b"\x1b[36m?f81b351 6) x\n", b"^f81b35 7) x\n"]
    assert list(are_guessed(lines)) == [True, True, False, False, True, True, False]
