"""`undone`: a later recorded step before the commit took the line or the state away."""

from __future__ import annotations

from attrib.matchers.interface import Match
from attrib.model.evidence import Qualifier
from attrib.qualifiers.interface import Context, Part, Verdict


class Undone:
    """Found by the walk, for each covered line."""

    qualifier = Qualifier.UNDONE

    def holds(self, match: Match, context: Context) -> Verdict:
        """The lines that a later record took away, or put back, and no later one made again."""
        claim = match.claim
        return Part(claim.undone, claim.restored) if claim else False


UNDONE = Undone()
