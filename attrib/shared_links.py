"""Evidence that only notes know: for sessions, or records, that are not here.

A line about a commit counts where the commit changes that path from and to the very blobs that
the line names, and adds the lines that it names. Where no line is about the commit, recorded
states that equal its blobs are compared anew, as any record is. Records that are here go before
any note about them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from attrib.graph import EvidenceGraph
from attrib.matchers.after_state import AfterState
from attrib.matchers.transition import Transition
from attrib.model.commits import Commit, CommitChange
from attrib.model.evidence import Evidence, Qualifier
from attrib.model.ids import Oid, RepoPath, SessionKey
from attrib.model.shared import NoteLine, SharedEvidence, SharedNote, SharedState
from attrib.qualifiers.interface import Context
from attrib.shared_claims import Lines, RecordsHere, change_of, is_about, lines_of
from attrib.strength import capped
from attrib.subjects import SubjectBuilder
from attrib.timeline import build_timeline
from attrib.weighing import weigh
from attrib.workspace import Workspace

#: What tells that a record belongs to another commit: then a state of it tells nothing here.
_USED_UP = frozenset(
    {Qualifier.ALREADY_COMMITTED, Qualifier.PRE_EXISTING, Qualifier.RECORD_AFTER_COMMIT}
)
_MATCHERS = (Transition(), AfterState())


def shared_with(
    workspace: Workspace,
    graph: EvidenceGraph,
    commits: Mapping[Oid, Commit],
    context: Context,
    *,
    changes: Mapping[Oid, Mapping[RepoPath, CommitChange]],
    whole: Collection[Oid],
    bounded: Collection[Oid],
) -> Iterator[Evidence]:
    """The evidence that notes add: at the paths of `changes`, and about commits as `whole`.

    The changes of whole commits are taken as they are; of others only paths are certain.
    """
    notes = workspace.shared
    if notes.tip is None or not commits:
        return
    about = notes.of(commits, are_commits=True)
    reader = _Reader(workspace, graph, context, bounded)
    paths = {oid: rows.keys() for oid, rows in changes.items()}
    given = {oid: changes.get(oid, {}) for oid in whole}
    found = reader.changes_of(commits, about, paths, given)
    for oid, commit in commits.items():
        named: set[SessionKey] = set()
        lines = about[oid].lines if oid in about else ()
        for line in lines:
            if isinstance(line.value, SharedEvidence):
                named.add(line.value.session)
                item = reader.from_line(commit, line, found.get(oid, {}))
                if item is not None and _is_asked(item, paths.get(oid, ()), oid in whole):
                    yield reader.met(item)
        for change in found.get(oid, {}).values():
            if change.path in paths.get(oid, ()):
                for item in reader.from_states(commit, change, named):
                    yield reader.met(item)


def _is_asked(item: Evidence, paths: Collection[RepoPath], is_whole: bool) -> bool:
    return is_whole if item.path is None else item.path in paths


class _Reader:
    """Reads the notes of one run beside what is recorded here."""

    def __init__(
        self,
        workspace: Workspace,
        graph: EvidenceGraph,
        context: Context,
        bounded: Collection[Oid],
    ) -> None:
        self._workspace = workspace
        self._graph = graph
        self._context = context
        self._bounded = bounded
        self._diff = workspace.repository.diff_lines
        self._builder = SubjectBuilder(workspace.comparer, workspace.chronology, self._diff)
        self._here = RecordsHere(workspace)
        self._states: Mapping[Oid, SharedNote] = {}

    def changes_of(
        self,
        commits: Mapping[Oid, Commit],
        about: Mapping[Oid, SharedNote],
        paths: Mapping[Oid, Collection[RepoPath]],
        given: Mapping[Oid, Mapping[RepoPath, CommitChange]],
    ) -> Mapping[Oid, Mapping[RepoPath, CommitChange]]:
        """What commits change, for those that notes may tell something of.

        `given` are all changes of some. Nothing more is asked of the repository where notes are
        about sessions here alone.
        """
        near = {oid for oid in commits if oid in about and self._has_strangers(about[oid])}
        rest = [(oid, path) for oid in commits if oid not in about for path in paths.get(oid, ())]
        blobs = self._blobs_at(rest, given)
        held = self._workspace.shared.of(blobs.values(), are_commits=False)
        near |= {oid for (oid, _), blob in blobs.items() if blob in held}
        wanted = [oid for oid in commits if oid in near and oid not in given]
        found = self._workspace.repository.changes_of(wanted, renames=True) if wanted else {}
        changes = {oid: dict(given[oid]) for oid in near if oid in given}
        changes |= {oid: {row.path: row for row in rows} for oid, rows in found.items()}
        self._states = self._workspace.shared.of(
            {
                row.new.oid
                for oid, rows in changes.items()
                for row in rows.values()
                if row.new is not None and not row.new.is_gitlink and row.path in paths.get(oid, ())
            },
            are_commits=False,
        )
        return changes

    def _blobs_at(
        self,
        places: Sequence[tuple[Oid, RepoPath]],
        given: Mapping[Oid, Mapping[RepoPath, CommitChange]],
    ) -> Mapping[tuple[Oid, RepoPath], Oid]:
        """The blob of each commit at a path, looked up where it is not given."""
        known = {place: given[place[0]][place[1]].new for place in places if place[0] in given}
        asked = [place for place in places if place not in known]
        entries = known | dict(self._workspace.repository.files_at(asked) if asked else {})
        return {place: e.oid for place, e in entries.items() if e and not e.is_gitlink}

    def _has_strangers(self, note: SharedNote) -> bool:
        return any(
            each.value and each.value.session not in self._here.sessions for each in note.lines
        ) or (
            any(
                isinstance(each.value, SharedEvidence)
                and not self._here.has_all(each.value.evidence)
                for each in note.lines
            )
        )

    def from_line(
        self, commit: Commit, line: NoteLine, changes: Mapping[RepoPath, CommitChange]
    ) -> Evidence | None:
        """The evidence of one line about a commit; `None` where it does not count here."""
        shared = line.value
        assert isinstance(shared, SharedEvidence)  # noqa: S101
        item = shared.evidence
        if self._is_told_here(commit.oid, item):
            return None
        if item.path is None:
            return item if item.commit == commit.oid else None
        change = changes.get(item.path)
        if change is None or not is_about(shared, change, commit):
            return None  # about a commit that was made again as this one
        return self._placed(commit, change, line, item)

    def _placed(
        self, commit: Commit, change: CommitChange, line: NoteLine, item: Evidence
    ) -> Evidence | None:
        """The evidence where its lines may be so: history may end here, and does not tell."""
        item = replace(item, commit=commit.oid)
        if commit.is_boundary or commit.oid in self._bounded:
            limits = {*item.qualifiers, Qualifier.HISTORY_ENDS}
            ordered = tuple(each for each in Qualifier if each in limits)
            most = capped(item.strength, item.relation, ordered, before_is_known=True)
            item = replace(item, qualifiers=ordered, strength=most)
        lines = self.lines_of(commit, change)
        if not lines.hold(item):
            reason = "it names lines that the commit does not add or remove"
            self._workspace.shared.refuse(commit.oid, line, reason)
            return None
        return item

    def lines_of(self, commit: Commit, change: CommitChange) -> Lines:
        """The lines that the commit adds and removes at the path of the change."""
        return lines_of(self._workspace, self._builder, commit, change)

    def _is_told_here(self, commit: Oid, item: Evidence) -> bool:
        """True where the session's own records are here and tell of this, or tell nothing."""
        if item.session not in self._here.sessions:
            return False
        if item.path is not None and any(
            each.session == item.session and not each.shared
            for each in self._graph.at(commit, item.path)
        ):
            return True
        return self._here.has_all(item)

    def from_states(
        self, commit: Commit, change: CommitChange, named: Collection[SessionKey]
    ) -> Iterator[Evidence]:
        """What recorded states that equal the blob give, for sessions that no line is about."""
        if change.new is None or change.new.oid not in self._states:
            return
        states = [
            line.value
            for line in self._states[change.new.oid].lines
            if isinstance(line.value, SharedState)
        ]
        mine = [
            state
            for state in states
            if state.path == change.path
            and state.session not in named
            and not self._here.has(state.record)
        ]
        if not mine:
            return
        recorded = list(dict.fromkeys(map(change_of, mine)))
        timeline = build_timeline(change.path, recorded, self._workspace.comparer.content_of)
        self._workspace.learn(timeline, (change.path, *change.old_paths))
        ends = commit.is_boundary or commit.oid in self._bounded
        subject = self._builder.build(change, commit, timeline, is_boundary=ends)
        for matcher in _MATCHERS:
            for match in matcher.matches(subject):
                for item in weigh(match, self._context):
                    if not _USED_UP.intersection(item.qualifiers):
                        yield replace(item, shared=True)

    def met(self, item: Evidence) -> Evidence:
        """The evidence, its session and commit remembered as known from notes."""
        notes = self._workspace.shared
        is_here = item.session in self._here.sessions
        (notes.partly if is_here else notes.sessions).add(item.session)
        if item.commit is not None:
            self._workspace.shared.commits.add(item.commit)
        return item
