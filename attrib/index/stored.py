"""History from the index on disk: the same answers, without reading the history again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrib.git.interface import Introduction, Repository
from attrib.index import building
from attrib.index.database import Database, UnusableError
from attrib.index.graph import Graph
from attrib.index.interface import PastCommit
from attrib.index.packing import BLOBS, Commits, bucket_of, entries_in, unpack_rows
from attrib.index.walking import Walking
from attrib.index.writing import number_of, read_commits
from attrib.model.ids import Oid, RepoPath


class StoredHistory(Walking):
    """Answers from `index.sqlite`, which is brought up to date at the first question."""

    def __init__(self, database: Database, repository: Repository) -> None:
        super().__init__()
        self._database = database
        self._repository = repository
        self._extra: dict[Oid, None] = {}
        self._numbers: dict[Oid, int | None] = {}
        self._past: dict[Oid, PastCommit | None] = {}
        self._rows_at: dict[RepoPath, Sequence[Introduction]] = {}

    def include(self, commits: Iterable[Oid]) -> None:
        """Answer for these commits and their ancestors too, where no reference reaches them."""
        new = [oid for oid in dict.fromkeys(commits) if oid not in self._extra]
        self._extra.update(dict.fromkeys(new))
        if "_update" in self.__dict__ and any(self._number_of(oid) is None for oid in new):
            for name in ("_update", "_commits", "_seen"):
                self.__dict__.pop(name, None)
            self._numbers.clear()
            self._past.clear()
            self._rows_at.clear()
            self._forget_walks()

    @cached_property
    def _update(self) -> building.Seen:
        return building.update(self._database, self._repository, self._extra)

    def _bring_up_to_date(self) -> None:
        """Read what is new, once, before anything is looked up."""
        _ = self._update

    @cached_property
    def _commits(self) -> Commits:
        seen = self._update
        commits = read_commits(self._database, building.SIZES[self._repository.object_format])
        if any(tip >= len(commits) for tip in seen.tips):
            raise UnusableError("a tip that is no commit here", is_damaged=True)
        return commits

    @property
    def _graph(self) -> Graph:
        return self._commits.graph

    @cached_property
    def _seen(self) -> bytearray | None:
        """One byte a commit, 1 where it is reachable; `None` where all of them are."""
        return None if self._update.is_all else self._graph.ancestors(self._update.tips)

    def _number_of(self, oid: Oid) -> int | None:
        if oid not in self._numbers:
            seen, commits = self._seen, self._commits
            number = number_of(self._database, bytes.fromhex(oid))
            if number is not None and number >= len(commits):
                number = None  # another process has read further since
            if number is not None and seen is not None and not seen[number]:
                number = None
            self._numbers[oid] = number
        return self._numbers[oid]

    def commit(self, oid: Oid) -> PastCommit | None:
        """The commit, or `None` when it is not reachable."""
        if oid not in self._past:
            self._past[oid] = self._past_commit(oid)
        return self._past[oid]

    def _past_commit(self, oid: Oid) -> PastCommit | None:
        number = self._number_of(oid)
        if number is None:
            return None
        commits = self._commits
        parents = tuple(Oid(commits.oid(each).hex()) for each in self._graph.parents(number))
        return PastCommit(oid, parents, commits.authored[number], commits.committed[number])

    def authored_at(self, times: Collection[int]) -> Mapping[int, Sequence[Oid]]:
        """The commits of each author time among `times` that has any, in the order of IDs."""
        seen, commits = self._seen, self._commits
        found: defaultdict[int, list[Oid]] = defaultdict(list)
        for number, time in enumerate(commits.authored):
            if time in times and (seen is None or seen[number]):
                found[time].append(Oid(commits.oid(number).hex()))
        return {time: sorted(oids) for time, oids in found.items()}

    def introductions_at(self, path: RepoPath) -> Sequence[Introduction]:
        """What commits introduced at `path`, ancestors first."""
        if path not in self._rows_at:
            self._bring_up_to_date()
            row = self._database.row("SELECT rows FROM paths WHERE path = ?", [path])
            self._rows_at[path] = self._in_order(self._unpacked(path, row[0] if row else b""))
        return self._rows_at[path]

    def places_of(self, blob: Oid) -> Sequence[Introduction]:
        """Every introduction of `blob`, ancestors first."""
        places = {place for _, _, place in self._blobs(bytes.fromhex(blob))}
        found: list[tuple[int, Introduction]] = []
        for place in places:
            row = self._database.row("SELECT path, rows FROM paths WHERE id = ?", [place])
            if row is None:
                raise UnusableError("a path that is not here", is_damaged=True)
            found += [item for item in self._unpacked(*row) if item[1].new == blob]
        return self._in_order(found)

    def blobs_like(self, prefix: str) -> Sequence[Oid]:
        """The introduced blobs whose IDs begin with these hex digits, in order."""
        whole = bytes.fromhex(prefix[: len(prefix) // 2 * 2])
        found = {Oid(blob.hex()) for blob, _, _ in self._blobs(whole)}
        return sorted(oid for oid in found if oid.startswith(prefix))

    def _blobs(self, prefix: bytes) -> Iterator[tuple[bytes, int, int]]:
        """Seen introductions of the blobs whose IDs begin with two bytes or more."""
        seen, commits = self._seen, self._commits
        question = "SELECT entries FROM buckets WHERE id = ?"
        for (entries,) in self._database.rows(question, [bucket_of(BLOBS, prefix)]):
            for blob, (number, place) in entries_in(BLOBS, entries, commits.size, prefix):
                if number < len(commits) and (seen is None or seen[number]):
                    yield blob, number, place

    def _unpacked(self, path: bytes, rows: bytes) -> Iterator[tuple[int, Introduction]]:
        """Each seen introduction at a path, with the number of its commit."""
        seen, commits = self._seen, self._commits
        try:
            for number, new, olds in unpack_rows(rows, commits.size):
                if number < len(commits) and (seen is None or seen[number]):
                    commit = Oid(commits.oid(number).hex())
                    self._numbers[commit] = number
                    before = tuple(map(_id, olds))
                    yield number, Introduction(commit, RepoPath(path), before, _id(new))
        except ValueError as error:
            raise UnusableError(error, is_damaged=True) from error

    def _in_order(self, rows: Iterable[tuple[int, Introduction]]) -> list[Introduction]:
        dates = self._commits.dates
        ordered = sorted(rows, key=lambda item: (dates[item[0]], item[1].commit, item[1].path))
        return [row for _, row in ordered]


def _id(binary: bytes) -> Oid | None:
    """The ID; zeros stand for none."""
    return Oid(binary.hex()) if any(binary) else None
