"""What may be said of how complete a view is: by rule, from what the records say.

The rules are those of the table in docs/api.md. They never say more than the records do: only the
source's own page makes steps `engine_verified` or a file system `complete`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from attrib.codec.members import text_at
from attrib.codec.steps import COVERAGE_META
from attrib.index.ledger import Gap
from attrib.index.step_flags import INEXACT, Flag
from attrib.model.agents import alias_of
from attrib.serve.rpc.wire_coverage import (
    AggregateOnly,
    Complete,
    EngineVerified,
    EngineVerifiedSteps,
    FilesystemIncomplete,
    Incomplete,
    PatchFilesystemMutationSourceView,
    PatchHistoryCoverageView,
    PatchHistoryQueryCoverage,
    Pending,
    ProviderReported,
    ProviderReportedSteps,
    TurnDiffExactnessView,
    TurnFilesystemCoverageView,
    Untracked,
)
from attrib.serve.threads.scope import Scope, Turn
from attrib.serve.threads.sources import SLOT, Source

#: The published default, which is what every record says whose source says nothing.
NOT_RECORDED = "turn-wide filesystem coverage was not recorded"
_SOURCES_TOLD = 100
#: What an importer declares where its source says that it misses steps.
GAPS_LOSS = "ai.pioneer/gaps"
#: Why steps are not exact: the worst reason first.
_REASONS = (
    (Flag.UNSURE, "the outcome of some changes is not known"),
    (Flag.PARTIAL, "some changes were made in part"),
    (Flag.NET, "some records sum up several operations"),
    (Flag.MORE_FILES, "some records list fewer files than were changed"),
    (Flag.BY_USER, "some changes were edited by a person before they were applied"),
    (Flag.LOOSE, "some records do not hold the whole state after"),
    (Flag.CUT, "the source says that it misses some steps"),
)


@dataclass(frozen=True, slots=True)
class Basis:
    """What coverage is judged by: any flags and common flags of the steps, and what is missing.

    `missing` is the ordinal from which on the view is incomplete, `where` says what is missing.
    """

    count: int
    any: int
    all: int
    provider: str
    protocol: str
    where: str | None = None
    missing: int | None = None

    @property
    def is_exact(self) -> bool:
        """True where every step is fully determined and none is missing."""
        return bool(self.count) and self.where is None and not self.any & (INEXACT | Flag.CUT)

    @property
    def is_verified(self) -> bool:
        """True where it is exact, and the source's page says so of every step."""
        return self.is_exact and bool(self.all & Flag.ENGINE)


def coverage_of(
    basis: Basis, *, filesystem: TurnFilesystemCoverageView | None = None
) -> PatchHistoryQueryCoverage:
    """All that is said of a view."""
    return PatchHistoryQueryCoverage(
        exactness=exactness_of(basis),
        exact=basis.is_verified,
        coverage=steps_of(basis),
        filesystem=filesystem or filesystem_of(basis),
        first_missing_ordinal=basis.missing,
    )


def exactness_of(basis: Basis) -> TurnDiffExactnessView:
    """How exact the steps of a view are."""
    if basis.is_verified:
        return EngineVerified()
    if basis.is_exact:
        return ProviderReported(provider=basis.provider, protocol=basis.protocol)
    return Incomplete(reason=_reason(basis))


def steps_of(basis: Basis) -> PatchHistoryCoverageView:
    """Which steps a view has."""
    if basis.where is not None or basis.any & (Flag.MORE_FILES | Flag.CUT):
        return Incomplete(reason=_reason(basis))
    if not basis.count:
        return Untracked(reason="no applied change is recorded here")
    if basis.is_verified:
        return EngineVerifiedSteps()
    if basis.all & Flag.NET:
        return AggregateOnly(provider=basis.provider, protocol=basis.protocol)
    if basis.any & Flag.NET:
        return Incomplete(reason="sums of several operations stand beside single ones")
    return ProviderReportedSteps(provider=basis.provider, protocol=basis.protocol)


def filesystem_of(basis: Basis) -> TurnFilesystemCoverageView:
    """What is said of the tools besides: nothing, unless every step's source said it."""
    if basis.count and basis.where is None:
        if basis.all & Flag.ON_DISK:
            return Complete()
        if basis.all & Flag.PENDING:
            return Pending()
    return FilesystemIncomplete(reason=NOT_RECORDED, sources=[])


