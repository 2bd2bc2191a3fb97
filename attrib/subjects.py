"""From a commit change and the timeline at its path to a subject that matchers can read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from attrib.chronology import Chronology, Standing, Standings
from attrib.claims import Claimer
from attrib.equality import Agreement, Comparer, Scene
from attrib.git.convert import clean, with_lf
from attrib.git.convert import has_crlf as ends_with_crlf
from attrib.git.hashing import hash_of
from attrib.git.interface import Attributes
from attrib.line_index import LineIndex, line_index
from attrib.matchers.interface import Foreign, Snapshot, Subject
from attrib.model.commits import Commit, CommitChange, TreeEntry
from attrib.model.ids import Oid, RecordRef, RepoPath
from attrib.model.states import RecordedChange, RecordedState
from attrib.patches import split_lines
from attrib.rebuild import Sought, states_after, states_between
from attrib.state_names import StateNames
from attrib.texts import is_bare, squeezed
from attrib.timeline import Timeline
from attrib.trails import Ground, exact_run
from attrib.walk import Diff, added_by

#: From how many known states a state is sought that only its ID names.
_MOST_STARTS = 16
#: Where a parent's content is not here: all of the file would seem new.
_NONE: frozenset[int] = frozenset()


@dataclass(slots=True)
class SubjectBuilder:
    """Makes subjects; holds what is shared between commit changes of one run."""

    comparer: Comparer
    chronology: Chronology
    diff: Diff
    _stored: dict[tuple[bytes, Attributes, bool | None], bytes] = field(default_factory=dict)
    _names: dict[tuple[Timeline, Attributes], StateNames] = field(default_factory=dict)
    _holds_lines: dict[tuple[Oid | None, RepoPath, int], bool] = field(default_factory=dict)

    def may_hold(
        self,
        change: CommitChange,
        commit: Commit | None,
        timeline: Timeline,
        texts: Collection[bytes],
    ) -> bool:
        """False when no step can give evidence for lines with these texts.

        Needs neither blob of the change: a step ends in the new one, or adds such a line, or not.
        A step after the commit has to end in its blob.
        """
        if self._may_hold_lines(change, commit, timeline, texts):
            return True
        scene: Scene = (change.commit, change.path)
        old = next((entry.oid for entry in change.olds if entry is not None), None)
        return bool(self._names_of(timeline, scene).after(change.new, scene, old))

    def load_for(
        self, asked: Iterable[tuple[CommitChange, Commit | None, Timeline, Collection[bytes]]]
    ) -> None:
        """Read at once the blobs that `may_hold` would read one after the other."""
        self.comparer.load(
            change.new.oid
            for change, commit, timeline, texts in asked
            if change.new is not None
            and not change.new.is_gitlink
            and self._names_of(timeline, (change.commit, change.path)).reads_files
            and not self._may_hold_lines(change, commit, timeline, texts)
        )

    def _may_hold_lines(
        self,
        change: CommitChange,
        commit: Commit | None,
        timeline: Timeline,
        texts: Collection[bytes],
    ) -> bool:
        """False when no step before the commit adds one of these texts."""
        key = (change.commit, change.path, id(timeline))
        if key not in self._holds_lines:
            self._holds_lines[key] = not self.chronology.is_before_all(
                commit, timeline.begins
            ) and _adds_any(line_index(timeline), texts)
        return self._holds_lines[key]

    def build(
        self,
        change: CommitChange,
        commit: Commit | None,
        timeline: Timeline,
        *,
        is_boundary: bool = False,
        foreign: Foreign | None = None,
        since: float | None = None,
        snapshots: Sequence[tuple[RecordRef, RecordedState]] = (),
    ) -> Subject:
        """The subject of one commit change; `foreign` where the timeline is of another path."""
        found = [self._old(entry, timeline) for entry in change.olds] or [b""]
        olds = [content or b"" for content in found]
        new = self._content(change.new)
        added, removed = self._changed(olds, new) if None not in found else (_NONE, _NONE)
        ground = self._ground(change, commit, timeline, olds[0], new, is_boundary=is_boundary)
        lines = split_lines(new), split_lines(olds[0])
        texts = [lines[0][index] for index in added] + [lines[1][index] for index in removed]
        ground = replace(ground, touching=line_index(timeline).touching(texts))
        return Subject(
            change=change,
            commit=commit,
            timeline=timeline,
            standings=ground.standings,
            old=lines[1],
            new=lines[0],
            added=added,
            removed=removed,
            claims=Claimer(ground, self.diff, added, removed).claims(),
            run_length=len(exact_run(ground)),
            is_boundary=is_boundary,
            touching=ground.touching,
            foreign=foreign,
            since=since,
            snapshots=self._snapshots(snapshots, change),
            nets=() if foreign else self.nets_of(change, timeline),
            standing_of=lambda recorded: self.chronology.standing(recorded, commit),
        )

    def _snapshots(
        self, states: Sequence[tuple[RecordRef, RecordedState]], change: CommitChange
    ) -> tuple[Snapshot, ...]:
        scene: Scene = (change.commit, change.path)
        pairs = ((ref, self.comparer.compare(state, change.new, scene)) for ref, state in states)
        return tuple(Snapshot(ref, agreement) for ref, agreement in pairs)

    def nets_of(
        self, change: CommitChange, timeline: Timeline
    ) -> tuple[tuple[RecordedChange, Agreement], ...]:
        """The net changes at the path that end in the commit's file, each with how."""
        scene: Scene = (change.commit, change.path)
        nets = [each for each in timeline.aside if each.basis == "net" and each.counts]
        pairs = [
            (each, self.comparer.compare(each.after, change.new, scene))
            for each in nets
            if each.before != each.after
        ]
        return tuple((each, agreement) for each, agreement in pairs if agreement is not None)

    def _old(self, entry: TreeEntry | None, timeline: Timeline) -> bytes | None:
        """What stood before; where the repository lacks it, as a record has it, if any does."""
        if entry is None or entry.is_gitlink:
            return b""
        content = self.comparer.blob(entry.oid)
        if content is not None:
            return content
        own = self.comparer.own_type
        return next(
            (each for each in timeline.table.contents if hash_of(each, own) == entry.oid), None
        )

    def _content(self, entry: TreeEntry | None) -> bytes:
        if entry is None or entry.is_gitlink:
            return b""
        return self.comparer.blob(entry.oid) or b""

    def _changed(self, olds: Sequence[bytes], new: bytes) -> tuple[frozenset[int], frozenset[int]]:
        """The lines that the commit adds, and those that it removes."""
        return added_by(olds, new, self.diff), self._removed(olds, new)

    def _removed(self, olds: Sequence[bytes], new: bytes) -> frozenset[int]:
        """Lines of the first parent's content that the commit removes and every parent has."""
        first = olds[0]
        lines = {
            index
            for hunk in (self.diff(first, new) if first != new else ())
            for index in range(hunk.old_start, hunk.old_start + hunk.old_count)
        }
        for other in olds[1:]:
            for hunk in self.diff(first, other) if first != other else ():
                lines.difference_update(range(hunk.old_start, hunk.old_start + hunk.old_count))
        return frozenset(lines)

    def _ground(
        self,
        change: CommitChange,
        commit: Commit | None,
        timeline: Timeline,
        parent: bytes,
        new: bytes,
        *,
        is_boundary: bool,
    ) -> Ground:
        scene: Scene = (change.commit, change.path)
        olds = change.olds or (None,)
        old = next((entry.oid for entry in olds if entry is not None), None)
        names = self._names_of(timeline, scene)
        ends = names.after(change.new, scene, old)
        # At a boundary the parents are not here: nothing is known to start from them.
        known = () if is_boundary else olds
        starts = {i: how for entry in known[::-1] for i, how in names.before(entry, scene).items()}
        returns = {index for entry in known for index in names.after(entry, scene)}
        standings = self._standings(timeline, commit, names.before(change.new, scene))
        rebuilt = self._rebuilt(timeline, parent, new) if timeline.table.unread() else {}

        like = new or parent
        has_crlf = ends_with_crlf(like) if like else None

        def stored(number: int | None) -> bytes | None:
            content = timeline.table.content_of(number)
            if content is None and number is not None:
                content = rebuilt.get(number)
            return None if content is None else self._as_stored(content, scene, has_crlf)

        left = frozenset(returns - ends.keys())
        ground = Ground(timeline, standings, parent, new, starts, ends, left, stored)
        return replace(ground, is_deletion=change.new is None)

    def _rebuilt(self, timeline: Timeline, parent: bytes, new: bytes) -> Mapping[int, bytes]:
        """The contents of states known by their ID, that hunks of this change give."""
        sought = Sought(timeline.table.unread(), timeline.table.unread_sizes())
        hunks = self.diff(parent, new)
        found = states_between(parent, new, hunks, sought)
        tried: set[int] = set()
        for node in timeline.nodes:
            start = timeline.table.content_of(node.before)
            is_open = node.after is not None and timeline.table.content_of(node.after) is None
            if start is None or not is_open or node.after in found or node.before in tried:
                continue
            tried.add(node.before or 0)
            if len(tried) > _MOST_STARTS:
                break
            found.update(states_after(start, parent, new, hunks, sought))
        return found

    def _names_of(self, timeline: Timeline, scene: Scene) -> StateNames:
        key = (timeline, self.comparer.attributes(scene))
        if key not in self._names:
            self._names[key] = StateNames(timeline, self.comparer, scene)
        return self._names[key]

    def _standings(
        self, timeline: Timeline, commit: Commit | None, from_commit: Collection[int]
    ) -> Sequence[Standing]:
        """Where each step stands; one that starts from the commit's blob is later than it.

        Its stream's order puts everything after it later too, where no clear time says otherwise.
        """
        lazy = Standings(timeline.steps, self.chronology, commit)
        if commit is None or not (timeline.has_unknown_times or from_commit):
            return lazy
        if not timeline.has_unknown_times and not self.chronology.has_within(
            timeline.steps, commit
        ):
            return lazy
        found: list[Standing] = []
        later: set[tuple[object, str]] = set()
        for index, node in enumerate(timeline.nodes):
            standing = lazy[index]
            streams = {(c.session, c.stream) for c in node.step.changes}
            is_open = standing in {Standing.UNKNOWN, Standing.WITHIN}
            if is_open and (streams & later or (index in from_commit and node.before)):
                standing = Standing.AFTER
                later |= streams
            found.append(standing)
        return found

    def _as_stored(self, content: bytes, scene: Scene, has_crlf: bool | None) -> bytes:
        """A recorded content as git would store it, with the line ends of the file it is put by.

        `has_crlf` says which that file has, `None` when there is no file.
        """
        attributes = self.comparer.attributes(scene)
        key = (content, attributes, has_crlf)
        if key not in self._stored:
            settings = self.comparer.repository.eol_settings()
            form = clean(content, attributes, settings)
            if has_crlf is False:
                form = with_lf(form)
            elif has_crlf and not ends_with_crlf(form):
                form = form.replace(b"\n", b"\r\n")
            self._stored[key] = form
        return self._stored[key]


def _adds_any(index: LineIndex, texts: Collection[bytes]) -> bool:
    """True when a step adds one of the texts, white space apart, or may."""
    return bool(index.opaque) or any(
        squeezed(text) in index.by_squeezed for text in texts if not is_bare(text)
    )
