"""Carrying lines through recorded steps, by git's own diff.

A *leg* is a step, or a run of steps whose inner states are not known, between two known contents.
Between two legs an unrecorded step may lie: it keeps the lines that survive it and gives none.
Backwards, each line that a commit adds goes to the leg that added it; forwards, each line that a
commit removes goes to the leg that removed it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from attrib.model.commits import Hunk

#: git's line diff of two contents.
Diff = Callable[[bytes, bytes], Sequence[Hunk]]


@dataclass(frozen=True, slots=True, eq=False)
class Leg:
    """Steps (indexes into the timeline) that lead from `before` to `after`, contents as stored.

    `before` is `None` where it is not known: then the record does not tell which lines it added.
    `is_whole` is false where several sessions share the leg and nothing tells their lines apart.
    """

    steps: tuple[int, ...]
    before: bytes | None
    after: bytes
    is_whole: bool = True

    @property
    def tells_lines(self) -> bool:
        """True when its own lines are known."""
        return self.before is not None and self.is_whole


@dataclass(slots=True)
class Share:
    """The lines of one leg, as 0-based indexes.

    `added` are lines of the commit's blob, `removed` lines of the parent's.
    """

    leg: Leg
    added: set[int] = field(default_factory=set)
    removed: set[int] = field(default_factory=set)


def added_by(olds: Sequence[bytes], new: bytes, diff: Diff) -> frozenset[int]:
    """The lines of a new content that none of the old ones gives, 0-based."""
    found: set[int] | None = None
    for old in olds:
        lines = {
            index
            for hunk in (diff(old, new) if old != new else ())
            for index in range(hunk.new_start, hunk.new_start + hunk.new_count)
        }
        found = lines if found is None else found & lines
    return frozenset(found or ())


def split_by(tracked: dict[int, int], hunks: Sequence[Hunk], *, backwards: bool) -> set[int]:
    """Move tracked lines across a diff; returns the marks of those that do not survive it.

    `tracked` maps a line's index on the near side to its mark, and is changed in place to indexes
    on the far side. Backwards the near side is the new content, else the old.
    """
    if not tracked:
        return set()
    lost: set[int] = set()
    moved: dict[int, int] = {}
    position, shift = 0, 0
    spans = [
        (h.new_start, h.new_count, h.old_start + h.old_count - h.new_start - h.new_count)
        if backwards
        else (h.old_start, h.old_count, h.new_start + h.new_count - h.old_start - h.old_count)
        for h in hunks
    ]
    for index in sorted(tracked):
        while position < len(spans) and spans[position][0] + spans[position][1] <= index:
            shift = spans[position][2]
            position += 1
        inside = position < len(spans) and spans[position][0] <= index
        if inside:
            lost.add(tracked[index])
        else:
            moved[index + shift] = tracked[index]
    tracked.clear()
    tracked.update(moved)
    return lost


def walk_back(legs: Sequence[Leg], final: bytes, lines: Iterable[int], diff: Diff) -> list[Share]:
    """For each leg, the lines of `final` (0-based) that it added and that still stand there."""
    shares = [Share(leg) for leg in legs]
    tracked = {index: index for index in lines}
    near = final
    for position in range(len(shares) - 1, -1, -1):
        if not tracked:
            break
        share, leg = shares[position], shares[position].leg
        if leg.after != near:
            split_by(tracked, diff(leg.after, near), backwards=True)
        far = leg.before
        if far is None:
            # What the step before it left keeps its origin; the rest may be anybody's.
            far = shares[position - 1].leg.after if position else b""
        if far != leg.after:
            share.added |= split_by(tracked, diff(far, leg.after), backwards=True)
        near = far
    return shares


def walk_forward(shares: Sequence[Share], start: bytes, lines: Iterable[int], diff: Diff) -> None:
    """Give each leg's share the lines of `start` (0-based) that it removed."""
    tracked = {index: index for index in lines}
    near = start
    for share in shares:
        if not tracked:
            break
        leg = share.leg
        if leg.before is None:
            if leg.after != near:
                share.removed |= split_by(tracked, diff(near, leg.after), backwards=False)
        else:
            if leg.before != near:
                split_by(tracked, diff(near, leg.before), backwards=False)
            if leg.before != leg.after:
                share.removed |= split_by(tracked, diff(leg.before, leg.after), backwards=False)
        near = leg.after
