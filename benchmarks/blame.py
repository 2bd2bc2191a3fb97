"""Times `git blame --porcelain` and `git asr-blame --porcelain` in turn, on any repository.

    python -m benchmarks.blame                           a made-up history
    python -m benchmarks.blame --repository DIR FILE...  one that is here; it is not written to
    python -m benchmarks.blame --repository DIR --recorded 300 FILE...

Three states, each against git in runs that alternate: no room; the room built as `attrib index`
builds it; and text instead of porcelain, in the room. Medians of wall and of processor time, and
what the budget allows. The repository is cloned with `--shared`, so its own folder stays as it is.
With `--recorded`, so many made-up sessions over the clone are indexed instead, and the first
answer is timed by itself: it is the one that compares. With `--check`, a budget that is not met
makes the exit code 1.
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
from dataclasses import dataclass
from pathlib import Path

from attrib.demonstration.repository import clean_environment
from attrib.git.command import open_repository
from attrib.git.room import build, room_of
from benchmarks.make_history import Size, make_history
from benchmarks.make_sessions import streams_of


@dataclass(frozen=True, slots=True)
class Budget:
    """At most `ratio` times git's own time and `seconds` more."""

    ratio: float
    seconds: float

    def allows(self, git: float) -> float:
        """The seconds that are allowed where git takes `git` seconds."""
        return self.ratio * git + self.seconds


WITHOUT_ROOM = Budget(1.10, 0.15)
IN_ROOM = Budget(0.90, 0.12)
MEDIAN_IN_ROOM = 0.80


@dataclass(frozen=True, slots=True)
class Times:
    """Medians in seconds: start to end, and on processors, children included."""

    wall: float
    processor: float


@dataclass(frozen=True, slots=True)
class Pair:
    """git and ours on one file."""

    file: str
    git: Times
    ours: Times
    budget: Budget

    @property
    def is_met(self) -> bool:
        """True where ours stays within the budget, start to end."""
        return self.ours.wall <= self.budget.allows(self.git.wall)

    def __str__(self) -> str:
        ratio = self.ours.wall / self.git.wall
        processor = self.ours.processor / self.git.processor
        allowed = self.budget.allows(self.git.wall)
        verdict = "met" if self.is_met else "NOT MET"
        return (
            f"{self.file:32} git {self.git.wall:6.3f} s   ours {self.ours.wall:6.3f} s   "
            f"ratio {ratio:5.2f} (processor {processor:5.2f})   budget {allowed:6.3f} s {verdict}"
        )


def run(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Times:
    """One run, start to end."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"'{' '.join(command)}' ended with {process.returncode}")
    return Times(time.perf_counter() - begin, used.ru_utime + used.ru_stime)


def compare(
    repository: Path, files: Sequence[str], pairs: int, budget: Budget, form: Sequence[str]
) -> list[Pair]:
    """git and ours on each file, run in turn `pairs` times after one warm-up."""
    environment = clean_environment(repository.parent)
    programs = str(Path(sys.executable).parent)
    environment["PATH"] = os.pathsep.join((programs, environment["PATH"]))
    found = []
    for file in files:
        commands = (["git", "blame", *form, "--", file], ["git", "asr-blame", *form, "--", file])
        runs = [[run(each, repository, environment) for each in commands] for _ in range(pairs + 1)]
        git, ours = (_median([both[side] for both in runs[1:]]) for side in (0, 1))
        found.append(Pair(file, git, ours, budget))
    return found


def _median(runs: Sequence[Times]) -> Times:
    return Times(
        statistics.median(each.wall for each in runs),
        statistics.median(each.processor for each in runs),
    )


def measure(repository: Path, files: Sequence[str], pairs: int) -> bool:
    """Print all three states; true where every budget is met."""
    porcelain = ["--porcelain"]
    plain = compare(repository, files, pairs, WITHOUT_ROOM, porcelain)
    opened = open_repository(repository)
    begin = time.perf_counter()
    built = build(opened)
    seconds = time.perf_counter() - begin
    files_of_room = [file for file in room_of(opened.location).rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files_of_room)
    opened.close()
    if not built:
        raise SystemExit("no room can be made here")
    inside = compare(repository, files, pairs, IN_ROOM, porcelain)
    text = compare(repository, files, pairs, IN_ROOM, [])
    for title, found in (("no room", plain), ("in the room", inside), ("text, in the room", text)):
        print(f"\n{title}\n", *(f"  {pair}\n" for pair in found), sep="", end="")
    ratio = statistics.median(pair.ours.wall / pair.git.wall for pair in inside)
    print(f"\nmedian ratio in the room {ratio:.2f}, goal {MEDIAN_IN_ROOM:.2f}")
    print(f"the room took {seconds:.2f} s to make, {size / 1e6:.1f} MB")
    return all(pair.is_met for pair in (*plain, *inside)) and ratio <= MEDIAN_IN_ROOM


def measure_recorded(repository: Path, files: Sequence[str], pairs: int, sessions: int) -> bool:
    """Print the first answer and those that follow; true where these are within the budget."""
    folder = repository.parent / "recorded"
    for stream in streams_of(repository, sessions, 10):
        stream.write(folder / f"{stream.session}.asr.jsonl")
    environment = clean_environment(repository.parent)
    programs = str(Path(sys.executable).parent)
    environment["PATH"] = os.pathsep.join((programs, environment["PATH"]))
    subprocess.run(["git", "config", "attrib.sessions", folder], cwd=repository, check=True)
    run(["attrib", "index", "--build"], repository, environment)
    time.sleep(1)
    print(f"\n{sessions} sessions, indexed; the first answer\n")
    for file in files:
        first = run(["git", "asr-blame", "--porcelain", "--", file], repository, environment)
        print(f"  {file:32} {first.wall:6.3f} s   processor {first.processor:6.3f} s")
    again = compare(repository, files, pairs, IN_ROOM, ["--porcelain"])
    print("\nagain\n", *(f"  {pair}\n" for pair in again), sep="", end="")
    return all(pair.is_met for pair in again)


def main() -> int:
    """Read the command line, measure, and say what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--repository", type=Path)
    parser.add_argument("--sessions", type=int, default=10)
    parser.add_argument("--recorded", type=int, default=0)
    parser.add_argument("--commits", type=int, default=3000)
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--lines", type=int, default=2000)
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--check", action="store_true", help="1 where a budget is not met")
    parser.add_argument("file", nargs="*")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        if given.repository:
            repository, files = folder / "repository", given.file
            what = str(given.repository)
            command = ["git", "clone", "-q", "--shared", given.repository.resolve(), repository]
            subprocess.run(command, check=True)
        else:
            size = Size(given.commits, given.files, given.lines, given.sessions)
            what = str(size)
            repository = make_history(folder, size)
            files = given.file or [
                f"src/part-{number:02}/file-{number:05}.txt" for number in (0, 1)
            ]
        print(f"{what}, {given.pairs} pairs")
        if given.recorded:
            met = measure_recorded(repository, files, given.pairs, given.recorded)
        else:
            met = measure(repository, files, given.pairs)
    return int(given.check and not met)


if __name__ == "__main__":
    sys.exit(main())
