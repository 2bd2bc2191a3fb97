"""Times building the index: `python -m benchmarks.index [REPOSITORY] [--log FILE]`.

Prints the seconds of git's own bare pass over the history and of a first build in turn, their
ratio, the size of the file, and an update with one new commit; for sessions, MB/s. Budgets: a
ratio of 1.3, 500 MB for 100,000 commits, 0.1 s, 800 MB/s. Nothing is written into REPOSITORY:
the work is done in a clone that shares its objects. Without one a history is made.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from attrib.answers.index import build_index
from attrib.demonstration.repository import clean_environment
from attrib.git.command import open_repository
from attrib.git.history import LOG_ARGUMENTS
from attrib.index.database import Database, index_path
from attrib.index.sessions import SessionIndex
from benchmarks.make_history import Size, make_history

GOAL_RATIO, GOAL_UPDATE, GOAL_SPEED = 1.3, 0.1, 800


def git(folder: Path, *args: str, stdin: bytes = b"") -> bytes:
    return subprocess.run(
        ["git", "-C", str(folder), *args],
        input=stdin,
        check=True,
        capture_output=True,
        env=clean_environment(folder),
    ).stdout


def bare_pass(folder: Path) -> float:
    """The seconds of git alone."""
    tips = git(folder, "for-each-ref", "--format=%(objectname)")
    begin = time.perf_counter()
    git(folder, "-c", "core.commitGraph=false", *LOG_ARGUMENTS, stdin=tips)
    return time.perf_counter() - begin


def build(folder: Path) -> tuple[float, int, int]:
    """Seconds, commits and bytes of a build; what is there is read on."""
    begin = time.perf_counter()
    with open_repository(folder) as repository:
        report = build_index(repository)
    return time.perf_counter() - begin, report.commits, report.size or 0


def add_commit(folder: Path) -> None:
    tip = git(folder, "rev-list", "-1", "--all").decode().strip()
    blob = git(folder, "hash-object", "-w", "--stdin", stdin=b"new\n").decode().strip()
    entry = f"100644 blob {blob}\tnew-{tip}\n".encode()
    listing = git(folder, "ls-tree", tip)
    tree = git(folder, "mktree", stdin=listing + entry).decode().strip()
    commit = git(folder, "commit-tree", "-p", tip, "-m", "new", tree).decode().strip()
    git(folder, "update-ref", "refs/heads/benchmark-index", commit)


def history_report(folder: Path, pairs: int) -> None:
    rows = []
    commits = size = 0
    for _ in range(pairs):
        bare = bare_pass(folder)
        shutil.rmtree(index_path(str(folder)).parent, ignore_errors=True)
        seconds, commits, size = build(folder)
        rows.append((bare, seconds))
    bare, seconds = (statistics.median(column) for column in zip(*rows, strict=True))
    ratio = statistics.median(built / alone for alone, built in rows)
    print(f"{commits:,} commits, {size / 1e6:.1f} MB")
    print(f"bare pass   {bare:8.3f} s")
    print(f"first build {seconds:8.3f} s  {ratio:.2f} times, goal {GOAL_RATIO}")
    updates = []
    for _ in range(pairs):
        add_commit(folder)
        updates.append(build(folder)[0])
    print(f"one commit  {statistics.median(updates):8.3f} s  goal {GOAL_UPDATE}")


def log_lines(count: int) -> Iterator[bytes]:
    """A log of which one line in ten is a `file_change`."""
    random.seed(1)
    yield b'{"type": "session", "seq": 1, "id": "r1", "sessionId": "s", "agent": "a"}\n'
    words = [f"word{number} " for number in range(999)]
    for number in range(2, count):
        ts = f"2026-10-20T12:{number // 60 % 60:02}:{number % 60:02}Z"
        head = {"seq": number, "id": f"r{number}", "ts": ts}
        text = "".join(random.choices(words, k=300))  # noqa: S311
        if number % 10:
            yield json.dumps({"type": "message", **head, "text": text}).encode() + b"\n"
            continue
        sides = [
            {"objectId": hashlib.sha1(str(n).encode(), usedforsecurity=False).hexdigest()}
            | {"objectIdType": "git-blob-sha1", "representation": "worktree"}
            for n in (number, number + 1)
        ]
        change = {"op": "modify", "root": "r", "path": f"f{number % 97}"}
        changes = [{**change, "before": sides[0], "after": sides[1]}]
        patch = {"format": "unified", "text": text}
        record = {"type": "file_change", **head, "status": "applied", "changes": changes}
        yield json.dumps({**record, "patch": patch}).encode() + b"\n"


def sessions_report(folder: Path, log: Path | None, pairs: int) -> None:
    if log is None:
        log = folder / "log.jsonl"
        with log.open("wb") as file:
            file.writelines(log_lines(60_000))
    size = log.stat().st_size / 1e6
    path = folder / "sessions" / "index.sqlite"
    firsts: list[float] = []
    agains: list[float] = []
    for _ in range(pairs):
        shutil.rmtree(path.parent, ignore_errors=True)
        index = SessionIndex(Database(path, create=True))
        for seconds in (firsts, agains):
            begin = time.perf_counter()
            index.read(str(log), log.name)
            seconds.append(time.perf_counter() - begin)
    print(f"log of {size:.0f} MB")
    print(f"first read  {size / min(firsts):8.0f} MB/s  goal {GOAL_SPEED}")
    print(f"again       {statistics.median(agains):8.3f} s")


def main() -> None:
    """Measure in a temporary folder and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("repository", nargs="?", type=Path)
    parser.add_argument("--log", type=Path)
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
        sessions_report(folder, given.log, given.pairs)


if __name__ == "__main__":
    main()
