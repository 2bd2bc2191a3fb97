"""`turn/patch_record/get` and `turn/patch_diff/get`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from attrib.serve.limits import Limits
from attrib.serve.rpc import errors
from attrib.serve.rpc.errors import RpcError, invalid
from attrib.serve.rpc.history import showing_of, turn_filesystem
from attrib.serve.rpc.method import Caller, Method
from attrib.serve.rpc.wire_coverage import Incomplete, TurnDiffExactnessView
from attrib.serve.rpc.wire_methods import (
    Boundary,
    ByRecordId,
    OneRecord,
    PatchRecordSelector,
    TurnPatchDiffGetParams,
    TurnPatchDiffGetResponse,
    TurnPatchRecordGetParams,
    TurnPatchRecordGetResponse,
)
from attrib.serve.threads.coverage import Basis, basis_of_turn, exactness_of, steps_of
from attrib.serve.threads.diffs import Rendered, Rendering
from attrib.serve.threads.names import NO_CALL, invocation_of, record_name
from attrib.serve.threads.pages import ordinal_in
from attrib.serve.threads.scope import Step, Turn, scope_of, turn_of
from attrib.serve.threads.shown import Showing, Shown
from attrib.serve.threads.snapshots import Budget

_TOLD = 8


def record_get(caller: Caller, asked: TurnPatchRecordGetParams) -> TurnPatchRecordGetResponse:
    """One record of a turn."""
    desk = caller.desk
    with desk.catalog.lock:
        desk.catalog.refresh()
        scope = scope_of(desk.catalog, asked.thread_id)
        turn = turn_of(scope, asked.turn_id)
        found = _selected(turn, asked.selector, showing_of(caller, scope), desk.limits)
        return TurnPatchRecordGetResponse(record=found.shown)


def diff_get(caller: Caller, asked: TurnPatchDiffGetParams) -> TurnPatchDiffGetResponse:
    """The diff of one record, or of the records between two ordinals."""
    desk = caller.desk
    limit = _size_of(asked.max_bytes, desk.limits)
    with desk.catalog.lock:
        desk.catalog.refresh()
        scope = scope_of(desk.catalog, asked.thread_id)
        turn = turn_of(scope, asked.turn_id)
        showing = showing_of(caller, scope)
        budget = Budget(desk.limits.page_bytes, desk.limits.blob)
        rendering = Rendering(limit, desk.diff_lines, desk.read_blob, budget)
        selection = asked.selection
        if isinstance(selection, OneRecord):
            shown = [_selected(turn, selection.selector, showing, desk.limits)]
        else:
            shown = list(_between(turn, selection, showing, desk.limits, rendering.made))
        for each in shown:
            if not rendering.add(each):
                break
        return _answer(asked, turn, shown, rendering.made)


def _answer(
    asked: TurnPatchDiffGetParams, turn: Turn, shown: list[Shown], made: Rendered
) -> TurnPatchDiffGetResponse:
    is_record = isinstance(asked.selection, OneRecord)
    basis = _basis(turn, shown, is_record=is_record)
    text = made.text
    after = None if isinstance(asked.selection, OneRecord) else asked.selection.after_ordinal
    return TurnPatchDiffGetResponse(
        view="record_diff" if is_record else "turn_aggregate",
        thread_id=asked.thread_id,
        turn_id=asked.turn_id,
        exactness=_exactness(basis, made),
        coverage=steps_of(basis),
        filesystem=turn_filesystem(basis, shown),
        unified_patch=text,
        records_rendered=made.records,
        after_ordinal=after,
        through_ordinal=made.through,
    )


def _basis(turn: Turn, shown: list[Shown], *, is_record: bool) -> Basis:
    """What the diff is judged by: its records, and for a stretch what the turn misses."""
    whole = basis_of_turn(turn)
    union, common = 0, 0xFFFF
    for each in shown:
        union, common = union | each.flags, common & each.flags
    common = common if shown else 0
    found = replace(whole, count=len(shown), any=union, all=common)
    return replace(found, where=None, missing=None) if is_record else found


def _exactness(basis: Basis, made: Rendered) -> TurnDiffExactnessView:
    """As the records', unless the diff shows less than these."""
    found = exactness_of(basis)
    if not made.told:
        return found
    reasons = [found.reason] if isinstance(found, Incomplete) else []
    return Incomplete(reason="; ".join([*reasons, *made.told]))


