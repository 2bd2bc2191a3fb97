"""`history-ends`: the commit's parents are not here, so what it adds is not known."""

from __future__ import annotations

from attrib.matchers.interface import Match
from attrib.model.evidence import Qualifier
from attrib.qualifiers.interface import Context, Verdict


class HistoryEnds:
    """Holds at a shallow clone's boundary and where blame names a commit as a range's edge."""

    qualifier = Qualifier.HISTORY_ENDS

    def holds(self, match: Match, context: Context) -> Verdict:
        """Whether the commit stands at the end of the history at hand."""
        return match.subject is not None and match.subject.is_boundary


HISTORY_ENDS = HistoryEnds()
