"""`trivial`: what is covered is empty, or holds no distinctive line."""

from __future__ import annotations

import re

from attrib.matchers.interface import Match
from attrib.model.evidence import Covers, Qualifier, Relation
from attrib.qualifiers.interface import Context, Verdict
from attrib.strength import DISTINCTIVE_CHARACTERS

_BY_LINES = frozenset({Relation.LINES, Relation.HUNKS, Relation.RESHAPED, Relation.SNIPPET})
_WORD = re.compile(rb"[^\W\d_]{3}", re.ASCII)
_HIGH = re.compile(rb"[\x80-\xff]{3}")


def is_distinctive(line: bytes) -> bool:
    """True for a line with enough characters besides white space, and a word of three letters."""
    dense = b"".join(line.split())
    has_word = _WORD.search(dense) is not None or _HIGH.search(dense) is not None
    return len(dense) >= DISTINCTIVE_CHARACTERS and has_word


def is_bare(line: bytes) -> bool:
    """True for a blank line or one of punctuation alone, such as a lone brace."""
    return not any(byte >= 0x80 or chr(byte).isalnum() for byte in line)


class Trivial:
    """Whole states are trivial when empty; lines when none of those covered is distinctive."""

    qualifier = Qualifier.TRIVIAL

    def holds(self, match: Match, context: Context) -> Verdict:
        """Whether nothing that is covered could tell one origin from another."""
        subject = match.subject
        if subject is None or match.covers is Covers.COMMIT:
            return False
        covered = [subject.new[index] for index in match.added]
        covered += [subject.old[index] for index in match.removed]
        if match.relation in _BY_LINES:
            return not any(is_distinctive(line) for line in covered)
        return all(not line.strip() for line in covered)


TRIVIAL = Trivial()
