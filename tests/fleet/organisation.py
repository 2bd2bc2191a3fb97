"""A made-up organisation: many small repositories, and many sessions of several developers in them.

The same one every time. Each commit of a repository has a manner in which sessions recorded it:
whole texts, IDs alone, worktree bytes with CRLF, parts that somebody changed before committing,
another path, a deletion, the same step in two sessions, a record that is late; some sessions name
or see commits, some recorded what nobody committed, some files were copied from another repository.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from attrib.demonstration.stream import Stream, worktree_id, worktree_state
from attrib.git.plain import run_git
from tests.support.repos import EMAIL, NAME

AGENTS = ("com.tencent.codebuddy", "com.anthropic.claude-code", "com.openai.codex")
MANNERS = (
    "texts",
    "texts",
    "ids",
    "ids",
    "crlf",
    "edited",
    "moved",
    "deleted",
    "shared",
    "late",
    "unrecorded",
    "trailer",
)
BEGIN = 1_792_497_600  # 2026-10-20T12:00:00Z
_HOUR = 3600
_COMMITS = 12


@dataclass
class Organisation:
    """Where it lies: the repositories in order, and the folder of all streams."""

    home: Path
    repositories: list[Path] = field(default_factory=list)

    @property
    def sessions(self) -> Path:
        """The store of all sessions."""
        return self.home / "sessions"


@dataclass
class _Change:
    """One file in one commit: text before and after, and how it was recorded."""

    path: str
    before: str | None
    after: str | None
    manner: str
    number: int
    time: int
    recorded_path: str = ""
    recorded: str | None = None


def organisation(home: Path, *, repositories: int, sessions: int, seed: int = 9) -> Organisation:
    """Make one below `home`, which is empty."""
    made = Organisation(home)
    chance = random.Random(seed)  # noqa: S311, no secrets
    shared: list[tuple[str, str]] = []
    each = sessions // repositories
    for number in range(repositories):
        folder = home / "repositories" / f"service-{number:02}.git"
        changes = list(_history(chance, number, shared))
        commits = _import(folder, changes)
        made.repositories.append(folder)
        for place, stream in enumerate(_streams(chance, number, changes, commits, each)):
            stream.write(made.sessions / f"{number:02}" / f"{place:03}.asr.jsonl")
    return made


def _line(chance: random.Random, number: int) -> str:
    words = ("widget", "ledger", "parser", "socket", "vector", "cursor", "branch", "signal")
    name = f"{chance.choice(words)}_{chance.randrange(10**6)}"
    return f"{name} = load({number}, {chance.random():.4f})\n"


def _history(
    chance: random.Random, number: int, shared: list[tuple[str, str]]
) -> Iterator[_Change]:
    """The changes of a repository, one a commit, oldest first."""
    files: dict[str, str] = {}
    for place in range(_COMMITS):
        time = BEGIN + number * 60 + place * _HOUR
        manner = MANNERS[(place + number) % len(MANNERS)] if place else "unrecorded"
        path = f"src/part{chance.randrange(4)}/mod{chance.randrange(3)}.py"
        before = files.get(path)
        if manner == "deleted" and files:
            path = chance.choice(sorted(files))
            yield _Change(path, files.pop(path), None, manner, place, time)
            continue
        if shared and chance.random() < 0.15:
            path, after = chance.choice(shared)
            path, before = f"vendor/{path}", files.get(f"vendor/{path}")
            manner = "unrecorded"
        else:
            lines = (before or "").splitlines(keepends=True)
            at = chance.randrange(len(lines) + 1)
            new = [_line(chance, place) for _ in range(chance.randrange(1, 6))]
            after = "".join([*lines[:at], *new, *lines[at + chance.randrange(2) :]])
        files[path] = after
        change = _Change(path, before, after, manner, place, time, path, after)
        if manner == "edited":
            change.recorded = after.replace("load", "read", 1)
        if manner == "moved":
            change.recorded_path = f"draft/{path.rpartition('/')[2]}"
        if manner in {"texts", "ids"} and chance.random() < 0.3:
            shared.append((path, after))
        yield change


def _import(folder: Path, changes: list[_Change]) -> list[str]:
    """A bare repository with these changes; the commits' IDs in order."""
    folder.mkdir(parents=True)
    environment = dict(os.environ)
    run_git(["init", "--quiet", "--bare", "--initial-branch=main"], cwd=folder, env=environment)
    parts: list[bytes] = []
    for change in changes:
        trailer = f"\n\nAsr-Session: s{change.number:03}\n" if change.manner == "trailer" else "\n"
        message = f"change {change.number}{trailer}".encode()
        person = f"{NAME} <{EMAIL}> {change.time} +0000".encode()
        parts.append(b"commit refs/heads/main\nmark :%d\n" % (change.number + 1))
        parts.append(b"author %b\ncommitter %b\n" % (person, person))
        parts.append(b"data %d\n%b\n" % (len(message), message))
        if change.after is None:
            parts.append(b"D %b\n" % change.path.encode())
        else:
            data = change.after.encode()
            head = b"M 100644 inline %b\n" % change.path.encode()
            parts.append(head + b"data %d\n%b\n" % (len(data), data))
    marks = folder / "marks"
    arguments = ["fast-import", "--quiet", f"--export-marks={marks}"]
    run_git(arguments, cwd=folder, env=environment, data=b"".join(parts))
    rows = sorted(
        (int(row[1:].split()[0]), row.split()[1]) for row in marks.read_text().split("\n")[:-1]
    )
    return [oid for _, oid in rows]


