"""What is said of how complete a view is, as the published schemas name it."""

from __future__ import annotations

from typing import TypeAlias

from attrib.serve.rpc.wire import Whole, Wire

_TAG = "kind"


class EngineVerified(Wire, tag_field=_TAG, tag="engine_verified", frozen=True, kw_only=True):
    """The source's own page says that its engine verified every step."""


class ProviderReported(Wire, tag_field=_TAG, tag="provider_reported", frozen=True, kw_only=True):
    """Every step is fully determined by what the agent reported."""

    provider: str
    protocol: str


class Incomplete(Wire, tag_field=_TAG, tag="incomplete", frozen=True, kw_only=True):
    """Something is missing, or not fully told."""

    reason: str


class EngineVerifiedSteps(
    Wire, tag_field=_TAG, tag="engine_verified_steps", frozen=True, kw_only=True
):
    """All steps, as the source's own page says."""


class ProviderReportedSteps(
    Wire, tag_field=_TAG, tag="provider_reported_steps", frozen=True, kw_only=True
):
    """The steps that the agent reported."""

    provider: str
    protocol: str


class AggregateOnly(Wire, tag_field=_TAG, tag="aggregate_only", frozen=True, kw_only=True):
    """Sums of several operations, and no single ones."""

    provider: str
    protocol: str


class Untracked(Wire, tag_field=_TAG, tag="untracked", frozen=True, kw_only=True):
    """Nothing is recorded."""

    reason: str


class Pending(Wire, tag_field=_TAG, tag="pending", frozen=True, kw_only=True):
    """The source says that it does not know yet."""


class Complete(Wire, tag_field=_TAG, tag="complete", frozen=True, kw_only=True):
    """The source says that nothing else changed files."""


class PatchFilesystemMutationSourceView(Wire, frozen=True, kw_only=True):
    """A tool that may have changed files besides."""

    item_id: str
    tool_name: str
    reason: str


class FilesystemIncomplete(Wire, tag_field=_TAG, tag="incomplete", frozen=True, kw_only=True):
    """Other tools may have changed files."""

    reason: str
    sources: list[PatchFilesystemMutationSourceView]


TurnDiffExactnessView: TypeAlias = EngineVerified | ProviderReported | Incomplete
PatchHistoryCoverageView: TypeAlias = (
    EngineVerifiedSteps | ProviderReportedSteps | AggregateOnly | Incomplete | Untracked
)
TurnFilesystemCoverageView: TypeAlias = Pending | Complete | FilesystemIncomplete


class PatchHistoryQueryCoverage(Wire, frozen=True, kw_only=True):
    """How complete the steps are that a query is about."""

    exactness: TurnDiffExactnessView
    exact: bool
    coverage: PatchHistoryCoverageView
    filesystem: TurnFilesystemCoverageView
    first_missing_ordinal: Whole | None = None
