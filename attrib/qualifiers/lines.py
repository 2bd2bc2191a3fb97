"""Qualifiers of single lines: `sliding`, and `whitespace-only`."""

from __future__ import annotations

from attrib.matchers.common import regions
from attrib.matchers.interface import Match, Subject
from attrib.matchers.reshaped import same_but_white_space
from attrib.model.evidence import Covers, Qualifier
from attrib.qualifiers.interface import Context, Part, Verdict


class Sliding:
    """A run of added lines that could stand higher or lower: which of two equal lines is new?"""

    qualifier = Qualifier.SLIDING

    def holds(self, match: Match, context: Context) -> Verdict:
        """The lines at either end of a run that equal those beyond it."""
        if match.subject is None or match.covers is not Covers.LINE:
            return False
        return Part(match.added & sliding_lines(match.subject))


def sliding_lines(subject: Subject) -> frozenset[int]:
    """The added lines of a subject whose run could slide over them, 0-based."""
    found: set[int] = set()
    lines = subject.new
    for run in regions(subject.added):
        first, last = run[0], run[-1]
        up = 0
        while up < len(run) and first - 1 - up >= 0 and lines[first - 1 - up] == lines[last - up]:
            up += 1
        down = 0
        while (
            down < len(run)
            and last + 1 + down < len(lines)
            and lines[last + 1 + down] == lines[first + down]
        ):
            down += 1
        found.update(range(last - up + 1, last + 1))
        found.update(range(first, first + down))
    return frozenset(found)


class WhitespaceOnly:
    """Before and after of the line differ in white space alone; its text stood there before."""

    qualifier = Qualifier.WHITESPACE_ONLY

    def holds(self, match: Match, context: Context) -> Verdict:
        """The covered lines that replace one with the same text but for white space."""
        if match.subject is None or match.covers is not Covers.LINE:
            return False
        return Part(match.added & same_but_white_space(match.subject).keys())


SLIDING = Sliding()
WHITESPACE_ONLY = WhitespaceOnly()
