"""Writes commits into the index: numbers for commits and paths, rows packed by path and by blob."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from attrib.git.interface import PackedCommit
from attrib.index.database import Database, UnusableError
from attrib.index.packing import (
    BLOBS,
    COMMITS,
    Commits,
    bucket_of,
    entries_in,
    pack_blob,
    pack_commit,
    pack_row,
)
from attrib.index.walking import corrected_date
from attrib.model.ids import Oid

#: So many additions are joined into fewer.
_ADDITIONS = 64
_ADD = "INSERT INTO commits VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_COLUMNS = "oids, author_times, committer_times, dates, one, two, more"


def number_of(database: Database, oid: bytes) -> int | None:
    """The number of a commit in the index."""
    found = database.row("SELECT entries FROM buckets WHERE id = ?", [bucket_of(COMMITS, oid)])
    if found is None:
        return None
    return next((numbers[0] for _, numbers in entries_in(COMMITS, found[0], len(oid), oid)), None)


def numbers_in(database: Database, oids: Iterable[bytes]) -> dict[bytes, int]:
    """The numbers of those of the commits that are in the index; one statement finds them all."""
    wanted: defaultdict[int, list[bytes]] = defaultdict(list)
    for oid in oids:
        wanted[bucket_of(COMMITS, oid)].append(oid)
    if not wanted:
        return {}
    question = "SELECT id, entries FROM buckets WHERE id BETWEEN ? AND ?"
    found: dict[bytes, int] = {}
    for bucket, entries in database.rows(question, [min(wanted), max(wanted)]):
        for oid in wanted.get(bucket, ()):
            for _, numbers in entries_in(COMMITS, entries, len(oid), oid):
                found[oid] = numbers[0]
    return found


def read_commits(database: Database, size: int) -> Commits:
    """All commits in the index; their IDs are `size` bytes long.

    Raises:
        UnusableError: the index is damaged.
    """
    commits = Commits(size)
    question = f"SELECT first, {_COLUMNS} FROM commits ORDER BY first"  # noqa: S608, ours
    for first, *columns in database.rows(question):
        try:
            if first != len(commits):
                raise ValueError("a gap in the numbers of commits")
            commits.extend(tuple(columns))
        except (TypeError, ValueError) as error:
            raise UnusableError(error, is_damaged=True) from error
    return commits


class Writer:
    """Adds commits inside of one transaction."""

    def __init__(self, database: Database, size: int) -> None:
        self._database = database
        self._known = read_commits(database, size)
        self._added = Commits(size)
        self._first = len(self._known)
        self._numbers: dict[bytes, int] = {}
        highest = database.row("SELECT max(id) FROM paths")
        self._next_path = (highest[0] or 0) + 1 if highest else 1
        self._path_numbers: dict[bytes, int] = {}
        self._new_paths: dict[int, bytes] = {}
        self._rows: defaultdict[int, bytearray] = defaultdict(bytearray)
        self._buckets: defaultdict[int, bytearray] = defaultdict(bytearray)

    def are_all(self, tips: Iterable[int], before: Iterable[int] | None) -> bool:
        """True when every commit in the index is reachable from `tips`.

        `before` are commits from which all that stood in it were reachable, where some are known.
        """
        if before is None:
            heads = self._known.graph.heads()
        else:
            added = self._added.graph
            heads = {*before, *range(self._first, self._first + len(added))}
            heads.difference_update(*map(added.parents, range(len(added))))
        return heads <= set(tips)

    def number_of(self, oid: bytes) -> int | None:
        """The number of a commit, of this run or an earlier one."""
        found = self._numbers.get(oid)
        if found is None and self._first:
            found = number_of(self._database, oid)
        return found

    def numbers_of(self, oids: Iterable[Oid]) -> list[int]:
        """The numbers of those that are known, in order."""
        wanted = [bytes.fromhex(oid) for oid in oids]
        new = {self._numbers[oid] for oid in wanted if oid in self._numbers}
        old = numbers_in(self._database, (oid for oid in wanted if oid not in self._numbers))
        return sorted(new.union(old.values()))

    def add(self, history: Iterator[PackedCommit]) -> None:
        """Write commits, parents before children; those known already are passed over."""
        for commit in history:
            if self.number_of(commit.oid) is None:
                self._take(commit)
        if self._added:
            self._write()

    def _take(self, commit: PackedCommit) -> None:
        oid, size, added, buckets = commit.oid, len(commit.oid), self._added, self._buckets
        find = self.number_of if self._first else self._numbers.get
        parents = [number for each in commit.parents if (number := find(each)) is not None]
        number = self._first + len(self._numbers)
        self._numbers[oid] = number
        added.oids += oid
        added.authored.append(commit.author_time)
        added.committed.append(commit.committer_time)
        added.dates.append(corrected_date(commit.committer_time, map(self._date, parents)))
        added.graph.add(parents)
        buckets[bucket_of(COMMITS, oid)] += oid + pack_commit(number)
        places, rows = self._path_numbers, self._rows
        for path, new, olds in commit.changes:
            place = places.get(path)
            if place is None:
                place = self._number_path(path)
            rows[place] += pack_row(number, new, olds, size)
            if new is not None:
                buckets[bucket_of(BLOBS, new)] += new + pack_blob(number, place)

    def _date(self, number: int) -> int:
        first = self._first
        return self._added.dates[number - first] if number >= first else self._known.dates[number]

    def _number_path(self, path: bytes) -> int:
        row = None
        if self._first:
            row = self._database.row("SELECT id FROM paths WHERE path = ?", [path])
        number: int = row[0] if row else self._next_path
        if row is None:
            self._next_path += 1
            self._new_paths[number] = path
        self._path_numbers[path] = number
        return number

    def _write(self) -> None:
        write = self._database.write
        write(_ADD, [(self._first, *self._added.columns())])
        new, rows = self._new_paths, self._rows
        write("INSERT INTO paths VALUES (?, ?, ?)", [(n, path, rows[n]) for n, path in new.items()])
        write(
            "UPDATE paths SET rows = CAST(rows || ? AS BLOB) WHERE id = ?",
            [(row, number) for number, row in sorted(rows.items()) if number not in new],
        )
        write(
            "INSERT INTO buckets VALUES (?, ?) ON CONFLICT DO UPDATE"
            " SET entries = CAST(entries || excluded.entries AS BLOB)",
            sorted(self._buckets.items()),
        )
        self._known.extend(self._added.columns())
        self._join()

    def _join(self) -> None:
        """Join additions: the small ones, or all where these are many by now."""
        starts = [row[0] for row in self._database.rows("SELECT first FROM commits ORDER BY first")]
        if len(starts) <= _ADDITIONS:
            return
        start = starts[1] if len(self._known) < 1.5 * starts[1] else 0
        joined = Commits(self._known.size)
        question = f"SELECT {_COLUMNS} FROM commits WHERE first >= ? ORDER BY first"  # noqa: S608
        for row in self._database.rows(question, [start]):
            joined.extend(row)
        self._database.rows("DELETE FROM commits WHERE first >= ?", [start])
        self._database.write(_ADD, [(start, *joined.columns())])
