"""The kinds of history, by name; each says what happens in its world."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.accuracy_stories.world import World

Kind = Callable[[World], None]
KINDS: dict[str, Kind] = {}
CONTROLS: set[str] = set()


def kind(function: Kind) -> Kind:
    """Enter a kind under its name."""
    KINDS[function.__name__.replace("_", "-")] = function
    return function


def control(function: Kind) -> Kind:
    """Enter a kind in which no claim of more than weak strength may be made."""
    CONTROLS.add(function.__name__.replace("_", "-"))
    return kind(function)


def begin(world: World, files: int = 2) -> list[str]:
    """Some files that people made, and a commit of them; gives their paths."""
    paths = [f"src/{name}.py" for name in ("alpha", "beta", "gamma", "delta")[:files]]
    for path in paths:
        world.create("hand", path)
    world.commit(subject="begin")
    return paths
