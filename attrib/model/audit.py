"""What commits declare, set against what recorded content supports."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from attrib.model.commits import Commit
from attrib.model.evidence import Strength
from attrib.model.ids import SessionKey
from attrib.model.reports import SessionInfo


class Standpoint(Enum):
    """How a declaration and recorded content stand to each other."""

    CONTRADICTED = "contradicted"
    UNSUPPORTED = "declared-unsupported"
    UNDECLARED = "supported-undeclared"
    SUPPORTED = "declared-supported"


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a commit's message or a note says: the key as spelled in lists, and the value.

    `names_session` is false where only an agent is named. `source` is `trailer` or a notes ref.
    """

    key: str
    value: str
    names_session: bool
    source: str = "trailer"


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """One declaration of a commit, or one session that no declaration names.

    `session` is the known session that it is about, `None` where none is known; `strength` that
    of the content recorded for the commit; `reason` a sentence for people.
    """

    commit: Commit
    standpoint: Standpoint
    declaration: Declaration | None
    session: SessionKey | None
    strength: Strength | None
    reason: str


@dataclass(frozen=True, slots=True)
class AuditReport:
    """All findings over a range, by class and then newest first; `range` is as typed."""

    range: str | None
    commits: int
    findings: tuple[AuditFinding, ...]
    sessions: tuple[SessionInfo, ...]

    def of(self, standpoint: Standpoint) -> tuple[AuditFinding, ...]:
        """The findings of one class."""
        return tuple(each for each in self.findings if each.standpoint is standpoint)
