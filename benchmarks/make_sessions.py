"""Makes recorded sessions over a repository that is here; the same ones every time.

    python -m benchmarks.make_sessions --sessions 300 REPOSITORY DIR

A session stands for some commits in a row of the first-parent history, whose changes it records
shortly before each commit: by texts, or by IDs, in turn; one change in five is another one than
was committed, and nine records in ten are messages. `DIR` gets one stream a session.
"""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from attrib.demonstration.stream import Stream, worktree_state

AGENTS = ("com.tencent.codebuddy", "com.anthropic.claude-code", "com.openai.codex")
_LARGEST = 300_000
_CHATTER = "What is said between the changes, as long as such rows are. " * 20


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit, and the (path, blob before, blob after) of what it modified or added."""

    time: int
    changes: tuple[tuple[str, str, str], ...]


def commits_of(repository: Path, count: int) -> list[Commit]:
    """The last `count` commits of the first-parent history that change files, oldest first."""
    command = ["git", "log", "-n", str(count), "--first-parent", "-m", "--raw", "--no-abbrev"]
    command += ["--no-renames", "--diff-filter=AM", "--format=%x01%ct"]
    output = subprocess.run(command, cwd=repository, check=True, capture_output=True).stdout
    found = []
    for entry in output.decode("utf-8", "replace").split("\x01")[1:]:
        time, *rows = entry.strip().split("\n")
        parts = [row.split(maxsplit=5) for row in rows if row]
        changes = tuple(
            (path, old, new) for _, mode, old, new, _, path in parts if mode != "160000"
        )
        if changes:
            found.append(Commit(int(time), changes))
    return found[::-1]


class Blobs:
    """The texts of blobs, one after the other from one git process."""

    def __init__(self, repository: Path) -> None:
        self._git = subprocess.Popen(
            ["git", "cat-file", "--batch"],
            cwd=repository,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def text(self, name: str) -> bytes | None:
        """The content of a blob; `None` for none, a large one, or one that is no UTF-8."""
        assert self._git.stdin is not None
        assert self._git.stdout is not None
        self._git.stdin.write(name.encode() + b"\n")
        self._git.stdin.flush()
        head = self._git.stdout.readline().split()
        if head[-1] == b"missing":
            return None
        data = self._git.stdout.read(int(head[2]) + 1)[:-1]
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            return None
        return data if len(data) <= _LARGEST else None

    def close(self) -> None:
        """End the git process."""
        assert self._git.stdin is not None
        self._git.stdin.close()
        self._git.wait()


def streams_of(repository: Path, sessions: int, each: int) -> Iterator[Stream]:
    """The sessions, each standing for `each` commits."""
    commits = commits_of(repository, sessions * each)
    blobs = Blobs(repository)
    for number in range(sessions):
        own = commits[number * len(commits) // sessions : (number + 1) * len(commits) // sessions]
        if not own:
            continue
        stream = Stream(
            AGENTS[number % len(AGENTS)],
            "load",
            f"session-{number:06}",
            {"repo": repository},
            at=_ts(own[0].time, 3600),
        )
        for place, commit in enumerate(own):
            _record(stream, commit, blobs, whole=(number + place) % 2 == 0)
        yield stream
    blobs.close()


def _record(stream: Stream, commit: Commit, blobs: Blobs, *, whole: bool) -> None:
    for place, (path, old, new) in enumerate(commit.changes[:20]):
        at = _ts(commit.time, 600 - place)
        for _ in range(17):
            stream.add("message", at, role="assistant", text=_CHATTER)
        before, after = blobs.text(old), blobs.text(new)
        if after is None:
            continue
        if place % 5 == 4:
            after += b"and a line that was not committed\n"
        stream.change(
            path,
            at=at,
            op="modify" if before is not None else "add",
            before=None if before is None or whole else worktree_state(before),
            after=worktree_state(after, text=whole),
        )


def _ts(time: int, earlier: int) -> str:
    moment = datetime.fromtimestamp(time, UTC) - timedelta(seconds=earlier)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def main() -> None:
    """Read the command line and write the streams."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--sessions", type=int, default=300)
    parser.add_argument("--each", type=int, default=10, help="commits a session")
    parser.add_argument("repository", type=Path)
    parser.add_argument("folder", type=Path, metavar="DIR")
    given = parser.parse_args()
    for stream in streams_of(given.repository.resolve(), given.sessions, given.each):
        stream.write(given.folder / f"{stream.session}.asr.jsonl")


if __name__ == "__main__":
    main()
