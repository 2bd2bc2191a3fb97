"""`record-after-commit`, and with it `conflicting`: the record is later than the commit."""

from __future__ import annotations

from dataclasses import dataclass

from attrib.matchers.interface import Match
from attrib.model.evidence import Qualifier
from attrib.qualifiers.interface import Context, Verdict


@dataclass(frozen=True, slots=True)
class Late:
    """Holds for claims of steps that stand after the commit."""

    qualifier: Qualifier

    def holds(self, match: Match, context: Context) -> Verdict:
        """Whether the match rests on a step after the commit."""
        return match.is_late


RECORD_AFTER_COMMIT = Late(Qualifier.RECORD_AFTER_COMMIT)
CONFLICTING = Late(Qualifier.CONFLICTING)
