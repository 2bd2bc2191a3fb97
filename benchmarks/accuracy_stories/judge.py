"""Asks attrib about a made-up history, in process, and judges every claim by the truth."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from attrib import answers
from attrib.git.blame import parse_blame
from attrib.git.command import open_repository
from attrib.model.blame import BlameLine
from attrib.model.evidence import Covers, Evidence, Relation, Strength
from attrib.model.ids import RepoPath
from attrib.opening import Options, open_workspace
from attrib.strength import on_a_line
from attrib.workspace import Workspace
from benchmarks.accuracy_stories.model import Commit
from benchmarks.accuracy_stories.repository import write_repository
from benchmarks.accuracy_stories.support import Support
from benchmarks.accuracy_stories.text import is_bare
from benchmarks.accuracy_stories.truth import Truth
from benchmarks.accuracy_stories.world import World

OWN = frozenset({"session", "unstated"})
FIRM = (Strength.STRONG, Strength.MODERATE)


@dataclass(frozen=True)
class Wrong:
    """A claim that is not true, with what is needed to see it again."""

    kind: str
    seed: str
    commit: str
    path: str
    line: int
    side: str
    text: bytes
    strength: Strength
    relation: str
    session: str
    manner: str
    truth: str
    verdict: str
    qualifiers: str
    records: str


@dataclass
class Tally:
    """What was counted in some histories."""

    lines: Counter[tuple[str, str, Strength, str]] = field(default_factory=Counter)
    best: Counter[tuple[str, Strength, str]] = field(default_factory=Counter)
    links: Counter[tuple[Strength, str]] = field(default_factory=Counter)
    actors: Counter[tuple[str, Strength, str]] = field(default_factory=Counter)
    recall: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrongs: list[Wrong] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    histories: int = 0
    commits: int = 0
    crashes: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take in what was counted elsewhere."""
        for name in ("lines", "best", "links", "actors", "recall"):
            getattr(self, name).update(getattr(other, name))
        self.wrongs += other.wrongs
        self.missed += other.missed
        self.crashes += other.crashes
        self.histories += other.histories
        self.commits += other.commits


def judge(world: World, kind: str, seed: str) -> Tally:
    """Write the world as a repository, ask, and count."""
    repository = write_repository(world)
    options = Options(start=repository, sessions=(str(world.folder / "sessions"),))
    workspace = open_workspace(options, open_repository(repository))
    with workspace:
        return _Judge(world, kind, seed, workspace).run()


def _indexes(item: Evidence, *, removed: bool = False) -> Iterator[tuple[int, bool]]:
    """The covered lines, 0-based, and whether each stands alone in its range."""
    for span in item.removed if removed else item.lines:
        for number in range(span.first, span.last + 1):
            yield number - 1, span.first == span.last


