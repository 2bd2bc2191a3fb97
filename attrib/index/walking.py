"""What both members answer alike: ancestry, over the numbers of commits."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence

from attrib.git.interface import Introduction
from attrib.index.graph import Graph
from attrib.model.ids import Oid, RepoPath

#: From so many commits asked about at one path on, one pass answers for all of them.
_FEW = 4
#: For how many commits it is kept at hand what lies before them.
_KEPT = 16


def corrected_date(committer_time: int, parents_dates: Iterable[int]) -> int:
    """A commit's time, moved after its parents' where a clock was wrong."""
    return max(committer_time, max(parents_dates, default=committer_time - 1) + 1)


class Walking(ABC):
    """Answers about ancestry; a member gives the graph, the numbers and the rows."""

    def __init__(self) -> None:
        self._before: OrderedDict[int, bytearray] = OrderedDict()
        self._asked: dict[RepoPath, set[int]] = {}
        self._masks: dict[RepoPath, Mapping[int, int]] = {}

    @property
    @abstractmethod
    def _graph(self) -> Graph: ...

    @abstractmethod
    def _number_of(self, oid: Oid) -> int | None:
        """The number of a commit; `None` when it is not reachable."""

    @abstractmethod
    def introductions_at(self, path: RepoPath) -> Sequence[Introduction]:
        """What commits introduced at `path`, ancestors first."""

    def _forget_walks(self) -> None:
        self._before.clear()
        self._asked.clear()
        self._masks.clear()

    def is_root(self, oid: Oid) -> bool:
        """True for a commit without parents."""
        number = self._number_of(oid)
        return number is not None and not self._graph.parents(number)

    def ancestors_at(self, path: RepoPath, commit: Oid) -> Sequence[Introduction]:
        """The introductions at `path` by commits before `commit` in its ancestry, oldest first."""
        number = self._number_of(commit)
        rows = [row for row in self.introductions_at(path) if row.commit != commit]
        if number is None or not rows:
            return []
        asked = self._asked.setdefault(path, set())
        asked.add(number)
        if len(asked) > _FEW and number not in self._before:
            return self._by_mask(path, number, rows)
        flags = self._flags_of(number)
        return [row for row in rows if flags[self._sure_number(row.commit)]]

    def _by_mask(
        self, path: RepoPath, number: int, rows: Sequence[Introduction]
    ) -> list[Introduction]:
        commits = dict.fromkeys(row.commit for row in self.introductions_at(path))
        bits = {oid: 1 << position for position, oid in enumerate(commits)}
        if path not in self._masks:
            marks = {self._sure_number(oid): bit for oid, bit in bits.items()}
            self._masks[path] = self._graph.masks(marks)
        mask = self._masks[path].get(number, 0)
        return [row for row in rows if mask & bits[row.commit]]

    def _flags_of(self, number: int) -> bytearray:
        """One byte a commit: 1 for this one and everything before it."""
        flags = self._before.get(number)
        if flags is None:
            flags = self._before[number] = self._graph.ancestors([number])
            if len(self._before) > _KEPT:
                self._before.popitem(last=False)
        return flags

    def _sure_number(self, oid: Oid) -> int:
        number = self._number_of(oid)
        if number is None:
            raise LookupError(oid)
        return number

    def contained(
        self, commits: Iterable[Oid], tips: Iterable[Oid]
    ) -> Mapping[Oid, frozenset[Oid]]:
        """For each tip, those of `commits` that it reaches."""
        bits: dict[Oid, int] = {}
        marks: dict[int, int] = {}
        for oid in dict.fromkeys(commits):
            number = self._number_of(oid)
            if number is not None:
                bits[oid] = marks[number] = 1 << len(bits)
        masks = self._graph.masks(marks)
        found: dict[Oid, frozenset[Oid]] = {}
        for tip in tips:
            number = self._number_of(tip)
            mask = masks.get(number, 0) if number is not None else 0
            found[tip] = frozenset(oid for oid, bit in bits.items() if mask & bit)
        return found
