"""`head-moved`: two following states of one root have HEAD at the parent, then at the commit."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.matchers.interface import CommitFacts, Match, commit_match
from attrib.model.commits import Commit
from attrib.model.evidence import Relation


class HeadMoved:
    """The session saw HEAD move to the commit; it does not say who moved it."""

    relation = Relation.HEAD_MOVED

    def matches(self, commit: Commit, facts: CommitFacts) -> Iterator[Match]:
        """One match for each pair of following records."""
        for parent in commit.parents:
            for records in facts.head_moves.get((parent, commit.oid), ()):
                yield commit_match(self.relation, records)
