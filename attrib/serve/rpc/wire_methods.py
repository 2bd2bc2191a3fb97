"""Parameters and results of the six methods, as the published schemas name them."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from attrib.serve.rpc.wire import (
    Asked,
    PatchHistoryChange,
    PatchHistoryExecutionContext,
    PatchHistoryRecord,
    Text,
    ViewKind,
    Whole,
    Wire,
)
from attrib.serve.rpc.wire_coverage import (
    PatchHistoryCoverageView,
    PatchHistoryQueryCoverage,
    TurnDiffExactnessView,
    TurnFilesystemCoverageView,
)


class PatchThreadHistoryCursor(Asked, frozen=True, kw_only=True):
    """The last step that was given."""

    turn_id: Text
    ordinal: Whole
    source_thread_id: Text | None = None
    committed_at_unix_ms: int | None = None


class PatchFileHistoryCursor(PatchThreadHistoryCursor, frozen=True, kw_only=True):
    """The last change that was given."""

    environment_id: Text
    sequence: Whole


class ThreadPatchStepsPageParams(Asked, frozen=True, kw_only=True):
    """The steps of a thread after a cursor."""

    thread_id: Text
    cursor: PatchThreadHistoryCursor | None = None
    limit: Whole | None = None


class PatchAppliedStep(Wire, frozen=True, kw_only=True):
    """A step with its whole record, and what is said of this step alone."""

    view: ViewKind
    execution: PatchHistoryExecutionContext
    record: PatchHistoryRecord
    coverage: PatchHistoryQueryCoverage


class ThreadPatchStepsPageResponse(Wire, frozen=True, kw_only=True):
    """A page of steps; `coverage` is of the whole thread."""

    view: ViewKind
    thread_id: str
    items: list[PatchAppliedStep]
    next_cursor: PatchThreadHistoryCursor | None = None
    coverage: PatchHistoryQueryCoverage


class ThreadFilePatchHistoryPageParams(Asked, frozen=True, kw_only=True):
    """The changes of one path, as recorded, after a cursor."""

    thread_id: Text
    path: Text
    cursor: PatchFileHistoryCursor | None = None
    limit: Whole | None = None


class PatchFileHistoryEntry(Wire, frozen=True, kw_only=True):
    """One change of the path."""

    view: ViewKind
    execution: PatchHistoryExecutionContext
    environment_id: str
    turn_id: str
    ordinal: Whole
    invocation_id: str
    change: PatchHistoryChange


class ThreadFilePatchHistoryPageResponse(Wire, frozen=True, kw_only=True):
    """A page of changes; `coverage` is of the path in the whole thread."""

    view: ViewKind
    thread_id: str
    path: str
    items: list[PatchFileHistoryEntry]
    next_cursor: PatchFileHistoryCursor | None = None
    coverage: PatchHistoryQueryCoverage


class TurnPatchStepsPageParams(Asked, frozen=True, kw_only=True):
    """The steps of a turn after an ordinal."""

    thread_id: Text
    turn_id: Text
    after_ordinal: Whole | None = None
    limit: Whole | None = None


class TurnPatchStepsPageResponse(Wire, frozen=True, kw_only=True):
    """A page of steps; `coverage` is of the whole turn."""

    view: ViewKind
    thread_id: str
    turn_id: str
    items: list[PatchAppliedStep]
    next_cursor: Whole | None = None
    coverage: PatchHistoryQueryCoverage


class ByRecordId(Asked, tag_field="kind", tag="record_id", frozen=True, kw_only=True):
    """A record by its ID."""

    record_id: Text


class ByInvocation(Asked, tag_field="kind", tag="invocation", frozen=True, kw_only=True):
    """A record by the call that it names."""

    invocation_id: Text


PatchRecordSelector: TypeAlias = ByRecordId | ByInvocation


class TurnPatchRecordGetParams(Asked, frozen=True, kw_only=True):
    """One record of a turn."""

    thread_id: Text
    turn_id: Text
    selector: PatchRecordSelector


class TurnPatchRecordGetResponse(Wire, frozen=True, kw_only=True):
    """The record."""

    record: PatchHistoryRecord


class OneRecord(Asked, tag_field="kind", tag="record", frozen=True, kw_only=True):
    """The diff of one record."""

    selector: PatchRecordSelector


class Boundary(Asked, tag_field="kind", tag="boundary", frozen=True, kw_only=True):
    """The diffs of the records after one ordinal, through another one."""

    after_ordinal: Whole | None = None
    through_ordinal: Whole | None = None


PatchDiffSelection: TypeAlias = OneRecord | Boundary


class TurnPatchDiffGetParams(Asked, frozen=True, kw_only=True):
    """A diff of at most so many bytes."""

    thread_id: Text
    turn_id: Text
    selection: PatchDiffSelection
    max_bytes: Whole | None = None


class TurnPatchDiffGetResponse(Wire, frozen=True, kw_only=True):
    """The diff, and what it stands for."""

    view: ViewKind
    thread_id: str
    turn_id: str
    exactness: TurnDiffExactnessView
    coverage: PatchHistoryCoverageView
    filesystem: TurnFilesystemCoverageView
    unified_patch: str
    records_rendered: Whole
    after_ordinal: Whole | None = None
    through_ordinal: Whole | None = None


Named = Annotated[str, Meta(min_length=1, max_length=128)]


class ThreadFileViewGrantCreateParams(Asked, frozen=True, kw_only=True):
    """A link to a file of a thread's workspace."""

    thread_id: Named
    turn_id: Named | None = None
    item_id: Named | None = None
    href: Text


class ThreadFileViewGrantCreateResponse(Struct, frozen=True, kw_only=True):
    """Where the file can be seen, and for how long; names in snake_case, alone of all."""

    relative_url: Annotated[str, Meta(min_length=58, max_length=58)]
    expires_at: Whole
    file_name: Annotated[str, Meta(min_length=1, max_length=255)]
    content_type: Annotated[str, Meta(min_length=1, max_length=255)]
    size_bytes: Annotated[int, Meta(ge=0, le=10 * 1024 * 1024)]
    line: Whole | None = None
    column: Whole | None = None
