"""Times `git commit` with the hook and with an empty one in turn; the difference is the hook's.

    python -m benchmarks.hooks            a commit in a small repository
    python -m benchmarks.hooks --check    exit with 1 where a budget is not met

Pairs alternate, so that whatever else the machine does meets both. The median of the differences
is held against the budgets: with no live session, and with one.
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

EMPTY = "#!/bin/sh\nexit 0\n"
#: Seconds that the hook may add, by what is live.
BUDGETS = {"no live session": 0.005, "one live session": 0.040}
VARIABLES = {"no live session": {}, "one live session": {"ATTRIB_SESSION_ID": "bench"}}


def repository(folder: Path, environment: Mapping[str, str], files: int) -> Path:
    """A repository with some files and one commit."""
    path = folder / "repository"
    run(["git", "init", "-q", str(path)], folder, environment)
    for number in range(files):
        file = path / f"{number // 100}" / f"{number}.txt"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"file {number}\n", encoding="utf-8")
    run(["git", "add", "-A"], path, environment)
    run(["git", "commit", "-q", "-m", "base"], path, environment)
    return path


def run(arguments: Sequence[str], folder: Path, environment: Mapping[str, str]) -> float:
    """Seconds from start to end."""
    start = time.perf_counter()
    subprocess.run(arguments, cwd=folder, env=environment, check=True, capture_output=True)
    return time.perf_counter() - start


def measure(
    path: Path, ours: str, environment: Mapping[str, str], pairs: int
) -> tuple[float, float]:
    """The median seconds of a commit with an empty hook, and of what ours adds to it."""
    hook = path / ".git" / "hooks" / "post-commit"
    command = ["git", "commit", "-q", "--allow-empty", "-m", "next"]
    empty: list[float] = []
    added: list[float] = []
    for number in range(pairs + 3):
        seconds = []
        for content in (EMPTY, ours):
            hook.write_text(content, encoding="utf-8")
            hook.chmod(0o755)
            seconds.append(run(command, path, environment))
        if number >= 3:
            empty.append(seconds[0])
            added.append(seconds[1] - seconds[0])
    return statistics.median(empty), statistics.median(added)


def main() -> int:
    """Measure and print; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    met = True
    with tempfile.TemporaryDirectory(prefix="attrib-hooks-") as name:
        folder = Path(name)
        environment = clean_environment(folder) | {"PATH": os.environ["PATH"]}
        path = repository(folder, environment, options.files)
        from attrib.recording.hook_scripts import script

        ours = script("post-commit")
        for state, budget in BUDGETS.items():
            plain, added = measure(path, ours, environment | VARIABLES[state], options.pairs)
            good = added <= budget
            met = met and good
            print(
                f"{state:18} commit {plain * 1000:6.1f} ms   hook adds {added * 1000:5.1f} ms"
                f"   budget {budget * 1000:3.0f} ms   {'met' if good else 'NOT MET'}"
            )
    return 0 if met or not options.check else 1


if __name__ == "__main__":
    sys.exit(main())
