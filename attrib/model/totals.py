"""What `attrib report` counts: the lines that commits add, by strength, session and reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from attrib.model.commits import Commit
from attrib.model.evidence import Strength, Unseen
from attrib.model.ids import SessionKey
from attrib.model.reports import SessionInfo


@dataclass(frozen=True, slots=True)
class LineTotals:
    """Added lines, each counted once: at its strongest evidence, or by why it has none.

    `reshaped` tells how many of `lines` equal a record only without their white space;
    `left_out` counts lines whose evidence is weaker than what was asked for.
    """

    lines: Mapping[Strength, int]
    reshaped: Mapping[Strength, int]
    unseen: Mapping[Unseen, int]
    left_out: int = 0

    @property
    def added(self) -> int:
        """All lines counted here."""
        return sum(self.lines.values()) + sum(self.unseen.values()) + self.left_out


@dataclass(frozen=True, slots=True)
class CommitTotals:
    """One commit of a range: its added lines, and the sessions behind its strongest evidence."""

    commit: Commit
    totals: LineTotals
    sessions: tuple[SessionKey, ...]


@dataclass(frozen=True, slots=True)
class SessionTotals:
    """The lines whose strongest evidence is a session's; a line may stand under several.

    `observed` counts, by actor, lines that the session recorded as not its own.
    """

    info: SessionInfo
    lines: Mapping[Strength, int]
    reshaped: int
    observed: Mapping[str, int]

    @property
    def own(self) -> int:
        """Its own lines at any strength."""
        return sum(self.lines.values())


@dataclass(frozen=True, slots=True)
class RangeReport:
    """All commits of a range, newest first, and their sum; `range` is as typed.

    `declared` counts commits that name a session which no recorded content supports there;
    `shared` counts lines that stand under several sessions.
    """

    range: str | None
    commits: tuple[CommitTotals, ...]
    totals: LineTotals
    sessions: tuple[SessionTotals, ...]
    declared: int = 0
    shared: int = 0
