"""Line diffs of buffers equal those of git itself."""

from __future__ import annotations

import re
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attrib.git.libgit2 import diff_lines
from attrib.model.commits import Hunk

_HUNK = re.compile(rb"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)
LINES = [b"a\n", b"  b\n", b"}\n", b"\n", b"c\r\n", b"d\re\n", b"\x0c\n", b"\xff\n", b"n\0ul\n"]

contents = st.builds(
    lambda lines, last: b"".join(lines) + last,
    st.lists(st.sampled_from(LINES), max_size=25),
    st.sampled_from([b"", b"", b"end", b"}"]),
)


def git_hunks(folder: Path, old: bytes, new: bytes) -> list[Hunk]:
    (folder / "old").write_bytes(old)
    (folder / "new").write_bytes(new)
    command = ["git", "diff", "--no-index", "--text", "-U0", "--inter-hunk-context=0", "old", "new"]
    out = subprocess.run(command, cwd=folder, capture_output=True, check=False).stdout
    hunks = []
    for found in _HUNK.finditer(out):
        old_start, old_count, new_start, new_count = (
            1 if number is None else int(number) for number in found.groups()
        )
        hunks.append(
            Hunk(old_start - (old_count > 0), old_count, new_start - (new_count > 0), new_count)
        )
    return hunks


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("diff")


@pytest.mark.git
@given(old=contents, new=contents)
def test_hunks_equal_those_of_git(folder: Path, old: bytes, new: bytes) -> None:
    assert list(diff_lines(old, new)) == git_hunks(folder, old, new)


@given(old=contents, new=contents)
def test_hunks_turn_the_old_lines_into_the_new(old: bytes, new: bytes) -> None:
    before, after = re.findall(rb"[^\n]*\n|[^\n]+", old), re.findall(rb"[^\n]*\n|[^\n]+", new)
    hunks = diff_lines(old, new)
    built, place = [], 0
    for hunk in hunks:
        built += before[place : hunk.old_start]
        built += after[hunk.new_start : hunk.new_start + hunk.new_count]
        place = hunk.old_start + hunk.old_count
    assert built + before[place:] == after
    assert all(one.old_start + one.old_count < two.old_start for one, two in pairwise(hunks))


@pytest.mark.parametrize(
    ("old", "new", "hunks"),
    [
        (b"", b"", []),
        (b"", b"a\nb\n", [Hunk(0, 0, 0, 2)]),
        (b"a\n", b"", [Hunk(0, 1, 0, 0)]),
        (b"a", b"a\n", [Hunk(0, 1, 0, 1)]),
        (b"a\n", b"a\r\n", [Hunk(0, 1, 0, 1)]),
        (b"a\nb\n", b"a\nx\nb\n", [Hunk(1, 0, 1, 1)]),
        (b"a\0\nb\n", b"a\0\nc\n", [Hunk(1, 1, 1, 1)]),
    ],
)
def test_hunk_starts_are_indexes(old: bytes, new: bytes, hunks: list[Hunk]) -> None:
    assert list(diff_lines(old, new)) == hunks


def test_same_question_has_the_same_answer() -> None:
    first = diff_lines(b"x\n", b"y\n")
    assert diff_lines(b"x\n", b"y\n") is first
