"""`lines`: lines that a change added stand, in order, among those that the commit adds."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.matchers.common import count_note, is_within_allowance, matches_of
from attrib.matchers.interface import Claim, Match, Subject
from attrib.matchers.reshaped import without_reshaped
from attrib.model.evidence import Relation


class Lines:
    """The after content is known and differs from the commit's; some of its lines stand there."""

    relation = Relation.LINES

    def matches(self, subject: Subject) -> Iterator[Match]:
        """The matches, one for each session and step with lines that stand."""
        for claim in subject.claims:
            if claim.ends or claim.in_run or claim.is_replayed:
                continue
            if is_within_allowance(subject, claim):
                continue
            note = _note(claim)
            claim = without_reshaped(subject, claim)
            if claim.added or claim.removed:
                yield from matches_of(subject, claim, self.relation, notes=(note,))


def _note(claim: Claim) -> str:
    if claim.added or not claim.removed:
        return count_note(len(claim.added), claim.made)
    return (
        count_note(len(claim.removed), claim.unmade, "removed")
        .replace("stands here", "is removed here")
        .replace("stand here", "are removed here")
    )
