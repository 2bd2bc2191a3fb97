"""Qualifiers that come from how the states were compared."""

from __future__ import annotations

from dataclasses import dataclass

from attrib.matchers.interface import Match
from attrib.model.evidence import Qualifier
from attrib.qualifiers.interface import Context, Verdict


@dataclass(frozen=True, slots=True)
class FromAgreement:
    """Holds when the comparison of states says so."""

    qualifier: Qualifier

    def holds(self, match: Match, context: Context) -> Verdict:
        """Whether the agreement of the match carries the qualifier."""
        return match.agreement is not None and self.qualifier in match.agreement.qualifiers


class Derived:
    """The content or the ID that agrees is ours, not the record's. Spec: ASR-460."""

    qualifier = Qualifier.DERIVED

    def holds(self, match: Match, context: Context) -> Verdict:
        """Whether the after-state was hashed or rebuilt by us."""
        if match.agreement is not None and self.qualifier in match.agreement.qualifiers:
            return True
        return bool(match.steps) and any(step.after.is_derived for step in match.steps)


REPRESENTATION_UNSTATED = FromAgreement(Qualifier.REPRESENTATION_UNSTATED)
REPRESENTATION_CONTRADICTED = FromAgreement(Qualifier.REPRESENTATION_CONTRADICTED)
LOSSY_TEXT = FromAgreement(Qualifier.LOSSY_TEXT)
DERIVED = Derived()
