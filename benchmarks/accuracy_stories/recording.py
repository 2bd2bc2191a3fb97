"""Kinds about how sessions record: losses, clocks, proposals, records made twice, rewinds."""

from __future__ import annotations

from typing import Any

from benchmarks.accuracy_stories.kinds import begin, kind
from benchmarks.accuracy_stories.lines import again
from benchmarks.accuracy_stories.model import Edit, Line, Lines
from benchmarks.accuracy_stories.recorder import Session
from benchmarks.accuracy_stories.world import World


def mixed(world: World, rounds: int = 3, hand: float = 0.5, **manner: Any) -> None:
    """Sessions of one manner and people take turns; a commit after each round."""
    paths = begin(world)
    for _ in range(rounds):
        sessions = world.sessions_of(world.rng.choice((1, 2)), **manner)
        for _ in range(world.rng.randrange(2, 5)):
            actors: list[Session | str] = [*sessions]
            if world.rng.random() < hand:
                actors.append("hand")
            world.edit(world.one_of(*actors), world.rng.choice(paths))
        world.commit()


@kind
def lost_records(world: World) -> None:
    """Each record is lost with one chance in three."""
    mixed(world, loss=0.33)


@kind
def clock_skew(world: World) -> None:
    """The sessions' clocks are a minute or ten minutes off."""
    mixed(world, skew=world.rng.choice((-600, -60, 60, 600)))


@kind
def records_without_time(world: World) -> None:
    """No record says when."""
    mixed(world, timeless=True)


@kind
def after_only(world: World) -> None:
    """Records hold the state after a change and not the one before."""
    mixed(world, mode=world.rng.choice(("after", "after-id")))


@kind
def without_context(world: World) -> None:
    """Records hold the changed lines alone."""
    mixed(world, mode=world.rng.choice(("bare-hunks", "snippet")))


@kind
def hunks_alone(world: World) -> None:
    """Records hold unified hunks with context, and no states."""
    mixed(world, mode="hunks")


@kind
def ids_alone(world: World) -> None:
    """Records hold object IDs, of three types, and no content."""
    mixed(world, mode=world.rng.choice(("ids", "git", "sha256")))


@kind
def incomplete_lists(world: World) -> None:
    """Records say that they name only some of the files."""
    mixed(world, more_files=True)


@kind
def observed_twice(world: World) -> None:
    """An agent hook records each change too, or another session sees it from outside."""
    paths = begin(world)
    for _ in range(3):
        doer = world.session(twice=world.rng.random() < 0.5)
        watcher = world.session()
        for _ in range(world.rng.randrange(2, 5)):
            edit = world.edit(world.one_of(doer, "hand"), world.rng.choice(paths))
            seer = doer if edit.session is None and world.rng.random() < 0.3 else watcher
            if world.rng.random() < 0.6:
                seer.observe(edit)
        world.commit()


@kind
def no_op_writes(world: World) -> None:
    """A session writes a file as it already is, after a person's edits."""
    paths = begin(world)
    for _ in range(3):
        session = world.session(mode=world.rng.choice(("full", "ids", "git", "sha256")))
        for _ in range(world.rng.randrange(2, 5)):
            path = world.rng.choice(paths)
            world.edit(world.one_of("hand", "hand", session), path)
            if world.rng.random() < 0.6:
                world.put(session, path, world.main.files[path])
        world.commit()


@kind
def proposals(world: World) -> None:
    """Changes are proposed or fail, and a person types the same text."""
    paths = begin(world)
    for _ in range(3):
        session = world.session()
        path = world.rng.choice(paths)
        before = world.main.files[path]
        after = tuple(world.mutated(before))
        shown = Edit("session", session.id, path, before, after, world.tick(), world.main.folder)
        session.propose(shown, world.rng.choice(("proposed", "failed", "skipped")))
        if world.rng.random() < 0.7:
            world.put("hand", path, after)
        world.edit(world.one_of(session, "hand"), world.rng.choice(paths))
        world.commit()


@kind
def user_modified(world: World) -> None:
    """The user changes a line of a proposal before it is applied."""
    paths = begin(world)
    for _ in range(3):
        session = world.session(user_modified=True)
        for _ in range(world.rng.randrange(1, 4)):
            path = world.rng.choice(paths)
            held = {id(line) for line in world.main.files[path]}
            lines = world.mutated(world.main.files[path])
            fresh = [line for line in lines if id(line) not in held]
            if fresh:
                changed = world.rng.choice(fresh)
                changed.limit = session.id
                changed.edit = Edit("hand", None, path, None, None, world.now, "")
            world.put(session, path, lines)
        world.commit()


