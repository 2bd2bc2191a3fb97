"""`snippet`: a replacement stands where the commit adds, the replaced text where it removes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrib.chronology import Standing
from attrib.line_index import bare_text
from attrib.matchers.common import matches_of
from attrib.matchers.interface import Claim, Match, Subject
from attrib.model.evidence import Relation
from attrib.model.states import Replacement
from attrib.patches import split_lines


class Snippet:
    """Only the replaced and the replacing text are recorded, without a place."""

    relation = Relation.SNIPPET

    def matches(self, subject: Subject) -> Iterator[Match]:
        """The matches, one for each session and step, for lines that no walk reaches."""
        told = [claim for claim in subject.claims if claim.tells_lines]
        walked = {index for claim in told for index in claim.nodes}
        taken = {line for claim in told for line in claim.added}
        for index in sorted(subject.touching - walked, reverse=True):
            step = subject.timeline.nodes[index].step
            is_before = subject.standings[index] in {Standing.BEFORE, Standing.UNKNOWN}
            if not step.replacements or not is_before:
                continue
            added, removed = _found(subject, step.replacements, subject.added - taken)
            if added:
                taken |= added
                claim = _claim(index, added, removed, step.replacements)
                both = "both" if removed or not _gone(step.replacements) else ""
                yield from matches_of(subject, claim, self.relation, rank=both)


def _found(
    subject: Subject, replacements: Sequence[Replacement], free: frozenset[int]
) -> tuple[frozenset[int], frozenset[int]]:
    """The free lines where the new texts stand, in order, and removed lines of the old ones."""
    added: set[int] = set()
    removed: set[int] = set()
    for item in replacements:
        gone, made = core(item)
        lines = _run(made, subject.new, free - added)
        if lines:
            added |= lines
            removed |= _run(gone, subject.old, subject.removed - removed)
    return frozenset(added), frozenset(removed)


def core(item: Replacement) -> tuple[list[bytes], list[bytes]]:
    """The lines that a replacement takes and gives, without those that it leaves as they are."""
    old = [bare_text(line) for line in split_lines(item.old)]
    new = [bare_text(line) for line in split_lines(item.new)]
    while old and new and old[0] == new[0]:
        del old[0], new[0]
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    return old, new


def _gone(replacements: Sequence[Replacement]) -> bool:
    return any(core(item)[0] for item in replacements)


def _run(wanted: Sequence[bytes], content: Sequence[bytes], free: frozenset[int]) -> set[int]:
    """Where the wanted lines stand one after another among the free ones; all or none.

    The first and the last may be parts of their lines.
    """
    if not any(text.strip() for text in wanted):
        return set()
    for start in sorted(free):
        lines = range(start, start + len(wanted))
        if not free.issuperset(lines):
            continue
        texts = [bare_text(content[line]) for line in lines]
        inner = list(wanted[1:-1]) == texts[1:-1]
        if inner and texts[0].endswith(wanted[0]) and texts[-1].startswith(wanted[-1]):
            return set(lines)
        if len(wanted) == 1 and wanted[0].strip() and wanted[0] in texts[0]:
            return set(lines)
    return set()


def _claim(
    index: int,
    added: frozenset[int],
    removed: frozenset[int],
    replacements: Sequence[Replacement],
) -> Claim:
    return Claim(
        nodes=(index,),
        added=added,
        removed=removed,
        tells_lines=True,
        starts=None,
        ends=None,
        in_run=False,
        is_replayed=False,
        made=sum(len(core(item)[1]) for item in replacements),
        unmade=sum(len(core(item)[0]) for item in replacements),
    )
