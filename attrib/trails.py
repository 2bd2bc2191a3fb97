"""Which recorded steps lead to a commit change, as trails that the walk can follow.

A trail is a line of steps that ends in the commit's blob, else at the recorded state nearest to
it; it begins after its last step that ends in the parent's blob. Steps that start from one state
are on trails of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from attrib.chronology import Standing
from attrib.equality import Agreement
from attrib.model.ids import SessionKey
from attrib.patches import holds_line, lines_between
from attrib.replacements import replay_step, undo_step
from attrib.timeline import Node, Timeline
from attrib.walk import Leg

#: How many of the latest recorded states are weighed to find the nearest one, by how many lines.
_WEIGHED = 16
_SAMPLED = 32


@dataclass(frozen=True, slots=True)
class Ground:
    """What a commit change is compared with: contents as stored, and which states equal them.

    `starts` and `ends` map steps to how their before equals a parent's blob and their after the
    commit's. `stored` gives a state's content as git would store it here. `touching` are the steps
    that add or remove a line that the commit adds or removes, or that may.
    """

    timeline: Timeline
    standings: Sequence[Standing]
    parent: bytes
    commit: bytes
    starts: Mapping[int, Agreement]
    ends: Mapping[int, Agreement]
    returns: frozenset[int]
    stored: Callable[[int | None], bytes | None]
    touching: frozenset[int] = frozenset()
    is_deletion: bool = False

    @property
    def nodes(self) -> Sequence[Node]:
        """The timeline's steps."""
        return self.timeline.nodes

    def is_candidate(self, index: int) -> bool:
        """True for a step that does not stand after the commit."""
        return self.standings[index] is not Standing.AFTER

    def before_of(self, index: int) -> bytes | None:
        """The content that a step starts from, as stored; `None` when unknown."""
        return self.parent if index in self.starts else self.stored(self.nodes[index].before)

    def after_of(self, index: int) -> bytes | None:
        """The content that a step ends in, as stored; `None` when unknown."""
        return self.commit if index in self.ends else self.stored(self.nodes[index].after)


def exact_run(ground: Ground) -> tuple[int, ...]:
    """The steps that lead from the parent's blob to the commit's without a gap, or none.

    Leaves out no recorded step that lies between its members in the same worktree.
    """
    for end in sorted(ground.ends, reverse=True):
        if not ground.is_candidate(end):
            continue
        run = _linked_back(ground, end)
        if run and not _leaves_out(ground, run):
            return run
    return ()


def _linked_back(ground: Ground, end: int) -> tuple[int, ...]:
    run: list[int] = []
    at: int | None = end
    while at is not None and ground.is_candidate(at):
        run.append(at)
        if at in ground.starts:
            return tuple(reversed(run))
        if not ground.nodes[at].is_linked:
            break
        at = ground.nodes[at].parent
    return ()


def _leaves_out(ground: Ground, run: tuple[int, ...]) -> bool:
    worktrees = frozenset().union(*(ground.nodes[i].step.worktrees for i in run))
    members = set(run)
    return any(
        index not in members
        and ground.is_candidate(index)
        and ground.nodes[index].step.first.worktree in worktrees
        for index in range(run[0], run[-1])
    )


def nearest(ground: Ground) -> int | None:
    """The step whose end is nearest to the commit's blob, of those that touch it; of two the later.

    Counted are the lines that the commit adds or removes: how many of them the state has not, or
    still has.
    """
    added, removed = lines_between(ground.parent, ground.commit)
    gained, lost = _sample(added), _sample(removed)
    best: tuple[int, int] | None = None
    seen = 0
    for index in sorted(ground.touching, reverse=True):
        if not ground.is_candidate(index):
            continue
        content = ground.after_of(index)
        if content is None:
            continue
        distance = sum(not holds_line(content, line) for line in gained)
        distance += sum(holds_line(content, line) for line in lost)
        if best is None or distance < best[0]:
            best = (distance, index)
        seen += 1
        if seen >= _WEIGHED or best[0] == 0:
            break
    return best[1] if best else None


