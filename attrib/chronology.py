"""Whether a record stands before or after a commit: the stream's order first, then clocks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from enum import Enum
from functools import cached_property
from typing import overload

from attrib.git.interface import Repository
from attrib.index.held import others_of
from attrib.index.interface import HistoryAnswers
from attrib.model.commits import Commit
from attrib.model.ids import Oid, RecordRef, SessionKey
from attrib.model.records import Vcs, WorkspaceState
from attrib.model.sessions import Session
from attrib.model.states import RecordedChange, Step

#: Actions whose result is a commit. Spec: ASR-463.
COMMIT_MAKING = frozenset({"commit", "amend", "merge", "rebase", "cherry_pick", "revert"})

#: By how many seconds two clocks may differ, unless `attrib.clockAllowance` says otherwise.
DEFAULT_ALLOWANCE = 120


class Standing(Enum):
    """Where a record stands to a commit."""

    BEFORE = "before"
    WITHIN = "within the clock allowance after"
    AFTER = "after"
    UNKNOWN = "unknown"


class Chronology:
    """Answers for all sessions; reads once which commits each stream names, and where."""

    def __init__(
        self,
        sessions: Iterable[Session],
        repository: Repository,
        history: HistoryAnswers,
        allowance: float,
    ) -> None:
        self._repository = repository
        self._history = history
        self._held: dict[tuple[Oid, Oid], bool] = {}
        self._allowance = allowance
        self._seen: dict[tuple[SessionKey, str], dict[Oid, int]] = {}
        self._seeing: defaultdict[Oid, set[SessionKey]] = defaultdict(set)
        named = list(_named_commits(sessions))
        prefixes = {name for _, _, name, _ in named if len(name) not in (40, 64)}
        resolved: Mapping[str, Oid | None] = repository.resolve(prefixes) if prefixes else {}
        for session, stream, name, position in named:
            oid = Oid(name) if len(name) in (40, 64) else resolved.get(name)
            if oid is not None:
                self._seen.setdefault((session, stream), {}).setdefault(oid, position)
                self._seeing[oid].add(session)

    def sighting(self, session: SessionKey, stream: str, commit: Oid) -> int | None:
        """The position of the first record of the stream that shows the commit."""
        return self._seen.get((session, stream), {}).get(commit)

    def sessions_seeing(self, commit: Oid) -> Set[SessionKey]:
        """The sessions with a record that shows the commit."""
        return self._seeing.get(commit, frozenset())

    def latest_known(self, changes: Sequence[RecordedChange]) -> float | None:
        """The latest of the times, where clocks alone decide: all are known, nothing was seen."""
        times = [change.moment.known for change in changes]
        seen = any((change.session, change.stream) in self._seen for change in changes)
        known = [time for time in times if time is not None]
        return max(known) if known and len(known) == len(times) and not seen else None

    def is_before_all(self, commit: Commit | None, begins: float | None) -> bool:
        """True for a commit that no record from `begins` on can stand before."""
        if commit is None or begins is None or commit.oid in self._seeing:
            return False
        return begins > max(commit.author_time, commit.committer_time) + self._allowance + 1

    def has_within(self, steps: Sequence[Step], commit: Commit) -> bool:
        """True when a step's time lies within the clock allowance after a commit."""
        latest = max(commit.author_time, commit.committer_time) + 1
        return any(
            latest <= (change.moment.known or 0.0) <= latest + self._allowance
            for step in steps
            for change in step.changes
        )

    def standing(self, change: RecordedChange, commit: Commit | None) -> Standing:
        """Where one recorded change stands to a commit; before everything not committed yet."""
        if commit is None:
            return Standing.BEFORE
        seen = self.sighting(change.session, change.stream, commit.oid)
        if seen is not None:
            return Standing.BEFORE if change.position < seen else Standing.AFTER
        standing = self._by_clock(change, commit)
        # The order of the stream goes before its clocks.
        is_open = standing is not Standing.AFTER
        return Standing.AFTER if is_open and self._saw_descendant(change, commit) else standing

    def _by_clock(self, change: RecordedChange, commit: Commit) -> Standing:
        latest = max(commit.author_time, commit.committer_time)
        low, high = change.moment.earliest, change.moment.latest
        # Commit times are whole seconds: a record in the commit's own second is not later.
        if high is not None and high < latest + 1:
            return Standing.BEFORE
        if low is None or (low < latest + 1 and change.moment.known is None):
            return Standing.UNKNOWN
        return Standing.WITHIN if low <= latest + self._allowance else Standing.AFTER

    def _saw_descendant(self, change: RecordedChange, commit: Commit) -> bool:
        """True when the stream shows, before the change, a commit that holds this one."""
        shown = self._seen.get((change.session, change.stream), {})
        heads = [
            oid
            for oid, position in shown.items()
            if position < change.position and self._time_of(oid) >= commit.committer_time
        ]
        return any(self._holds(head, commit.oid) for head in heads)

    def _holds(self, head: Oid, commit: Oid) -> bool:
        pair = (head, commit)
        if pair not in self._held:
            self._held[pair] = bool(self._history.contained([commit], [head]).get(head))
        return self._held[pair]

    def _time_of(self, oid: Oid) -> float:
        return self._times.get(oid, float("-inf"))

    @cached_property
    def _times(self) -> Mapping[Oid, int]:
        """The times of all commits that streams show; history is asked only when these decide."""
        shown = {oid for seen in self._seen.values() for oid in seen}
        return {oid: c.committer_time for oid, c in self._repository.commits(shown).items()}

    def standing_of_step(self, step: Step, commit: Commit | None) -> Standing:
        """The earliest standing of the step's records."""
        if len(step.changes) == 1:
            return self.standing(step.changes[0], commit)
        found = {self.standing(change, commit) for change in step.changes}
        order = (Standing.BEFORE, Standing.WITHIN, Standing.UNKNOWN, Standing.AFTER)
        return next(standing for standing in order if standing in found)


