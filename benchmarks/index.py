"""Times building the index of history: `python -m benchmarks.index [REPOSITORY]`.

Prints the seconds of git's own bare pass over the history and of a first build in turn, both on the
clock and on processors, their ratio, the size of the file, and an update with one new commit.
Budgets: a ratio of 1.3, 500 MB for 100,000 commits, 0.1 s. Nothing is written into REPOSITORY: the
work is done in a clone that shares its objects. Without one a history is made.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from attrib.answers.index import build_index
from attrib.demonstration.repository import clean_environment
from attrib.git.command import open_repository
from attrib.git.history import LOG_ARGUMENTS
from attrib.index.database import index_path
from benchmarks.make_history import Size, make_history

GOAL_RATIO, GOAL_UPDATE = 1.3, 0.1


def git(folder: Path, *args: str, stdin: bytes = b"") -> bytes:
    return subprocess.run(
        ["git", "-C", str(folder), *args],
        input=stdin,
        check=True,
        capture_output=True,
        env=clean_environment(folder),
    ).stdout


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds on the clock, and on processors, children included."""

    wall: float
    processor: float


class Stopwatch:
    """Runs from where it was made."""

    def __init__(self) -> None:
        self._begin = self._now()

    @staticmethod
    def _now() -> Times:
        used = os.times()
        processor = used.user + used.system + used.children_user + used.children_system
        return Times(time.perf_counter(), processor)

    def read(self) -> Times:
        """What was used since."""
        now, begin = self._now(), self._begin
        return Times(now.wall - begin.wall, now.processor - begin.processor)


def bare_pass(folder: Path) -> Times:
    """What git alone takes."""
    tips = git(folder, "for-each-ref", "--format=%(objectname)")
    watch = Stopwatch()
    with subprocess.Popen(
        ["git", "-C", str(folder), "-c", "core.commitGraph=false", *LOG_ARGUMENTS],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env=clean_environment(folder),
    ) as process:
        process.communicate(tips)
    return watch.read()


def build(folder: Path) -> tuple[Times, int, int]:
    """Seconds, commits and bytes of a build; what is there is read on."""
    watch = Stopwatch()
    with open_repository(folder) as repository:
        report = build_index(repository)
    return watch.read(), report.commits, report.size or 0


def add_commit(folder: Path) -> None:
    tip = git(folder, "rev-list", "-1", "--all").decode().strip()
    blob = git(folder, "hash-object", "-w", "--stdin", stdin=b"new\n").decode().strip()
    entry = f"100644 blob {blob}\tnew-{tip}\n".encode()
    listing = git(folder, "ls-tree", tip)
    tree = git(folder, "mktree", stdin=listing + entry).decode().strip()
    commit = git(folder, "commit-tree", "-p", tip, "-m", "new", tree).decode().strip()
    git(folder, "update-ref", "refs/heads/benchmark-index", commit)


def history_report(folder: Path, pairs: int) -> None:
    """Print what a first build and an update take, and what git alone takes."""
    rows = []
    commits = size = 0
    for _ in range(pairs):
        bare = bare_pass(folder)
        shutil.rmtree(index_path(str(folder)).parent, ignore_errors=True)
        seconds, commits, size = build(folder)
        rows.append((bare, seconds))
    print(f"{commits:,} commits, {size / 1e6:.1f} MB")
    for kind in ("wall", "processor"):
        bares, built = ([getattr(row[side], kind) for row in rows] for side in (0, 1))
        ratio = statistics.median(ours / alone for alone, ours in zip(bares, built, strict=True))
        alone, ours = statistics.median(bares), statistics.median(built)
        print(f"{kind:9} bare pass {alone:7.3f} s, first build {ours:7.3f} s, {ratio:.2f} times")
    print(f"goal {GOAL_RATIO} times")
    updates = []
    for _ in range(pairs):
        add_commit(folder)
        updates.append(build(folder)[0])
    wall, processor = (
        statistics.median(getattr(update, kind) for update in updates)
        for kind in ("wall", "processor")
    )
    print(f"one commit {wall:.3f} s, processor {processor:.3f} s, goal {GOAL_UPDATE}")


def main() -> None:
    """Measure in a temporary folder and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("repository", nargs="?", type=Path)
    parser.add_argument("--commits", type=int, default=20_000)
    parser.add_argument("--pairs", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        source = given.repository
        if source is None:
            source = make_history(folder / "made", Size(given.commits, 400, 120, 1))
        clone = folder / "clone.git"
        git(folder, "clone", "-q", "--mirror", "--shared", os.fspath(source.resolve()), str(clone))
        history_report(clone, given.pairs)


if __name__ == "__main__":
    main()
