"""`attrib find`: which sessions recorded an object ID, and which commits introduce its content.

An ID is a prefix of at least four digits, of any type. What only equals it after a conversion is
found too: through the blobs with the ID, and through the blobs at the paths it was recorded at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from attrib.answers.sessions import infos_here
from attrib.answers.standing import held_by
from attrib.codec.facts import ChangeFacts, SideFacts
from attrib.equality import Agreement
from attrib.errors import UsageError
from attrib.git.interface import Introduction
from attrib.index.held import Sketch, sketches_of
from attrib.model.commits import TreeEntry
from attrib.model.evidence import Equality
from attrib.model.found import FindReport, FoundPlace, FoundRecord
from attrib.model.ids import ObjectIdType, Oid, RecordRef, RepoPath, Representation
from attrib.model.sessions import Session
from attrib.model.states import Presence, RecordedState
from attrib.workspace import Workspace

_ID = re.compile(r"[0-9a-f]{4,64}")
_FILE = 0o100644
#: At so many places the forms of a blob are computed; attributes seldom differ between them.
_MOST_SCENES = 8
_OWN_ID = Agreement(Equality.IDENTICAL, "the recorded ID is the one asked for")
_OWN_BLOB = Agreement(Equality.IDENTICAL, "the blob has the ID asked for")


@dataclass(frozen=True, slots=True)
class _Side:
    """One recorded side of a change with an ID of a known type."""

    session: Session
    record: str
    ts: str | None
    name: str
    change: ChangeFacts
    facts: SideFacts
    place: RepoPath | None


def find(workspace: Workspace, object_id: str) -> FindReport:
    """Everything known of an object ID or a prefix of one.

    Raises:
        UsageError: it is no object ID.
    """
    asked = object_id.lower()
    if not _ID.fullmatch(asked):
        raise UsageError(
            f"'{object_id}' is no object ID", hint="attrib find <4 or more hexadecimal digits>"
        )
    places = {
        (row.commit, row.path, row.new): (row, _OWN_BLOB)
        for blob in workspace.history.blobs_like(asked)
        for row in workspace.history.places_of(blob)
    }
    forms = _forms(workspace, [row for row, _ in places.values()])
    records: list[FoundRecord] = []
    for side in _sides(workspace):
        recorded = side.facts.object_id or ""
        agreement = _OWN_ID if recorded.startswith(asked) else None
        if agreement is not None:
            for row, equal in _converted(workspace, side):
                places.setdefault((row.commit, row.path, row.new), (row, equal))
        else:
            agreement = forms.get((side.facts.id_type or "", recorded))
        if agreement is not None:
            records.append(_found_record(side, agreement))
    named = {found.record.session for found in records}
    return FindReport(
        asked,
        tuple(records),
        _found_places(workspace, places.values()),
        tuple(info for info in infos_here(workspace) if info.key in named),
    )


def _sides(workspace: Workspace) -> Iterator[_Side]:
    """Every recorded side with an ID, in the order of sessions, streams and records."""
    for session in workspace.sessions:
        for stream in session.streams:
            for sketch in sketches_of(stream.records):
                for change in sketch.facts.changes:
                    yield from _sides_of(workspace, session, sketch, change)


def _sides_of(
    workspace: Workspace, session: Session, sketch: Sketch, change: ChangeFacts
) -> Iterator[_Side]:
    for name, facts in (("before", change.before), ("after", change.after)):
        if facts is None or facts.object_id is None:
            continue
        is_old = name == "before" and change.op in {"move", "copy"} and change.old_path is not None
        root = change.old_root if is_old else change.root
        recorded = (change.old_path if is_old else None) or change.path
        place = workspace.bindings.place_of(session.key, root, recorded)
        yield _Side(
            session,
            sketch.name,
            sketch.facts.ts,
            name,
            change._replace(root=root, path=recorded),
            facts,
            place[0] if place else None,
        )


def _forms(
    workspace: Workspace, rows: Iterable[Introduction]
) -> Mapping[tuple[str, str], Agreement]:
    """Every ID that the blobs can be recorded under in a worktree, by type and digits."""
    found: dict[tuple[str, str], Agreement] = {}
    scenes: dict[Oid, int] = {}
    for row in rows:
        if row.new is None or scenes.get(row.new, 0) >= _MOST_SCENES:
            continue
        scenes[row.new] = scenes.get(row.new, 0) + 1
        parent = next((old for old in row.olds if old), None)
        forms = workspace.comparer.forms(row.new, (row.commit, row.path), parent)
        for (kind, digits), agreement in forms.items():
            found.setdefault((kind.value, digits), agreement)
    return found


def _converted(workspace: Workspace, side: _Side) -> Iterator[tuple[Introduction, Agreement]]:
    """The introductions at the record's path whose blob equals what was recorded."""
    if side.place is None:
        return
    facts = side.facts
    state = RecordedState(
        Presence.PRESENT,
        object_id=facts.object_id,
        object_id_type=ObjectIdType(facts.id_type) if facts.id_type else None,
        representation=Representation(facts.representation) if facts.representation else None,
    )
    rows = [row for row in workspace.history.introductions_at(side.place) if row.new]
    workspace.comparer.load([row.new for row in rows if row.new])
    for row in rows:
        if row.new is not None:
            parent = next((old for old in row.olds if old), None)
            entry = TreeEntry(_FILE, row.new)
            scene = (row.commit, row.path)
            agreement = workspace.comparer.compare(state, entry, scene, parent=parent)
            if agreement is not None:
                yield row, agreement


def _found_record(side: _Side, agreement: Agreement) -> FoundRecord:
    return FoundRecord(
        record=RecordRef(side.session.key, side.record),
        ts=side.ts,
        side=side.name,
        root=side.change.root,
        recorded_path=side.change.path,
        path=side.place,
        object_id=side.facts.object_id or "",
        object_id_type=side.facts.id_type or "",
        representation=side.facts.representation,
        equality=agreement.equality,
        how=agreement.how,
    )


def _found_places(
    workspace: Workspace, places: Iterable[tuple[Introduction, Agreement]]
) -> tuple[FoundPlace, ...]:
    """By time of the commit, then commit and path, with the branches and tags that contain it."""
    found = []
    for row, agreement in places:
        if row.new is None:
            continue
        commit = workspace.history.commit(row.commit)
        time = commit.committer_time if commit else None
        equality, how = agreement.equality, agreement.how
        found.append(FoundPlace(row.new, row.commit, row.path, time, (), equality, how))
    held = held_by(workspace, {place.commit for place in found})
    found.sort(key=lambda place: (place.time or 0, place.commit, place.path))
    return tuple(replace(place, refs=held.get(place.commit, ())) for place in found)
