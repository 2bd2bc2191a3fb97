"""Writes commits into the index: numbers for commits and paths, rows sorted, in large batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from attrib.git.interface import HistoryCommit
from attrib.index.database import Database
from attrib.index.graph import Graph
from attrib.index.walking import corrected_date
from attrib.model.ids import Oid

#: Commits taken from git at once, and rows that are sorted and written together.
_CHUNK = 4096
_BATCH = 500_000
#: So many additions are joined into one.
_LINKS = 64


def number_of(database: Database, oid: Oid) -> int | None:
    """The number of a commit in the index."""
    found = database.row("SELECT id FROM commits WHERE oid = ?", [bytes.fromhex(oid)])
    return found[0] if found else None


def read_graph(database: Database) -> Graph:
    """The parents of all commits in the index.

    Raises:
        ValueError: what is kept is no graph.
    """
    graph = Graph()
    for first, *columns in database.rows("SELECT first, one, two, more FROM links ORDER BY first"):
        if first != len(graph):
            raise ValueError("a gap in the numbers of commits")
        graph.extend((columns[0], columns[1], columns[2]))
    return graph


class Writer:
    """Adds commits inside of one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._count = _least_free(database, "commits")
        self._next_path = _least_free(database, "paths")
        self._is_new = self._count == 0
        self._numbers: dict[Oid, int] = {}
        self._dates: dict[Oid, int] = {}
        self._paths: dict[bytes, int] = {}
        self._new_paths: list[tuple[int, bytes]] = []
        self._commits: list[tuple[int, bytes, int, int, int]] = []
        self._rows: list[tuple[int, int, bytes | None, bytes]] = []

    def number_of(self, oid: Oid) -> int | None:
        """The number of a commit, of this run or an earlier one."""
        found = self._numbers.get(oid)
        if found is None and not self._is_new:
            found = number_of(self._database, oid)
        return found

    def numbers_of(self, oids: Iterable[Oid]) -> list[int]:
        """The numbers of those that are known, in order."""
        found = (self.number_of(oid) for oid in oids)
        return sorted({number for number in found if number is not None})

    def add(self, history: Iterator[HistoryCommit]) -> None:
        """Write commits, parents before children; those known already are passed over."""
        graph = Graph()
        first = self._count
        while chunk := list(islice(history, _CHUNK)):
            for commit in chunk:
                if self.number_of(commit.oid) is None:
                    self._take(commit, graph)
            if len(self._rows) >= _BATCH:
                self._write()
        self._write()
        if len(graph):
            statement = "INSERT INTO links VALUES (?, ?, ?, ?)"
            self._database.write(statement, [(first, *graph.columns())])
            self._join_links()

    def _take(self, commit: HistoryCommit, graph: Graph) -> None:
        known = [(oid, n) for oid in commit.parents if (n := self.number_of(oid)) is not None]
        date = corrected_date(commit.committer_time, [self._date(oid, n) for oid, n in known])
        number = self._count
        self._count += 1
        self._numbers[commit.oid] = number
        self._dates[commit.oid] = date
        graph.add([n for _, n in known])
        oid = bytes.fromhex(commit.oid)
        self._commits.append((number, oid, commit.author_time, commit.committer_time, date))
        zeros = b"\0" * len(oid)
        append, from_hex, path_number = self._rows.append, bytes.fromhex, self._path_number
        for change in commit.changes:
            olds = b"".join([from_hex(old) if old else zeros for old in change.olds])
            new = from_hex(change.new) if change.new else None
            append((path_number(change.path), number, new, olds))

    def _date(self, oid: Oid, number: int) -> int:
        found = self._dates.get(oid)
        if found is None:
            row = self._database.row("SELECT date FROM commits WHERE id = ?", [number])
            found = self._dates[oid] = row[0] if row else 0
        return found

    def _path_number(self, path: bytes) -> int:
        number = self._paths.get(path)
        if number is None:
            row = None
            if not self._is_new:
                row = self._database.row("SELECT id FROM paths WHERE path = ?", [path])
            number = row[0] if row else self._next_path
            if row is None:
                self._next_path += 1
                self._new_paths.append((number, path))
            self._paths[path] = number
        return number

    def _write(self) -> None:
        write = self._database.write
        write("INSERT INTO commits VALUES (?, ?, ?, ?, ?)", self._commits)
        write("INSERT INTO paths VALUES (?, ?)", self._new_paths)
        self._rows.sort(key=lambda row: row[:2])
        write("INSERT INTO at_path VALUES (?, ?, ?, ?)", self._rows)
        blobs = [(new, number, path) for path, number, new, _ in self._rows if new is not None]
        blobs.sort()
        write("INSERT INTO of_blob VALUES (?, ?, ?)", blobs)
        for written in (self._commits, self._new_paths, self._rows):
            written.clear()

    def _join_links(self) -> None:
        count = self._database.row("SELECT count(*) FROM links")
        if count and count[0] > _LINKS:
            columns = read_graph(self._database).columns()
            self._database.rows("DELETE FROM links")
            self._database.write("INSERT INTO links VALUES (0, ?, ?, ?)", [columns])


def _least_free(database: Database, table: str) -> int:
    row = database.row(f"SELECT max(id) FROM {table}")  # noqa: S608, names of ours
    return 0 if row is None or row[0] is None else int(row[0]) + 1
