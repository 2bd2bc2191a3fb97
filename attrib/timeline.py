"""The recorded steps at one path, in order, with the states between them resolved.

Two recorded states are equal when their content is, or an ID of the same type. The order is each
stream's own, then time; where no time decides, a step stands after the one whose end it starts
from. A step's `parent` is the step whose end it starts from, else the one before it in the same
worktree; steps that start from one state are walked apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from attrib.model.ids import RepoPath
from attrib.model.states import UNKNOWN, Presence, RecordedChange, RecordedState, Step
from attrib.patches import apply_hunks, lines_between, reverse
from attrib.replacements import replace_in
from attrib.state_table import ABSENT_NUMBER, StateTable
from attrib.states import confirmed


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A step in a timeline. `before` and `after` are state numbers, `None` when unknown.

    `parent` is an index into the timeline, `None` at a beginning; `is_linked` is true when the
    parent's end is this step's start.
    """

    step: Step
    before: int | None
    after: int | None
    parent: int | None
    is_linked: bool


@dataclass(frozen=True, eq=False)
class Timeline:
    """All steps at one path, in order, and what was recorded there but makes no step."""

    path: RepoPath
    nodes: tuple[Node, ...]
    table: StateTable
    aside: tuple[RecordedChange, ...]

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps, in order."""
        return tuple(node.step for node in self.nodes)

    @cached_property
    def has_unknown_times(self) -> bool:
        """True when a record's time is known by its neighbours alone, or not at all."""
        return any(c.moment.known is None for node in self.nodes for c in node.step.changes)

    @cached_property
    def begins(self) -> float | None:
        """The earliest time of a record, in seconds since the epoch; `None` where one has none."""
        times = {c.moment.earliest or 0.0 for node in self.nodes for c in node.step.changes}
        return min(times, default=0.0) or None

    @cached_property
    def children(self) -> Mapping[int, Sequence[int]]:
        """The steps that follow each step, in order."""
        found: defaultdict[int, list[int]] = defaultdict(list)
        for index, node in enumerate(self.nodes):
            if node.parent is not None:
                found[node.parent].append(index)
        return found

    def ancestors(self, index: int) -> list[int]:
        """The steps that lead to a step, itself included, first to last."""
        found: list[int] = []
        at: int | None = index
        while at is not None:
            found.append(at)
            at = self.nodes[at].parent
        return found[::-1]


def build_timeline(
    path: RepoPath,
    changes: Sequence[RecordedChange],
    content_of: Callable[[RecordedState], bytes | None],
) -> Timeline:
    """The timeline of a path from all recorded changes there, in any order."""
    counted = [c for c in changes if c.counts and c.basis != "net" and c.op != "unknown"]
    aside = [c for c in changes if not (c.counts and c.basis != "net" and c.op != "unknown")]
    table = StateTable((s for c in counted for s in (c.before, c.after)), content_of)
    _replay_known(counted, table)
    ordered = _in_order(counted, table)
    steps = _steps(path, _settle_adds(ordered, table), table)
    moving = [
        step
        for step in steps
        if table.number_of(step.before) is None
        or table.number_of(step.before) != table.number_of(step.after)
    ]
    return Timeline(path, _linked(moving, table), table, tuple(aside))


def _replay_known(changes: Sequence[RecordedChange], table: StateTable) -> None:
    """Rebuild states by recorded hunks, applied to a known state or undone from it.

    The hash must confirm each; what one gives may be the start of the next.
    """
    waiting = [change for change in changes if change.hunks]
    while True:
        left = [change for change in waiting if not _replay_one(change, table)]
        if len(left) == len(waiting) or not left:
            return
        waiting = left


def _replay_one(change: RecordedChange, table: StateTable) -> bool:
    """True when nothing is left to rebuild from this change."""
    hunks = change.hunks or ()
    before, after = table.number_of(change.before), table.number_of(change.after)
    old, new = table.content_of(before), table.content_of(after)
    if old is not None and new is None and after is not None:
        made = confirmed(change.after, apply_hunks(hunks, old, at_recorded_place=True))
        if made is not None:
            table.learn(after, made)
            return True
    elif new is not None and old is None and before is not None:
        undone = apply_hunks(reverse(hunks), new, at_recorded_place=True)
        made = confirmed(change.before, undone)
        if made is not None:
            table.learn(before, made)
            return True
    return old is not None and new is not None


def _in_order(changes: Sequence[RecordedChange], table: StateTable) -> list[RecordedChange]:
    streams: defaultdict[tuple[str, str], list[RecordedChange]] = defaultdict(list)
    for change in sorted(changes, key=lambda c: (c.session, c.stream, c.position)):
        streams[change.session.id, change.stream].append(change)
    queues = [list(reversed(queue)) for _, queue in sorted(streams.items())]
    ordered: list[RecordedChange] = []
    pending: defaultdict[int | None, int] = defaultdict(int)
    for change in changes:
        pending[table.number_of(change.after)] += 1
    while queues:
        queue = min(queues, key=lambda q: _rank(q[-1], q, queues, table, pending))
        change = queue.pop()
        pending[table.number_of(change.after)] -= 1
        ordered.append(change)
        queues = [queue for queue in queues if queue]
    return ordered


