"""`hunks`: a recorded hunk's added lines stand among those that the commit adds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrib.chronology import Standing
from attrib.line_index import bare_text
from attrib.matchers.common import count_note, is_within_allowance, matches_of
from attrib.matchers.interface import Claim, Match, Subject
from attrib.model.evidence import Relation
from attrib.model.states import PatchHunk


class Hunks:
    """Only hunks are recorded; their lines stand in the commit, in order and in their runs."""

    relation = Relation.HUNKS

    def matches(self, subject: Subject) -> Iterator[Match]:
        """The matches, one for each session and step; lines that a walk has reached are left."""
        walked: set[int] = set()
        taken: set[int] = set()
        taken_away: set[int] = set()
        for claim in subject.claims:
            walked.update(claim.nodes)
            taken |= claim.added
            taken_away |= claim.removed
            is_late = is_within_allowance(subject, claim)
            if claim.is_replayed and not claim.reaches_commit and not is_late:
                note = count_note(len(claim.added), claim.made)
                yield from matches_of(subject, claim, self.relation, notes=(note,))
        for index in sorted(subject.touching, reverse=True):
            loose = _loose(subject, index, taken, taken_away) if index not in walked else None
            if loose is not None:
                taken |= loose.added
                taken_away |= loose.removed
                note = count_note(len(loose.added), loose.made)
                yield from matches_of(subject, loose, self.relation, notes=(note,))


def _loose(subject: Subject, index: int, taken: set[int], taken_away: set[int]) -> Claim | None:
    """The claim of a step whose hunks apply to no known state, or `None`."""
    node = subject.timeline.nodes[index]
    hunks = node.step.hunks
    if (
        node.after is not None
        or not hunks
        or subject.standings[index] not in {Standing.BEFORE, Standing.UNKNOWN}
    ):
        return None
    added: set[int] = set()
    removed: set[int] = set()
    for hunk in hunks:
        lines = _standing(hunk.added, subject.new, subject.added - taken - added)
        gone = _standing(hunk.removed, subject.old, subject.removed - taken_away - removed)
        if hunk.added and not lines:
            continue
        added |= lines
        removed |= gone
    if not added and not removed:
        return None
    return Claim(
        nodes=(index,),
        added=frozenset(added),
        removed=frozenset(removed),
        tells_lines=True,
        starts=None,
        ends=None,
        in_run=False,
        is_replayed=False,
        made=_count(hunks, added=True),
        unmade=_count(hunks, added=False),
    )


def _count(hunks: Sequence[PatchHunk], *, added: bool) -> int:
    return sum(len(hunk.added if added else hunk.removed) for hunk in hunks)


def _standing(
    lines: Sequence[bytes], content: Sequence[bytes], allowed: set[int] | frozenset[int]
) -> set[int]:
    """Where the lines stand in order among the allowed ones; the longest run found, then its rest.

    Blank lines alone anchor nothing.
    """
    anchors = [line for line in lines if line.strip()]
    if not anchors:
        return set()
    best: set[int] = set()
    first = bare_text(anchors[0])
    places = [index for index in sorted(allowed) if bare_text(content[index]) == first]
    for start in [*places, min(allowed, default=0)]:
        found: set[int] = set()
        at = start
        for line in lines:
            spot = next(
                (
                    i
                    for i in range(at, min(at + 40, len(content)))
                    if i in allowed and bare_text(content[i]) == bare_text(line)
                ),
                None,
            )
            if spot is not None:
                found.add(spot)
                at = spot + 1
        if len(found) > len(best):
            best = found
    return best
