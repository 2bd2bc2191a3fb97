"""Makes a history of any size with recorded sessions, for speed and load; the same one every time.

    python -m benchmarks.make_history --commits 1000 --files 100 --lines 200 --sessions 20 DIR

`DIR/repository` holds the history, `DIR/sessions` the streams, and `attrib.sessions` is set to
them. Of ten commits, six stand as a session recorded them, two were changed by hand after the
record, and two have no record. Records hold IDs and hunks, or hunks alone, in turn.
"""

from __future__ import annotations

import argparse
import random
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from attrib.demonstration.repository import EMAIL, PERSON, MadeUpRepository, clean_environment
from attrib.demonstration.stream import Stream, worktree_state

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
STEP = timedelta(minutes=10)
AGENTS = ("com.tencent.codebuddy", "com.anthropic.claude-code", "com.openai.codex")
WORDS = (
    "answer",
    "blob",
    "commit",
    "delta",
    "entry",
    "graph",
    "hunk",
    "index",
    "join",
    "keep",
    "line",
    "match",
    "node",
    "object",
    "path",
    "query",
    "record",
    "state",
    "tree",
    "walk",
)


@dataclass(frozen=True, slots=True)
class Size:
    """How large the history is; `lines` is per file, `sessions` the number of streams."""

    commits: int
    files: int
    lines: int
    sessions: int
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Edit:
    """`removed` lines at 0-based `index` become `added`."""

    index: int
    removed: int
    added: tuple[str, ...]

    def applied_to(self, lines: list[str]) -> list[str]:
        """The lines after the edit."""
        return [*lines[: self.index], *self.added, *lines[self.index + self.removed :]]

    def patch_of(self, lines: list[str]) -> str:
        """The edit of `lines` as one unified hunk with three lines of context."""
        end = self.index + self.removed
        first = max(0, self.index - 3)
        above, below = lines[first : self.index], lines[end : end + 3]
        context = len(above) + len(below)
        header = (
            f"@@ -{first + 1},{context + self.removed} "
            f"+{first + 1},{context + len(self.added)} @@\n"
        )
        rows = [f" {line}\n" for line in above]
        rows += [f"-{line}\n" for line in lines[self.index : end]]
        rows += [f"+{line}\n" for line in self.added]
        rows += [f" {line}\n" for line in below]
        return header + "".join(rows)


def make_history(folder: Path, size: Size) -> Path:
    """Make the history below `folder`, which must be empty or new; the repository's folder."""
    repository = MadeUpRepository.create(folder / "repository", home=folder)
    streams = [
        Stream(
            AGENTS[number % len(AGENTS)],
            "load",
            f"session-{number:06}",
            {"repo": repository.folder},
            at=_ts(_time_of(_first_commit(number, size)) - STEP),
        )
        for number in range(size.sessions)
    ]
    git = subprocess.Popen(
        ["git", "fast-import", "--quiet"],
        cwd=repository.folder,
        env=clean_environment(folder),
        stdin=subprocess.PIPE,
    )
    assert git.stdin is not None
    with git.stdin:
        for piece in _commits(size, streams):
            git.stdin.write(piece)
    if git.wait():
        raise SystemExit(f"git fast-import failed: exit code {git.returncode}")
    repository.git("reset", "--quiet", "--hard", "main")
    repository.git("config", "attrib.sessions", str(folder / "sessions"))
    for stream in streams:
        stream.write(folder / "sessions" / f"{stream.session}.asr.jsonl")
    return repository.folder


def _commits(size: Size, streams: list[Stream]) -> Iterator[bytes]:
    """The stream of git fast-import; records go into `streams` on the way."""
    chance = random.Random(size.seed)  # noqa: S311 - the same history every time
    files = {
        f"src/part-{number % 50:02}/file-{number:05}.txt": [
            _line(chance) for _ in range(size.lines)
        ]
        for number in range(size.files)
    }
    paths = list(files)
    yield _commit_of(0, "base")
    yield from (_file_of(path, _content(lines)) for path, lines in files.items())
    for number in range(1, size.commits):
        path = paths[0] if size.files == 1 else chance.choice(paths)
        edit, before = _edit(chance, files[path]), files[path]
        after = edit.applied_to(before)
        kind = number % 10
        if streams and kind < 8:
            stream = streams[number * len(streams) // size.commits]
            _record(stream, path, edit, before, at=_time_of(number) - STEP / 2, whole=kind % 2 == 0)
        if kind in (6, 7):
            after = _edit(chance, after).applied_to(after)
        files[path] = after
        yield _commit_of(number, f"change {path}")
        yield _file_of(path, _content(after))


def _record(
    stream: Stream, path: str, edit: Edit, before: list[str], *, at: datetime, whole: bool
) -> None:
    """Record `edit`: its two states by ID and its hunk when `whole`, else the hunk alone."""
    stream.change(
        path,
        at=_ts(at),
        before=worktree_state(_content(before)) if whole else None,
        after=worktree_state(_content(edit.applied_to(before))) if whole else None,
        patch=edit.patch_of(before),
        precision="exact" if whole else "hunks",
    )


def _edit(chance: random.Random, lines: list[str]) -> Edit:
    index = chance.randrange(len(lines))
    removed = min(chance.randrange(4), len(lines) - index)
    added = tuple(_line(chance) for _ in range(chance.randrange(1, 5)))
    return Edit(index, removed, added)


def _line(chance: random.Random) -> str:
    return f"{' '.join(chance.choices(WORDS, k=5))} {chance.randrange(1_000_000)}"


def _content(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _commit_of(number: int, subject: str) -> bytes:
    who = f"{PERSON} <{EMAIL}> {int(_time_of(number).timestamp())} +0000"
    head = f"commit refs/heads/main\nauthor {who}\ncommitter {who}\n"
    return f"{head}data {len(subject)}\n{subject}\n".encode()


def _file_of(path: str, content: bytes) -> bytes:
    return b"M 100644 inline %b\ndata %d\n%b\n" % (path.encode(), len(content), content)


def _first_commit(session: int, size: Size) -> int:
    return session * size.commits // size.sessions


def _time_of(commit: int) -> datetime:
    return BEGIN + STEP * commit


def _ts(time: datetime) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def main() -> None:
    """Read the command line and make the history."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--commits", type=int, default=1000)
    parser.add_argument("--files", type=int, default=100)
    parser.add_argument("--lines", type=int, default=200)
    parser.add_argument("--sessions", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("folder", type=Path, metavar="DIR")
    given = parser.parse_args()
    if given.folder.exists() and any(given.folder.iterdir()):
        parser.error(f"'{given.folder}' is not empty")
    size = Size(given.commits, given.files, given.lines, given.sessions, given.seed)
    print(make_history(given.folder.resolve(), size))


if __name__ == "__main__":
    main()
