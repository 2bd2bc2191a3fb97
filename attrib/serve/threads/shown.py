"""A recorded step as the patch history shows it.

Each member is what the record says, or the honest unknown of docs/api.md. Where the source was a
patch history itself, its own record comes out again, in `attrib.serve.threads.returned`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from attrib.codec import REDACTED_META
from attrib.index.step_flags import INEXACT, Flag
from attrib.model.records import Change, FileChange
from attrib.serve.rpc.wire import (
    Applied,
    Missing,
    Partial,
    PatchHistoryChange,
    PatchHistoryExecutionContext,
    PatchHistoryPathView,
    PatchHistoryRecord,
    PatchHistorySideEffects,
    Uncertain,
    ViewKind,
)
from attrib.serve.threads.names import invocation_of, record_name
from attrib.serve.threads.returned import returned
from attrib.serve.threads.scope import Member, Scope, Step, turn_name
from attrib.serve.threads.snapshots import BlobReader, Budget, snapshot_of

#: The form of this mapping, as `schemaVersion`.
VERSION = 1
NO_ROOT = "attrib:no-root"
_KINDS = {"add": "add", "copy": "add", "modify": "update", "delete": "delete", "move": "move"}


@dataclass(frozen=True, slots=True)
class Shown:
    """A step with its record as it is shown, and the record itself."""

    step: Step
    record: FileChange
    value: dict[str, Any]
    shown: PatchHistoryRecord

    @property
    def flags(self) -> int:
        """What limits it."""
        return self.step.source.ledger.flags[self.step.position]

    @property
    def view(self) -> ViewKind:
        """A sum of operations is no step of a timeline."""
        return "turn_aggregate" if self.flags & Flag.NET else "timeline"


class Showing:
    """Shows steps of one thread."""

    def __init__(self, scope: Scope, read_blob: BlobReader, budget: Budget, largest: int) -> None:
        self._scope = scope
        self._read_blob = read_blob
        self._budget = budget
        self._largest = largest

    def shown(self, step: Step) -> Shown:
        """A step with its record.

        Raises:
            StreamError: its stream is no longer what it was.
        """
        source, member = step.source, self._member(step)
        record, value = source.book.value(step.position)
        shown = returned(value, record, step)
        if shown is None and source.ledger.lengths[step.position] > self._largest:
            shown = self._oversize(step, member, record, value)
        return Shown(step, record, value, shown or self._made(step, member, record, value))

    def change(self, shown: Shown, index: int) -> PatchHistoryChange:
        """One change of a record, also of one that is too long to be shown."""
        if shown.shown.changes:
            return shown.shown.changes[index]
        hidden = is_redacted(shown.value)
        change = shown.record.changes[index]
        return self._change(self._member(shown.step), index, change, hidden)

    def execution(self, step: Step) -> PatchHistoryExecutionContext:
        """Where a step was recorded, and what it is shown under."""
        return PatchHistoryExecutionContext(
            source_thread_id=step.session,
            source_turn_id=turn_name(step.turn, step.session),
            presented_thread_id=self._scope.name,
        )

    def _member(self, step: Step) -> Member:
        member = self._scope.member(step.session)
        assert member is not None  # noqa: S101
        return member

    def _oversize(
        self, step: Step, member: Member, record: FileChange, value: dict[str, Any]
    ) -> PatchHistoryRecord:
        """A record that is too long to be shown: what is told of it without its changes."""
        length = step.source.ledger.lengths[step.position]
        reason = f"{record.place}: a record of {length} bytes is longer than {self._largest} bytes"
        missing = Missing(reason=reason)
        return self._made(step, member, record, value, changes=[], outcome=missing)

    def _made(
        self,
        step: Step,
        member: Member,
        record: FileChange,
        value: dict[str, Any],
        *,
        changes: list[PatchHistoryChange] | None = None,
        outcome: Applied | Partial | Uncertain | Missing | None = None,
    ) -> PatchHistoryRecord:
        flags = step.source.ledger.flags[step.position]
        if changes is None:
            hidden = is_redacted(value)
            changes = [self._change(member, *each, hidden) for each in enumerate(record.changes)]
        return PatchHistoryRecord(
            schema_version=VERSION,
            record_id=record_name(member, step.source, record),
            thread_id=step.session,
            turn_id=turn_name(step.turn, step.session),
            invocation_id=invocation_of(record),
            environment_id=environment_of(record.changes),
            commit_ordinal=step.ordinal,
            authority="unsupported",
            provenance="provider_aggregate" if flags & Flag.NET else "unknown",
            exactness=exactness_of(flags),
            committed_at_unix_ms=_time_of(step, record),
            outcome=outcome or outcome_of(record),
            changes=changes,
            side_effects=_effects(_warnings(flags, record)),
        )

    def _change(
        self, member: Member, index: int, change: Change, hidden: bool
    ) -> PatchHistoryChange:
        before, after = (
            snapshot_of(state, side, self._read_blob, self._budget, is_redacted=hidden)
            for side, state in (("before", change.before), ("after", change.after))
        )
        warnings = [each.warning for each in (before, after) if each.warning]
        warnings += _oddities(change)
        here = location_of(member, change.root, change.path)
        old_root = change.old_root if change.has_old_root else change.root
        is_move = change.op == "move"
        old_path = change.old_path if is_move and change.old_path is not None else change.path
        source = location_of(member, old_root, old_path) if is_move else here
        return PatchHistoryChange(
            operation_index=index,
            commit_step=min(index, 65535),
            sequence=index,
            kind=_KINDS.get(change.op, "update"),  # type: ignore[arg-type]
            source_path=old_path,
            source_location=source,
            destination_path=change.path if is_move else None,
            destination_location=here if is_move else None,
            before=before.ref,
            after=after.ref,
            side_effects=_effects(warnings),
        )


def is_redacted(value: dict[str, Any]) -> bool:
    """True where something was taken out of a record."""
    meta = value.get("_meta")
    return isinstance(meta, dict) and bool(meta.get(REDACTED_META))


def exactness_of(flags: int) -> Any:
    """How exact a record is: exact, partial where something is missing, else uncertain."""
    if not flags & INEXACT:
        return "exact"
    if flags & (Flag.UNSURE | Flag.BY_USER | Flag.VAGUE):
        return "uncertain"
    return "partial"


def outcome_of(record: FileChange) -> Applied | Partial | Uncertain:
    """How a change ended; the schema's words for a part say more than is recorded."""
    if record.status == "applied":
        return Applied()
    if record.status == "partial":
        return Partial(failed_stage="commit", error_code="partial_commit")
    return Uncertain()


