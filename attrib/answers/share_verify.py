"""`attrib share verify`: each shared claim derived again, from the repository and what records say.

Where the session's records are here they decide. Else the recorded states that are shared beside
the claim do, as far as its relation rests on whole states. Whatever is left cannot be checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from attrib.answers.ranges import CommitRange, linked, range_of
from attrib.codec.notes import note_of
from attrib.graph import EvidenceGraph
from attrib.model.commits import Commit, CommitChange, TreeEntry
from attrib.model.evidence import Equality, Evidence, Relation
from attrib.model.ids import LineRange, Oid, RecordRef
from attrib.model.shared import (
    CheckedClaim,
    NoteLine,
    SharedEvidence,
    SharedNote,
    SharedState,
    StateSide,
    Verdict,
    VerifyReport,
)
from attrib.model.states import Presence, RecordedState
from attrib.notes import notes_of
from attrib.shared_claims import RecordsHere, is_about, lines_of
from attrib.shared_notes import impossible, most_for
from attrib.subjects import SubjectBuilder
from attrib.workspace import Workspace

Said = tuple[Verdict, str]
_FILE = 0o100644
_BY_STATES = frozenset({Relation.TRANSITION, Relation.AFTER_STATE, Relation.ELSEWHERE})


def verify(workspace: Workspace, text: str | None) -> VerifyReport:
    """Every claim that notes make about the commits of a range and the blobs that they introduce.

    Raises:
        RevisionError: an end of the range names no commit here.
    """
    commits = range_of(workspace, text)
    notes = notes_in(workspace, commits)
    claims = verified(workspace, notes, commits)
    return VerifyReport(workspace.shared.reference or "", text, claims)


def notes_in(workspace: Workspace, commits: CommitRange) -> list[SharedNote]:
    """The notes about the commits of a range, then about the blobs that they introduce."""
    oids = [commit.oid for commit in commits.commits]
    blobs = dict.fromkeys(c.new.oid for c, _ in commits.pairs if c.new and not c.new.is_gitlink)
    blobs |= dict.fromkeys(o.oid for c, _ in commits.pairs for o in c.olds if o)
    tip = workspace.shared.tip
    return [
        note_of(oid, content or b"", is_commit=is_commit)
        for is_commit, wanted in ((True, oids), (False, list(blobs)))
        for oid, content in notes_of(workspace.repository, tip, wanted)
    ]


def verify_file(workspace: Workspace, notes: Sequence[SharedNote], *, source: str) -> VerifyReport:
    """Every claim of a bundle, against this repository."""
    oids = [note.object for note in notes if note.is_commit]
    known = workspace.repository.commits(oids)
    found = workspace.repository.changes_of(known, renames=True)
    changes = {oid: tuple(found.get(oid, ())) for oid in known}
    commits = CommitRange(None, tuple(known[oid] for oid in oids if oid in known), changes)
    return VerifyReport(source, None, verified(workspace, notes, commits))


def verified(
    workspace: Workspace, notes: Sequence[SharedNote], commits: CommitRange
) -> tuple[CheckedClaim, ...]:
    """One verdict for each line of the notes, in order."""
    checking = _Checking(workspace, linked(workspace, commits), commits, notes)
    claims = []
    for note in notes:
        for line in note.lines:
            verdict, reason = checking.of(note, line)
            claims.append(CheckedClaim(note.object, note.is_commit, line, verdict, reason))
    return tuple(claims)


@dataclass(frozen=True, slots=True)
class _Scene:
    """A commit and its change of one path."""

    commit: Commit
    change: CommitChange


class _Checking:
    """Checks the claims of one run."""

    def __init__(
        self,
        workspace: Workspace,
        graph: EvidenceGraph,
        commits: CommitRange,
        notes: Sequence[SharedNote],
    ) -> None:
        self._workspace = workspace
        self._graph = graph
        self._commits: Mapping[Oid, Commit] = {each.oid: each for each in commits.commits}
        self._scenes = {
            (commit.oid, change.path): _Scene(commit, change) for change, commit in commits.pairs
        }
        self._at_blob = {
            (change.new.oid, change.path): change
            for change, _ in reversed(commits.pairs)
            if change.new is not None
        }
        self._here = RecordsHere(workspace)
        diff = workspace.repository.diff_lines
        self._builder = SubjectBuilder(workspace.comparer, workspace.chronology, diff)
        self._states: dict[RecordRef, list[SharedState]] = {}
        for line in (line for note in notes if not note.is_commit for line in note.lines):
            if isinstance(line.value, SharedState):
                self._states.setdefault(line.value.record, []).append(line.value)

    def of(self, note: SharedNote, line: NoteLine) -> Said:
        """The verdict about one line."""
        match line.value:
            case SharedEvidence():
                return self._evidence(note.object, line.value)
            case SharedState():
                return self._state(note.object, line.value)
            case _:
                return Verdict.UNCHECKED, line.reason or "it cannot be read"

    def _evidence(self, oid: Oid, shared: SharedEvidence) -> Said:
        item = shared.evidence
        reason = impossible(shared)
        if reason is not None:
            return Verdict.CONTRADICTED, reason
        most = most_for(item)
        if item.strength > most:
            words = f"it says {item.strength.word}, and its relation allows {most.word} at most"
            return Verdict.CONTRADICTED, words
        commit = self._commits.get(oid)
        if commit is None:
            return Verdict.UNCHECKED, "the commit is not here"
        if item.path is None:
            if item.commit != oid:
                return Verdict.UNCHECKED, "it is about another version of the commit"
            return self._by_records(oid, item)
        scene = self._scenes.get((oid, item.path))
        if commit.is_boundary:
            return Verdict.UNCHECKED, "history ends here: git fetch --unshallow"
        if scene is None or not is_about(shared, scene.change, commit):
            return Verdict.UNCHECKED, "it is about another version of the commit"
        return self._at_path(scene, item)

    def _at_path(self, scene: _Scene, item: Evidence) -> Said:
        change = scene.change
        entries = [each for each in (change.new, *change.olds) if each and not each.is_gitlink]
        if any(self._workspace.comparer.blob(each.oid) is None for each in entries):
            return Verdict.UNCHECKED, "a blob of the commit is not here"
        if not lines_of(self._workspace, self._builder, scene.commit, change).hold(item):
            return Verdict.CONTRADICTED, "it names lines that the commit does not add or remove"
        if self._here.has_all(item):
            return self._by_records(scene.commit.oid, item)
        if item.relation in _BY_STATES:
            return self._by_states(change, item)
        return Verdict.UNCHECKED, "it rests on content, and its records are not here"

    def _by_records(self, oid: Oid, item: Evidence) -> Said:
        """What the records themselves give, where they are here."""
        if not self._here.has_all(item):
            return Verdict.UNCHECKED, "its records are not here"
        if not self._workspace.bindings.binds(item.session):
            return Verdict.UNCHECKED, "its records are here, and their root is not bound"
        found = [
            each
            for link in self._graph.links_of(oid)
            if link.session == item.session
            for each in link.evidence
            if each.path == item.path and each.relation is item.relation and not each.shared
        ]
        strong = [each for each in found if each.strength >= item.strength]
        if strong and _hold(strong, item):
            return Verdict.HOLDS, "its records here give the same"
        best = max((each.strength for each in found), default=None)
        given = f"{best.word}, or other lines" if best is not None else "no such evidence"
        return Verdict.CONTRADICTED, f"its records here give {given}"

    def _by_states(self, change: CommitChange, item: Evidence) -> Said:
        """What the recorded states that are shared beside the claim give."""
        states = [state for ref in item.records for state in self._states.get(ref, ())]
        states = [s for s in states if s.path == item.path or item.relation is Relation.ELSEWHERE]
        if not states:
            return Verdict.UNCHECKED, "its records are not here, and their states are not shared"
        found = [self._same(s, StateSide.AFTER, change, [change.new]) for s in states]
        if item.relation is Relation.TRANSITION:
            befores = [self._same(s, StateSide.BEFORE, change, change.olds) for s in states]
            found = [_both(*pair) for pair in zip(found, befores, strict=True)]
        if Verdict.HOLDS in found:
            return Verdict.HOLDS, "the shared object IDs equal the blobs"
        # Another of the record's changes, or another record of the step, may have the state.
        return Verdict.UNCHECKED, "no state of its records that is shared equals the blobs"

    def _same(
        self,
        shared: SharedState,
        side: StateSide,
        change: CommitChange,
        entries: Iterable[TreeEntry | None],
    ) -> Verdict:
        """Whether a side of a shared change equals one of the files, or there is none on both."""
        state = shared.before if side is StateSide.BEFORE else shared.after
        if not state.is_known:
            return Verdict.UNCHECKED
        verdict = Verdict.CONTRADICTED
        for entry in list(entries) or [None]:
            parent = next((old.oid for old in change.olds if old is not None), None)
            scene = (change.commit, change.path)
            if self._workspace.comparer.compare(state, entry, scene, parent=parent) is not None:
                return Verdict.HOLDS
            if entry is not None and self._is_open(state, entry, shared.equality):
                verdict = Verdict.UNCHECKED
        return verdict

    def _is_open(self, state: RecordedState, entry: TreeEntry, equality: Equality) -> bool:
        """True where another machine's settings, or a filter, may still make the two equal."""
        if state.presence is not Presence.PRESENT or equality is Equality.IDENTICAL:
            return False
        return state.object_id_type is not self._workspace.comparer.own_type or (
            state.object_id != entry.oid and equality is not Equality.DERIVED
        )

    def _state(self, blob: Oid, shared: SharedState) -> Said:
        state = shared.before if shared.side is StateSide.BEFORE else shared.after
        if self._here.has(shared.record):
            sides = [
                recorded.before if shared.side is StateSide.BEFORE else recorded.after
                for recorded in self._workspace.changes.get(shared.path, ())
                if recorded.ref == shared.record
            ]
            if sides and not any(_agree(side, state) for side in sides):
                return Verdict.CONTRADICTED, "its record here has another state at the path"
        return self._equals(blob, shared, state)

    def _equals(self, blob: Oid, shared: SharedState, state: RecordedState) -> Said:
        if self._workspace.comparer.blob(blob) is None:
            return Verdict.UNCHECKED, "the blob is not here"
        change = self._at_blob.get((blob, shared.path))
        scene = (change.commit if change is not None else None, shared.path)
        entry = change.new if change is not None and change.new else TreeEntry(_FILE, blob)
        if self._workspace.comparer.compare(state, entry, scene) is not None:
            return Verdict.HOLDS, "the shared object ID equals the blob"
        if self._is_open(state, entry, shared.equality):
            return Verdict.UNCHECKED, "no form of the blob that is known here has the shared ID"
        return Verdict.CONTRADICTED, "the shared object ID is not the blob's"


def _both(one: Verdict, other: Verdict) -> Verdict:
    order = (Verdict.CONTRADICTED, Verdict.UNCHECKED, Verdict.HOLDS)
    return next(each for each in order if each in (one, other))


def _agree(recorded: RecordedState, shared: RecordedState) -> bool:
    """True where a shared side says of its record what the record itself says."""
    if recorded.object_id is None:
        return shared.is_derived and recorded.presence is shared.presence
    return (recorded.object_id, recorded.object_id_type) == (
        shared.object_id,
        shared.object_id_type,
    )


def _hold(found: Sequence[Evidence], claim: Evidence) -> bool:
    """True where evidence found here reaches all lines of a claim."""

    def numbers(spans: Iterable[LineRange]) -> set[int]:
        return {number for span in spans for number in range(span.first, span.last + 1)}

    added = numbers(span for each in found for span in each.lines)
    removed = numbers(span for each in found for span in each.removed)
    return numbers(claim.lines) <= added and numbers(claim.removed) <= removed
