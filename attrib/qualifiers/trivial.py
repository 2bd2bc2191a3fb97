"""`trivial`: what is covered is empty, or holds no distinctive line."""

from __future__ import annotations

from attrib.matchers.interface import Match
from attrib.model.evidence import Covers, Qualifier, Relation
from attrib.qualifiers.interface import Context, Verdict

_BY_LINES = frozenset({Relation.LINES, Relation.HUNKS, Relation.RESHAPED, Relation.SNIPPET})


class Trivial:
    """Whole states are trivial when empty; lines when none of those covered is distinctive."""

    qualifier = Qualifier.TRIVIAL

    def holds(self, match: Match, context: Context) -> Verdict:
        """Whether nothing that is covered could tell one origin from another."""
        subject = match.subject
        if subject is None or match.covers is Covers.COMMIT:
            return False
        new = subject.change.new
        if new is not None and not subject.new and context.comparer.blob(new.oid) is None:
            # What is not here is not empty.
            return False
        covered = [subject.new[index] for index in match.added]
        covered += [subject.old[index] for index in match.removed]
        if match.relation in _BY_LINES:
            return not any(context.is_distinctive(line) for line in covered)
        return all(not line.strip() for line in covered)


TRIVIAL = Trivial()
