"""Brings the index of history up to date: only what no earlier pass has read is read.

Commits stay in it when no reference reaches them any more; whoever asks leaves them out. It is
made anew where the form of the file, the object format or the end of a shallow history changed.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from attrib.git.interface import Repository
from attrib.git.reading import read_regular
from attrib.git.refs import is_history
from attrib.index.database import Database
from attrib.index.tables import HISTORY, HISTORY_KEY
from attrib.index.writing import Writer, numbers_in
from attrib.model.ids import Oid

SIZES = {"sha1": 20, "sha256": 32}


def key_of(repository: Repository) -> bytes:
    """What the index stands and falls with: the object format and where history ends."""
    shallow = read_regular(str(Path(repository.common_dir, "shallow"))) or b""
    ends = b"\n".join(sorted(shallow.split()))
    return hashlib.sha256(repository.object_format.encode() + b"\0" + ends).digest()


def tips_of(repository: Repository) -> list[Oid]:
    """The objects that references of history name, in order, tags not peeled."""
    return sorted({oid for name, oid in repository.refs().items() if is_history(name)})


def holds_history(database: Database) -> bool:
    """True when the index is kept for history too; so is a file that has to be made anew."""
    return not database.is_made or database.state(HISTORY_KEY) is not None


def want_history(database: Database) -> None:
    """Have history read into the index when the next question about it is asked."""
    database.set_state(HISTORY_KEY, b"")


def is_current(database: Database, repository: Repository) -> bool:
    """True when the index was made of this history, up to some earlier moment."""
    return database.is_made and database.state(HISTORY_KEY) == key_of(repository)


def is_up_to_date(database: Database, repository: Repository) -> bool:
    """True when references name what they named when the index was last brought up to date."""
    return database.state("tips") == _digest(tips_of(repository))


@dataclass(frozen=True, slots=True)
class Seen:
    """From which commits, by number, history is seen; whether this is all of the index."""

    tips: tuple[int, ...]
    is_all: bool


def update(
    database: Database,
    repository: Repository,
    extra: Iterable[Oid] = (),
    *,
    anew: bool = False,
) -> Seen:
    """Read what is new from the tips of references and of `extra`.

    Raises:
        UnusableError: the file cannot be written now.
        GitError: git cannot read the history.
    """
    tips, extra = tips_of(repository), list(extra)
    if not anew and is_current(database, repository):
        found = _unchanged(database, tips, extra)
        if found is not None:
            return found
    with database.writing():
        if anew or not is_current(database, repository):
            _clear(database)
            database.set_state(HISTORY_KEY, key_of(repository))
        writer = Writer(database, SIZES[repository.object_format])
        before = _seen_tips(database)
        tips_before = _tip_numbers(database) if database.state("is all") == b"1" else None
        commits = _commits_of(database, repository, tips)
        wanted = {oid: bytes.fromhex(oid) for oid in (*commits, *extra)}
        known = numbers_in(database, wanted.values())
        new = {oid for oid, binary in wanted.items() if binary not in known}
        if new:
            exclude = [*(oid for oid in wanted if oid not in new), *before]
            writer.add(repository.packed_history(sorted(new), exclude=exclude))
        numbers = writer.numbers_of(commits)
        is_all = writer.are_all(numbers, tips_before)
        database.set_state("tips", _digest(tips))
        database.set_state("tip numbers", array("q", numbers).tobytes())
        database.set_state("seen tips", "\n".join(commits).encode())
        database.set_state("is all", b"1" if is_all else b"")
        return Seen((*numbers, *writer.numbers_of(extra)), is_all)


def _unchanged(database: Database, tips: list[Oid], extra: list[Oid]) -> Seen | None:
    """What is seen where all tips are known; `None` where something has to be read."""
    if database.state("tips") != _digest(tips):
        return None
    more = {bytes.fromhex(oid) for oid in extra}
    known = numbers_in(database, more)
    if len(known) != len(more):
        return None
    return Seen((*_tip_numbers(database), *known.values()), database.state("is all") == b"1")


def _tip_numbers(database: Database) -> list[int]:
    return array("q", database.state("tip numbers") or b"").tolist()


def _digest(tips: Iterable[Oid]) -> bytes:
    return hashlib.sha256("\n".join(tips).encode()).digest()


def _clear(database: Database) -> None:
    for table in HISTORY:
        database.rows(f"DELETE FROM {table}")  # noqa: S608, names of ours
    database.rows("DELETE FROM state")


def _seen_tips(database: Database) -> list[Oid]:
    """The commits that references named when the index was last brought up to date."""
    names = (database.state("seen tips") or b"").decode("ascii").split()
    return [Oid(name) for name in names]


def _commits_of(database: Database, repository: Repository, tips: Iterable[Oid]) -> list[Oid]:
    """The commits that tips name; what a tag leads to is asked once and kept."""
    binaries = {oid: bytes.fromhex(oid) for oid in tips}
    known = numbers_in(database, binaries.values())
    kept = dict(database.rows("SELECT oid, commit_oid FROM peeled"))
    found: dict[str, Oid | None] = {}
    unknown: list[Oid] = []
    for oid, binary in binaries.items():
        if binary in kept:
            found[oid] = Oid(kept[binary].hex()) if kept[binary] else None
        elif binary in known:
            found[oid] = oid
        else:
            unknown.append(oid)
    resolved = repository.resolve(unknown) if unknown else {}
    peeled = [(oid, commit) for oid, commit in resolved.items() if commit != oid]
    database.write(
        "INSERT OR REPLACE INTO peeled VALUES (?, ?)",
        [(bytes.fromhex(oid), bytes.fromhex(commit or "")) for oid, commit in peeled],
    )
    found.update(resolved)
    return [commit for commit in dict.fromkeys(found.values()) if commit is not None]
