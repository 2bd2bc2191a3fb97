"""`declared`: the commit's trailers, or another tool's note, name the session. Never raised."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.matchers.interface import CommitFacts, DeclaredSession, Match, commit_match
from attrib.model.commits import Commit
from attrib.model.evidence import Relation


class Declared:
    """Somebody's words about the commit: compared with content by `attrib audit`."""

    relation = Relation.DECLARED

    def matches(self, commit: Commit, facts: CommitFacts) -> Iterator[Match]:
        """One match for each session that the commit's message, a note or a file names."""
        for each in facts.declared.get(commit.oid, ()):
            yield commit_match(self.relation, (each.ref,), notes=tuple(_notes(each)))


def _notes(each: DeclaredSession) -> Iterator[str]:
    whose = f"{each.tool}, " if each.tool else ""
    yield f"declared by {whose}{each.ref.record}"
    if each.lines:
        yield f"of {each.lines:,} added {'line' if each.lines == 1 else 'lines'}"