def filesystem_said(value: Mapping[str, Any]) -> TurnFilesystemCoverageView:
    """What the page that a record came from said of its turn; the default where it said nothing."""
    meta = value.get("_meta")
    coverage = meta.get(COVERAGE_META) if isinstance(meta, dict) else None
    stated = coverage.get("filesystem") if isinstance(coverage, dict) else None
    kind = text_at(stated, "kind") if isinstance(stated, dict) else stated
    if kind == "complete":
        return Complete()
    if kind == "pending":
        return Pending()
    listed = stated.get("sources") if isinstance(stated, dict) else None
    sources = [
        PatchFilesystemMutationSourceView(
            item_id=text_at(each, "itemId") or "",
            tool_name=text_at(each, "toolName") or "",
            reason=text_at(each, "reason") or "",
        )
        for each in (listed if isinstance(listed, list) else [])[:_SOURCES_TOLD]
        if isinstance(each, dict)
    ]
    return FilesystemIncomplete(reason=text_at(stated, "reason") or NOT_RECORDED, sources=sources)


def _reason(basis: Basis) -> str:
    reasons = [basis.where] if basis.where is not None else []
    reasons += [words for flag, words in _REASONS if basis.any & flag]
    return "; ".join(reasons) or "no applied change is recorded here"


def basis_of_step(source: Source, position: int) -> Basis:
    """The basis of one step alone."""
    flags = source.ledger.flags[position]
    missing = source.ordinal_of(position) if flags & Flag.CUT else None
    return Basis(1, flags, flags, *provider_of([source]), missing=missing)


def basis_of_scope(scope: Scope) -> Basis:
    """The basis of a whole thread."""
    sources = list(scope.sources)
    used = [each.ledger for each in sources if len(each.ledger)]
    common = 0xFFFF
    for ledger in used:
        common &= ledger.all_flags
    union = 0
    for ledger in used:
        union |= ledger.any_flags
    count = sum(len(ledger) for ledger in used)
    gaps = [(source, source.ledger.gap_beside(None)) for source in sources]
    who, (where, missing) = provider_of(sources), _told(gaps, sources, sources)
    where = where or scope.left_out
    return Basis(count, union, common if used else 0, *who, where, missing)


def basis_of_turn(turn: Turn) -> Basis:
    """The basis of a turn."""
    union, common, count, gaps, cut = 0, 0xFFFF, 0, [], []
    sources = turn.member.sources
    for source in sources:
        number = source.ledger.turn_number(turn.recorded)
        if number is not None:
            count += 1
            union |= source.ledger.turn_any[number]
            common &= source.ledger.turn_all[number]
            cut += [source] if source.ledger.turn_any[number] & Flag.CUT else []
        if number is not None or not len(source.ledger):
            gaps.append((source, source.ledger.gap_beside(number)))
    return Basis(
        count, union, common if count else 0, *provider_of(sources), *_told(gaps, cut, sources)
    )


def basis_of_steps(scope: Scope, steps: Iterable[tuple[Source, int]]) -> Basis:
    """The basis of some steps of a thread, such as those of one path.

    What is missing in the thread may be of them: a gap, files that a record leaves out.
    """
    whole = basis_of_scope(scope)
    union, common, count = whole.any & Flag.MORE_FILES, 0xFFFF, 0
    for source, position in steps:
        flags = source.ledger.flags[position]
        union, common, count = union | flags, common & flags, count + 1
    common = common if count else 0
    return Basis(count, union, common, whole.provider, whole.protocol, whole.where, whole.missing)


def provider_of(sources: Iterable[Source]) -> tuple[str, str]:
    """Who reported, and how: the agent, and which producers of streams stand between."""
    listed = [each for each in sources if each.key is not None]
    agents = dict.fromkeys(alias_of(each.key.agent) for each in listed if each.key is not None)
    ways = dict.fromkeys(f"asr-{each.producer}" if each.producer else "asr" for each in listed)
    return "+".join(agents) or "unknown", "+".join(ways) or "asr"


def _told(
    gaps: Iterable[tuple[Source, Gap | None]], cut: Iterable[Source], sources: Iterable[Source]
) -> tuple[str | None, int | None]:
    """What is missing, in words, and the first ordinal that is."""
    found = [(source.slot * SLOT + gap.number, source, gap) for source, gap in gaps if gap]
    said = [
        source.ordinal_of(_first_with(source, Flag.CUT))
        for source in cut
        if source.ledger.any_flags & Flag.CUT and len(source.ledger)
    ]
    if not found:
        return _lost(sources), min(said, default=None)
    ordinal, source, gap = min(found, key=lambda each: each[0])
    why = "is cut off, and may still be written"
    if not gap.pending:
        why = f"cannot be read: {gap.reason}"
    words = f"{source.name}:{gap.line} (byte {gap.offset}) {why}"
    return words, min([ordinal, *said])


def _lost(sources: Iterable[Source]) -> str | None:
    """What a stream declares to miss, in words."""
    names = [each.name for each in sources if each.header and GAPS_LOSS in each.header.losses]
    return f"{names[0]} declares that its source misses steps ({GAPS_LOSS})" if names else None


def _first_with(source: Source, flag: int) -> int:
    return next((at for at, flags in enumerate(source.ledger.flags) if flags & flag), 0)
