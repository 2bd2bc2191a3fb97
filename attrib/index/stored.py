"""History from the index on disk: the same answers, without reading the history again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from attrib.git.interface import Introduction, Repository
from attrib.index import building
from attrib.index.database import Database, UnusableError
from attrib.index.graph import Graph
from attrib.index.interface import PastCommit
from attrib.index.walking import Walking
from attrib.index.writing import number_of, read_graph
from attrib.model.ids import Oid, RepoPath

_ROWS_AT = (
    "SELECT c.id, c.oid, p.path, r.new, r.olds FROM paths p"
    " JOIN at_path r ON r.path = p.id JOIN commits c ON c.id = r.commit_id"
    " WHERE p.path = ? ORDER BY c.date, c.oid"
)
_ROWS_OF = (
    "SELECT c.id, c.oid, p.path, r.new, r.olds FROM of_blob b"
    " JOIN at_path r ON r.path = b.path AND r.commit_id = b.commit_id"
    " JOIN commits c ON c.id = b.commit_id JOIN paths p ON p.id = b.path"
    " WHERE b.blob = ? ORDER BY c.date, c.oid, p.path"
)


class StoredHistory(Walking):
    """Answers from `index.sqlite`, which is brought up to date at the first question."""

    def __init__(self, database: Database, repository: Repository) -> None:
        super().__init__()
        self._database = database
        self._repository = repository
        self._extra: dict[Oid, None] = {}
        self._numbers: dict[Oid, int | None] = {}
        self._rows_at: dict[RepoPath, Sequence[Introduction]] = {}

    def include(self, commits: Iterable[Oid]) -> None:
        """Answer for these commits and their ancestors too, where no reference reaches them."""
        new = [oid for oid in dict.fromkeys(commits) if oid not in self._extra]
        self._extra.update(dict.fromkeys(new))
        if "_tips" in self.__dict__ and any(self._number_of(oid) is None for oid in new):
            for name in ("_tips", "_graph", "_seen"):
                self.__dict__.pop(name, None)
            self._numbers.clear()
            self._rows_at.clear()
            self._forget_walks()

    @cached_property
    def _tips(self) -> Sequence[int]:
        """The numbers of the commits from which history is seen, after an update."""
        return building.update(self._database, self._repository, self._extra)

    @cached_property
    def _graph(self) -> Graph:  # type: ignore[override]
        try:
            return read_graph(self._database)
        except ValueError as error:
            raise UnusableError(error, is_damaged=True) from error

    @cached_property
    def _seen(self) -> bytearray | None:
        """One byte a commit, 1 where it is reachable; `None` where all of them are."""
        tips = self._tips
        graph = self._graph
        if any(tip >= len(graph) for tip in tips):
            raise UnusableError("a commit without a place in the graph", is_damaged=True)
        return None if graph.heads() <= set(tips) else graph.ancestors(tips)

    def _number_of(self, oid: Oid) -> int | None:
        if oid not in self._numbers:
            seen = self._seen
            number = number_of(self._database, oid)
            if number is not None and seen is not None and not seen[number]:
                number = None
            self._numbers[oid] = number
        return self._numbers[oid]

    def commit(self, oid: Oid) -> PastCommit | None:
        """The commit, or `None` when it is not reachable."""
        number = self._number_of(oid)
        if number is None:
            return None
        numbers = (*self._graph.parents(number), number)
        question = "SELECT oid, authored, committed FROM commits WHERE id = ?"
        rows = [row for each in numbers if (row := self._database.row(question, [each]))]
        if len(rows) != len(numbers):
            raise UnusableError("a parent that is not here", is_damaged=True)
        *parents, (_, authored, committed) = rows
        return PastCommit(oid, tuple(Oid(row[0].hex()) for row in parents), authored, committed)

    def introductions_at(self, path: RepoPath) -> Sequence[Introduction]:
        """What commits introduced at `path`, ancestors first."""
        if path not in self._rows_at:
            self._rows_at[path] = self._rows(_ROWS_AT, path)
        return self._rows_at[path]

    def places_of(self, blob: Oid) -> Sequence[Introduction]:
        """Every introduction of `blob`, ancestors first."""
        return self._rows(_ROWS_OF, bytes.fromhex(blob))

    def blobs_like(self, prefix: str) -> Sequence[Oid]:
        """The introduced blobs whose IDs begin with these hex digits, in order."""
        low = bytes.fromhex(prefix + "0" * (len(prefix) % 2))
        high = bytes.fromhex(prefix + "f" * (len(prefix) % 2)) + b"\xff" * 64
        seen = self._seen
        question = "SELECT blob, commit_id FROM of_blob WHERE blob BETWEEN ? AND ?"
        found = {
            Oid(blob.hex())
            for blob, number in self._database.rows(question, [low, high])
            if seen is None or seen[number]
        }
        return sorted(found)

    def _rows(self, question: str, value: bytes) -> list[Introduction]:
        seen = self._seen
        found = []
        for number, oid, path, new, olds in self._database.rows(question, [value]):
            if seen is None or seen[number]:
                commit = Oid(oid.hex())
                self._numbers[commit] = number
                ids = _ids(olds, len(oid))
                blob = Oid(new.hex()) if new is not None else None
                found.append(Introduction(commit, RepoPath(path), ids, blob))
        return found


def _ids(olds: bytes, size: int) -> tuple[Oid | None, ...]:
    """IDs of `size` bytes each; zeros stand for none."""
    parts: Any = (olds[start : start + size] for start in range(0, len(olds), size))
    return tuple(Oid(part.hex()) if any(part) else None for part in parts)
