"""What history introduced: by path, by blob, and which commits lie before which.

Read lazily, in one pass of `Repository.history`, when the first question is asked: blame of a
file without matching records never pays for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from attrib.git.interface import HistoryCommit, Introduction, Repository
from attrib.model.ids import Oid, RepoPath


class History:
    """Questions about all commits reachable from every ref and from those included."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._extra: dict[Oid, None] = {}
        self._reach: dict[RepoPath, Mapping[Oid, int]] = {}

    def include(self, commits: Iterable[Oid]) -> None:
        """Let the pass start from these commits too, for those that no ref reaches."""
        self._extra.update(dict.fromkeys(commits))
        if "_commits" in self.__dict__ and any(oid not in self._commits for oid in self._extra):
            for name in ("_commits", "_order", "_by_path", "_by_blob"):
                self.__dict__.pop(name, None)
            self._reach.clear()

    @cached_property
    def _commits(self) -> dict[Oid, HistoryCommit]:
        found = {commit.oid: commit for commit in self._repository.history()}
        missing = [oid for oid in self._extra if oid not in found]
        if missing:
            for commit in self._repository.history(missing):
                found.setdefault(commit.oid, commit)
        return found

    @cached_property
    def _order(self) -> tuple[Oid, ...]:
        """All commits, parents before children."""
        done: set[Oid] = set()
        order: list[Oid] = []
        for start in self._commits:
            stack: list[tuple[Oid, bool]] = [(start, False)]
            while stack:
                oid, expanded = stack.pop()
                if expanded:
                    order.append(oid)
                elif oid not in done and oid in self._commits:
                    done.add(oid)
                    stack.append((oid, True))
                    stack += [(parent, False) for parent in self._commits[oid].parents]
        return tuple(order)

    @cached_property
    def _by_path(self) -> Mapping[RepoPath, Sequence[Introduction]]:
        rows: defaultdict[RepoPath, list[Introduction]] = defaultdict(list)
        for oid in self._order:
            for change in self._commits[oid].changes:
                rows[change.path].append(change)
        return rows

    @cached_property
    def _by_blob(self) -> Mapping[Oid, Sequence[Introduction]]:
        rows: defaultdict[Oid, list[Introduction]] = defaultdict(list)
        for oid in self._order:
            for change in self._commits[oid].changes:
                if change.new is not None:
                    rows[change.new].append(change)
        return rows

    def commit(self, oid: Oid) -> HistoryCommit | None:
        """The commit as the pass saw it, or `None` when it is not reachable."""
        return self._commits.get(oid)

    def introductions_at(self, path: RepoPath) -> Sequence[Introduction]:
        """What commits introduced at `path`, ancestors first."""
        return self._by_path.get(path, ())

    def places_of(self, blob: Oid) -> Sequence[Introduction]:
        """Every introduction of `blob`, ancestors first."""
        return self._by_blob.get(blob, ())

    def is_root(self, oid: Oid) -> bool:
        """True for a commit without parents."""
        commit = self._commits.get(oid)
        return commit is not None and not commit.parents

    def ancestors_at(self, path: RepoPath, commit: Oid) -> Sequence[Introduction]:
        """The introductions at `path` by commits before `commit` in its ancestry, oldest first."""
        rows = self.introductions_at(path)
        reach = self._reach.get(path)
        if reach is None:
            reach = self._reach[path] = self._reachable([row.commit for row in rows])
        mask = reach.get(commit, 0)
        own = [row for row in rows if row.commit != commit]
        bits = {oid: 1 << number for number, oid in enumerate(_distinct(rows))}
        return [row for row in own if mask & bits[row.commit]]

    def _reachable(self, marks: Sequence[Oid]) -> Mapping[Oid, int]:
        """For each commit, a bit for each marked commit at or before it."""
        bits = {oid: 1 << number for number, oid in enumerate(dict.fromkeys(marks))}
        masks: dict[Oid, int] = {}
        for oid in self._order:
            mask = bits.get(oid, 0)
            for parent in self._commits[oid].parents:
                mask |= masks.get(parent, 0)
            masks[oid] = mask
        return masks


def _distinct(rows: Sequence[Introduction]) -> Iterable[Oid]:
    return dict.fromkeys(row.commit for row in rows)
