"""`reshaped`: lines that a change added stand in the commit with other white space or order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from attrib.chronology import Standing
from attrib.line_index import LineIndex, bare_text, line_index
from attrib.matchers.common import count_note, matches_of, regions, worktrees_of
from attrib.matchers.interface import Claim, Match, Subject
from attrib.model.evidence import Relation
from attrib.texts import is_bare, squeezed

#: A run of lines that a formatter split or joined must have this many characters to be told.
_LEAST = 12
#: Into so many lines at most a formatter breaks one that is told.
_MOST_PIECES = 12


class Reshaped:
    """Equal with all white space removed, in any order within the region that the commit adds."""

    relation = Relation.RESHAPED

    def matches(self, subject: Subject) -> Iterator[Match]:
        """The matches, one for each session and step with reshaped lines."""
        for index, lines in reshaped_lines(subject).items():
            claim = _claim(subject, index, lines)
            note = count_note(len(lines), claim.made) + ", reshaped"
            yield from matches_of(subject, claim, self.relation, notes=(note,))
        for index, lines in earlier_lines(subject).items():
            yield from matches_of(subject, _claim(subject, index, lines), self.relation)


@lru_cache(maxsize=64)
def reshaped_lines(subject: Subject) -> Mapping[int, frozenset[int]]:
    """For each step, the 0-based lines that it gives reshaped.

    A line that stands as recorded, in one paragraph with reshaped lines of the same step, is
    counted with them: the paragraph was reformatted.
    """
    told = [claim for claim in subject.claims if claim.tells_lines]
    reached = {line for claim in told for line in claim.added}
    free = {line for line in subject.added - reached if not is_bare(subject.new[line])}
    if not free:
        return {}
    index = line_index(subject.timeline)
    found: dict[int, set[int]] = {}
    for step in sorted(_candidates(subject, index, free), reverse=True):
        if subject.standings[step] not in {Standing.BEFORE, Standing.UNKNOWN}:
            continue
        lines = _standing(subject, index, step, free)
        if lines:
            found[step] = lines
            free -= lines
    for step, lines in found.items():
        lines |= _neighbours(subject, step, lines)
    return {step: frozenset(lines) for step, lines in found.items()}


@lru_cache(maxsize=64)
def same_but_white_space(subject: Subject) -> Mapping[int, int]:
    """Added lines that differ from a removed line in white space alone, with that line's index."""
    left: defaultdict[bytes, list[int]] = defaultdict(list)
    for index in sorted(subject.removed, reverse=True):
        left[squeezed(subject.old[index])].append(index)
    return {
        index: left[text].pop()
        for index in sorted(subject.added)
        if (text := squeezed(subject.new[index])) and left.get(text)
    }


def earlier_lines(subject: Subject) -> Mapping[int, frozenset[int]]:
    """For each step, the lines whose text it gave before the parent, changed since in white space.

    The step is used up by an earlier commit; it is named as the text's origin.
    """
    told = {line for claim in subject.claims for line in claim.added}
    told.update(*reshaped_lines(subject).values())
    index = line_index(subject.timeline)
    found: defaultdict[int, set[int]] = defaultdict(set)
    for line in same_but_white_space(subject).keys() - told:
        text = squeezed(subject.new[line])
        for step in range(len(subject.timeline.nodes) - 1, -1, -1):
            made = index.touched_by(step)[0]
            is_before = subject.standings[step] in {Standing.BEFORE, Standing.UNKNOWN}
            if is_before and any(squeezed(other) == text for other in made):
                found[step].add(line)
                break
    return {step: frozenset(lines) for step, lines in sorted(found.items())}


def _candidates(subject: Subject, index: LineIndex, free: set[int]) -> frozenset[int]:
    """The steps that add a free line, or one that neighbouring free lines are together."""
    found: set[int] = set()
    for start in free:
        joined = b""
        for line in range(start, start + _MOST_PIECES):
            if line not in free:
                break
            joined += squeezed(subject.new[line])
            if not index.may_begin(joined):
                break
            found.update(index.by_squeezed.get(joined, ()))
    return frozenset(found)


