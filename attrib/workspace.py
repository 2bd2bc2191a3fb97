"""What one run knows: the repository, the sessions, where their roots lie, and what follows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrib.after_paths import AfterPaths
from attrib.binding import Bindings
from attrib.changes import CallReader, RecordedChanges, spelled_like
from attrib.chronology import COMMIT_MAKING, Chronology, head_moves_in
from attrib.common_lines import CommonLines
from attrib.equality import Comparer
from attrib.gained import GainedLines
from attrib.git.convert import hash_of
from attrib.git.interface import Repository
from attrib.index.answers import KeptAnswers
from attrib.index.held import lists_all, others_of
from attrib.index.history import History
from attrib.journal import Journal, read_journal
from attrib.matchers.interface import CommitRecord
from attrib.model.commits import Commit, CommitChange
from attrib.model.ids import Oid, RecordRef, RepoPath, SessionKey
from attrib.model.records import BadRecord, Vcs
from attrib.model.sessions import Session
from attrib.model.states import RecordedChange, RecordedState
from attrib.rebuild import forms_of
from attrib.rewrites import Rewrites
from attrib.shared_notes import SharedNotes
from attrib.snapshots import snapshots_in
from attrib.states import BlobReader
from attrib.timeline import Timeline, build_timeline

if TYPE_CHECKING:
    from attrib.declarations import Declarations

#: How many of the latest blobs at a path are hashed to find states known by another ID.
_MOST_BLOBS = 500


def _no_calls(wanted: Mapping[str, Collection[str]]) -> Mapping[tuple[str, str], Mapping[str, Any]]:
    return {}


@dataclass
class Workspace:
    """One repository and the sessions known for it; what is derived is made when first asked.

    `allowance` is the clock allowance in seconds. `notices` are sentences for people;
    `unreadable` counts the stores that could not be opened. `basis` tells the sessions, and how
    they are bound, from any others, and `opened` what the repository was before anything was read
    of it, each `None` where that is not certain; `answers` are those that were given before.
    `shared` are the notes of teammates; `every_session` those here, chosen or not.
    `others_begin` is the earliest time of sessions that are known and left out here, as nothing of
    them is of this repository; `None` where none is left out.
    """

    repository: Repository
    sessions: tuple[Session, ...]
    bindings: Bindings
    read_blob: BlobReader
    allowance: float
    history: History
    bad: tuple[BadRecord, ...] = ()
    notices: list[str] = field(default_factory=list)
    unreadable: int = 0
    read_calls: CallReader = _no_calls
    basis: str | None = None
    opened: str | None = None
    answers: KeptAnswers = field(default_factory=lambda: KeptAnswers(None))
    shared: SharedNotes = field(default_factory=lambda: SharedNotes(None, None))
    every_session: tuple[Session, ...] = ()
    others_begin: float | None = None

    def __post_init__(self) -> None:
        self.every_session = self.every_session or self.sessions

    @cached_property
    def journal(self) -> Journal:
        """What hooks observed without a session."""
        return read_journal(self.repository.common_dir)

    @cached_property
    def rewrites(self) -> Rewrites:
        """Tells which other commits a commit was made from."""
        return Rewrites(self.repository, self.history, self.comparer, self.journal)

    @cached_property
    def apart(self) -> Workspace:
        """The same with a history of its own, for commits that no reference reaches."""
        other = replace(self, history=History(self.repository))
        same = ("changes", "comparer", "common_lines", "declarations", "gained", "journal")
        for name in (*same, "paths_by_after"):
            other.__dict__[name] = getattr(self, name)
        return other

    @cached_property
    def declarations(self) -> Declarations:
        """Tells what commits declare: trailers, and what other tools keep about them."""
        from attrib.declarations import Declarations

        return Declarations(self.repository, [session.key for session in self.sessions])

    @property
    def incomplete(self) -> bool:
        """True when something that was given could not be read."""
        return self.unreadable > 0 or any(not record.pending for record in self.bad)

    def may_precede(self, time: float) -> bool:
        """True where a known session may have begun by this time, in seconds since the epoch."""
        begin = self.others_begin
        return (begin is not None and begin <= time) or any(
            session.first is None or session.first <= time for session in self.sessions
        )

    @cached_property
    def comparer(self) -> Comparer:
        """Compares states with blobs of this repository."""
        return Comparer(self.repository)

    @cached_property
    def common_lines(self) -> CommonLines:
        """Tells the lines that this repository holds in many files."""
        return CommonLines(self.repository)

    @cached_property
    def gained(self) -> GainedLines:
        """Tells the lines that commits gave to their paths."""
        return GainedLines(self.comparer)

    @cached_property
    def chronology(self) -> Chronology:
        """Tells whether a record stands before a commit."""
        return Chronology(self.sessions, self.repository, self.history, self.allowance)

    @cached_property
    def changes(self) -> Mapping[RepoPath, Sequence[RecordedChange]]:
        """Every recorded change at a path of this repository, by path."""
        return RecordedChanges(self.sessions, self.bindings, self.read_blob, self.read_calls)

    @cached_property
    def paths_by_after(self) -> Mapping[Oid, frozenset[RepoPath]]:
        """The paths at which an after-state was recorded, by the ID it has or would have here."""
        return AfterPaths(self.changes, self.comparer.own_type, self.comparer.length_of)

    @cached_property
    def named(self) -> Mapping[Oid, Sequence[CommitRecord]]:
        """The `vcs` records of actions that make commits, by the commit that each names here."""
        records = [
            CommitRecord(RecordRef(session.key, record.name), record)
            for session in self.sessions
            for stream in session.streams
            for _, record in others_of(stream.records)
            if isinstance(record, Vcs) and record.action in COMMIT_MAKING
            if self._is_here(session.key, record)
        ]
        names = [item.record.commit or item.record.commit_prefix for item in records]
        resolved = self.repository.resolve({name for name in names if name})
        found: defaultdict[Oid, list[CommitRecord]] = defaultdict(list)
        for item, name in zip(records, names, strict=True):
            oid = resolved.get(name) if name else None
            if oid is not None:
                found[oid].append(item)
        return found

    def parents_time(self, commit: Commit | None) -> float | None:
        """The time of a commit's latest parent, in seconds since the epoch; `None` without one."""
        if commit is None or not commit.parents:
            return None
        if commit.oid not in self._parents_times:
            self.learn_parents_times([commit])
        return self._parents_times[commit.oid]

    def learn_parents_times(self, commits: Iterable[Commit]) -> None:
        """Read at once what `parents_time` tells of many commits."""
        asked = [each for each in commits if each.parents and each.oid not in self._parents_times]
        found = self.repository.commits({parent for each in asked for parent in each.parents})
        for commit in asked:
            times = [found[oid].committer_time for oid in commit.parents if oid in found]
            self._parents_times[commit.oid] = max(times, default=None)

    def is_recorded_at(self, change: CommitChange) -> bool:
        """True where a record tells of the path of a change, or of where the file was before."""
        return any(path in self.changes for path in (change.path, *change.old_paths))

    @cached_property
    def listing_more(self) -> frozenset[SessionKey]:
        """The sessions with a record that leaves out some of the files it changed."""
        return frozenset(
            session.key
            for session in self.sessions
            for stream in session.streams
            if not lists_all(stream.records)
        )

    @cached_property
    def _parents_times(self) -> dict[Oid, float | None]:
        return {}

    @cached_property
    def head_moves(self) -> Mapping[tuple[Oid, Oid], Sequence[tuple[RecordRef, ...]]]:
        """The pairs of following `workspace_state` records of one root between two HEADs."""
        return head_moves_in(self.sessions, self.bindings.bound.keys())

    @cached_property
    def snapshots(self) -> Mapping[RepoPath, Sequence[tuple[RecordRef, RecordedState]]]:
        """The states that checkpoints hold of each path, in the order of sessions and streams."""
        return snapshots_in(self.sessions, self.bindings, self.repository)

    def _is_here(self, session: SessionKey, record: Vcs) -> bool:
        if record.root is not None:
            return (session, record.root) in self.bindings.bound
        return self.bindings.binds(session)

    def timeline(self, paths: Sequence[RepoPath]) -> Timeline:
        """The steps at a path and at those where the file was before, the path itself first."""
        key = tuple(dict.fromkeys(paths))
        if key not in self._timelines:
            changes = [change for path in key for change in self.changes.get(path, ())]
            for path in key:
                for other in self.spellings_of(path):
                    changes += self.changes.get(other, ())
            moved = {change.ref for change in changes if change.op == "move"}
            kept = [c for c in changes if not (c.op == "delete" and c.ref in moved)]
            timeline = build_timeline(key[0], kept, self.comparer.content_of)
            self.learn(timeline, key)
            self._timelines[key] = timeline
        return self._timelines[key]

    def spellings_of(self, path: RepoPath) -> list[RepoPath]:
        """The other spellings of a path that were recorded and that history itself never had."""
        others = spelled_like(self.changes, path)
        return [other for other in others if not self.history.introductions_at(other)]

    def learn(self, timeline: Timeline, paths: Sequence[RepoPath]) -> None:
        """Give states that are known by an ID alone the content of a blob at their path.

        A repository cannot be asked for IDs of another kind, nor for those of a worktree's form.
        """
        wanted = dict(timeline.table.unread())
        if not wanted:
            return
        rows = [row for path in paths for row in self.history.introductions_at(path)]
        blobs = dict.fromkeys(row.new for row in rows if row.new is not None)
        self.comparer.load(list(blobs)[-_MOST_BLOBS:])
        for oid in list(blobs)[-_MOST_BLOBS:]:
            content = self.comparer.blob(oid)
            for form in forms_of(content) if content is not None else ():
                for kind in {kind for kind, _ in wanted}:
                    number = wanted.get((kind, hash_of(form, kind)))
                    if number is not None:
                        timeline.table.learn(number, form)

    @cached_property
    def _timelines(self) -> dict[tuple[RepoPath, ...], Timeline]:
        return {}

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, *exception: object) -> None:
        self.repository.close()