def _without(lines: Lines, edit: Edit) -> list[Line]:
    taken = {id(line) for line in edit.made}
    return [line for line in lines if id(line) not in taken]


@kind
def rewound_work(world: World) -> None:
    """Work is taken back by the harness, which says so; a person may type the same later."""
    paths = begin(world)
    for _ in range(3):
        session, path = world.session(), world.rng.choice(paths)
        world.edit(session, path)
        typed = world.edit(session, path, places=1)
        session.rewind(world.put("restore", path, typed.before))
        choice = world.rng.random()
        if choice < 0.4:
            lines = list(world.main.files[path])
            at = world.rng.randrange(len(lines))
            lines[at:at] = again(typed.made)
            world.put("hand", path, lines)
        elif choice < 0.7:
            world.edit(session, path)
        world.edit("hand", path)
        world.commit()


@kind
def discarded_work(world: World) -> None:
    """Work is discarded with git, unrecorded; a person types some of it again, or other text."""
    paths = begin(world)
    for _ in range(3):
        session, path = world.session(), world.rng.choice(paths)
        typed = world.edit(session, path, places=1)
        world.discard(path)
        if world.rng.random() < 0.5:
            lines = list(world.main.files[path])
            at = world.rng.randrange(len(lines))
            lines[at:at] = [Line(x.text, limit=session.id) for x in typed.made]
            world.put("hand", path, lines)
        world.edit(world.one_of(session, "hand"), path)
        world.commit()


@kind
def records_after_the_commit(world: World) -> None:
    """A session changes committed text and changes it back, soon after a person's commit."""
    paths = begin(world)
    for _ in range(3):
        path = world.rng.choice(paths)
        session = world.session(sees_commits=False)
        world.edit("hand", path)
        world.commit()
        committed = world.main.files[path]
        if world.rng.random() < 0.5:
            world.tick(200, 400)
        world.edit(session, path)
        world.put(session, path, committed)
        if world.rng.random() < 0.5:
            world.edit(session, path)
        world.edit("hand", world.rng.choice(paths))
        world.commit()


@kind
def typed_again(world: World) -> None:
    """Text that stood in history, and was taken away, is typed again by somebody else."""
    paths = begin(world)
    path = paths[0]
    for _ in range(2):
        first = world.session() if world.rng.random() < 0.7 else "hand"
        typed = world.edit(first, path, places=1)
        world.commit()
        world.put(
            world.one_of(world.session(), "hand"), path,
            _without(world.main.files[path], typed),
        )  # fmt: skip
        world.commit()
        lines = list(world.main.files[path])
        at = world.rng.randrange(len(lines))
        lines[at:at] = again(typed.made)
        world.put(world.one_of(world.session(), "hand"), path, lines)
        world.commit()


@kind
def without_cause(world: World) -> None:
    """Records do not say what made the change."""
    mixed(world, causeless=True)


@kind
def several_files_in_a_record(world: World) -> None:
    """One record holds the changes of two files, with a patch in git's form."""
    paths = begin(world, 3)
    for _ in range(3):
        session = world.session(mode=world.rng.choice(("full", "ids", "claude", "hunks")))
        for _ in range(world.rng.randrange(1, 3)):
            chosen = world.rng.sample(paths, 2)
            session.record_together([world.edit(session, p, records=False) for p in chosen])
            if world.rng.random() < 0.4:
                world.edit("hand", world.rng.choice(paths))
        world.commit()


@kind
def net_records(world: World) -> None:
    """Records hold what a file became in a turn, whoever changed it; some hold the edits too."""
    paths = begin(world)
    for _ in range(3):
        session, path = world.session(), world.rng.choice(paths)
        before, records = world.main.files[path], world.rng.random() < 0.5
        for _ in range(world.rng.randrange(1, 4)):
            world.edit(world.one_of(session, "hand"), path, records=records)
        after = world.main.files[path]
        session.net(Edit("net", None, path, before, after, world.tick(), world.main.folder))
        world.commit()


@kind
def resumed_sessions(world: World) -> None:
    """A session's stream begins with a copy of another's."""
    paths = begin(world)
    for _ in range(2):
        first = world.session()
        for _ in range(2):
            world.edit(first, world.rng.choice(paths))
        world.commit()
        second = world.session()
        second.resume(first)
        for _ in range(2):
            world.edit(second, world.rng.choice(paths))
        world.commit()


@kind
def uncommitted_work(world: World) -> None:
    """The last edits of sessions and people are not committed."""
    mixed(world, rounds=2)
    session = world.session()
    for _ in range(world.rng.randrange(2, 5)):
        world.edit(world.one_of(session, session, "hand"), "src/alpha.py")
    world.is_dirty = True
