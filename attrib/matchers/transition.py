"""`transition`: the recorded before equals the parent's blob, the after the commit's."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.matchers.common import matches_of
from attrib.matchers.interface import Match, Subject
from attrib.model.evidence import Relation


class Transition:
    """One step leads from the parent's file to the commit's; no file equals no file."""

    relation = Relation.TRANSITION

    def matches(self, subject: Subject) -> Iterator[Match]:
        """The matches, one for each session that recorded the step."""
        for claim in subject.claims:
            if claim.starts and claim.ends and len(claim.nodes) == 1:
                yield from matches_of(subject, claim, self.relation, agreement=claim.ends)
