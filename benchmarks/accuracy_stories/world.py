"""A made-up world: worktrees, people and sessions in them, commits, and one clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

from benchmarks.accuracy_stories import text
from benchmarks.accuracy_stories.lines import ended, past_of, pointer_texts, same_ink, settle
from benchmarks.accuracy_stories.model import (
    Commit,
    Edit,
    Line,
    Lines,
    Tree,
    Worktree,
    apply_blocks,
    blocks,
    carry,
)
from benchmarks.accuracy_stories.recorder import AGENTS, MODES, Manner, Session

BEGIN = 1_772_000_000.0
PERSON = "Ada Lovelace <ada@example.invalid>"


class World:
    """Everything that happens in one history; the same seed gives the same world."""

    def __init__(self, rng: Random, folder: Path, *, mode: str | None = None) -> None:
        self.rng = rng
        self.folder = folder
        self.mode = mode
        self.now = BEGIN + rng.randrange(10_000_000)
        self.config: dict[str, str] = {}
        self.main = Worktree(str(folder / "repository"), "main")
        self.commits: list[Commit] = []
        self.refs: dict[str, Commit] = {}
        self.sessions: list[Session] = []
        self.strangers: list[Session] = []
        self.pointers: set[str] = set()
        self.latest: dict[str, Edit] = {}
        self.unended: set[str] = set()
        self.nothing_is_true = False
        self.is_dirty = False

    # Time

    def tick(self, low: float = 3, high: float = 90) -> float:
        """Some seconds pass; gives the time."""
        self.now += self.rng.uniform(low, high)
        return self.now

    # Who is there

    def manner(self, **known: Any) -> Manner:
        """A manner of recording, drawn at random where it is not given."""
        drawn = Manner(
            mode=self.mode or self.rng.choice(MODES), sees_commits=self.rng.random() < 0.3
        )
        return replace(drawn, **known)

    def session(
        self, worktree: Worktree | None = None, *, below: str = "", **known: Any
    ) -> Session:
        """A session that begins now; `known` are members of its manner, `below` its folder."""
        number = UUID(int=self.rng.getrandbits(128), version=4)
        made = Session(
            str(number),
            self.rng.choice(AGENTS),
            "home",
            worktree or self.main,
            self.manner(**known),
            Random(self.rng.random()),  # noqa: S311
            below=below,
        )
        self.sessions.append(made)
        made.open(self.tick())
        return made

    def sessions_of(self, count: int, **known: Any) -> list[Session]:
        """Several sessions in the main worktree."""
        return [self.session(**known) for _ in range(count)]

    def one_of(self, *actors: Session | str) -> Session | str:
        """One of the actors."""
        return self.rng.choice(actors)

    # What they do

    def put(
        self,
        actor: Session | str,
        path: str,
        lines: Sequence[Line] | None,
        worktree: Worktree | None = None,
        *,
        old_path: str | None = None,
        records: bool = True,
    ) -> Edit:
        """A file gets a new version, by a session (which records it) or by the one named."""
        session = actor if isinstance(actor, Session) else None
        place = worktree or (session.worktree if session else self.main)
        before = place.files.get(old_path or path)
        after = None if lines is None else ended(lines, bare=path in self.unended)
        who = "session" if isinstance(actor, Session) else actor
        edit = Edit(who, session.id if session else None, path, before, after, self.tick(),
                    place.folder, old_path)  # fmt: skip
        settle(edit)
        self.latest[path] = edit
        if old_path is not None:
            place.files.pop(old_path, None)
        if after is None:
            place.files.pop(path, None)
        else:
            place.files[path] = after
        if session is not None and records:
            session.record(edit)
        return edit

    def create(
        self, actor: Session | str, path: str, worktree: Worktree | None = None, **known: float
    ) -> Edit:
        """A new file of some lines."""
        fresh = text.fresh_lines(self.rng, self.rng.randrange(10, 45), **known)
        return self.put(actor, path, [Line(each) for each in fresh], worktree)

    def edit(
        self,
        actor: Session | str,
        path: str,
        worktree: Worktree | None = None,
        *,
        places: int | None = None,
        records: bool = True,
        common: float = 0.2,
    ) -> Edit:
        """Lines come and go at one or more places of a file."""
        place = worktree or (actor.worktree if isinstance(actor, Session) else self.main)
        lines = list(place.files[path])
        for _ in range(places or self.rng.choice((1, 1, 2, 3))):
            lines = self.mutated(lines, common)
        return self.put(actor, path, lines, place, records=records)

    def mutated(self, lines: Sequence[Line], common: float = 0.2) -> list[Line]:
        """The lines after one insertion, replacement, deletion or small change."""
        rng, count = self.rng, len(lines)
        at = rng.randrange(count + 1)
        kind = rng.choices(("insert", "replace", "delete", "tweak"), (5, 4, 1, 2))[0]
        fresh = [Line(t) for t in text.fresh_lines(rng, rng.randrange(1, 7), common=common)]
        if kind == "insert" or not count:
            return [*lines[:at], *fresh, *lines[at:]]
        end = min(count, at + rng.randrange(1, 4))
        if kind == "replace":
            return [*lines[:at], *fresh, *lines[end:]]
        if kind == "delete" and count > 6:
            return [*lines[:at], *lines[end:]]
        at = min(at, count - 1)
        return [*lines[:at], Line(text.tweaked(rng, lines[at].text)), *lines[at + 1 :]]

    def reshape(self, actor: Session | str, path: str, change: Callable[[bytes], bytes]) -> Edit:
        """A formatter's pass: lines whose text the change alters are new lines."""
        lines = [
            line
            if change(line.text) == line.text
            else Line(change(line.text), shape_of=line if same_ink(change, line) else None)
            for line in self.main.files[path]
        ]
        return self.put(actor, path, lines)

    # Commits

    def commit(
        self,
        worktree: Worktree | None = None,
        *,
        tree: Tree | None = None,
        by: Session | None = None,
        merging: Iterable[Commit] = (),
        onto: Sequence[Commit] | None = None,
        author: str = PERSON,
        author_time: int | None = None,
        subject: str = "change",
    ) -> Commit:
        """Commit the worktree's files, or `tree` (a part of them), on its branch.

        `merging` are further parents, `onto` all of them where HEAD is none (an amend, a rebase).
        """
        place = worktree or self.main
        parents = onto if onto is not None else ([place.head] if place.head else [])
        now = int(self.tick())
        files = dict(place.files if tree is None else tree)
        for path in self.pointers & set(files):
            files[path] = self._pointer(path, files[path], parents)
        made = Commit(
            len(self.commits) + 1,
            (*parents, *merging),
            files,
            now if author_time is None else author_time,
            now,
            subject,
            author,
            by.id if by else None,
            frozenset({place.folder}).union(*(p.folders for p in (*parents, *merging))),
        )
        self.commits.append(made)
        place.head = made
        self.refs[place.branch] = made
        self.tick(0.1, 2)
        for session in self.sessions:
            if session.worktree is place and session is by:
                session.commit(self.now)
            elif session.worktree is place and session.manner.sees_commits:
                session.see_head(self.now)
        return made

    def _pointer(self, path: str, content: Lines, parents: Sequence[Commit]) -> Lines:
        """The Git LFS pointer that is committed for a content, put there by its last edit."""
        old = next((parent.tree[path] for parent in parents if path in parent.tree), ())
        last = self.latest.get(path)
        lines: list[Line] = []
        for text_ in pointer_texts(content):
            same = [line for line in old if line.text == text_]
            lines.append(same[0] if same else Line(text_, last))
        if last is not None:
            for line in old:
                if line not in lines:
                    line.removers.append(last)
        return tuple(lines)

    def commit_part(self, path: str, chance: float = 0.5) -> Commit | None:
        """Stage some of the changes at a path and commit them, as `git add -p` does."""
        place = self.main
        old = place.committed.get(path, ())
        chosen = [b for b in blocks(old, place.files[path]) if self.rng.random() < chance]
        if not chosen:
            return None
        tree = dict(place.committed)
        tree[path] = apply_blocks(old, chosen, old)
        return self.commit(tree=tree)

    def discard(self, path: str, worktree: Worktree | None = None) -> None:
        """`git checkout -- path`: the file is HEAD's again, and nothing records it."""
        place = worktree or self.main
        self.put("discard", path, place.committed.get(path), place)

    def replay(
        self, commits: Sequence[Commit], place: Worktree, *, keeps_time: bool = True
    ) -> None:
        """Put commits on a worktree's HEAD one by one, as a rebase or cherry-pick does."""
        for commit in commits:
            base = commit.parents[0].tree if commit.parents else {}
            place.files = carry(base, commit.tree, place.committed)
            made = self.commit(place, author_time=commit.author_time if keeps_time else None)
            made.folders |= commit.folders

    def merge(self, ours: Worktree, theirs: Commit) -> None:
        """The worktree gets the changes of the other branch since they parted, uncommitted."""
        base = self.merge_base(ours.head, theirs)
        ours.files = carry(base.tree if base else {}, theirs.tree, ours.files)

    def merge_base(self, one: Commit | None, other: Commit) -> Commit | None:
        """The latest commit that both have in their past."""
        pasts = [past_of(one), past_of(other)]
        common = set(pasts[0]) & set(pasts[1])
        return pasts[0][max(common)] if common else None

    def branch(self, name: str, folder: str | None = None) -> Worktree:
        """Another worktree (or clone) that begins at the main one's HEAD, clean."""
        head = self.main.head
        return Worktree(
            folder or self.main.folder, name, dict(head.tree if head else {}), head, self.main.crlf
        )
