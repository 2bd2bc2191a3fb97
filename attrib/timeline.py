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

from attrib.git.convert import hash_of
from attrib.model.ids import ObjectIdType, RepoPath
from attrib.model.states import (
    UNKNOWN,
    Presence,
    RecordedChange,
    RecordedState,
    Step,
)
from attrib.patches import apply_hunks

_ABSENT_NUMBER = 0


class StateTable:
    """Numbers the distinct states at one path; equal states share a number, 0 is no file."""

    def __init__(
        self, states: Iterable[RecordedState], content_of: Callable[[RecordedState], bytes | None]
    ) -> None:
        listed = [state for state in dict.fromkeys(states) if state.presence is Presence.PRESENT]
        self._types = {state.object_id_type for state in listed if state.object_id}
        self._number: dict[tuple[object, str], int] = {}
        self._merged: dict[int, int] = {}
        self._contents: dict[int, bytes] = {}
        self._next = 1
        for state in listed:
            self._add(state, content_of(state))

    def _names(self, state: RecordedState, content: bytes | None) -> list[tuple[object, str]]:
        names: list[tuple[object, str]] = []
        if state.object_id is not None:
            names.append((state.object_id_type, state.object_id))
        if content is not None:
            kinds = {ObjectIdType.GIT_BLOB_SHA1, *(kind for kind in self._types if kind)}
            names += [(kind, hash_of(content, kind)) for kind in kinds]
        return names

    def _add(self, state: RecordedState, content: bytes | None) -> None:
        names = self._names(state, content)
        if not names:
            return
        known = {self._find(self._number[name]) for name in names if name in self._number}
        number = min(known) if known else self._next
        if not known:
            self._next += 1
        for other in known:
            self._merged[other] = number
            if other in self._contents:
                self._contents.setdefault(number, self._contents[other])
        for name in names:
            self._number[name] = number
        if content is not None:
            self._contents.setdefault(number, content)

    def _find(self, number: int) -> int:
        while self._merged.get(number, number) != number:
            number = self._merged[number]
        return number

    def number_of(self, state: RecordedState, content: bytes | None = None) -> int | None:
        """The state's number, or `None` when nothing is known of it."""
        if state.presence is Presence.ABSENT:
            return _ABSENT_NUMBER
        for name in self._names(state, content if content is not None else state.content):
            if name in self._number:
                return self._find(self._number[name])
        return None

    def content_of(self, number: int | None) -> bytes | None:
        """The content of a state where any record or the repository gives it."""
        if number == _ABSENT_NUMBER:
            return b""
        return self._contents.get(number) if number is not None else None


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


@dataclass(frozen=True, slots=True)
class Timeline:
    """All steps at one path, in order, and what was recorded there but makes no step."""

    path: RepoPath
    nodes: tuple[Node, ...]
    table: StateTable
    aside: tuple[RecordedChange, ...]

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
    ordered = _in_order(counted, table)
    steps = _steps(path, _settle_adds(ordered, table), table)
    moving = [
        step
        for step in steps
        if table.number_of(step.before) is None
        or table.number_of(step.before) != table.number_of(step.after)
    ]
    return Timeline(path, _linked(moving, table), table, tuple(aside))


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
    groups: list[list[RecordedChange]] = []
    latest: dict[tuple[int, int], int] = {}
    reached: dict[int, int] = {}
    for change in changes:
        pair = _pair_of(change, table, latest)
        if pair is None:
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


def _pair_of(
    change: RecordedChange, table: StateTable, known: Mapping[tuple[int, int], int]
) -> tuple[int, int] | None:
    before, after = table.number_of(change.before), table.number_of(change.after)
    if before is not None and after is not None:
        return before, after
    for start, end in known if change.hunks else ():
        base, result = table.content_of(start), table.content_of(end)
        fits = (before in (None, start)) and (after in (None, end))
        if not fits or base is None or result is None:
            continue
        if apply_hunks(change.hunks or (), base, at_recorded_place=True) == result:
            return start, end
    return None


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
    latest: dict[str, int] = {}
    for index, step in enumerate(steps):
        before, after = table.number_of(step.before), table.number_of(step.after)
        previous = latest.get(step.first.worktree)
        linked = ends.get(before) if before else None
        if before == _ABSENT_NUMBER and previous is not None and nodes[previous].after == before:
            linked = previous
        parent = linked if linked is not None else previous
        nodes.append(Node(step, before, after, parent, linked is not None))
        if after is not None:
            ends[after] = index
        for change in step.changes:
            latest[change.worktree] = index
    return tuple(nodes)
