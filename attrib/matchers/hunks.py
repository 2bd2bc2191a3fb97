"""`hunks`: a recorded hunk's added lines stand among those that the commit adds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from attrib.chronology import Standing
from attrib.line_index import bare_text, line_index
from attrib.matchers.common import (
    count_note,
    is_within_allowance,
    matches_of,
    sessions_of,
    worktrees_of,
)
from attrib.matchers.interface import Claim, Match, Subject
from attrib.model.evidence import Relation
from attrib.model.states import PatchHunk

Item = TypeVar("Item")


class Hunks:
    """Only hunks are recorded; their lines stand in the commit, in order and in their runs."""

    relation = Relation.HUNKS

    def matches(self, subject: Subject) -> Iterator[Match]:
        """The matches, one for each session and step; lines that a walk has reached are left."""
        for claim in subject.claims:
            is_late = is_within_allowance(subject, claim)
            if claim.is_replayed and not claim.reaches_commit and not is_late:
                yield from self._of(subject, claim)
        for claim in _contested(subject, _loose_claims(subject)):
            yield from self._of(subject, claim)

    def _of(self, subject: Subject, claim: Claim) -> Iterator[Match]:
        note = count_note(len(claim.added), claim.made)
        return matches_of(subject, claim, self.relation, notes=(note,))


def _loose_claims(subject: Subject) -> list[Claim]:
    """The claims of steps whose hunks apply to no known state, the latest first.

    In one worktree a line goes to the latest; another worktree may claim it too.
    """
    walked = {index for claim in subject.claims for index in claim.nodes}
    told = [claim for claim in subject.claims if claim.tells_lines]
    reached = {index for claim in told for index in claim.added}
    gone = {index for claim in told for index in claim.removed}
    found: list[Claim] = []
    for index in sorted(subject.touching - walked, reverse=True):
        here = worktrees_of(subject, index)
        near = [c for c in found if not here.isdisjoint(worktrees_of(subject, c.nodes[0]))]
        added = subject.added.difference(reached, *(claim.added for claim in near))
        removed = subject.removed.difference(gone, *(claim.removed for claim in near))
        claim = _loose(subject, index, added, removed)
        if claim is not None:
            found.append(claim)
    return found


def _contested(subject: Subject, claims: Sequence[Claim]) -> Iterator[Claim]:
    """The claims, with the lines marked that another session claims as well.

    One that came to the commit's blob in another worktree, it is not known from where, claims all.
    """
    ends = [c for c in subject.claims if c.ends and not c.tells_lines and not c.is_late]
    for claim in claims:
        own, here = sessions_of(subject, claim), worktrees_of(subject, claim.nodes[0])
        rivals = [other for other in claims if own.isdisjoint(sessions_of(subject, other))]
        is_open = any(
            own.isdisjoint(sessions_of(subject, end))
            and here.isdisjoint(_union(worktrees_of(subject, index) for index in end.nodes))
            for end in ends
        )
        added, removed = _union(c.added for c in rivals), _union(c.removed for c in rivals)
        yield replace(
            claim,
            contested=claim.added if is_open else claim.added & added,
            contested_removed=claim.removed if is_open else claim.removed & removed,
        )


def _union(parts: Iterable[frozenset[Item]]) -> frozenset[Item]:
    return frozenset().union(*parts)


def _loose(
    subject: Subject, index: int, free: frozenset[int], free_removed: frozenset[int]
) -> Claim | None:
    """The claim of one step on lines that are free, or `None`."""
    node = subject.timeline.nodes[index]
    hunks = node.step.hunks
    if node.after is not None or not hunks:
        return None
    if subject.standings[index] not in {Standing.BEFORE, Standing.UNKNOWN}:
        return None
    added: set[int] = set()
    removed: set[int] = set()
    for hunk in hunks:
        lines = _standing(hunk.added, subject.new, free - added)
        if lines or not hunk.added:
            added |= lines
            removed |= _standing(hunk.removed, subject.old, free_removed - removed)
    if not added and not removed:
        return None
    later = [i for i in sorted(subject.touching) if _is_later(subject, i, index)]
    texts = {bare_text(subject.new[i]) for i in added}
    lost = line_index(subject.timeline).taken_away(texts, later)
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
        undone=frozenset(i for i in added if bare_text(subject.new[i]) in lost),
    )


def _is_later(subject: Subject, index: int, than: int) -> bool:
    """True for a later recorded step before the commit, in the same worktree."""
    if index <= than or subject.standings[index] is not Standing.BEFORE:
        return False
    return not worktrees_of(subject, than).isdisjoint(worktrees_of(subject, index))


def _count(hunks: Sequence[PatchHunk], *, added: bool) -> int:
    return sum(len(hunk.added if added else hunk.removed) for hunk in hunks)


def _standing(
    lines: Sequence[bytes], content: Sequence[bytes], allowed: set[int] | frozenset[int]
) -> set[int]:
    """Where the lines stand in order among the allowed ones; the longest run found, then its rest.

    Blank lines alone anchor nothing.
    """
    blank = next((count for count, line in enumerate(lines) if line.strip()), len(lines))
    leading, lines = lines[:blank], lines[blank:]
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
        for above in range(1, len(leading) + 1):
            spot = start - above
            if found and spot in allowed and not content[spot].strip():
                found.add(spot)
        if len(found) > len(best):
            best = found
    return best
