"""History in memory: one pass over all commits, when the first question is asked."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from attrib.git.interface import HistoryCommit, Introduction, Repository
from attrib.index.graph import Graph
from attrib.index.interface import PastCommit
from attrib.index.walking import Walking, corrected_date
from attrib.model.ids import Oid, RepoPath

_DERIVED = ("_commits", "_graph", "_numbers", "_rows", "_by_path", "_by_blob", "_blobs")


class MemoryHistory(Walking):
    """All commits with their changes, as values."""

    def __init__(self, repository: Repository) -> None:
        super().__init__()
        self._repository = repository
        self._extra: dict[Oid, None] = {}

    def include(self, commits: Iterable[Oid]) -> None:
        """Let the pass start from these commits too, for those that no ref reaches."""
        self._extra.update(dict.fromkeys(commits))
        if "_commits" in self.__dict__ and any(oid not in self._commits for oid in self._extra):
            for name in _DERIVED:
                self.__dict__.pop(name, None)
            self._forget_walks()

    @cached_property
    def _commits(self) -> Mapping[Oid, HistoryCommit]:
        """All commits, parents before children."""
        found = {commit.oid: commit for commit in self._repository.history(oldest_first=True)}
        missing = [oid for oid in self._extra if oid not in found]
        if missing:
            for commit in self._repository.history(missing, oldest_first=True):
                found.setdefault(commit.oid, commit)
        return found

    @cached_property
    def _numbers(self) -> Mapping[Oid, int]:
        return {oid: number for number, oid in enumerate(self._commits)}

    @cached_property
    def _graph(self) -> Graph:
        graph = Graph()
        for commit in self._commits.values():
            graph.add([self._numbers[oid] for oid in commit.parents if oid in self._numbers])
        return graph

    @cached_property
    def _rows(self) -> Sequence[Introduction]:
        """Every introduction, ancestors first."""
        dates: dict[Oid, int] = {}
        for commit in self._commits.values():
            before = [dates[oid] for oid in commit.parents if oid in dates]
            dates[commit.oid] = corrected_date(commit.committer_time, before)
        order = sorted(self._commits, key=lambda oid: (dates[oid], oid))
        return [
            change
            for oid in order
            for change in sorted(self._commits[oid].changes, key=lambda change: change.path)
        ]

    @cached_property
    def _by_path(self) -> Mapping[RepoPath, Sequence[Introduction]]:
        rows: defaultdict[RepoPath, list[Introduction]] = defaultdict(list)
        for row in self._rows:
            rows[row.path].append(row)
        return rows

    @cached_property
    def _by_blob(self) -> Mapping[Oid, Sequence[Introduction]]:
        rows: defaultdict[Oid, list[Introduction]] = defaultdict(list)
        for row in self._rows:
            if row.new is not None:
                rows[row.new].append(row)
        return rows

    @cached_property
    def _blobs(self) -> Sequence[Oid]:
        return sorted(self._by_blob)

    def _number_of(self, oid: Oid) -> int | None:
        return self._numbers.get(oid)

    def commit(self, oid: Oid) -> PastCommit | None:
        """The commit as the pass saw it, or `None` when it is not reachable."""
        found = self._commits.get(oid)
        if found is None:
            return None
        return PastCommit(oid, found.parents, found.author_time, found.committer_time)

    def authored_at(self, times: Collection[int]) -> Mapping[int, Sequence[Oid]]:
        """The commits of each author time among `times` that has any, in the order of IDs."""
        found: defaultdict[int, list[Oid]] = defaultdict(list)
        for commit in self._commits.values():
            if commit.author_time in times:
                found[commit.author_time].append(commit.oid)
        return {time: sorted(oids) for time, oids in found.items()}

    def introductions_at(self, path: RepoPath) -> Sequence[Introduction]:
        """What commits introduced at `path`, ancestors first."""
        return self._by_path.get(path, ())

    def places_of(self, blob: Oid) -> Sequence[Introduction]:
        """Every introduction of `blob`, ancestors first."""
        return self._by_blob.get(blob, ())

    def blobs_like(self, prefix: str) -> Sequence[Oid]:
        """The introduced blobs whose IDs begin with these hex digits, in order."""
        found = []
        for oid in self._blobs[bisect_left(self._blobs, Oid(prefix)) :]:
            if not oid.startswith(prefix):
                break
            found.append(oid)
        return found
