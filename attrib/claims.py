"""Giving each line of a commit change to the recorded steps that the trails say it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrib.chronology import Standing
from attrib.contests import contested, own_sessions
from attrib.equality import Agreement
from attrib.line_index import bare_text, line_index
from attrib.matchers.interface import Claim
from attrib.model.evidence import Equality, Qualifier
from attrib.patches import lines_held, split_lines
from attrib.texts import is_bare
from attrib.trails import (
    Ground,
    closed_trail,
    exact_run,
    is_gapless,
    leaf_beyond,
    legs_of,
    nearest,
    trail_to,
)
from attrib.walk import Diff, Leg, Share, walk_back, walk_forward

#: How many ends of branches are tried for a trail that recorded hunks close.
_MOST_LEAVES = 8


class Claimer:
    """Gives each added and removed line to the steps that the trails say it comes from."""

    def __init__(
        self, ground: Ground, diff: Diff, added: frozenset[int], removed: frozenset[int]
    ) -> None:
        self._ground = ground
        self._diff = diff
        self._added = added
        self._removed = removed
        self._new = split_lines(ground.commit)
        self._old = split_lines(ground.parent)
        self._run = exact_run(ground)
        self._lines = line_index(ground.timeline)
        self._claims: list[Claim] = []
        self._walked: set[int] = set()

    def claims(self) -> tuple[Claim, ...]:
        """All claims: of the main trail, of other trails, of whole states, of late records."""
        if not self._ground.nodes:
            return ()
        if self._run:
            self._walk(self._run, self._added, self._removed)
            self._walk_rivals()
        elif not self._walk_closed():
            self._walk_main()
            self._walk_others()
        self._whole_states()
        self._claims = contested(self._claims, self._ground)
        self._late()
        return tuple(self._claims)

    def _walk_closed(self) -> bool:
        """Walk the trails, one a worktree, that recorded hunks close; false where there is none."""
        leaves: dict[int, None] = {}
        for index in sorted(self._ground.touching, reverse=True):
            if self._ground.is_candidate(index) and self._ground.after_of(index) is None:
                leaves[leaf_beyond(self._ground, index)] = None
        closed = False
        for leaf in list(leaves)[:_MOST_LEAVES]:
            main = {name for index in self._walked for name in self._worktrees(index)}
            if closed and not main.isdisjoint(self._worktrees(leaf)):
                continue
            trail = closed_trail(self._ground, trail_to(self._ground, leaf))
            if trail:
                self._walk(trail, self._added, self._removed)
                closed = True
        return closed

    def _walk_main(self) -> None:
        ends = [index for index in self._ground.ends if self._ground.is_candidate(index)]
        end = max(ends) if ends else nearest(self._ground)
        if end is not None:
            self._walk(trail_to(self._ground, end), self._added, self._removed)

    def _walk_rivals(self) -> None:
        """Beside a gapless run: other worktrees whose own walk claims the same lines."""
        main = {name for index in self._walked for name in self._worktrees(index)}
        for end in sorted(self._ground.ends, reverse=True):
            if end in self._walked or not self._ground.is_candidate(end):
                continue
            if main.isdisjoint(self._worktrees(end)):
                self._walk(trail_to(self._ground, end), self._added, self._removed)

    def _walk_others(self) -> None:
        """Other branches, and steps beyond the nearest state: for lines no walk has reached."""
        main = {name for index in self._walked for name in self._worktrees(index)}
        for index in sorted(self._ground.touching, reverse=True):
            if index in self._walked or not self._ground.is_candidate(index):
                continue
            elsewhere = main.isdisjoint(self._worktrees(index))
            added, removed = (self._added, self._removed) if elsewhere else self._left()
            if not self._may_hold(index, added, removed):
                continue
            leaf = leaf_beyond(self._ground, index)
            trail = trail_to(self._ground, leaf)
            if index not in trail:
                trail = trail_to(self._ground, index)
            self._walk(trail, added, removed)
            self._walked.add(index)

    def _worktrees(self, index: int) -> frozenset[str]:
        return self._ground.nodes[index].step.worktrees

    def _left(self) -> tuple[frozenset[int], frozenset[int]]:
        added = self._added.difference(*(c.added for c in self._claims if c.tells_lines))
        removed = self._removed.difference(*(c.removed for c in self._claims if c.tells_lines))
        return added, removed

    def _may_hold(self, index: int, added: frozenset[int], removed: frozenset[int]) -> bool:
        if index in self._lines.opaque:
            return True
        made, unmade = self._lines.touched_by(index)
        return any(bare_text(self._new[i]) in made for i in added) or any(
            bare_text(self._old[i]) in unmade for i in removed
        )

    def _walk(self, trail: Sequence[int], added: Iterable[int], removed: Iterable[int]) -> None:
        legs, replayed = legs_of(self._ground, trail)
        shares = walk_back(legs, self._ground.commit, added, self._diff)
        walk_forward(shares, self._ground.parent, removed, self._diff)
        closed = bool(replayed) and is_gapless(self._ground, legs)
        for share in shares:
            self._walked.update(share.leg.steps)
        for share in shares:
            for claim in self._claims:
                if claim.nodes == share.leg.steps:
                    share.added -= claim.added
                    share.removed -= claim.removed
            self._claim(share, bool(replayed.intersection(share.leg.steps)), closed=closed)

    def _claim(
        self, share: Share, is_replayed: bool, *, closed: bool = False, is_late: bool = False
    ) -> None:
        leg = share.leg
        empty_file = not self._ground.commit and not self._ground.parent
        first, last = leg.steps[0], leg.steps[-1]
        whole = last in self._ground.ends and first in self._ground.starts
        if not share.added and not share.removed and not (whole and empty_file):
            return
        made, unmade = self._counts(leg)
        undone, restored = self._undone(leg, share)
        self._claims.append(
            Claim(
                nodes=leg.steps,
                added=frozenset(share.added),
                removed=frozenset(share.removed),
                tells_lines=leg.tells_lines or self._is_bare_delete(leg),
                starts=self._ground.starts.get(first) or self._undone_start(leg),
                ends=self._ground.ends.get(last),
                in_run=first in self._run or (closed and not is_replayed),
                is_replayed=is_replayed,
                reaches_commit=closed,
                is_late=is_late,
                made=made,
                unmade=unmade,
                undone=undone,
                restored=restored,
            )
        )

    def _is_bare_delete(self, leg: Leg) -> bool:
        """True for a delete that states no before, where the commit deletes the file."""
        before = self._ground.nodes[leg.steps[0]].step.before
        return self._ground.is_deletion and not before.is_known

    def _undone_start(self, leg: Leg) -> Agreement | None:
        """How a step starts from the parent's blob when its hunks, undone, give it."""
        node = self._ground.nodes[leg.steps[0]]
        is_undone = node.before is None and node.after is not None and bool(node.step.hunks)
        if not is_undone or leg.before != self._ground.parent:
            return None
        how = "the recorded hunks, undone from the after-state, give it"
        return Agreement(Equality.DERIVED, how, (Qualifier.DERIVED,))

    def _counts(self, leg: Leg) -> tuple[int, int]:
        """How many lines a leg adds and removes, not counting those it only moves."""
        if leg.before is None:
            return len(split_lines(leg.after)), 0
        old, new = split_lines(leg.before), split_lines(leg.after)
        hunks = self._diff(leg.before, leg.after) if leg.before != leg.after else ()
        made = [new[i] for h in hunks for i in range(h.new_start, h.new_start + h.new_count)]
        unmade = [old[i] for h in hunks for i in range(h.old_start, h.old_start + h.old_count)]
        return _not_moved(made, leg.before), _not_moved(unmade, leg.after)

    def _undone(self, leg: Leg, share: Share) -> tuple[frozenset[int], frozenset[int]]:
        """Lines of the share that later recorded steps before the commit took away or put back."""
        last = leg.steps[-1]
        worktrees = self._worktrees(last)
        added = {index: bare_text(self._new[index]) for index in share.added}
        removed = {index: bare_text(self._old[index]) for index in share.removed}
        later = [
            index
            for index in sorted(self._ground.touching)
            if index > last
            and index not in self._walked
            and self._ground.standings[index] is Standing.BEFORE
            and not worktrees.isdisjoint(self._worktrees(index))
        ]
        lost = self._lines.taken_away(set(added.values()), later)
        back = self._lines.put_back(set(removed.values()), later)
        return (
            frozenset(index for index, text in added.items() if text in lost),
            frozenset(index for index, text in removed.items() if text in back),
        )

    def _whole_states(self) -> None:
        """Steps of other sessions, off the trails, that end in the commit's blob too."""
        known = {session for claim in self._claims for session in own_sessions(self._ground, claim)}
        for index in self._ground.ends:
            sessions = set(self._ground.nodes[index].step.sessions)
            if index in self._walked or not self._ground.is_candidate(index) or sessions & known:
                continue
            self._single(index, is_late=False)

    def _late(self) -> None:
        for index in self._ground.ends:
            if self._ground.standings[index] is Standing.AFTER:
                self._single(index, is_late=True)

    def _single(self, index: int, *, is_late: bool) -> None:
        before, after = self._ground.before_of(index), self._ground.commit
        leg = Leg((index,), before, after)
        shares = walk_back([leg], after, self._added, self._diff)
        walk_forward(shares, self._ground.parent, self._removed, self._diff)
        self._claim(shares[0], is_replayed=False, is_late=is_late)


def _not_moved(lines: Sequence[bytes], other: bytes) -> int:
    """How many of the lines the other content has not; all, where it has every one.

    Blank lines and lone braces do not count beside others: a diff shows one for another.
    """
    telling = [line for line in lines if not is_bare(line)] or lines
    held = lines_held(other, telling)
    return sum(line not in held for line in telling) or len(telling)
