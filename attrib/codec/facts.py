"""The small facts of a `file_change`: IDs, paths, and which texts it holds, without reading these.

They are kept as rows: tuples, or the lists that JSON made of them, which cost little to make and to
keep. `facts_from` names what is in a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from attrib.codec.members import content_of_text
from attrib.model.records import Change, FileChange, FileState, Patch

#: Facts without the names of their members, as deep as they go.
Row: TypeAlias = Sequence[Any]


class SideFacts(NamedTuple):
    """One side of a change; `has_content` where its text or a reference to it is recorded.

    `size` is that of a recorded text in bytes.
    """

    object_id: str | None
    id_type: str | None
    representation: str | None
    has_content: bool
    size: int | None = None


class ChangeFacts(NamedTuple):
    """One element of `changes`; `old_root` is the root that `old_path` is below."""

    op: str
    root: str | None
    path: str
    old_root: str | None
    old_path: str | None
    before: SideFacts | None
    after: SideFacts | None


#: The size of a patch whose text is not in the record.
OUTSIDE = -1


class RecordFacts(NamedTuple):
    """What is kept at hand of a `file_change`.

    `patch_size` is that of the patch's text in bytes, `OUTSIDE` where the text is kept elsewhere.
    """

    id: str | None
    seq: int | None
    ts: str | None
    turn_id: str | None
    status: str
    call_id: str | None
    patch_size: int | None
    more_files: bool
    changes: tuple[ChangeFacts, ...]


def facts_of(record: FileChange) -> RecordFacts:
    """The facts of a record that was decoded."""
    return RecordFacts(
        record.id,
        record.seq,
        record.ts,
        record.turn_id,
        record.status,
        record.cause.call_id if record.cause else None,
        _patch_size(record.patch),
        record.more_files,
        tuple(map(_change_facts, record.changes)),
    )


def _change_facts(change: Change) -> ChangeFacts:
    old_root = change.old_root if change.has_old_root else change.root
    sides = (_side_facts(change.before), _side_facts(change.after))
    return ChangeFacts(change.op, change.root, change.path, old_root, change.old_path, *sides)


def _side_facts(state: FileState | None) -> SideFacts | None:
    if state is None:
        return None
    return SideFacts(
        state.object_id,
        state.object_id_type.value if state.object_id_type else None,
        state.representation.value if state.representation else None,
        state.text is not None or state.content is not None,
        len(content_of_text(state.text)) if state.text is not None else None,
    )


def _patch_size(patch: Patch | None) -> int | None:
    if patch is None:
        return None
    return len(content_of_text(patch.text)) if patch.text is not None else OUTSIDE


def facts_from(row: Row) -> RecordFacts:
    """The facts that a row is."""
    *head, changes = row
    made = tuple([_change_from(*each) for each in changes])
    return RecordFacts._make([*head, made])


def _change_from(*row: Any) -> ChangeFacts:
    *head, before, after = row
    sides = [SideFacts(*side) if side is not None else None for side in (before, after)]
    return ChangeFacts._make([*head, *sides])
