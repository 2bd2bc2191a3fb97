"""What `attrib share push` shares: lines about commits and their blobs, from the records here.

Object IDs, relations, strengths and names of records; no text of anybody, and no path outside
the repository. What notes told is not told again.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from attrib.answers.ranges import CommitRange, linked
from attrib.codec.notes import LONGEST_LINE, evidence_line, state_line
from attrib.errors import AttribError
from attrib.model.commits import CommitChange, TreeEntry
from attrib.model.evidence import Equality, Evidence, Relation, Strength
from attrib.model.ids import Oid, RecordRef, RepoPath, Representation
from attrib.model.shared import SharedEvidence, SharedState, StateSide
from attrib.model.states import Presence, RecordedChange, RecordedState
from attrib.workspace import Workspace

#: So many bytes are added to one note, and so many to all notes at once.
LARGEST_ADDITION, LARGEST_PUSH = 1 << 20, 64 << 20
#: A name that is a place of a machine: it is not shared.
_PLACE = re.compile(r"(?:/|~|[A-Za-z]:[\\/]|\\\\|file:)")
_BY_STATES = frozenset(
    {Relation.TRANSITION, Relation.AFTER_STATE, Relation.CHAIN, Relation.ELSEWHERE}
)


@dataclass(frozen=True, slots=True)
class Additions:
    """Lines to add, by the object that they annotate; what limits and rules kept out.

    `left_out` lines were too many or too long for a note; `withheld` name a place of a machine.
    """

    commits: Mapping[Oid, Sequence[bytes]]
    blobs: Mapping[Oid, Sequence[bytes]]
    left_out: int
    withheld: int

    @property
    def all(self) -> Mapping[Oid, Sequence[bytes]]:
        """The lines for commits and blobs together."""
        return {**self.blobs, **self.commits}


def additions_of(
    workspace: Workspace, commits: CommitRange, *, at_least: Strength | None = None
) -> Additions:
    """What can be shared about the commits of a range.

    Raises:
        AttribError: it is too much at once.
    """
    graph = linked(workspace, commits)
    found = _Found(workspace)
    for commit in commits.commits:
        changes = {change.path: change for change in commits.changes[commit.oid]}
        for each in graph.links_of(commit.oid):
            for item in each.evidence:
                is_ours = not item.shared and item.relation is not Relation.DECLARED
                if is_ours and item.strength >= (at_least or Strength.WEAK):
                    found.add(item, changes.get(item.path) if item.path is not None else None)
    additions = found.additions()
    check_size(sum(len(line) for lines in additions.all.values() for line in lines))
    return additions


def check_size(total: int) -> None:
    """Refuse to add more than so many bytes to all notes at once.

    Raises:
        AttribError: it is too much.
    """
    if total > LARGEST_PUSH:
        raise AttribError(
            f"too much at once: {total:,} bytes of notes, at most {LARGEST_PUSH:,}",
            hint="attrib share push <remote> A..B, with a smaller range",
        )


class _Found:
    """The lines found so far."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._commits: defaultdict[Oid, dict[bytes, Strength]] = defaultdict(dict)
        self._blobs: defaultdict[Oid, dict[bytes, Strength]] = defaultdict(dict)
        self._withheld = 0

    def add(self, item: Evidence, change: CommitChange | None) -> None:
        """Take in one evidence, and the recorded states that equal blobs of its change."""
        commit = item.commit
        if commit is None or (item.path is not None and change is None):
            return
        if any(_PLACE.match(name) for name in _names(item)):
            self._withheld += 1
            return
        item = replace(item, records=tuple(r for r in item.records if r.session == item.session))
        if not item.records:
            return
        shared = SharedEvidence(item)
        if change is not None:
            olds = tuple(old.oid if old is not None else None for old in change.olds)
            shared = SharedEvidence(item, change.new.oid if change.new else None, olds)
        self._commits[commit][evidence_line(shared)] = item.strength
        if change is not None and item.relation in _BY_STATES:
            for blob, state in _states(self._workspace, item, change):
                self._blobs[blob][state_line(state)] = item.strength

    def additions(self) -> Additions:
        """All of it, within the limits: of too many lines, those of the strongest evidence."""
        parts: list[dict[Oid, list[bytes]]] = []
        left_out = 0
        for found in (self._commits, self._blobs):
            kept: dict[Oid, list[bytes]] = {}
            for oid, lines in found.items():
                kept[oid] = within_note(lines)
                left_out += len(lines) - len(kept[oid])
            parts.append({oid: lines for oid, lines in sorted(kept.items()) if lines})
        return Additions(parts[0], parts[1], left_out, self._withheld)


