"""Recorded changes of sessions, in order, at paths of this repository.

Every inference from a record's parts to a state is made here: content from text, an after-state
from a before and its hunks, time bounds from the neighbours of a record without `ts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from attrib.binding import Bindings
from attrib.codec.members import content_of_text
from attrib.git.convert import hash_of, with_crlf
from attrib.index.held import times_of
from attrib.model.ids import RecordRef, RepoPath
from attrib.model.records import (
    AnyRecord,
    BlobRef,
    Cause,
    Change,
    FileChange,
    FileState,
    Patch,
)
from attrib.model.sessions import Session, StreamRecords
from attrib.model.states import (
    ABSENT,
    ASSUMED_ABSENT,
    UNKNOWN,
    Actor,
    Moment,
    PatchHunk,
    Presence,
    RecordedChange,
    RecordedState,
)
from attrib.patches import apply_hunks, parse_git_patch, parse_hunks, reverse

#: Reads the bytes of a value that is kept outside the stream, or gives `None`.
BlobReader = Callable[[BlobRef], bytes | None]


def moments_of(records: Sequence[AnyRecord]) -> list[Moment]:
    """The time of each record of one stream; bounds from its neighbours where it has none."""
    times = times_of(records)
    earliest: list[float | None] = []
    seen: float | None = None
    for time in times:
        seen = time if time is not None else seen
        earliest.append(seen)
    latest: list[float | None] = []
    seen = None
    for time in reversed(times):
        seen = time if time is not None else seen
        latest.append(seen)
    latest.reverse()
    return [
        Moment(time, time) if time is not None else Moment(low, high)
        for time, low, high in zip(times, earliest, latest, strict=True)
    ]


def actor_of(cause: Cause | None) -> Actor:
    """What a cause says made the change. Spec: ASR-452."""
    if cause is None:
        return Actor.UNSTATED
    if cause.call_id is not None:
        return Actor.SESSION
    if cause.restore is not None:
        return Actor.RESTORE
    try:
        return Actor(cause.actor)
    except ValueError:
        return Actor.EXTERNAL


@dataclass(frozen=True, slots=True)
class _Source:
    """Where a change stands: its session, stream, position and time."""

    session: Session
    stream: StreamRecords
    position: int
    moment: Moment


def recorded_changes(
    session: Session, bindings: Bindings, read_blob: BlobReader
) -> Iterator[RecordedChange]:
    """Every change of the session at a path of this repository, stream by stream, in order.

    A move gives a second change at its old path, which deletes the file there.
    """
    for stream in session.streams:
        for position, moment in enumerate(moments_of(stream.records)):
            yield from changes_in(session, stream, position, moment, bindings, read_blob)


def changes_in(
    session: Session,
    stream: StreamRecords,
    position: int,
    moment: Moment,
    bindings: Bindings,
    read_blob: BlobReader,
) -> Iterator[RecordedChange]:
    """The changes of one record of a stream, in the record's order; none of other records."""
    record = stream.records[position]
    if isinstance(record, FileChange):
        source = _Source(session, stream, position, moment)
        yield from _changes_of(record, source, bindings, read_blob)


def _changes_of(
    record: FileChange, source: _Source, bindings: Bindings, read_blob: BlobReader
) -> Iterator[RecordedChange]:
    key = source.session.key
    for index, change in enumerate(record.changes):
        place = bindings.place_of(key, change.root, change.path)
        old = _old_place(key, change, bindings)
        before, after, hunks = _sides(record, index, read_blob)
        common = RecordedChange(
            ref=RecordRef(key, record.name),
            stream=source.stream.path,
            position=source.position,
            moment=source.moment,
            worktree=place[1] if place else (old[1] if old else ""),
            path=place[0] if place else RepoPath(b""),
            old_path=old[0] if old else None,
            op=change.op,
            status=record.status,
            actor=actor_of(record.cause),
            call_id=record.cause.call_id if record.cause else None,
            basis=record.basis,
            before=before,
            after=after,
            hunks=hunks,
            modified_by_user=record.modified_by_user,
            more_files=record.more_files,
            is_symlink=change.file_type == "symlink",
            has_lossy_path="\ufffd" in change.path,
        )
        if place:
            yield common
        if change.op == "move" and old and (not place or old[0] != place[0]):
            yield replace(common, path=old[0], old_path=None, op="delete", after=ABSENT, hunks=None)


