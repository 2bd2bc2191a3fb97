"""Parts of tables on disk: the same rows give the same bytes, and a manifest knows their digests.

A part is written beside its place and moved there, so that no half of one is ever read. What no
manifest names is no part of any table.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from attrib.errors import FleetError
from attrib.fleet.spelling import id_of
from attrib.fleet.tables import SORTED, TABLES, table_of

FORMAT = "attrib.fleet/1"
#: Rows of a row group: the least that an engine can pass over.
_GROUP = 1 << 17
_PIECE = 1 << 20


@dataclass(slots=True)
class Manifest:
    """What was written of one repository, or of one bucket of sessions.

    `parts` gives the SHA-256 of each part by its name, `state` what a rerun starts from.
    """

    name: str
    parts: dict[str, str] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Folder:
    """The folder of one fleet."""

    path: Path

    def prepare(self) -> None:
        """Make it, or see that it is a fleet's.

        Raises:
            FleetError: there is another kind of folder, or a fleet of another format.
        """
        mark = self.path / "fleet.json"
        if not mark.exists():
            if self.path.exists() and any(self.path.iterdir()):
                hint = "give -o a new folder"
                raise FleetError(f"no fleet lies in '{self.path}'", hint=hint)
            _write(mark, json.dumps({"format": FORMAT}).encode() + b"\n")
        self.check()

    def check(self) -> None:
        """See that a fleet of this format lies here.

        Raises:
            FleetError: none does.
        """
        try:
            found = json.loads((self.path / "fleet.json").read_bytes())
            is_ours = found["format"] == FORMAT
        except (OSError, ValueError, TypeError, KeyError):
            is_ours = False
        if not is_ours:
            hint = f"attrib fleet export -o '{self.path}'"
            raise FleetError(f"no fleet of format '{FORMAT}' in '{self.path}'", hint=hint)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """One process at a time writes: another would remove what this one has not named yet.

        Raises:
            FleetError: another one is at work.
        """
        from filelock import FileLock, Timeout

        try:
            with FileLock(self.path / ".lock", timeout=0):
                yield
        except Timeout as error:
            hint = "wait for its end, or work in another folder"
            raise FleetError(f"another run is at work in '{self.path}'", hint=hint) from error

    def manifests(self, kind: str) -> dict[str, Manifest]:
        """All manifests of a kind, by their file's stem; one that cannot be read is left out."""
        return self.manifests_and_unread(kind)[0]

    def manifests_and_unread(self, kind: str) -> tuple[dict[str, Manifest], list[tuple[str, str]]]:
        """The same, and those that cannot be read: stem, and where it lies in the folder."""
        found: dict[str, Manifest] = {}
        unread: list[tuple[str, str]] = []
        for file in sorted((self.path / "manifests" / kind).glob("*.json")):
            manifest = _manifest_in(file)
            if manifest is None:
                unread.append((file.stem, str(file.relative_to(self.path))))
            else:
                found[file.stem] = manifest
        return found, unread

    def keep(self, kind: str, stem: str, manifest: Manifest) -> None:
        """Write a manifest; parts that an earlier one named and this does not are removed."""
        file = self.path / "manifests" / kind / f"{stem}.json"
        before = _manifest_in(file)
        value = {"name": manifest.name, "parts": manifest.parts, "state": manifest.state}
        _write(file, json.dumps(value, indent=1, sort_keys=True).encode() + b"\n")
        for name in before.parts.keys() - manifest.parts.keys() if before else ():
            self.file_of(name).unlink(missing_ok=True)

    def file_of(self, part: str) -> Path:
        """Where a part lies.

        Raises:
            FleetError: its name leads out of the tables.
        """
        if not _is_part(part):
            raise FleetError(f"a manifest names '{part}', which is no part", where=str(self.path))
        return self.path.joinpath(*part.split("/"))

    def write_rows(
        self, manifest: Manifest, table: str, where: str, rows: Sequence[Mapping[str, Any]]
    ) -> None:
        """Write rows of a table as a part `where` below it; nothing for no rows."""
        if rows:
            ordered = sorted(rows, key=_sorted_by(table))
            rows_there = table_of(ordered, TABLES[table])
            self.write(manifest, f"tables/{table}/{where}.parquet", rows_there)

    def write(self, manifest: Manifest, name: str, table: pa.Table) -> None:
        """Write a part, and its digest into the manifest."""
        file = self.file_of(name)
        file.parent.mkdir(parents=True, exist_ok=True)
        with beside(file) as place:
            pq.write_table(table, place, row_group_size=_GROUP, compression="zstd", version="2.6")
            found = digest_of(place)
        manifest.parts[name] = found

    def read(self, names: Iterable[str], schema: pa.Schema) -> pa.Table:
        """The rows of some parts, one after the other."""
        tables = [pq.read_table(self.file_of(name), partitioning=None) for name in names]
        return pa.concat_tables(tables) if tables else schema.empty_table()

    def is_whole(self, name: str, digest: str) -> bool:
        """True where a part holds what was written."""
        try:
            return digest_of(self.file_of(name)) == digest
        except OSError:
            return False

    @cached_property
    def checked(self) -> Checked:
        """All parts that hold what was written, and those that do not; looked at once."""
        return Checked.of(self)