def _names(item: Evidence) -> Iterator[str]:
    key = item.session
    yield from (key.agent, key.namespace, key.id)
    yield from (ref.record for ref in item.records)


def within_note(lines: Mapping[bytes, Strength]) -> list[bytes]:
    """The lines that fit into a note, the strongest evidence first; in order."""
    kept, size = [], 0
    for line in sorted(lines, key=lambda each: (-lines[each], each)):
        if len(line) <= LONGEST_LINE and size + len(line) + 1 <= LARGEST_ADDITION:
            kept.append(line)
            size += len(line) + 1
    return sorted(kept)


def _states(
    workspace: Workspace, item: Evidence, change: CommitChange
) -> Iterator[tuple[Oid, SharedState]]:
    """The blobs of a change that a side of a record behind the evidence equals."""
    parent = next((old.oid for old in change.olds if old is not None), None)
    for recorded in _recorded(workspace, item, change):
        sides: list[tuple[StateSide, RecordedState, Sequence[TreeEntry | None]]] = [
            (StateSide.BEFORE, recorded.before, change.olds),
            (StateSide.AFTER, recorded.after, [change.new]),
        ]
        for side, state, entries in sides:
            scene = (change.commit, change.path)
            for entry in dict.fromkeys(entries):
                if entry is None or state.presence is not Presence.PRESENT:
                    continue
                found = workspace.comparer.compare(state, entry, scene, parent=parent)
                if found is not None:
                    shared = _shared(workspace, recorded, side, entry.oid, found.equality)
                    yield entry.oid, shared


def _recorded(
    workspace: Workspace, item: Evidence, change: CommitChange
) -> Iterable[RecordedChange]:
    wanted = set(item.records)
    paths: dict[RepoPath, None] = dict.fromkeys((change.path, *change.old_paths))
    if item.relation is Relation.ELSEWHERE and change.new is not None:
        paths |= dict.fromkeys(sorted(workspace.paths_by_after.get(change.new.oid, ())))
    return [
        recorded
        for path in paths
        for recorded in workspace.changes.get(path, ())
        if recorded.ref in wanted
    ]


def _shared(
    workspace: Workspace,
    recorded: RecordedChange,
    side: StateSide,
    blob: Oid,
    equality: Equality,
) -> SharedState:
    """A recorded change without its content; where it has no ID, the side's is the blob's own."""
    own = workspace.comparer.own_type

    def named(state: RecordedState, which: StateSide) -> RecordedState:
        if state.presence is not Presence.PRESENT or state.object_id is not None:
            return replace(state, content=None)
        if which is side:
            form = Representation.GIT_OBJECT
            return RecordedState(Presence.PRESENT, blob, own, form, is_derived=True)
        if state.content is None:
            return RecordedState(Presence.UNKNOWN)
        oid = workspace.comparer.own_id(state.content)
        return RecordedState(Presence.PRESENT, oid, own, Representation.WORKTREE, is_derived=True)

    moment = recorded.moment
    return SharedState(
        record=RecordRef(recorded.session, recorded.ref.record),
        path=recorded.path,
        side=side,
        equality=equality,
        op=recorded.op,
        status=recorded.status,
        actor=recorded.actor.value,
        before=named(recorded.before, StateSide.BEFORE),
        after=named(recorded.after, StateSide.AFTER),
        old_path=recorded.old_path,
        time=moment.known if moment.known is not None else moment.latest,
    )
