"""Kinds in which nothing firm may be said: records and commits that have nothing in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.accuracy_stories import text
from benchmarks.accuracy_stories.kinds import begin, control
from benchmarks.accuracy_stories.lines import again
from benchmarks.accuracy_stories.model import Line, Worktree
from benchmarks.accuracy_stories.recorder import Session
from benchmarks.accuracy_stories.recording import mixed
from benchmarks.accuracy_stories.world import World

_SHARED = ("LICENSE", "NOTICE", "CONTRIBUTING.md", ".gitignore", ".editorconfig", "SECURITY.md",
           "CODE_OF_CONDUCT.md", ".gitattributes")  # fmt: skip
_TEMPLATE = ("Makefile", "setup.cfg", "docs/conf.py", "src/main.py", "tests/conftest.py", "tox.ini")


def _stranger(world: World, folder: str = "/srv/other", **manner: Any) -> Session:
    """A session of another repository."""
    made = world.session(Worktree(folder, "main"), **manner)
    world.sessions.remove(made)
    world.strangers.append(made)
    return made


@control
def other_repository(world: World) -> None:
    """Sessions of another repository, with the same paths and other text."""
    paths = begin(world)
    for _ in range(3):
        stranger = _stranger(world)
        for path in paths:
            world.create(stranger, path)
            world.edit(stranger, path)
        world.edit("hand", world.rng.choice(paths))
        world.commit()


@control
def licence_files(world: World) -> None:
    """Another repository's session writes the licence and other files that all projects share."""
    _shared_files(world, _SHARED, at_once=world.rng.random() < 0.5)


@control
def template(world: World) -> None:
    """Another repository began from the same template, which a session filled in there."""
    _shared_files(world, _TEMPLATE, at_once=True)


def _shared_files(world: World, names: Sequence[str], *, at_once: bool) -> None:
    stranger = _stranger(world, mode=world.rng.choice(("full", "ids", "after")))
    chosen = world.rng.sample(names, 5)
    for name in chosen:
        world.create(stranger, name)
    for name in chosen:
        world.put("hand", name, again(stranger.worktree.files[name]))
        if not at_once:
            world.commit()
    begin(world)
    for _ in range(2):
        world.edit("hand", chosen[0])
        world.commit()


@control
def vendored(world: World) -> None:
    """A person copies files in, which a session of another repository wrote there."""
    begin(world)
    stranger = _stranger(world, mode=world.rng.choice(("full", "ids", "after")))
    for name in ("lib/one.py", "lib/two.py", "lib/three.py", "lib/four.py"):
        world.create(stranger, name)
        world.put("hand", f"vendor/{name}", again(stranger.worktree.files[name]))
    world.commit()


@control
def shuffled_states(world: World) -> None:
    """Every recorded state stands in a record of another path."""
    world.nothing_is_true = True
    paths = begin(world, 4)
    for _ in range(3):
        session = world.session(mode=world.rng.choice(("full", "ids", "sha256", "after-id")),
                                sees_commits=False)  # fmt: skip
        for path in paths:
            world.edit(session, path, common=0)
        world.commit()
    rows = [row for s in world.sessions for row in s.rows if row["type"] == "file_change"]
    changes: list[dict[str, Any]] = [change for row in rows for change in row["changes"]]
    by_path = {p: [c for c in changes if c["path"] == p] for p in paths}
    states = {p: [(c.get("before"), c["after"]) for c in by_path[p]] for p in paths}
    for number, path in enumerate(paths):
        other = states[paths[number - 1]]
        world.rng.shuffle(other)
        for change, (before, after) in zip(by_path[path], other, strict=True):
            change["after"] = after
            if before is not None:
                change["before"] = before


@control
def older_than_the_records(world: World) -> None:
    """Commits older than any record, one of whose contents a session later makes again."""
    paths = begin(world)
    olds = []
    for _ in range(4):
        path = world.rng.choice(paths)
        world.edit("hand", path)
        olds.append((path, world.main.files[path]))
        world.commit()
    world.tick(500, 5000)
    for path, lines in world.rng.sample(olds, 2):
        session = world.session()
        world.edit(session, path)
        held = {id(line) for line in world.main.files[path]}
        world.put(session, path, [x if id(x) in held else Line(x.text) for x in lines])
        if world.rng.random() < 0.5:
            world.commit()


@control
def bots(world: World) -> None:
    """Bots bump a version and a lock file between the sessions' commits."""
    path = "pyproject.toml"
    world.create("hand", path)
    lines = list(world.main.files[path])
    world.put("hand", path, [*lines[:3], Line(b'version = "1.0.0"\n'), *lines[3:]])
    world.commit()
    for number in range(1, 4):
        session = world.session()
        world.edit(session, path)
        world.commit()
        bumped = [
            Line(b'version = "1.0.%d"\n' % number) if x.text.startswith(b"version =") else x
            for x in world.main.files[path]
        ]
        world.put("bot", path, bumped)
        world.put("bot", "lock.json", [Line(text.fresh_line(world.rng)) for _ in range(8)])
        world.commit(author="bump[bot] <bump@example.invalid>", subject="bump")


@control
def unrelated_session(world: World) -> None:
    """A session works on one file here while people change and commit the others."""
    paths = begin(world, 4)
    session = world.session(sees_commits=False)
    for _ in range(4):
        world.edit(session, paths[0])
        for path in paths[1:]:
            world.edit("hand", path)
        tree = dict(world.main.files)
        tree[paths[0]] = world.main.committed[paths[0]]
        world.commit(tree=tree)


@control
def people_only(world: World) -> None:
    """People work in a repository whose one session only proposes, or does nothing that counts."""
    mixed(world, rounds=1, loss=1.0, sees_commits=False)
    for _ in range(3):
        world.edit("hand", "src/alpha.py")
        world.commit()
