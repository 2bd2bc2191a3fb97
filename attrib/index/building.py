"""Brings the index of history up to date: only what no earlier pass has read is read.

Commits stay in it when no reference reaches them any more; whoever asks leaves them out. It is
made anew where the form of the file, the object format or the end of a shallow history changed.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable
from pathlib import Path

from attrib.git.interface import Repository
from attrib.git.reading import read_regular
from attrib.git.refs import is_history
from attrib.index.database import Database
from attrib.index.tables import HISTORY
from attrib.index.writing import Writer, number_of
from attrib.model.ids import Oid


def key_of(repository: Repository) -> bytes:
    """What the index stands and falls with: the object format and where history ends."""
    shallow = read_regular(str(Path(repository.common_dir, "shallow"))) or b""
    ends = b"\n".join(sorted(shallow.split()))
    return hashlib.sha256(repository.object_format.encode() + b"\0" + ends).digest()


def tips_of(repository: Repository) -> list[Oid]:
    """The objects that references of history name, in order, tags not peeled."""
    return sorted({oid for name, oid in repository.refs().items() if is_history(name)})


def is_current(database: Database, repository: Repository) -> bool:
    """True when the index was made of this history, up to some earlier moment."""
    return database.is_made and database.state("key") == key_of(repository)


def update(
    database: Database,
    repository: Repository,
    extra: Iterable[Oid] = (),
    *,
    anew: bool = False,
) -> list[int]:
    """Read what is new; gives the numbers of all tips, of references and of `extra`.

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
            database.set_state("key", key_of(repository))
        writer = Writer(database)
        commits = _commits_of(database, repository, tips)
        wanted = dict.fromkeys([*commits, *extra])
        new = [oid for oid in wanted if writer.number_of(oid) is None]
        if new:
            exclude = [*(oid for oid in wanted if oid not in new), *_seen_tips(database)]
            writer.add(repository.history(new, exclude=exclude, oldest_first=True))
        numbers = writer.numbers_of(commits)
        database.set_state("tips", _digest(tips))
        database.set_state("tip numbers", array("q", numbers).tobytes())
        return [*numbers, *writer.numbers_of(extra)]


def _unchanged(database: Database, tips: list[Oid], extra: list[Oid]) -> list[int] | None:
    """The tips' numbers where all of them are known; `None` where something has to be read."""
    if database.state("tips") != _digest(tips):
        return None
    numbers = array("q", database.state("tip numbers") or b"").tolist()
    more = [number_of(database, oid) for oid in extra]
    known = [number for number in more if number is not None]
    return [*numbers, *known] if len(known) == len(more) else None


def _digest(tips: Iterable[Oid]) -> bytes:
    return hashlib.sha256("\n".join(tips).encode()).digest()


def _clear(database: Database) -> None:
    for table in HISTORY:
        database.rows(f"DELETE FROM {table}")  # noqa: S608, names of ours
    database.rows("DELETE FROM state")


def _seen_tips(database: Database) -> list[Oid]:
    """The commits that references named when the index was last brought up to date."""
    numbers = array("q", database.state("tip numbers") or b"")
    question = "SELECT oid FROM commits WHERE id = ?"
    rows = [database.row(question, [number]) for number in numbers]
    return [Oid(row[0].hex()) for row in rows if row]


def _commits_of(database: Database, repository: Repository, tips: Iterable[Oid]) -> list[Oid]:
    """The commits that tips name; what a tag leads to is asked once and kept."""
    found: dict[Oid, Oid | None] = {}
    for oid in tips:
        kept = database.row("SELECT commit_oid FROM peeled WHERE oid = ?", [bytes.fromhex(oid)])
        if kept is not None:
            found[oid] = Oid(kept[0].hex()) if kept[0] else None
        elif number_of(database, oid) is not None:
            found[oid] = oid
    unknown = [oid for oid in tips if oid not in found]
    resolved = repository.resolve(unknown) if unknown else {}
    peeled = {oid: commit for oid in unknown if (commit := resolved.get(oid)) != oid}
    database.write(
        "INSERT OR REPLACE INTO peeled VALUES (?, ?)",
        [(bytes.fromhex(oid), bytes.fromhex(commit or "")) for oid, commit in peeled.items()],
    )
    both = {**found, **{Oid(oid): commit for oid, commit in resolved.items()}}
    return [commit for oid in tips if (commit := both.get(oid)) is not None]