class Standings(Sequence[Standing]):
    """Where each step of a timeline stands to a commit; worked out when asked, once."""

    def __init__(
        self, steps: Sequence[Step], chronology: Chronology, commit: Commit | None
    ) -> None:
        self._steps = steps
        self._chronology = chronology
        self._commit = commit
        self._known: dict[int, Standing] = {}

    def __len__(self) -> int:
        return len(self._steps)

    @overload
    def __getitem__(self, index: int) -> Standing: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Standing]: ...
    def __getitem__(self, index: int | slice) -> Standing | Sequence[Standing]:
        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(len(self)))]
        if index not in self._known:
            step = self._steps[index]
            self._known[index] = self._chronology.standing_of_step(step, self._commit)
        return self._known[index]


def _named_commits(
    sessions: Iterable[Session],
) -> Iterable[tuple[SessionKey, str, str, int]]:
    for session in sessions:
        for stream in session.streams:
            for position, record in others_of(stream.records):
                if isinstance(record, Vcs) and record.action in COMMIT_MAKING:
                    name = record.commit or record.commit_prefix
                elif isinstance(record, WorkspaceState):
                    name = record.head
                else:
                    name = None
                if name:
                    yield session.key, stream.path, name, position


def head_moves_in(
    sessions: Iterable[Session], roots: Set[tuple[SessionKey, str]]
) -> Mapping[tuple[Oid, Oid], Sequence[tuple[RecordRef, ...]]]:
    """For an old and a new HEAD, the pairs of following records of one root that saw it move."""
    found: defaultdict[tuple[Oid, Oid], list[tuple[RecordRef, ...]]] = defaultdict(list)
    for session in sessions:
        for stream in session.streams:
            last: dict[str, WorkspaceState] = {}
            for _, record in others_of(stream.records):
                if not isinstance(record, WorkspaceState) or not record.head or not record.root:
                    continue
                before, last[record.root] = last.get(record.root), record
                if before is None or not before.head or (session.key, record.root) not in roots:
                    continue
                pair = (Oid(before.head), Oid(record.head))
                names = (before.name, record.name)
                found[pair].append(tuple(RecordRef(session.key, name) for name in names))
    return found
