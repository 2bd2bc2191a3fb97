"""`replayed`: recorded hunks, applied to a known state, give the commit's blob byte for byte."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.matchers.common import is_within_allowance, matches_of
from attrib.matchers.interface import Match, Subject
from attrib.model.evidence import Relation


class Replayed:
    """The after-state is not recorded whole; replaying its hunks leads to the commit's blob."""

    relation = Relation.REPLAYED

    def matches(self, subject: Subject) -> Iterator[Match]:
        """The matches, one for each session and replayed step with a share."""
        for claim in subject.claims:
            holds = claim.is_replayed and claim.reaches_commit
            if holds and not is_within_allowance(subject, claim):
                yield from matches_of(subject, claim, self.relation)
