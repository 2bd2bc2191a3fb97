"""What an importer of native logs is: where they lie, which files are its own, what they hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from attrib.model.records import Root

#: The key under `_meta` that names what a record was read from; unique in its session.
SOURCE = "attrib/source"


@dataclass(frozen=True, slots=True)
class Notice:
    """A line or file that could not be used; `pending` for a tail that is still being written."""

    place: str
    reason: str
    pending: bool = False

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


@dataclass(frozen=True, slots=True)
class ImportedSession:
    """One session as its native logs tell it.

    `records` are ASR records in order, without `seq` and `id`; each names its source under
    `_meta`. `roots` are those that the header declares; later ones are `root` records. `folders`
    are the absolute working directories. `elsewhere` are the sources of copied records that
    belong to another session. `latest` is the last time in seconds since the epoch.
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

    def where(self) -> list[Path]:
        """The folders where this agent keeps its logs on this machine, existing ones only."""
        ...

    def namespace_of(self, path: Path) -> str:
        """The installation that a log belongs to: the same name on every run."""
        ...

    def recognizes(self, path: Path) -> bool:
        """True when the file is a log of this agent, judged by its first rows."""
        ...

    def mentions(self, path: Path, folders: Iterable[str]) -> bool:
        """False when no row of the log can have one of the folders as its working directory."""
        ...

    def sessions(self, paths: Iterable[Path]) -> Iterator[ImportedSession]:
        """The sessions in these logs, each event once, whatever the order of the paths."""
        ...
