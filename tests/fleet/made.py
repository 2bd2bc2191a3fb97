"""Small repositories and sessions for tests of fleets, and the whole way through one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from attrib.demonstration.stream import Stream, worktree_state
from attrib.fleet.duck import Duck
from attrib.fleet.match import match
from attrib.fleet.parts import Folder
from attrib.fleet.units import Done, Unit, run
from attrib.model.fleet import FleetMatch
from tests.support import repos

BEFORE = b"def greet(name):\n    print(name)\n"
AFTER = b"def greet(name):\n    print(f'welcome back, {name}')\n"
AGENT = "com.tencent.codebuddy"


def repository(place: Path, *versions: bytes, path: str = "greet.py") -> Path:
    """A repository with these versions of one file, an hour apart."""
    repos.init(place)
    for hour, content in enumerate(versions or (BEFORE, AFTER)):
        repos.commit(place, {path: content}, date=f"2026-10-20T{12 + hour}:00:00+00:00")
    return place


def session(
    store: Path,
    root: Path,
    name: str = "S1",
    *,
    before: bytes = BEFORE,
    after: bytes = AFTER,
    path: str = "greet.py",
    at: str = "2026-10-20T12:30:00Z",
) -> Path:
    """A stream of one session that recorded one change under `root`."""
    stream = Stream(AGENT, "laptop", name, {"app": root}, at="2026-10-20T12:20:00Z")
    sides = (worktree_state(content, text=True) for content in (before, after))
    stream.change(path, at=at, before=next(sides), after=next(sides))
    return stream.write(store / f"{name}.asr.jsonl")


def matched(
    folder: Path, *, ask: Callable[[Unit], Done] = run, workers: int = 0, judges: bool = True
) -> FleetMatch:
    """What a match of the fleet says."""
    duck = Duck(workers=workers)
    try:
        return match(Folder(folder), duck, ask=ask, judges=judges)
    finally:
        duck.close()


def parts_of(folder: Path) -> dict[str, bytes]:
    """Every part of every exported table, by its name."""
    files = sorted((folder / "tables").rglob("*.parquet"))
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}