def _at(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _state(text: str | None, manner: str) -> Mapping[str, Any] | None:
    if text is None:
        return None
    if manner == "crlf":
        return worktree_state(text.replace("\n", "\r\n").encode())
    return worktree_state(text.encode(), text=manner in {"texts", "edited", "shared"})


def _streams(
    chance: random.Random, number: int, changes: list[_Change], commits: list[str], count: int
) -> Iterator[Stream]:
    """The sessions of one repository; those without a change recorded what nobody committed."""
    recorded = [change for change in changes if change.manner != "unrecorded"]
    for place in range(count):
        developer = chance.randrange(3)
        name = f"s{place:03}" if number % 2 else f"{number:02}-{place:03}"
        agent = AGENTS[place % len(AGENTS)]
        root = f"/home/dev{developer}/src/service-{number:02}"
        mine = recorded[place % len(recorded)] if place < 2 * len(recorded) else None
        start = (mine.time if mine else BEGIN + place * 60) - 1800
        namespace = f"laptop-{developer}-{number}"
        stream = Stream(agent, namespace, name, {"app": root}, at=_at(start))
        if mine is None or (place >= len(recorded) and mine.manner != "shared"):
            _stray(stream, chance, changes, start)
        else:
            _record(stream, mine)
        if mine is not None:
            _watch(stream, chance, mine, commits)
        yield stream


def _record(stream: Stream, change: _Change) -> None:
    delay = 5 * _HOUR if change.manner == "late" else -600
    is_add = change.before is None or change.manner == "moved"
    stream.change(
        change.recorded_path or change.path,
        at=_at(change.time + delay),
        op="delete" if change.after is None else ("add" if is_add else "modify"),
        before=None if is_add else _state(change.before, change.manner),
        after=_state(change.recorded, change.manner),
    )


def _stray(stream: Stream, chance: random.Random, changes: list[_Change], start: float) -> None:
    """A change that nobody committed, of a file of the repository."""
    change = chance.choice(changes)
    text = (change.after or "") + _line(chance, 99)
    state = worktree_state(text.encode(), text=chance.random() < 0.5)
    stream.change(change.path, at=_at(start + 60), after=state, before=_state(change.after, "ids"))


def _watch(stream: Stream, chance: random.Random, change: _Change, commits: list[str]) -> None:
    """What the session saw of git: nothing, HEAD, or the commit, by its ID or some digits of it."""
    seen = chance.randrange(5)
    commit = commits[change.number]
    if seen == 1:
        stream.state(at=_at(change.time + 60), head=commit)
    elif seen == 2:
        stream.vcs("commit", at=_at(change.time + 30), evidence="observed", commit=commit)
    elif seen == 3:
        prefix = commit[:8]
        stream.vcs(
            "commit", at=_at(change.time + 30), evidence="parsed_output", commitPrefix=prefix
        )
    elif seen == 4 and change.number:
        stream.state(at=_at(change.time - 900), head=commits[change.number - 1])
        stream.state(at=_at(change.time + 60), head=commit)


__all__ = ["Organisation", "organisation", "worktree_id"]