def _sample(lines: frozenset[bytes]) -> list[bytes]:
    """Some of the lines, the longest first: a short line may stand inside of others."""
    return sorted(lines, key=lambda line: (-len(line), line))[:_SAMPLED]


def trail_to(ground: Ground, end: int) -> tuple[int, ...]:
    """The steps that lead to `end`, from the last one that leaves the parent's blob behind."""
    trail = [index for index in ground.timeline.ancestors(end) if ground.is_candidate(index)]
    for position in range(len(trail) - 1, -1, -1):
        if trail[position] in ground.starts:
            return tuple(trail[position:])
        if trail[position] in ground.returns:
            return tuple(trail[position + 1 :])
    return tuple(trail)


def leaf_beyond(ground: Ground, index: int) -> int:
    """The last candidate on the branch of a step."""
    at = index
    while True:
        further = [
            child for child in ground.timeline.children.get(at, ()) if ground.is_candidate(child)
        ]
        if not further:
            return at
        at = further[-1]


def legs_of(ground: Ground, trail: Sequence[int]) -> tuple[list[Leg], set[int]]:
    """The legs of a trail, and the steps among them that were replayed from their hunks alone."""
    legs: list[Leg] = []
    replayed: set[int] = set()
    waiting: list[int] = []
    reached: bytes | None = ground.parent
    for index in trail:
        before, after = ground.before_of(index), ground.after_of(index)
        if index not in ground.touching and index != trail[-1] and _is_plain(before, after):
            # It can claim nothing: what lies between its neighbours is carried in one diff.
            reached = after if after is not None else reached
            continue
        step = ground.nodes[index].step
        if before is None and after is not None and not waiting:
            before = undo_step(step, after)
        elif after is None and not waiting:
            start = before if before is not None else reached
            after = replay_step(step, start) if start is not None else None
            if after is not None:
                before = start
                replayed.add(index)
        if after is None:
            waiting = [*waiting, index] if before is not None or waiting else []
            continue
        if before is None and waiting:
            legs.append(_joined(ground, [*waiting, index], after))
        else:
            legs.append(Leg((index,), before, after))
        waiting = []
        reached = after
    return legs, replayed


def is_gapless(ground: Ground, legs: Sequence[Leg]) -> bool:
    """True when the legs lead from the parent's content to the commit's, each from the last."""
    reached: bytes | None = ground.parent
    for leg in legs:
        if leg.before != reached:
            return False
        reached = leg.after
    return reached == ground.commit


def closed_trail(ground: Ground, trail: Sequence[int]) -> tuple[int, ...]:
    """The part of a trail whose legs, some replayed, lead from blob to blob without a gap."""
    legs, replayed = legs_of(ground, trail)
    for count in range(len(legs), 0, -1):
        part = legs[:count]
        if part[-1].after == ground.commit and is_gapless(ground, part):
            steps = [index for leg in part for index in leg.steps]
            return tuple(steps) if replayed.intersection(steps) else ()
    return ()


def _is_plain(before: bytes | None, after: bytes | None) -> bool:
    """True when both contents of a step are known, or neither."""
    return (before is None) == (after is None)


def _maker(node: Node) -> SessionKey | Node:
    """The one session whose own step it is; else the node, which shares with no other."""
    own = {change.session for change in node.step.changes if change.actor.is_own}
    return own.pop() if len(own) == 1 else node


def _joined(ground: Ground, indexes: list[int], after: bytes) -> Leg:
    """Steps whose inner states' content is unknown: one leg, told by lines for one session only."""
    nodes = [ground.nodes[index] for index in indexes]
    connected = all(
        left.after is not None and left.after == right.before for left, right in pairwise(nodes)
    )
    makers = {_maker(node) for node in nodes}
    before = ground.before_of(indexes[0])
    return Leg(tuple(indexes), before, after, is_whole=connected and len(makers) == 1)
