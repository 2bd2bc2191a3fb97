"""`chain`: a run of steps leads from the parent's blob to the commit's without a gap."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.matchers.common import matches_of
from attrib.matchers.interface import Match, Subject
from attrib.model.evidence import Relation


class Chain:
    """Each member starts where the one before ended; each gets its own share of the lines."""

    relation = Relation.CHAIN

    def matches(self, subject: Subject) -> Iterator[Match]:
        """The matches, one for each session and member with a share."""
        members = [claim for claim in subject.claims if claim.in_run]
        end = next((claim.ends for claim in reversed(members) if claim.ends), None)
        notes = (f"chain of {subject.run_length} records",)
        for claim in members:
            whole = claim.starts and claim.ends and len(claim.nodes) == 1
            if not whole and not claim.is_replayed:
                yield from matches_of(
                    subject, claim, self.relation, agreement=claim.ends or end, notes=notes
                )