def environment_of(changes: Sequence[Change]) -> str:
    """The root of the first change; what lies outside of every root has a name of ours."""
    root = changes[0].root if changes else None
    return root if root else NO_ROOT


def location_of(member: Member, root: str | None, path: str) -> PatchHistoryPathView:
    """Where a file lies, as far as the session declares it."""
    if root is None:
        return PatchHistoryPathView(relative_path=path, workspace_root="", absolute_path=path)
    places = [each.path for each in member.roots if each.id == root and each.path]
    base = places[-1] if places else ""
    whole = f"{base.rstrip('/')}/{path}" if base else ""
    return PatchHistoryPathView(relative_path=path, workspace_root=base, absolute_path=whole)


def _time_of(step: Step, record: FileChange) -> int:
    return step.time if record.time is None else int(record.time * 1000)


def _warnings(flags: int, record: FileChange) -> list[str]:
    """What the members of a record cannot say."""
    found = []
    if flags & Flag.UNTIMED:
        found.append("no time is recorded; committedAtUnixMs is the latest one before it, or 0")
    if flags & Flag.PARTIAL:
        found.append("the failed stage and the error are not recorded")
    if flags & Flag.NET:
        found.append("sums up several operations; not to be added to theirs")
    if flags & Flag.MORE_FILES:
        found.append("more files were changed than are listed")
    if flags & Flag.BY_USER:
        found.append("a person edited the change before it was applied")
    cause = record.cause
    if cause is None or cause.call_id is None:
        who = cause.actor if cause is not None and cause.actor else None
        what = "a restore" if cause is not None and cause.restore else who
        found.append(f"no call is recorded; the record names {what or 'nothing'} as its reason")
    if len({each.root for each in record.changes}) > 1:
        found.append("the changes lie under several roots; environmentId is the first one's")
    return found


def _oddities(change: Change) -> list[str]:
    found = []
    if change.op == "copy":
        found.append(f"recorded as a copy of {change.old_path!r}, for which there is no kind")
    elif change.op not in _KINDS:
        found.append(f"the recorded operation is {change.op[:40]!r}")
    if change.native_path is not None:
        found.append("the native spelling of the path differs from it")
    return found


def _effects(warnings: list[str]) -> PatchHistorySideEffects:
    """Directories are not recorded, and so never exact."""
    return PatchHistorySideEffects(
        created_directories=[], residual_directories=[], metadata_warnings=warnings, exact=False
    )