class _Judge:
    def __init__(self, world: World, kind: str, seed: str, workspace: Workspace) -> None:
        self._world = world
        self._kind = kind
        self._seed = seed
        self._workspace = workspace
        self._truth = Truth(world)
        self._support = Support(self._truth)
        self._tally = Tally(histories=1, commits=len(world.commits))
        self._commits: dict[str, Commit] = {commit.oid: commit for commit in world.commits}
        self._manners = {s.id: s.manner.name for s in (*world.sessions, *world.strangers)}

    def run(self) -> Tally:
        """Judge all commits that a branch reaches, and blame of every file at HEAD."""
        reached = self._reached()
        report = answers.commits(self._workspace, [commit.oid for commit in reached])
        for found in report.commits:
            commit = self._commits[found.commit.oid]
            for link in found.links:
                self._link(commit, link.session.id, link.evidence)
            evidence = [item for link in found.links for item in link.evidence]
            self._on_commit(commit, evidence)
        self._blame()
        return self._tally

    def _reached(self) -> list[Commit]:
        seen: dict[int, Commit] = {}
        waiting = list(self._world.refs.values())
        while waiting:
            commit = waiting.pop()
            if commit.mark not in seen:
                seen[commit.mark] = commit
                waiting += commit.parents
        return [seen[mark] for mark in sorted(seen)]

    def _link(self, commit: Commit, session: str, evidence: Iterable[Evidence]) -> None:
        own = [item for item in evidence if item.actor in OWN]
        made = "right" if commit.made_by == session else "wrong"
        content = [item for item in own if item.relation is not Relation.NAMED]
        named = [item for item in own if item.relation is Relation.NAMED]
        for items, verdict in ((content, self._truth.on_link(commit, session)), (named, made)):
            if items:
                strength = max(item.strength for item in items)
                self._tally.links[strength, verdict] += 1
                if verdict == "wrong":
                    item = max(items, key=lambda i: i.strength)
                    path = os.fsdecode(item.path or b"")
                    self._wrong(commit, path, -1, "link", item, strength, b"", "nobody", "wrong")

    def _on_commit(self, commit: Commit, evidence: Iterable[Evidence]) -> None:
        best: dict[tuple[str, str, int, str], tuple[Strength, str]] = {}
        for item in evidence:
            if item.path is None or item.covers is Covers.COMMIT:
                continue
            path = os.fsdecode(item.path)
            for side in ("added", "removed"):
                for index, is_alone in _indexes(item, removed=side == "removed"):
                    judged = self._judge_line(commit, path, index, item, side, is_alone=is_alone)
                    if judged is not None:
                        key = (side, path, index, item.session.id)
                        best[key] = max(best.get(key, (Strength.WEAK, judged[1])), judged)
        for (side, *_), (strength, verdict) in best.items():
            self._tally.best[side, strength, verdict] += 1
        self._recall(commit, best)

    def _judge_line(
        self, commit: Commit, path: str, index: int, item: Evidence, side: str, *, is_alone: bool
    ) -> tuple[Strength, str] | None:
        session = item.session.id
        if side == "added":
            line = commit.tree[path][index]
            verdict = self._truth.on_added(commit, path, index, session)
            truth = self._truth.author_of(commit, path, index)
        else:
            old = os.fsdecode(item.old_path) if item.old_path else path
            line = commit.parents[0].tree[old][index]
            verdict = self._truth.on_removed(commit, old, index, session)
            truth = ", ".join(edit.session or edit.who for edit in line.removers) or "nobody"
        strength = on_a_line(
            item.strength, item.covers, is_bare=is_bare(line.text), is_alone=is_alone
        )
        if item.actor not in OWN:
            told = "own" if verdict == "right" else "other"
            self._tally.actors[item.actor, strength, told] += 1
            return None
        self._tally.lines[side, item.relation.value, strength, verdict] += 1
        if verdict in {"wrong", "swapped"}:
            self._wrong(commit, path, index, side, item, strength, line.text, truth, verdict)
        return strength, verdict

    def _wrong(
        self, commit: Commit, path: str, index: int, side: str, item: Evidence,
        strength: Strength, text: bytes, truth: str, verdict: str,
    ) -> None:  # fmt: skip
        self._tally.wrongs.append(
            Wrong(
                self._kind, self._seed, commit.oid[:8], path, index + 1, side, text, strength,
                item.relation.value, item.session.id[:8],
                self._manners.get(item.session.id, "?"), truth[:8] if "-" in truth else truth,
                verdict, ",".join(q.value for q in item.qualifiers),
                " ".join(ref.record for ref in item.records),
            )
        )  # fmt: skip

    def _recall(
        self, commit: Commit, best: dict[tuple[str, str, int, str], tuple[Strength, str]]
    ) -> None:
        for path in commit.tree:
            for index, session, mode in self._support.supportable(commit, path):
                strength, _ = best.get(("added", path, index, session.id), (None, ""))
                word = strength.word if strength else "none"
                self._tally.recall[mode, word] += 1
                if strength not in FIRM:
                    text = commit.tree[path][index].text.decode().strip()
                    self._tally.missed.append(
                        f"{self._seed} commit {commit.oid[:8]} {path}:{index + 1} "
                        f"{session.id[:8]} ({session.manner.name}, record {mode}) "
                        f"got {word}: {text}"
                    )

    def _blame(self) -> None:
        """Judge blame of every file at HEAD, and of the worktree where it is not clean."""
        head = self._world.refs.get("main")
        if head is None:
            return
        tree = head.tree
        dirty = Commit(0, (head,), self._world.main.files, 2**40, 2**40, "", "")
        dirty.folders = head.folders
        revision = None if self._world.is_dirty else "main"
        for path in sorted(tree):
            for line in self._blamed(path, revision):
                origin = os.fsdecode(line.origin_path)
                commit = self._commits[line.commit] if line.commit else dirty
                if line.origin_number <= len(commit.tree.get(origin, ())):
                    self._blame_line(commit, origin, line)

    def _blame_line(self, commit: Commit, origin: str, line: BlameLine) -> None:
        index = line.origin_number - 1
        for item in line.evidence:
            if item.actor in OWN:
                verdict = self._truth.on_added(commit, origin, index, item.session.id)
                self._tally.lines["blame", item.relation.value, item.strength, verdict] += 1
                if verdict == "wrong" and not commit.oid:
                    truth = self._truth.author_of(commit, origin, index)
                    self._wrong(commit, origin, index, "blame", item, item.strength, line.line,
                                truth, verdict)  # fmt: skip

    def _blamed(self, path: str, revision: str | None) -> tuple[BlameLine, ...]:
        revisions = [os.fsencode(revision)] if revision else []
        arguments = [b"--porcelain", *revisions, b"--", os.fsencode(path)]
        with self._workspace.repository.user_blame(arguments) as process:  # type: ignore[attr-defined]
            entries = list(parse_blame(process.stdout))
        runs = [each.entry for each in entries]
        lines = [line for each in entries for line in each.lines]
        report = answers.blame(self._workspace, RepoPath(os.fsencode(path)), revision, runs, lines)
        return report.lines


def seeded(folder: Path, seed: str, *, mode: str | None = None) -> World:
    """An empty world for a seed."""
    return World(Random(seed), folder, mode=mode)  # noqa: S311
