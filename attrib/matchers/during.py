"""`during`: the commit was made in a worktree and on a branch where the session was live."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.matchers.interface import CommitFacts, Match, commit_match
from attrib.model.commits import Commit
from attrib.model.evidence import Relation


class During:
    """A hook recorded where and when; it does not say who was at work there."""

    relation = Relation.DURING

    def matches(self, commit: Commit, facts: CommitFacts) -> Iterator[Match]:
        """One match for each session, resting on its last known state, else on its header."""
        for ref in facts.during.get(commit.oid, ()):
            yield commit_match(self.relation, (ref,))