def _standing(subject: Subject, index: LineIndex, step: int, free: set[int]) -> set[int]:
    """The free lines that stand as a step made them but for white space, and were not undone."""
    made, unmade = index.touched_by(step)
    left = Counter(squeezed(text) for text in made)
    # A line that the parent had with other white space is the step's only if it changed it.
    changed = {squeezed(text) for text in unmade}
    stood = {squeezed(subject.new[line]) for line in same_but_white_space(subject)} - changed
    free = {line for line in free if squeezed(subject.new[line]) not in stood}
    later = [
        other
        for other in range(step + 1, len(subject.timeline.nodes))
        if subject.standings[other] is Standing.BEFORE
        and not worktrees_of(subject, other).isdisjoint(worktrees_of(subject, step))
    ]
    for text in index.taken_away(made, later):
        left[squeezed(text)] -= 1
    found: set[int] = set()
    for region in regions(subject.added):
        for line in region:
            text = squeezed(subject.new[line])
            if line in free and left[text] > 0:
                left[text] -= 1
                found.add(line)
        found |= _rejoined(subject, [line for line in region if line in free - found], left)
        found -= _unmoved(subject, region, found, made, step)
    return found


def _unmoved(
    subject: Subject, region: Sequence[int], found: set[int], made: frozenset[bytes], step: int
) -> set[int]:
    """Lines that stand as recorded where nothing of the step was reshaped: the walk spoke of them.

    Out of order they belong to the step only beside others of its lines.
    """
    here = found.intersection(region)
    same = {line for line in here if bare_text(subject.new[line]) in made}
    walked = {
        line
        for claim in subject.claims
        if step in claim.nodes and claim.tells_lines
        for line in claim.added.intersection(region)
    }
    return set() if here - same or walked else same


def _rejoined(subject: Subject, lines: Sequence[int], left: Counter[bytes]) -> set[int]:
    """Neighbouring lines that together are one recorded line which a formatter broke up."""
    found: set[int] = set()
    for start in range(len(lines)):
        joined = b""
        for end in range(start, min(start + _MOST_PIECES, len(lines))):
            if lines[end] != lines[start] + end - start or lines[end] in found:
                break
            joined += squeezed(subject.new[lines[end]])
            if end > start and len(joined) >= _LEAST and left[joined] > 0:
                left[joined] -= 1
                found.update(lines[start : end + 1])
                break
    return found


def _neighbours(subject: Subject, step: int, lines: set[int]) -> set[int]:
    """Lines that the walk gives to the step, in one paragraph with its reshaped ones."""
    own = {
        line
        for claim in subject.claims
        if claim.nodes == (step,) and not claim.ends and not claim.in_run
        for line in claim.added
    }
    return {line for each in lines for line in _paragraph(subject, each)} & own


def _paragraph(subject: Subject, line: int) -> range:
    """The lines around a line up to the next that begin a paragraph: blank ones, or not added."""

    def begins(index: int) -> bool:
        return not subject.new[index].strip() or index not in subject.added

    first, last = line, line + 1
    while first > 0 and not begins(first):
        first -= 1
    while last < len(subject.new) and not begins(last):
        last += 1
    return range(first, last)


def _claim(subject: Subject, step: int, lines: frozenset[int]) -> Claim:
    made = len(line_index(subject.timeline).touched_by(step)[0])
    return Claim(
        nodes=(step,),
        added=lines,
        removed=frozenset(),
        tells_lines=True,
        starts=None,
        ends=None,
        in_run=False,
        is_replayed=False,
        made=made,
        unmade=0,
    )


def without_reshaped(subject: Subject, claim: Claim) -> Claim:
    """A claim without the lines that are counted as reshaped."""
    lines = reshaped_lines(subject)
    taken = frozenset().union(*(lines.get(index, frozenset()) for index in claim.nodes))
    return replace(claim, added=claim.added - taken) if taken else claim
