"""What an importer of native logs is: where they lie, which files are its own, what they hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from attrib.model.records import Root

#: The key under `_meta` that names what a record was read from; unique in its session.
SOURCE = "attrib/source"
_LINE = re.compile(r":\d+\Z")


@dataclass(frozen=True, slots=True)
class Notice:
    """A line, row or file that could not be used; `pending` for a tail still being written.

    `place` is `path:line`, `path: table 'x' row N`, or a path. `skips` is false for what is only
    told: nothing was passed over.
    """

    place: str
    reason: str
    pending: bool = False
    skips: bool = True

    @property
    def is_of_line(self) -> bool:
        """True for what is told of one line of a log."""
        return _LINE.search(self.place) is not None

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Native:
    """A whole native record, to be kept as a blob: `size` bytes that have this SHA-256 (hex).

    Its bytes stand at `offset` of the file `path`, or are `data` where no file has them as such.
    """

    digest: str
    size: int
    path: Path | None = None
    offset: int = 0
    data: bytes | None = None

    @property
    def member(self) -> dict[str, Any]:
        """The `native` member of a record that was read from it."""
        blob = {"blob": f"sha256:{self.digest}", "size": self.size, "mimeType": "application/json"}
        return {"blob": blob}

    def read(self) -> bytes | None:
        """The bytes; `None` where the file no longer holds them."""
        data = self.data
        if data is None and self.path is not None:
            try:
                with self.path.open("rb") as file:
                    file.seek(self.offset)
                    data = file.read(self.size)
            except OSError:
                return None
        return data if data is not None and sha256(data).hexdigest() == self.digest else None


@dataclass(frozen=True, slots=True)
class Card:
    """What people are told of an importer; the page on importers is made of the cards.

    `precision` says per kind of edit how precisely a change is known. `losses` maps the keys that
    every stream declares to their reasons. `basis` says how the format is known.
    """

    reads: str
    places: str
    precision: tuple[tuple[str, str], ...]
    commits: str
    losses: Mapping[str, str]
    basis: str


@dataclass(frozen=True, slots=True)
class ImportedSession:
    """One session as its native logs tell it.

    `records` are ASR records in order, without `seq` and `id`; each names its source under
    `_meta`. `roots` are those that the header declares; later ones are `root` records. `folders`
    are the absolute working directories. `elsewhere` are the sources of copied records that
    belong to another session. `latest` is the last time in seconds since the epoch. `natives` are
    the whole native records that `native.blob` members of the records name. `meta` goes into the
    header's `_meta`.
    """

    id: str
    agent: str
    started: str | None
    latest: float | None
    parent: str | None
    folders: tuple[str, ...]
    roots: tuple[Root, ...]
    losses: tuple[Mapping[str, str], ...]
    records: tuple[Mapping[str, Any], ...]
    notices: tuple[Notice, ...] = ()
    elsewhere: frozenset[str] = frozenset()
    natives: tuple[Native, ...] = ()
    meta: Mapping[str, Any] = field(default_factory=dict)


class Importer(Protocol):
    """Reads the native logs of one agent; never writes to them."""

    @property
    def alias(self) -> str:
        """What people type, such as `claude-code`."""
        ...

    @property
    def agent(self) -> str:
        """The agent's name in the registry."""
        ...

    @property
    def card(self) -> Card:
        """What people are told of it."""
        ...

    def where(self) -> list[Path]:
        """The folders where this agent keeps its logs on this machine, existing ones only."""
        ...

    def namespace_of(self, path: Path) -> str:
        """The installation that a log belongs to: the same name on every run."""
        ...

    def recognizes(self, path: Path) -> bool:
        """True when the file is a log of this agent, judged by its first rows."""
        ...

    def logs(self, place: Path) -> Iterator[Path]:
        """The logs of this agent below a folder, in a stable order."""
        ...

    def mentions(self, path: Path, folders: Iterable[str]) -> bool:
        """False when no row of the log can have one of the folders as its working directory."""
        ...

    def sessions(self, paths: Iterable[Path]) -> Iterator[ImportedSession]:
        """The sessions in these logs, each event once, whatever the order of the paths."""
        ...
