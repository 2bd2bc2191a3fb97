"""`thread/patch_steps/page`, `thread/file_patch_history/page`, `turn/patch_steps/page`."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.serve.rpc.method import Caller, Method
from attrib.serve.rpc.wire_coverage import FilesystemIncomplete, TurnFilesystemCoverageView
from attrib.serve.rpc.wire_methods import (
    PatchAppliedStep,
    PatchFileHistoryEntry,
    ThreadFilePatchHistoryPageParams,
    ThreadFilePatchHistoryPageResponse,
    ThreadPatchStepsPageParams,
    ThreadPatchStepsPageResponse,
    TurnPatchStepsPageParams,
    TurnPatchStepsPageResponse,
)
from attrib.serve.threads.coverage import (
    Basis,
    basis_of_scope,
    basis_of_step,
    basis_of_steps,
    basis_of_turn,
    coverage_of,
    filesystem_of,
    filesystem_said,
)
from attrib.serve.threads.pages import (
    cursor_after,
    entries_after,
    file_cursor,
    file_path,
    filled,
    filled_entries,
    key_after,
    limit_of,
    ordinal_in,
)
from attrib.serve.threads.scope import Scope, scope_of, turn_of
from attrib.serve.threads.shown import Showing, Shown
from attrib.serve.threads.snapshots import Budget
from attrib.serve.threads.sources import Source


def showing_of(caller: Caller, scope: Scope) -> Showing:
    """What shows the steps of a thread within the limits of one page."""
    limits = caller.desk.limits
    budget = Budget(limits.page_bytes, limits.blob)
    return Showing(scope, caller.desk.read_blob, budget, limits.record)


def thread_steps(caller: Caller, asked: ThreadPatchStepsPageParams) -> ThreadPatchStepsPageResponse:
    """A page of the steps of a thread."""
    desk = caller.desk
    limit = limit_of(asked.limit, desk.limits)
    with desk.catalog.lock:
        desk.catalog.refresh()
        scope = scope_of(desk.catalog, asked.thread_id)
        last = key_after(scope, asked.cursor)
        steps = scope.steps(last[:3] if last else None, _all)
        showing = showing_of(caller, scope)
        page = filled(steps, showing, limit, desk.limits)
        return ThreadPatchStepsPageResponse(
            view="timeline",
            thread_id=asked.thread_id,
            items=[_step(each, showing) for each in page.items],
            next_cursor=cursor_after(page.items[-1].step) if page.has_more else None,
            coverage=coverage_of(basis_of_scope(scope)),
        )


def turn_steps(caller: Caller, asked: TurnPatchStepsPageParams) -> TurnPatchStepsPageResponse:
    """A page of the steps of a turn."""
    desk = caller.desk
    limit = limit_of(asked.limit, desk.limits)
    after = ordinal_in(asked.after_ordinal, "$.params.afterOrdinal")
    with desk.catalog.lock:
        desk.catalog.refresh()
        scope = scope_of(desk.catalog, asked.thread_id)
        turn = turn_of(scope, asked.turn_id)
        showing = showing_of(caller, scope)
        page = filled(turn.steps(after), showing, limit, desk.limits)
        basis = basis_of_turn(turn)
        return TurnPatchStepsPageResponse(
            view="turn_aggregate" if _is_net(page.items) else "timeline",
            thread_id=asked.thread_id,
            turn_id=asked.turn_id,
            items=[_step(each, showing) for each in page.items],
            next_cursor=page.items[-1].step.ordinal if page.has_more else None,
            coverage=coverage_of(basis, filesystem=turn_filesystem(basis, page.items)),
        )


def file_history(
    caller: Caller, asked: ThreadFilePatchHistoryPageParams
) -> ThreadFilePatchHistoryPageResponse:
    """A page of the changes of one path in a thread."""
    desk = caller.desk
    limit = limit_of(asked.limit, desk.limits)
    with desk.catalog.lock:
        desk.catalog.refresh()
        scope = scope_of(desk.catalog, asked.thread_id)
        path = file_path(scope, asked.path)
        showing = showing_of(caller, scope)
        entries = entries_after(scope, path, asked.cursor, showing)
        items, has_more = filled_entries(entries, limit, desk.limits)
        told = ((s, at) for s in scope.sources for at in s.kept(path.positions(s, 0)))
        return ThreadFilePatchHistoryPageResponse(
            view="timeline",
            thread_id=asked.thread_id,
            path=asked.path,
            items=[
                PatchFileHistoryEntry(
                    view=each.shown.view,
                    execution=showing.execution(each.shown.step),
                    environment_id=each.environment,
                    turn_id=each.shown.shown.turn_id,
                    ordinal=each.shown.step.ordinal,
                    invocation_id=each.shown.shown.invocation_id,
                    change=showing.change(each.shown, each.index),
                )
                for each in items
            ],
            next_cursor=file_cursor(items[-1]) if has_more else None,
            coverage=coverage_of(basis_of_steps(scope, told)),
        )


def turn_filesystem(basis: Basis, items: list[Shown]) -> TurnFilesystemCoverageView:
    """What the sources' pages said of a turn; of several that are incomplete the last one."""
    found = filesystem_of(basis)
    if isinstance(found, FilesystemIncomplete) and items:
        said = filesystem_said(items[-1].value)
        return said if isinstance(said, FilesystemIncomplete) else found
    return found


def _all(source: Source, start: int) -> Iterator[int]:
    return iter(range(start, len(source.ledger)))


def _is_net(items: list[Shown]) -> bool:
    return bool(items) and all(each.view == "turn_aggregate" for each in items)


def _step(shown: Shown, showing: Showing) -> PatchAppliedStep:
    basis = basis_of_step(shown.step.source, shown.step.position)
    return PatchAppliedStep(
        view=shown.view,
        execution=showing.execution(shown.step),
        record=shown.shown,
        coverage=coverage_of(basis, filesystem=filesystem_said(shown.value)),
    )


METHODS = (
    Method(
        "thread/patch_steps/page",
        "Page applied patch steps across the visible thread execution scope.",
        ThreadPatchStepsPageParams,
        ThreadPatchStepsPageResponse,
        thread_steps,
        is_cached=True,
    ),
    Method(
        "thread/file_patch_history/page",
        "Page changes to one path across the visible thread execution scope.",
        ThreadFilePatchHistoryPageParams,
        ThreadFilePatchHistoryPageResponse,
        file_history,
        is_cached=True,
    ),
    Method(
        "turn/patch_steps/page",
        "Page recorded or provider-reported patch steps for one turn.",
        TurnPatchStepsPageParams,
        TurnPatchStepsPageResponse,
        turn_steps,
        is_cached=True,
    ),
)