@dataclass(frozen=True, slots=True)
class Checked:
    """The parts of each table, and what is damaged: the manifest's name and the part's."""

    parts: Mapping[str, Sequence[str]]
    damaged: Sequence[tuple[str, str]]

    @classmethod
    def of(cls, folder: Folder) -> Checked:
        """Look at every part that a manifest names."""
        parts: dict[str, list[str]] = {table: [] for table in TABLES}
        damaged: list[tuple[str, str]] = []
        for kind in ("repositories", "sessions"):
            manifests, unread = folder.manifests_and_unread(kind)
            damaged += unread
            for manifest in manifests.values():
                for name, digest in sorted(manifest.parts.items()):
                    table = name.split("/")[1]
                    if table not in parts:
                        continue
                    if folder.is_whole(name, digest):
                        parts[table].append(name)
                    else:
                        damaged.append((manifest.name, name))
        return cls(parts, damaged)


def _sorted_by(table: str) -> Any:
    plain = [f.name for f in TABLES[table] if not pa.types.is_list(f.type)]
    first = [*SORTED.get(table, ())]
    names = [*first, *(name for name in plain if name not in first)]

    def key(row: Mapping[str, Any]) -> list[tuple[bool, Any]]:
        values = (row.get(name) for name in names)
        return [(False, 0) if value is None else (True, value) for value in values]

    return key


def digest_of(file: Path) -> str:
    """The SHA-256 of a file."""
    found = hashlib.sha256()
    with file.open("rb") as opened:
        while piece := opened.read(_PIECE):
            found.update(piece)
    return found.hexdigest()


def _manifest_in(file: Path) -> Manifest | None:
    """What a manifest says; `None` where it is cut, or names what no match ever wrote."""
    try:
        value = json.loads(file.read_bytes())
        manifest = Manifest(str(value["name"]), dict(value["parts"]), dict(value["state"]))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    is_sound = all(_is_part(name) for name in manifest.parts) and _is_state(manifest.state)
    return manifest if is_sound else None


def _is_part(name: str) -> bool:
    """True for a file below a folder of the fleet's that a part can have."""
    pieces = name.split("/")
    leads_out = bool({"", ".", ".."} & set(pieces)) or "\0" in name
    return len(pieces) > 1 and pieces[0] in ("tables", "links", "joined") and not leads_out


def _is_state(state: Mapping[str, Any]) -> bool:
    """True where what a rerun starts from has the form that it was written in."""
    tips, rows, streams = (state.get(name) for name in ("tips", "rows", "streams"))
    return (
        (tips is None or (isinstance(tips, list) and all(map(_is_oid, tips))))
        and (rows is None or isinstance(rows, int | dict))
        and (
            streams is None or (isinstance(streams, dict) and all(map(_is_known, streams.values())))
        )
    )


def _is_oid(value: Any) -> bool:
    return isinstance(value, str) and id_of(value) is not None


def _is_known(value: Any) -> bool:
    """True for the size and time of a stream, its session, and its store."""
    return isinstance(value, list) and list(map(type, value)) == [list, str, str]


def _write(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with beside(file) as place:
        place.write_bytes(data)


@contextmanager
def beside(file: Path) -> Iterator[Path]:
    """A place beside a file to write to, which is moved there; nothing stays of a failure."""
    place = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        yield place
        os.replace(place, file)  # noqa: PTH105
    except BaseException:
        place.unlink(missing_ok=True)
        raise


def pieces_of(rows: Iterable[Any], size: int) -> Iterator[list[Any]]:
    """The rows in lists of at most this many."""
    piece: list[Any] = []
    for row in rows:
        piece.append(row)
        if len(piece) >= size:
            yield piece
            piece = []
    if piece:
        yield piece
