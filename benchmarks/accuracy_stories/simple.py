"""Kinds about who edits what between two commits."""

from __future__ import annotations

from benchmarks.accuracy_stories.kinds import begin, kind
from benchmarks.accuracy_stories.lines import again
from benchmarks.accuracy_stories.model import Line
from benchmarks.accuracy_stories.recorder import Session
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
            actor = world.one_of(*sessions, "hand")
            world.edit(actor, world.rng.choice(paths))
        world.commit()


@kind
def formatter(world: World) -> None:
    """A formatter changes the white space or the quotes of everything before a commit."""
    paths = begin(world)
    passes = (
        lambda text: text.replace(b"    ", b"  "),
        lambda text: text.replace(b" = ", b"="),
        lambda text: text.replace(b'"', b"'"),
        lambda text: text.replace(b", ", b","),
    )
    for change in world.rng.sample(passes, 3):
        session = world.session()
        for _ in range(world.rng.randrange(1, 4)):
            world.edit(session, world.rng.choice(paths))
        for path in paths:
            world.reshape("formatter", path, change)
        world.commit()


@kind
def partial_staging(world: World) -> None:
    """Some of the changes are committed first, the rest later; people edit in between."""
    paths = begin(world)
    for _ in range(2):
        actors: list[Session | str] = [*world.sessions_of(world.rng.choice((1, 2))), "hand"]
        path = world.rng.choice(paths)
        for _ in range(world.rng.randrange(3, 7)):
            world.edit(world.one_of(*actors), path)
        world.commit_part(path)
        if world.rng.random() < 0.4:
            world.edit("hand", path)
        world.commit()


@kind
def same_text(world: World) -> None:
    """Two sessions type the same lines: at two paths, or one after the other in one file."""
    paths = begin(world)
    for _ in range(3):
        one, two = world.sessions_of(2)
        typed = world.edit(one, paths[0], places=1)
        if world.rng.random() < 0.5:
            other = list(world.main.files[paths[1]])
            other[3:3] = again(typed.made)
            world.put(two, paths[1], other)
        else:
            path = paths[0]
            taken = {id(line) for line in typed.made}
            world.put("hand", path, [x for x in world.main.files[path] if id(x) not in taken])
            lines = list(world.main.files[path])
            lines[2:2] = again(typed.made)
            world.put(two, path, lines)
        world.commit()


@kind
def duplicate_lines(world: World) -> None:
    """Files full of equal lines, edited by sessions and people."""
    for path in ("a.c", "b.c"):
        world.create("hand", path, common=0.7)
    world.commit()
    for _ in range(3):
        actors: list[Session | str] = [*world.sessions_of(2), "hand"]
        for _ in range(world.rng.randrange(2, 5)):
            path = world.rng.choice(("a.c", "b.c"))
            world.edit(world.one_of(*actors), path, common=0.7)
            if world.rng.random() < 0.4:
                copy_block(world, world.one_of(*actors), path)
        world.commit()


def copy_block(world: World, actor: Session | str, path: str) -> None:
    """Some lines of a file stand at a second place too."""
    lines = list(world.main.files[path])
    at, to = world.rng.randrange(len(lines)), world.rng.randrange(len(lines) + 1)
    lines[to:to] = again(lines[at : at + world.rng.randrange(1, 5)])
    world.put(actor, path, lines)


@kind
def deletions(world: World) -> None:
    """Sessions and people take away lines and whole files."""
    paths = begin(world, 4)
    for _ in range(3):
        actors: list[Session | str] = [*world.sessions_of(1), "hand"]
        for _ in range(3):
            path = world.rng.choice(paths)
            lines = list(world.main.files[path])
            at = world.rng.randrange(max(1, len(lines) - 4))
            world.put(world.one_of(*actors), path, lines[:at] + lines[at + 3 :])
        if len(paths) > 2:
            world.put(world.one_of(*actors), paths.pop(), None)
        world.commit()


@kind
def copies_by_hand(world: World) -> None:
    """A person copies a whole file to another path, and back, outside of any session."""
    paths = begin(world)
    for number in range(2):
        session = world.session()
        path, copy = paths[0], f"copy{number}.py"
        world.edit(session, path)
        twins = [Line(x.text, copy_of=x) for x in world.main.files[path]]
        world.put("copy", copy, twins)
        if world.rng.random() < 0.5:
            world.commit()
        world.edit(world.one_of(session, "hand"), copy)
        if world.rng.random() < 0.5:
            world.commit()
        world.edit(world.one_of(session, "hand"), path)
        held = {id(line) for line in world.main.files[path]}
        back = [
            x.copy_of if x.copy_of is not None and id(x.copy_of) in held else Line(x.text)
            for x in world.main.files[copy]
        ]
        world.put("copy", path, back)
        world.commit()
