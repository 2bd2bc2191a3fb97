"""Records that came from a patch history, and go out as they came.

Their importer keeps the source's own record beside what it made of it. What does not fit the
schema any more is not used: then the record is shown as any other.
"""

from __future__ import annotations

from typing import Any

import msgspec

from attrib.model.records import FileChange
from attrib.serve.rpc.wire import PatchHistoryRecord
from attrib.serve.threads.scope import Step, turn_name

RECORD_META = "ai.pioneer/record"


def returned(value: dict[str, Any], record: FileChange, step: Step) -> PatchHistoryRecord | None:
    """The source's own record, under our names of session, turn and place in the log.

    `None` where none is kept, or where it tells of other paths than the record that it is of.
    """
    meta = value.get("_meta")
    kept = meta.get(RECORD_META) if isinstance(meta, dict) else None
    if not isinstance(kept, dict):
        return None
    try:
        found = msgspec.convert(kept, type=PatchHistoryRecord)
    except (msgspec.ValidationError, RecursionError):
        return None
    if len(found.changes) != len(record.changes):
        return None
    effects = found.side_effects
    if found.commit_ordinal != step.ordinal:
        warnings = [*effects.metadata_warnings, f"recorded commitOrdinal: {found.commit_ordinal}"]
        effects = msgspec.structs.replace(effects, metadata_warnings=warnings)
    return msgspec.structs.replace(
        found,
        thread_id=step.session,
        turn_id=turn_name(step.turn, step.session),
        commit_ordinal=step.ordinal,
        side_effects=effects,
    )
