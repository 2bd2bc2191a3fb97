"""`elsewhere`: the recorded after equals a blob that the commit introduces at another path."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.matchers.common import matches_of
from attrib.matchers.interface import Match, Subject
from attrib.model.evidence import Relation


class Elsewhere:
    """A file that was renamed, copied or moved with its tree before it was committed.

    The subject is one of a foreign path: its timeline is that of the recorded path.
    """

    relation = Relation.ELSEWHERE

    def matches(self, subject: Subject) -> Iterator[Match]:
        """The matches of the steps that lead to the blob, one for each session."""
        if subject.foreign is None:
            return
        end = next((claim.ends for claim in reversed(subject.claims) if claim.ends), None)
        if end is None:
            return
        place = subject.foreign.path.decode("utf-8", "replace")
        note = f"recorded at '{place}'"
        for claim in subject.claims:
            if not claim.is_late:
                yield from matches_of(
                    subject,
                    claim,
                    self.relation,
                    agreement=claim.ends or end,
                    notes=(note,),
                    rank="alone" if subject.foreign.is_alone else "",
                )
