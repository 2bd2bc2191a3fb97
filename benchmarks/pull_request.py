"""Times `attrib pr render` over a made-up pull request, all files recorded by sessions.

    python -m benchmarks.pull_request [--commits 200] [--files 1000] [--check]

Each commit changes some of the files, so that every file is changed by several commits, and every
tenth commit merges what the base got in the meantime. The time is that of a whole process, from
its start to its end; with `--check`, more than 10 seconds make the exit code 1.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from attrib.demonstration.repository import MadeUpRepository, clean_environment
from attrib.demonstration.stream import Stream, worktree_state

BEGIN = 1_767_225_600
BUDGET = 10.0
LINES = 60
SESSIONS = 10


class Making:
    """A history under way: what `main` and `topic` hold, as input of `git fast-import`."""

    def __init__(self, repository: Path, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - the same history every time
        self.parts: list[bytes] = []
        self.marks = 0
        self.files: dict[str, list[str]] = {}
        self.streams = [
            Stream(
                "com.tencent.codebuddy",
                "load",
                f"session-{number}",
                {"repo": repository},
                at=_ts(0),
            )
            for number in range(SESSIONS)
        ]

    def commit(self, branch: str, parents: list[int], paths: list[str]) -> int:
        """Commit these files as they are now; the commit's mark."""
        self.marks += 1
        head = f"commit refs/heads/{branch}\nmark :{self.marks}\n"
        head += f"committer Ada Lovelace <ada@example.invalid> {BEGIN + 600 * self.marks} +0000\n"
        head += "data 6\nchange\n"
        words = ("from", *["merge"] * (len(parents) - 1)) if parents else ()
        head += "".join(f"{word} :{mark}\n" for word, mark in zip(words, parents, strict=True))
        self.parts.append(head.encode())
        for path in paths:
            text = self.text(path)
            self.parts.append(
                b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(text), text)
            )
        return self.marks

    def edit(self, path: str, number: int) -> None:
        """Put new lines into a file, and record it; two edits of ten are not recorded."""
        before = self.text(path) if path in self.files else None
        lines = self.files.setdefault(path, [])
        at = self.chance.randrange(len(lines) + 1)
        count = 5 if lines else LINES
        lines[at : at + 1] = [
            f"value_{number}_{each} = answer({each}, '{path}')" for each in range(count)
        ]
        if self.chance.random() < 0.8:
            self.streams[number % SESSIONS].change(
                path,
                at=_ts(600 * (self.marks + 1) - 60),
                op="add" if before is None else "modify",
                before=None if before is None else worktree_state(before),
                after=worktree_state(self.text(path)),
            )

    def text(self, path: str) -> bytes:
        """The content of a file as it is now."""
        return "\n".join([*self.files[path], ""]).encode()


def _ts(seconds: int) -> str:
    return datetime.fromtimestamp(BEGIN + seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def make(folder: Path, commits: int, files: int) -> Path:
    """The repository, `main` and `topic` in it, its sessions beside it."""
    repository = MadeUpRepository.create(folder / "repository", home=folder)
    making = Making(repository.folder, seed=1)
    paths = [f"part{number % 20}/file{number}.py" for number in range(files)]
    making.files["base.py"] = ["base = 0"]
    base = topic = making.commit("main", [], ["base.py"])
    each = max(1, files // commits)
    for number in range(commits):
        if number % 10 == 9:
            making.files["base.py"] += [f"base_{number} = {number}"]
            base = making.commit("main", [base], ["base.py"])
            topic = making.commit("topic", [topic, base], ["base.py"])
            continue
        own = paths[number * each : (number + 1) * each]
        more = making.chance.sample(paths, 2 * each)
        chosen = sorted({*own, *(path for path in more)})
        for path in chosen:
            making.edit(path, number)
        topic = making.commit("topic", [topic], chosen)
    subprocess.run(
        ["git", "fast-import", "--quiet"],
        cwd=repository.folder,
        env=clean_environment(folder),
        input=b"".join(making.parts),
        check=True,
    )
    for stream in making.streams:
        stream.write(folder / "sessions" / f"{stream.session}.asr.jsonl")
    return repository.folder


def measure(repository: Path, *options: str) -> tuple[float, float, bytes]:
    """Seconds of one rendering, wall and processor, and what was printed."""
    command = [sys.executable, "-m", "attrib", "pr", "render", "--base", "main", "--head", "topic"]
    environment = dict(os.environ) | {"ATTRIB_SESSIONS": str(repository.parent / "sessions")}
    begin, spent = time.perf_counter(), os.times()
    done = subprocess.run(
        [*command, *options], cwd=repository, env=environment, check=True, capture_output=True
    )
    wall, now = time.perf_counter() - begin, os.times()
    processor = now.children_user + now.children_system
    return wall, processor - spent.children_user - spent.children_system, done.stdout


def main() -> int:
    """Make one, time it, print it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--commits", type=int, default=200)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--check", action="store_true", help=f"fail over {BUDGET:.0f} seconds")
    parser.add_argument("--keep", type=Path, help="make it in this folder, and leave it there")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pull-request-") as temporary:
        folder = given.keep or Path(temporary)
        repository = make(folder.resolve(), given.commits, given.files)
        wall, processor, body = measure(repository)
        print(b"\n".join(body.split(b"\n")[1:4]).decode())
        print(f"{wall:.2f} s, {processor:.2f} s on processors; budget {BUDGET:.0f} s")
    return int(given.check and wall > BUDGET)


if __name__ == "__main__":
    sys.exit(main())
