"""What an agent with hooks is: where its settings lie, its events, and what their input says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Protocol

Payload = Mapping[str, Any]


class Kind(Enum):
    """What an event of an agent tells."""

    START = "start"
    END = "end"
    BEFORE = "before"
    AFTER = "after"


class Tool(Enum):
    """What a tool does to files: it edits those that its input names, or runs a command."""

    EDIT = "edit"
    SHELL = "shell"


class Scope(Enum):
    """Whose settings: the user's own, those of a worktree, or a worktree's that nobody shares."""

    USER = "user"
    PROJECT = "project"
    LOCAL = "local"


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a tool: `id` as the agent names it, absolute native `paths` that it edits.

    `pairing` is the same before and after the call, also where the agent gives no ID. `status`
    is that of a `file_change`. `is_lone` is true for an event that has none before it.
    """

    tool: Tool
    name: str
    id: str | None
    pairing: str
    paths: tuple[str, ...] = ()
    status: str = "applied"
    op: str = "unknown"
    modified_by_user: bool = False
    is_lone: bool = False


@dataclass(frozen=True, slots=True)
class Observation:
    """What one event tells: the session's ID, its log if named, and the folder it runs in."""

    kind: Kind
    session: str
    folder: str
    log: str | None = None
    call: Call | None = None


@dataclass(frozen=True, slots=True)
class Registration:
    """An element of the list that the settings hold for an event."""

    event: str
    element: Mapping[str, Any]


class HookedAgent(Protocol):
    """An agent whose documented hooks tell of its calls."""

    @property
    def alias(self) -> str:
        """What people type, such as `claude-code`."""
        ...

    @property
    def scopes(self) -> tuple[Scope, ...]:
        """The scopes that it has settings for, the one that is used unless told otherwise first."""
        ...

    @property
    def required(self) -> Mapping[str, Any]:
        """Members that a settings file has to have beside `hooks`."""
        ...

    @property
    def hint(self) -> str | None:
        """What people have to do before the hooks run, if anything."""
        ...

    def settings(self, scope: Scope, top: Path) -> Path:
        """The settings file of a scope; `top` is the worktree's."""
        ...

    def registrations(self, command: str) -> Iterator[Registration]:
        """What the settings should hold; `command` runs a hook when an event's name is added."""
        ...

    def namespace_of(self, log: str | None) -> str:
        """The installation that a session belongs to, as the importer of its logs names it."""
        ...

    def read(self, event: str, payload: Payload) -> Observation | None:
        """What an event tells; `None` for one that tells of no session or of another tool."""
        ...
