"""Measures memory: `python -m benchmarks.memory [--size MB] [--commits N] [--folder DIR]`.

Made up are a history and a folder of session streams about its files, of each of which one line in
ten is a `file_change`. In turn run: `git blame` alone, a blame without an index, a first
`attrib index --build` of both, and a blame with the index. Printed are the most that our process
held, the anonymous part of that, and the peak of the largest process, which may be git's: pages of
packs that git maps count there, though the system may take them back. Budgets: 300 MB for a blame,
500 MB for indexing 1 GiB and 100,000 commits.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from attrib.demonstration.repository import clean_environment
from benchmarks.make_history import Size, make_history
from benchmarks.sessions import log_lines

BLAME, INDEX = 300, 500
FILES, LINES, STREAMS = 400, 120, 300
OTHER = 1500
_PAUSE = 0.005
_PROGRAM = "import sys; from attrib.cli.{} import main; sys.exit(main())"


@dataclass(frozen=True, slots=True)
class Peaks:
    """What one run took at most, in MB, and its seconds on processors.

    `first` and `anonymous` are those of the process that was started, `largest` of any.
    """

    first: float
    anonymous: float
    largest: float
    processor: float


def run(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Peaks:
    """Run a program to its end; look every few milliseconds at what it holds."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    first = anonymous = 0
    while True:
        now = _held_by(process.pid)
        first, anonymous = max(first, now[0]), max(anonymous, now[1])
        ended, status, used = os.wait4(process.pid, os.WNOHANG)
        if ended:
            break
        time.sleep(_PAUSE)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"'{command[-1]}' ended with {process.returncode}")
    seconds = used.ru_utime + used.ru_stime
    return Peaks(_mb(first), _mb(anonymous), _mb(used.ru_maxrss), seconds)


def _mb(kib: int) -> float:
    return kib * 1024 / 1e6


def _held_by(pid: int) -> tuple[int, int]:
    """KiB that a process held at most so far, and of no file now; 0 where nobody tells."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0, 0
    found = dict(line.split(":", 1) for line in status.splitlines())
    first, anonymous = (int(found.get(n, "0").split()[0]) for n in ("VmHWM", "RssAnon"))
    return first, anonymous


def make_streams(folder: Path, repository: Path, size: int) -> None:
    """Streams of `size` bytes together, about the files of the made-up history."""
    folder.mkdir()
    paths = [f"src/part-{n % 50:02}/file-{n:05}.txt" for n in range(FILES)]
    for number in range(STREAMS):
        each = size // STREAMS
        lines = log_lines(each, OTHER, seed=number, root=str(repository), paths=paths)
        with (folder / f"{number:03}.asr.jsonl").open("wb") as file:
            file.writelines(lines)


def measure(repository: Path, home: Path) -> bool:
    """Print the peaks of each run; true where all are within the budgets."""
    environment = clean_environment(home)
    root = str(Path(__file__).resolve().parent.parent)
    environment["PYTHONPATH"] = os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])
    python = [sys.executable, "-c"]
    blame = ["blame", "--porcelain", "src/part-07/file-00007.txt"]
    ours = [*python, _PROGRAM.format("blame"), *blame[1:]]
    build = [*python, _PROGRAM.format("main"), "index", "--build"]
    are_met = True
    for name, command, budget in (
        ("git blame", ["git", *blame], None),
        ("blame, no index", ours, BLAME),
        ("index --build", build, INDEX),
        ("blame, indexed", ours, BLAME),
    ):
        peaks = run(command, repository, environment)
        print(
            f"{name:16} first process {peaks.first:5.0f} MB, anonymous {peaks.anonymous:5.0f} MB, "
            f"largest process {peaks.largest:5.0f} MB, {peaks.processor:5.1f} s",
            end="",
        )
        if budget is not None:
            is_met = peaks.first <= budget
            are_met = are_met and is_met
            print(f", budget {budget} MB {'met' if is_met else 'NOT MET'}", end="")
        print()
    return are_met


def main() -> int:
    """Make the history and the streams, measure, and say what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--size", type=int, default=1074, metavar="MB", help="of the streams")
    parser.add_argument("--commits", type=int, default=100_000)
    parser.add_argument("--folder", type=Path, help="made here and kept, or found here")
    parser.add_argument("--check", action="store_true", help="end with 1 where a budget is missed")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = (given.folder or Path(name) / "made").resolve()
        repository = folder / "repository"
        if not repository.exists():
            make_history(folder, Size(given.commits, FILES, LINES, 0))
            make_streams(folder / "sessions", repository, given.size * 10**6)
        are_met = measure(repository, folder)
    return 0 if are_met or not given.check else 1


if __name__ == "__main__":
    sys.exit(main())
