"""Counting lines: by strength, by reason, and those left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from attrib.model.evidence import LEVELS, Evidence, Relation, Strength, Unseen
from attrib.model.totals import LineTotals


@dataclass(slots=True)
class Tally:
    """Lines counted so far: of one commit, of one file, or of all."""

    lines: Counter[Strength] = field(default_factory=Counter)
    reshaped: Counter[Strength] = field(default_factory=Counter)
    unseen: Counter[Unseen] = field(default_factory=Counter)
    left_out: int = 0

    def count(self, strength: Strength, items: Collection[Evidence], number: int = 1) -> None:
        """Count so many lines that have this evidence."""
        self.lines[strength] += number
        if all(item.relation is Relation.RESHAPED for item in items):
            self.reshaped[strength] += number

    def add(self, other: Tally) -> None:
        """Count the other's lines too."""
        self.lines += other.lines
        self.reshaped += other.reshaped
        self.unseen += other.unseen
        self.left_out += other.left_out

    @property
    def totals(self) -> LineTotals:
        """The counts as they stand; strengths and reasons in a fixed order."""
        return LineTotals(
            lines={strength: self.lines[strength] for strength in LEVELS},
            reshaped={strength: self.reshaped[strength] for strength in LEVELS},
            unseen={reason: self.unseen[reason] for reason in Unseen if self.unseen[reason]},
            left_out=self.left_out,
        )
