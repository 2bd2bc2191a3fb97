"""Kinds about how content is stored and where: line ends, Git LFS, moved files."""

from __future__ import annotations

from benchmarks.accuracy_stories import text
from benchmarks.accuracy_stories.kinds import begin, kind
from benchmarks.accuracy_stories.model import Line
from benchmarks.accuracy_stories.recorder import Session
from benchmarks.accuracy_stories.recording import mixed
from benchmarks.accuracy_stories.world import World


@kind
def crlf_by_configuration(world: World) -> None:
    """`core.autocrlf` gives the worktree CRLF; the repository stores LF."""
    world.config["core.autocrlf"] = "true"
    world.main.crlf = world.rng.random() < 0.8
    mixed(world)


@kind
def crlf_by_attributes(world: World) -> None:
    """`.gitattributes` gives the worktree CRLF; the configuration says nothing."""
    world.put("hand", ".gitattributes", [Line(b"*.py text eol=crlf\n")])
    world.main.crlf = True
    mixed(world)


@kind
def lfs_pointers(world: World) -> None:
    """A file stands in the repository as a Git LFS pointer."""
    world.put("hand", ".gitattributes", [Line(b"*.bin filter=lfs diff=lfs merge=lfs -text\n")])
    world.pointers.add("data.bin")
    world.create("hand", "data.bin")
    world.commit()
    for _ in range(4):
        session = world.session(mode=world.rng.choice(("sha256", "full", "ids", "after-id")))
        for _ in range(world.rng.choice((1, 1, 2))):
            world.edit(world.one_of(session, session, "hand"), "data.bin")
        world.commit()


@kind
def renamed_by_git(world: World) -> None:
    """A committed file is moved by a person, in a commit of its own or with edits."""
    path = begin(world)[0]
    for number in range(3):
        session = world.session()
        world.edit(session, path)
        if world.rng.random() < 0.7:
            world.commit()
        new = f"src/moved{number}.py"
        world.main.files[new] = world.main.files.pop(path)
        path = new
        if world.rng.random() < 0.5:
            world.edit(world.one_of(session, "hand"), path)
        world.commit()


@kind
def renamed_before_the_commit(world: World) -> None:
    """A session's new or changed file is moved by a person before anything is committed."""
    path = begin(world)[0]
    for number in range(3):
        session = world.session()
        if world.rng.random() < 0.5:
            path = f"draft{number}.py"
            world.create(session, path)
        else:
            world.edit(session, path)
        new = f"src/final{number}.py"
        world.main.files[new] = world.main.files.pop(path)
        path = new
        world.commit()


@kind
def renamed_by_sessions(world: World) -> None:
    """Sessions move files, with or without edits, and record it."""
    path = begin(world)[0]
    for number in range(3):
        session = world.session()
        world.edit(world.one_of(session, "hand"), path)
        if world.rng.random() < 0.5:
            world.commit()
        new = f"src/moved{number}.py"
        lines = world.main.files[path]
        changed = world.mutated(lines) if world.rng.random() < 0.5 else lines
        world.put(session, new, changed, old_path=path)
        path = new
        if world.rng.random() < 0.5:
            world.edit(world.one_of(session, "hand"), path)
        world.commit()


@kind
def no_newline_at_the_end(world: World) -> None:
    """Files end without a newline, and edits are often at the end."""
    world.unended.update({"src/alpha.py", "src/beta.py"})
    paths = begin(world)
    for _ in range(3):
        actors: list[Session | str] = [*world.sessions_of(world.rng.choice((1, 2))), "hand"]
        for _ in range(world.rng.randrange(2, 5)):
            actor, path = world.one_of(*actors), world.rng.choice(paths)
            if world.rng.random() < 0.5:
                more = [Line(t) for t in text.fresh_lines(world.rng, 2, common=0.1)]
                world.put(actor, path, [*world.main.files[path], *more])
            else:
                world.edit(actor, path)
        world.commit()


@kind
def root_below_the_top(world: World) -> None:
    """Sessions run in a folder of the repository and name paths from there."""
    paths = begin(world)
    for _ in range(3):
        session = world.session(below="src/")
        for _ in range(world.rng.randrange(2, 5)):
            world.edit(world.one_of(session, session, "hand"), world.rng.choice(paths))
        world.commit()