def _old_place(key: object, change: Change, bindings: Bindings) -> tuple[RepoPath, str] | None:
    if change.op not in {"move", "copy"} or change.old_path is None:
        return None
    root = change.old_root if change.has_old_root else change.root
    return bindings.place_of(key, root, change.old_path)  # type: ignore[arg-type]


def _sides(
    record: FileChange, index: int, read_blob: BlobReader
) -> tuple[RecordedState, RecordedState, tuple[PatchHunk, ...] | None]:
    change = record.changes[index]
    before = _state(change.before, read_blob)
    after = _state(change.after, read_blob)
    hunks = _hunks_of(record.patch, change, len(record.changes), read_blob)
    if change.op == "add" and change.before is None:
        before = ASSUMED_ABSENT
    if change.op == "delete":
        after = ABSENT
    if change.op in {"move", "copy"} and not after.is_known and before.is_known and not hunks:
        after = before
    if hunks:
        before, after = derive(before, after, hunks)
    return before, after, hunks


def _state(state: FileState | None, read_blob: BlobReader) -> RecordedState:
    if state is None:
        return UNKNOWN
    content = content_of_text(state.text) if state.text is not None else None
    if content is None and state.content is not None:
        content = read_blob(state.content)
    return RecordedState(
        Presence.PRESENT,
        object_id=state.object_id,
        object_id_type=state.object_id_type,
        representation=state.representation,
        size=state.size,
        content=content,
    )


def derive(
    before: RecordedState, after: RecordedState, hunks: Sequence[PatchHunk]
) -> tuple[RecordedState, RecordedState]:
    """Both sides, with the content that the hunks give from the other side's.

    What is derived is never written back into a record. Spec: ASR-460.
    """
    start = b"" if before.presence is Presence.ABSENT else before.content
    if start is not None and after.content is None:
        after = _with_derived(after, apply_hunks(hunks, start, at_recorded_place=True))
    elif start is None and after.content is not None:
        undone = apply_hunks(reverse(hunks), after.content, at_recorded_place=True)
        before = _with_derived(before, undone)
    return before, after


def length_made(record: FileChange) -> int | None:
    """How long the after-content is that the record's hunks give, where they apply.

    `None` where it cannot be told without applying them.
    """
    change, patch = record.changes[0], record.patch
    before, after = change.before, change.after
    if len(record.changes) > 1 or change.op != "modify" or before is None or before.text is None:
        return None
    if after is not None and (after.text is not None or after.content or after.object_id):
        return None
    if patch is None or patch.format != "unified" or patch.text is None:
        return None
    if "\r" in before.text or "\r" in patch.text:
        return None  # hunks are put on a content in its own line ends
    hunks = parse_hunks(content_of_text(patch.text))
    grown = sum(len(line) for hunk in hunks for line in hunk.new)
    grown -= sum(len(line) for hunk in hunks for line in hunk.old)
    return len(content_of_text(before.text)) + grown if hunks else None


def _with_derived(state: RecordedState, content: bytes | None) -> RecordedState:
    form = confirmed(state, content)
    return state if form is None else state.with_content(form)


def confirmed(state: RecordedState, content: bytes | None) -> bytes | None:
    """The content in the form that the state's ID confirms; without an ID, as it is."""
    if content is None or state.object_id is None or state.object_id_type is None:
        return content
    if hash_of(content, state.object_id_type) == state.object_id:
        return content
    crlf = with_crlf(content)
    return crlf if hash_of(crlf, state.object_id_type) == state.object_id else None


def _hunks_of(
    patch: Patch | None, change: Change, count: int, read_blob: BlobReader
) -> tuple[PatchHunk, ...] | None:
    if patch is None:
        return None
    text = content_of_text(patch.text) if patch.text is not None else None
    if text is None and patch.blob is not None:
        text = read_blob(patch.blob)
    if text is None:
        return None
    if patch.format == "unified":
        return parse_hunks(text) or None if count == 1 else None
    path = content_of_text(change.path)
    parts = [(part.new_path or part.old_path or b"", part) for part in parse_git_patch(text)]
    for fits in (
        lambda name: path in (name, name.decode("utf-8", "replace").encode()),
        lambda name: name.endswith(b"/" + path),
        lambda name: count == 1 and bool(name) and path.endswith(name),
    ):
        found = next((part for name, part in parts if fits(name)), None)
        if found is not None:
            return found.hunks or None
    return None
