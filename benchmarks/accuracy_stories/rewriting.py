"""Kinds about what git does to commits after the edits: amend, rebase, squash, merge, revert."""

from __future__ import annotations

from benchmarks.accuracy_stories.kinds import begin, kind
from benchmarks.accuracy_stories.lines import again
from benchmarks.accuracy_stories.model import Commit, Line, Worktree, apply_blocks, blocks
from benchmarks.accuracy_stories.recorder import Session
from benchmarks.accuracy_stories.world import World


def work(world: World, paths: list[str], place: Worktree, count: int = 2) -> list[Commit]:
    """Commits of sessions and people in one worktree."""
    made = []
    for _ in range(count):
        actors: list[Session | str] = [world.session(place), "hand"]
        for _ in range(world.rng.randrange(1, 4)):
            actor = world.rng.choices(actors, (3, 1))[0]
            world.edit(actor, world.rng.choice(paths), place)
        made.append(world.commit(place))
    return made


def join(world: World, place: Worktree, name: str) -> None:
    """The main worktree is on the branch `name` no longer: its commits are left to nobody."""
    world.refs.pop(name, None)
    place.branch = "gone"


@kind
def amend(world: World) -> None:
    """A commit is made again with more in it, by the session or by hand."""
    paths = begin(world)
    for _ in range(3):
        session = world.session()
        world.edit(session, world.rng.choice(paths))
        first = world.commit()
        for _ in range(world.rng.randrange(1, 3)):
            world.edit(world.one_of(session, "hand"), world.rng.choice(paths))
        world.commit(onto=first.parents, author_time=first.author_time)


@kind
def rebase(world: World) -> None:
    """Commits of a branch are put on a main that has moved."""
    paths = begin(world)
    for _ in range(2):
        side = world.branch("topic")
        commits = work(world, paths, side, 2)
        work(world, paths, world.main, 1)
        world.replay(commits, world.main)
        join(world, side, "topic")


@kind
def squash(world: World) -> None:
    """All commits of a branch become one, on the main they began from."""
    _squashed(world, moved=False)


@kind
def squash_on_moved_main(world: World) -> None:
    """All commits of a branch become one, on a main that has moved."""
    _squashed(world, moved=True)


def _squashed(world: World, *, moved: bool) -> None:
    paths = begin(world)
    for _ in range(2):
        side = world.branch("topic")
        commits = work(world, paths, side, 3)
        if moved:
            work(world, paths, world.main, 1)
        world.merge(world.main, commits[-1])
        made = world.commit()
        made.folders |= commits[-1].folders
        join(world, side, "topic")


@kind
def cherry_pick(world: World) -> None:
    """One commit of a branch is put on main too; both stay."""
    paths = begin(world)
    side = world.branch("topic")
    commits = work(world, paths, side, 3)
    work(world, paths, world.main, 1)
    world.replay(commits[1:2], world.main)
    work(world, paths, world.main, 1)


def _reverted(world: World, commit: Commit, *, fresh: bool = True) -> None:
    """The worktree without what a commit brought; what it took away stands again."""
    base = commit.parents[0].tree
    for path in sorted({*base, *commit.tree}):
        old, new = commit.tree.get(path), base.get(path)
        if old is new or old is None or new is None:
            continue
        back = blocks(old, new)
        for block in back:
            if fresh:
                block.added = list(again(block.added))
        world.put("revert", path, apply_blocks(old, back, world.main.files[path]))


@kind
def revert(world: World) -> None:
    """A commit is reverted by git, with other work before or after it."""
    paths = begin(world)
    commits = work(world, paths, world.main, 2)
    _reverted(world, commits[-1])
    world.commit(subject='Revert "change"')
    work(world, paths, world.main, 1)


@kind
def revert_of_a_revert(world: World) -> None:
    """A revert is reverted: the same lines stand again, and no session put them there."""
    paths = begin(world)
    commits = work(world, paths, world.main, 2)
    _reverted(world, commits[-1])
    back = world.commit(subject='Revert "change"')
    if world.rng.random() < 0.5:
        work(world, paths, world.main, 1)
    _reverted(world, back)
    world.commit(subject='Reapply "change"')


@kind
def merges(world: World) -> None:
    """Two branches are merged; what both leave alone stays, and a person or session resolves."""
    paths = begin(world)
    for _ in range(2):
        side = world.branch("topic")
        theirs = work(world, paths, side, 2)[-1]
        work(world, paths, world.main, 1)
        world.merge(world.main, theirs)
        resolver = world.rng.choice(("none", "hand", "session"))
        if resolver != "none":
            actor = "hand" if resolver == "hand" else world.session()
            world.edit(actor, world.rng.choice(paths))
        world.commit(merging=[theirs])
        join(world, side, "topic")


@kind
def parallel_clones(world: World) -> None:
    """Two people's clones with a session in each, and then one history of both."""
    paths = begin(world)
    for number in range(2):
        other = world.branch("bo", "/home/bo/app")
        mine, theirs = world.session(), world.session(other)
        for _ in range(world.rng.randrange(2, 5)):
            actor = world.one_of(mine, theirs)
            world.edit(actor, world.rng.choice(paths))
        if world.rng.random() < 0.5:
            typed = world.edit(mine, paths[0], places=1)
            lines = list(other.files[paths[0]])
            lines[4:4] = again(typed.made)
            world.put(theirs, paths[0], lines)
        tip = world.commit(other)
        world.commit()
        if number:
            world.replay([tip], world.main)
        else:
            world.merge(world.main, tip)
            world.commit(merging=[tip])
        join(world, other, "bo")


@kind
def several_branches(world: World) -> None:
    """Three worktrees at once, each on its branch, each with a session; some end in main."""
    paths = begin(world)
    places = [world.branch(f"topic{n}", f"/home/ada/app-{n}") for n in range(3)]
    sessions = [world.session(place) for place in places]
    tips: list[Commit] = []
    for _ in range(8):
        world.edit(world.one_of(*sessions, "hand"), world.rng.choice(paths))
    for place in places:
        tips.append(world.commit(place))
        world.edit(world.rng.choice(sessions), world.rng.choice(paths))
    for tip in tips[:2]:
        world.merge(world.main, tip)
        made = world.commit(merging=[tip] if world.rng.random() < 0.5 else [])
        made.folders |= tip.folders


@kind
def same_step_in_two_clones(world: World) -> None:
    """Two sessions in two clones make the same change; only one of the clones is committed."""
    paths = begin(world)
    for _ in range(3):
        other = world.branch("bo", "/home/bo/app")
        mine, theirs = world.session(), world.session(other)
        made = world.edit(mine, paths[0])
        fresh = {id(line) for line in made.made}
        world.put(theirs, paths[0], [
            Line(line.text) if id(line) in fresh else line for line in made.after or ()
        ], other)  # fmt: skip
        world.commit()
        join(world, other, "bo")
