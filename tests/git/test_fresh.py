"""A file that has just changed may change again with the same times."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from attrib.git.reading import is_fresh

SECOND = 1_000_000_000


def status_of(path: Path, age: float, part: int) -> os.stat_result:
    """The status of a file as if it had changed so many seconds ago, at this part of a second."""
    moment = (time.time_ns() - int(age * SECOND)) // SECOND * SECOND + part
    values = list(path.stat())
    return os.stat_result(values, {"st_mtime_ns": moment, "st_ctime_ns": moment})


@pytest.mark.parametrize(("age", "part", "fresh"), [(1.5, 0, True), (9, 0, False), (9, 7, False)])
def test_whole_seconds_are_trusted_later(
    tmp_path: Path, age: float, part: int, fresh: bool
) -> None:
    assert is_fresh(status_of(tmp_path, age, part)) is fresh


def test_a_file_of_this_moment_is_fresh(tmp_path: Path) -> None:
    path = tmp_path / "new"
    path.write_bytes(b"")
    assert is_fresh(path.stat())