def _rank(
    change: RecordedChange,
    queue: list[RecordedChange],
    queues: list[list[RecordedChange]],
    table: StateTable,
    pending: Mapping[int | None, int],
) -> tuple[float, int, object, str]:
    time = change.moment.earliest if change.moment.earliest is not None else change.moment.latest
    waits = 0
    start = table.number_of(change.before)
    if change.moment.known is None and start:
        own = sum(1 for other in queue if table.number_of(other.after) == start)
        waits = int(pending[start] > own)
    return (time if time is not None else float("-inf"), waits, change.session, change.stream)


def _settle_adds(changes: list[RecordedChange], table: StateTable) -> list[RecordedChange]:
    """An `add` without a before means no file only where no earlier record left one."""
    left: dict[str, bool] = {}
    settled: list[RecordedChange] = []
    for change in changes:
        assumed = change.before.presence is Presence.ABSENT and change.before.is_derived
        if assumed and left.get(change.worktree):
            settled.append(replace(change, before=UNKNOWN))
        else:
            settled.append(change)
        if change.after.presence is not Presence.UNKNOWN or change.hunks:
            left[change.worktree] = change.after.presence is not Presence.ABSENT
    return settled


def _steps(path: RepoPath, changes: list[RecordedChange], table: StateTable) -> list[Step]:
    """Changes with the same before and after are one step, unless the start was reached again."""
    pairs = dict.fromkeys(
        (before, after)
        for change in changes
        if (before := table.number_of(change.before)) is not None
        and (after := table.number_of(change.after)) is not None
    )
    groups: list[list[RecordedChange]] = []
    latest: dict[tuple[int, int], int] = {}
    reached: dict[int, int] = {}
    for change in changes:
        pair = _pair_of(change, table, pairs)
        if pair is None:
            twin = _twin_of(change, groups)
            if twin is not None:
                twin.append(change)
            else:
                groups.append([change])
            continue
        known = latest.get(pair)
        if known is not None and reached.get(pair[0], -1) < known:
            groups[known].append(change)
        else:
            latest[pair] = len(groups)
            groups.append([change])
        reached[pair[1]] = latest[pair]
    return [_step(path, group) for group in groups]


def _twin_of(
    change: RecordedChange, groups: Sequence[list[RecordedChange]]
) -> list[RecordedChange] | None:
    """The step that another stream recorded by the very same hunks or replacements."""
    if not change.hunks and not change.replacements:
        return None
    for group in groups:
        first = group[0]
        same = first.hunks == change.hunks and first.replacements == change.replacements
        same = same and not first.after.is_known and not change.after.is_known
        if same and all(other.stream != change.stream for other in group):
            return group
    return None


def _pair_of(
    change: RecordedChange, table: StateTable, known: Iterable[tuple[int, int]]
) -> tuple[int, int] | None:
    before, after = table.number_of(change.before), table.number_of(change.after)
    if before is not None and after is not None:
        return before, after
    if not change.hunks and not change.replacements:
        return None
    gained = frozenset(line for hunk in change.hunks or () for line in hunk.added)
    for start, end in known:
        base, result = table.content_of(start), table.content_of(end)
        fits = (before in (None, start)) and (after in (None, end))
        if not fits or base is None or result is None:
            continue
        if change.hunks and not lines_between(base, result)[0] <= gained:
            continue
        if _made_of(change, base) == result:
            return start, end
    return None


def _made_of(change: RecordedChange, base: bytes) -> bytes | None:
    """What a change's recorded hunks, or its replacements, make of a content."""
    if change.hunks:
        return apply_hunks(change.hunks, base, at_recorded_place=True)
    return replace_in(base, change.replacements)


def _step(path: RepoPath, group: list[RecordedChange]) -> Step:
    own_first = sorted(group, key=lambda change: not change.actor.is_own)
    fullest = max(
        group, key=lambda c: (c.before.is_known + c.after.is_known, c.before.content is not None)
    )
    return Step(
        tuple(own_first),
        path,
        next((change.old_path for change in group if change.old_path), None),
        fullest.before,
        fullest.after,
    )


def _linked(steps: Sequence[Step], table: StateTable) -> tuple[Node, ...]:
    nodes: list[Node] = []
    ends: dict[int, int] = {}
    starts: dict[int, int] = {}
    latest: dict[str, int] = {}
    for index, step in enumerate(steps):
        before, after = table.number_of(step.before), table.number_of(step.after)
        previous = latest.get(step.first.worktree)
        linked = ends.get(before) if before else None
        if before == ABSENT_NUMBER and previous is not None and nodes[previous].after == before:
            linked = previous
        sibling = starts.get(before) if before and linked is None else None
        if sibling is not None:
            # It starts where an earlier step started, whose end nobody left: another branch.
            previous = nodes[sibling].parent
        parent = linked if linked is not None else previous
        nodes.append(Node(step, before, after, parent, linked is not None))
        if before:
            starts.setdefault(before, index)
        if after is not None:
            ends[after] = index
        for change in step.changes:
            latest[change.worktree] = index
    return tuple(nodes)
