"""`declared`: the commit's trailers, or another tool's note, name the session. Never raised."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.matchers.interface import CommitFacts, Match, commit_match
from attrib.model.commits import Commit
from attrib.model.evidence import Relation


class Declared:
    """Somebody's words about the commit: compared with content by `attrib audit`."""

    relation = Relation.DECLARED

    def matches(self, commit: Commit, facts: CommitFacts) -> Iterator[Match]:
        """One match for each session that the commit's message or a note names."""
        for ref in facts.declared.get(commit.oid, ()):
            yield commit_match(self.relation, (ref,), notes=(f"declared by {ref.record}",))
