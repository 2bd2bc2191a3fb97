"""The patch history on the wire: records and their parts, as the published schemas name them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Whole = Annotated[int, Meta(ge=0)]
Small = Annotated[int, Meta(ge=0, le=65535)]
Text = Annotated[str, Meta(min_length=1, max_length=4096)]
ViewKind = Literal["timeline", "turn_aggregate", "record_diff"]
FailedStage = Literal[
    "normalize", "parse", "resolve", "authorize", "prepare",
    "lock", "stage", "commit", "record", "recover",
]  # fmt: skip
ErrorCode = Literal[
    "invalid_limits", "invalid_payload", "patch_syntax_error", "patch_empty", "input_too_large",
    "invalid_version_token", "invalid_request", "too_many_operations", "too_many_files",
    "too_many_hunks", "invalid_path", "path_outside_allowed_root", "unauthorized_path",
    "permission_denied", "context_not_found", "ambiguous_context", "precondition_required",
    "source_missing", "destination_exists", "destination_missing", "stale_file",
    "cross_device_move", "unsupported_file_type", "invalid_utf8", "file_too_large",
    "unsupported_content", "lock_timeout", "io_create_failed", "io_write_failed",
    "io_sync_failed", "io_rename_failed", "io_delete_failed", "io", "partial_commit",
    "commit_state_uncertain", "tracker_publish_failed", "history_capacity",
]  # fmt: skip


class Wire(Struct, rename="camel", frozen=True, kw_only=True):
    """An object with names in camelCase."""


class Asked(Wire, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """Parameters: a name that is not known is an error."""


class PatchHistoryLineEndingMetadata(Wire, frozen=True, kw_only=True):
    """How the lines of a text end."""

    dominant: Literal["lf", "crlf", "mixed", "none"]
    mixed: bool
    final_newline: bool


class PatchHistorySnapshotRef(Wire, frozen=True, kw_only=True):
    """The state of a text file, by the SHA-256 of its bytes."""

    schema_version: Small
    content_hash: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    byte_len: Whole
    encoding: Literal["utf8", "utf8_bom"]
    line_endings: PatchHistoryLineEndingMetadata


class PatchHistoryPathView(Wire, frozen=True, kw_only=True):
    """Where a file lies; a part that is not recorded is empty."""

    relative_path: str
    workspace_root: str
    absolute_path: str


class PatchHistorySideEffects(Wire, frozen=True, kw_only=True):
    """What else happened on disk, and warnings about what is not known."""

    created_directories: list[str]
    residual_directories: list[str]
    metadata_warnings: list[str]
    exact: bool


class PatchHistoryChange(Wire, frozen=True, kw_only=True):
    """One changed path."""

    operation_index: Whole
    commit_step: Small
    sequence: Whole
    kind: Literal["add", "replace", "update", "delete", "move"]
    source_path: str
    source_location: PatchHistoryPathView
    destination_path: str | None = None
    destination_location: PatchHistoryPathView | None = None
    before: PatchHistorySnapshotRef | None = None
    after: PatchHistorySnapshotRef | None = None
    overwritten_destination: PatchHistorySnapshotRef | None = None
    side_effects: PatchHistorySideEffects


class Applied(Wire, tag_field="status", tag="applied", frozen=True, kw_only=True):
    """The change was made."""


class Partial(Wire, tag_field="status", tag="partial", frozen=True, kw_only=True):
    """A part of it was made."""

    failed_stage: FailedStage
    error_code: ErrorCode


class Uncertain(Wire, tag_field="status", tag="commit_state_uncertain", frozen=True, kw_only=True):
    """It is not known whether it was made."""


class Missing(Wire, tag_field="status", tag="gap", frozen=True, kw_only=True):
    """The record cannot be told."""

    reason: str


class PatchHistoryRecord(Wire, frozen=True, kw_only=True):
    """One recorded step."""

    schema_version: Small
    record_id: str
    thread_id: str
    turn_id: str
    invocation_id: str
    environment_id: str
    commit_ordinal: Whole
    authority: Literal[
        "native_patch_engine",
        "codex_aggregate_event",
        "managed_claude_patch_engine",
        "unsupported",
    ]
    provenance: Literal[
        "native_engine", "managed_claude", "recovery", "provider_aggregate", "unknown"
    ]
    exactness: Literal["exact", "partial", "uncertain"]
    committed_at_unix_ms: int
    outcome: Applied | Partial | Uncertain | Missing
    changes: list[PatchHistoryChange]
    side_effects: PatchHistorySideEffects


class PatchHistoryExecutionContext(Wire, frozen=True, kw_only=True):
    """The session and turn that recorded a step, and the thread that it is shown under."""

    source_thread_id: str
    source_turn_id: str
    presented_thread_id: str
    execution_id: str | None = None
    run_id: str | None = None