def _between(
    turn: Turn, boundary: Boundary, showing: Showing, limits: Limits, made: Rendered
) -> Iterator[Shown]:
    """The records after one ordinal through another, as many as one diff covers."""
    after = ordinal_in(boundary.after_ordinal, "$.params.selection.afterOrdinal")
    through = ordinal_in(boundary.through_ordinal, "$.params.selection.throughOrdinal")
    if after is not None and through is not None and through < after:
        message = "the last ordinal lies before the first"
        raise invalid("$.params.selection.throughOrdinal", message)
    size = 0
    for count, step in enumerate(_through(turn.steps(after), through)):
        size += step.source.ledger.lengths[step.position]
        if count >= limits.diff_records or (count and size > limits.page_bytes):
            made.told[f"goes on after {count} records"] = None
            return
        yield showing.shown(step)


def _through(steps: Iterator[Step], through: int | None) -> Iterator[Step]:
    for step in steps:
        if through is not None and step.ordinal > through:
            return
        yield step


def _selected(turn: Turn, selector: PatchRecordSelector, showing: Showing, limits: Limits) -> Shown:
    """The one record that a selector names.

    Raises:
        RpcError: none is, or several are.
    """
    if isinstance(selector, ByRecordId):
        steps, wanted, path = _named(turn, selector.record_id), selector.record_id, "recordId"
    else:
        wanted, path = selector.invocation_id, "invocationId"
        steps = _called(turn, wanted)
    found = [
        shown
        for step in islice(steps, limits.diff_records)
        if _is_named(shown := showing.shown(step), turn, selector)
    ]
    if len(found) == 1:
        return found[0]
    where = f"$.params.selector.{path}"
    if not found:
        raise RpcError(errors.NOT_FOUND, "no such record in this turn", path=where)
    names = [each.shown.record_id for each in found[:_TOLD]]
    message = f"{len(found)} records name this; select one by its record_id"
    raise RpcError(errors.AMBIGUOUS, message, path=where, data={"recordIds": names})


def _is_named(shown: Shown, turn: Turn, selector: PatchRecordSelector) -> bool:
    if isinstance(selector, ByRecordId):
        own = record_name(turn.member, shown.step.source, shown.record)
        return selector.record_id in (own, shown.shown.record_id)
    return selector.invocation_id in (shown.shown.invocation_id, invocation_of(shown.record))


def _named(turn: Turn, record_id: str) -> Iterator[Step]:
    """The steps that a record ID of ours may name; else all that may have one of their source."""
    session, mark, name = record_id.rpartition("#")
    if mark and session == turn.member.key.id:
        names = dict.fromkeys((name, name.rpartition("@")[0]))
        for source in turn.member.sources:
            for each in filter(None, names):
                yield from _steps_at(turn, source.name, source.ledger.named(each))
        return
    yield from turn.steps(None)


def _called(turn: Turn, invocation: str) -> Iterator[Step]:
    for source in turn.member.sources:
        if invocation.startswith(NO_CALL):
            positions = source.ledger.named(invocation.removeprefix(NO_CALL))
        else:
            positions = source.ledger.called(invocation)
        yield from _steps_at(turn, source.name, positions)


def _steps_at(turn: Turn, stream: str, positions: Iterator[int]) -> Iterator[Step]:
    """The steps at these positions of a stream that are of the turn."""
    source = next(each for each in turn.member.sources if each.name == stream)
    number = source.ledger.turn_number(turn.recorded)
    for position in source.kept(positions):
        if source.ledger.turn_of[position] == number:
            time = source.ledger.times[position]
            ordinal = source.ordinal_of(position)
            yield Step(time, turn.member.key.id, ordinal, source, position)


def _size_of(asked: int | None, limits: Limits) -> int:
    if asked == 0:
        raise invalid("$.params.maxBytes", "a diff has at least one byte")
    return min(asked or limits.diff, limits.diff_most)


METHODS = (
    Method(
        "turn/patch_record/get",
        "Load one selected durable patch record.",
        TurnPatchRecordGetParams,
        TurnPatchRecordGetResponse,
        record_get,
        is_cached=True,
    ),
    Method(
        "turn/patch_diff/get",
        "Render a bounded unified diff for one turn and selection.",
        TurnPatchDiffGetParams,
        TurnPatchDiffGetResponse,
        diff_get,
        is_cached=True,
    ),
)
