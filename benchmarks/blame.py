"""Times `git blame` and `git asr-blame` of one long file in turn: `python -m benchmarks.blame`.

The goal is 1.3 times the time of git plus 0.3 seconds. Times are only reported.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrib.demonstration.repository import clean_environment
from benchmarks.make_history import Size, make_history

GOAL_RATIO = 1.3
GOAL_SECONDS = 0.3


def seconds_of(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> float:
    """How long a command takes, start to end."""
    begin = time.perf_counter()
    subprocess.run(
        command, cwd=folder, env=dict(environment), check=True, capture_output=True, timeout=600
    )
    return time.perf_counter() - begin


def compare(folder: Path, pairs: int, size: Size) -> tuple[float, float]:
    """The median seconds of git and of ours, run in turn `pairs` times after one warm-up."""
    repository = make_history(folder, size)
    environment = clean_environment(folder)
    programs = str(Path(sys.executable).parent)
    environment["PATH"] = os.pathsep.join((programs, environment["PATH"]))
    path = "src/part-00/file-00000.txt"
    plain, ours = ["git", "blame", path], ["git", "asr-blame", path]
    times: list[tuple[float, float]] = [
        (seconds_of(plain, repository, environment), seconds_of(ours, repository, environment))
        for _ in range(pairs + 1)
    ]
    git_times, our_times = zip(*times[1:], strict=True)
    return statistics.median(git_times), statistics.median(our_times)


def main() -> None:
    """Make the history in a temporary folder, compare, and print the medians."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--commits", type=int, default=200)
    parser.add_argument("--lines", type=int, default=10_000)
    parser.add_argument("--sessions", type=int, default=10)
    given = parser.parse_args()
    size = Size(given.commits, 1, given.lines, given.sessions)
    with tempfile.TemporaryDirectory() as folder:
        plain, ours = compare(Path(folder).resolve(), given.pairs, size)
    goal = plain * GOAL_RATIO + GOAL_SECONDS
    print(f"{size.lines} lines, {size.commits} commits, {size.sessions} sessions")
    print(f"git blame      {plain:7.3f} s")
    print(f"git asr-blame  {ours:7.3f} s  {ours / plain:5.2f} times")
    print(f"goal           {goal:7.3f} s  {'reached' if ours <= goal else 'not reached'}")


if __name__ == "__main__":
    main()
