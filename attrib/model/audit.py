"""What commits declare, set against what recorded content supports."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from attrib.model.commits import Commit
from attrib.model.evidence import Strength
from attrib.model.ids import LineRange, RepoPath, SessionKey
from attrib.model.reports import SessionInfo


class Standpoint(Enum):
    """How a declaration and recorded content stand to each other."""

    CONTRADICTED = "contradicted"
    UNSUPPORTED = "declared-unsupported"
    UNDECLARED = "supported-undeclared"
    SUPPORTED = "declared-supported"


@dataclass(frozen=True, slots=True)
class DeclaredLines:
    """Lines of the file at a path that somebody declares of a session."""

    path: RepoPath
    ranges: tuple[LineRange, ...]


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a trailer, a note or a file of another tool says of a commit: untrusted text.

    `key` is as spelled in lists, `value` as written; `session` is the ID that the value stands
    for where that is another one. `names_session` is false where only an agent is named; `agent`
    is its registry name. `source` is `trailer`, a reference or a path, `tool` whose word it is.
    `lines` are those among them that the commit adds, `None` where the whole commit is meant.
    """

    key: str
    value: str
    names_session: bool
    source: str = "trailer"
    tool: str | None = None
    session: str | None = None
    agent: str | None = None
    lines: tuple[DeclaredLines, ...] | None = None

    @property
    def name(self) -> str:
        """The session's ID where one is named, else the value."""
        return self.session or self.value

    @property
    def line_count(self) -> int:
        """How many lines it declares."""
        return sum(len(span) for each in self.lines or () for span in each.ranges)


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
