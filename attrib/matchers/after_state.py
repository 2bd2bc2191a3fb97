"""`after-state`: the recorded after equals the blob that the commit introduces."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.matchers.common import matches_of
from attrib.matchers.interface import Match, Subject
from attrib.model.evidence import Relation


class AfterState:
    """A step ends in the commit's file and starts elsewhere, or where it starts is not known."""

    relation = Relation.AFTER_STATE

    def matches(self, subject: Subject) -> Iterator[Match]:
        """The matches, one for each session that recorded the step."""
        for claim in subject.claims:
            if claim.ends and not claim.in_run and not (claim.starts and len(claim.nodes) == 1):
                yield from matches_of(subject, claim, self.relation, agreement=claim.ends)
