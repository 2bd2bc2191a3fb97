"""Kinds about who edits what between two commits."""

from __future__ import annotations

from benchmarks.accuracy_stories.kinds import begin, kind
from benchmarks.accuracy_stories.world import World


@kind
def plain(world: World) -> None:
    """One session at a time, one file or two, a commit after each piece of work."""
    paths = begin(world)
    for _ in range(3):
        session = world.session()
        for _ in range(world.rng.randrange(1, 4)):
            world.edit(session, world.rng.choice(paths))
        if world.rng.random() < 0.5:
            path = f"src/new{world.rng.randrange(1000)}.py"
            world.create(session, path)
            paths.append(path)
        world.commit(by=session if session.manner.sees_commits else None)


@kind
def several_sessions(world: World) -> None:
    """Two or three sessions take turns in one file before a commit."""
    paths = begin(world)
    for _ in range(3):
        sessions = world.sessions_of(world.rng.choice((2, 3)))
        for _ in range(world.rng.randrange(2, 6)):
            world.edit(world.rng.choice(sessions), world.rng.choice(paths))
        world.commit()


@kind
def hand_edits(world: World) -> None:
    """People edit before, between and after the sessions' edits, in the same files."""
    paths = begin(world)
    for _ in range(3):
        sessions = world.sessions_of(world.rng.choice((1, 2)))
        for _ in range(world.rng.randrange(2, 6)):
            actor = world.rng.choice([*sessions, "hand"])
            world.edit(actor, world.rng.choice(paths))
        world.commit()
