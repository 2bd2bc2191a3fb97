"""Negative controls: evidence that cannot be true, counted."""

from __future__ import annotations

from dataclasses import dataclass

from attrib.model.evidence import Evidence, Strength
from attrib.model.reports import SessionInfo


@dataclass(frozen=True, slots=True)
class Control:
    """One control: what was compared, and the evidence that nothing true can have given.

    `commits` and `records` say how much was compared. `skipped` says why nothing could be.
    """

    name: str
    words: str
    commits: int
    records: int
    evidence: tuple[Evidence, ...]
    skipped: str | None = None

    def count(self, strength: Strength) -> int:
        """How many pieces of evidence have this strength."""
        return sum(item.strength is strength for item in self.evidence)


@dataclass(frozen=True, slots=True)
class ControlsReport:
    """All controls over one range; `sessions` are those that evidence here names."""

    range: str | None
    commits: int
    known_sessions: int
    controls: tuple[Control, ...]
    sessions: tuple[SessionInfo, ...]

    @property
    def holds(self) -> bool:
        """True when no control gave strong or moderate evidence."""
        return not any(
            control.count(strength)
            for control in self.controls
            for strength in (Strength.STRONG, Strength.MODERATE)
        )
