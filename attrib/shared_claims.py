"""What a shared claim is about: records that are here, a commit's change, the lines of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from attrib.index.held import ids_of
from attrib.model.commits import Commit, CommitChange
from attrib.model.evidence import Evidence
from attrib.model.ids import LineRange, RecordRef, SessionKey
from attrib.model.shared import SharedEvidence, SharedState
from attrib.model.states import Actor, Moment, RecordedChange
from attrib.subjects import SubjectBuilder
from attrib.timeline import build_timeline
from attrib.workspace import Workspace

#: Where shared records stand: a worktree and a stream that nobody else's records name.
_ELSEWHERE = "shared notes"


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines that a commit adds at a path, and those that it removes there, 1-based."""

    added: frozenset[int]
    removed: frozenset[int]

    def hold(self, item: Evidence) -> bool:
        """True where all lines that evidence names are among them."""
        return _within(item.lines, self.added) and _within(item.removed, self.removed)


def _within(spans: Sequence[LineRange], numbers: frozenset[int]) -> bool:
    if sum(map(len, spans)) > len(numbers):
        return False
    return all(n in numbers for span in spans for n in range(span.first, span.last + 1))


class RecordsHere:
    """Tells which sessions and records are in streams here, chosen for this run or not."""

    def __init__(self, workspace: Workspace) -> None:
        self.sessions = {session.key: session for session in workspace.every_session}
        self._names: dict[SessionKey, frozenset[str]] = {}

    def has_all(self, item: Evidence) -> bool:
        """True where all records that evidence rests on are here, so that it is judged by them."""
        return all(map(self.has, item.records))

    def has(self, ref: RecordRef) -> bool:
        """True where a record is in a stream here."""
        session = self.sessions.get(ref.session)
        if session is None:
            return False
        if ref.session not in self._names:
            names = [
                name if name is not None else stream.records[position].name
                for stream in session.streams
                for position, name in enumerate(ids_of(stream.records))
            ]
            self._names[ref.session] = frozenset(names)
        return ref.record in self._names[ref.session]


def is_about(shared: SharedEvidence, change: CommitChange, commit: Commit) -> bool:
    """True where a commit changes a path from and to the blobs that a line names.

    Where history ends, from which it does is not known.
    """
    new = change.new.oid if change.new is not None else None
    if commit.is_boundary:
        return shared.blob == new
    olds = tuple(old.oid if old is not None else None for old in change.olds)
    return shared.blob == new and shared.olds == olds


def lines_of(
    workspace: Workspace, builder: SubjectBuilder, commit: Commit, change: CommitChange
) -> Lines:
    """The lines that a commit adds and removes at a path, 1-based."""
    timeline = build_timeline(change.path, (), workspace.comparer.content_of)
    subject = builder.build(change, commit, timeline)
    added, removed = (frozenset(n + 1 for n in part) for part in (subject.added, subject.removed))
    return Lines(added, removed)


def change_of(state: SharedState) -> RecordedChange:
    """A shared state as the recorded change that it is a side of."""
    return RecordedChange(
        ref=state.record,
        stream=_ELSEWHERE,
        position=round((state.time or 0) * 1000),
        moment=Moment(state.time, state.time),
        worktree=f"{_ELSEWHERE} {state.session}",
        path=state.path,
        old_path=state.old_path,
        op=state.op,
        status=state.status,
        actor=Actor(state.actor),
        call_id=None,
        basis=None,
        before=state.before,
        after=state.after,
        hunks=None,
        modified_by_user=False,
        more_files=False,
        is_symlink=False,
    )
