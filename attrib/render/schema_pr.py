"""The JSON format of `attrib pr render`, as types."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct

from attrib.model.evidence import Unseen
from attrib.model.pull_requests import Gap, Why
from attrib.render.schema_parts import (
    Closed,
    Commit,
    Count,
    Exact,
    Oid,
    PlacedEvidence,
    Range,
    Session,
)
from attrib.render.schema_ranges import Finding, Totals


class HiddenPart(Closed, kw_only=True):
    """What the clone does not hold: how many, 0 where that is not known, and what brings it."""

    gap: Gap
    count: Count
    fetch: str


class Passage(Closed, kw_only=True):
    """Lines of the head that are worth a look, and why."""

    path: str
    path_base64: Exact = UNSET
    lines: list[Range]
    why: Why
    commits: list[Oid]
    unseen: Unseen | None
    evidence: PlacedEvidence | None
    finding: Finding | None


class PullFile(Totals, kw_only=True):
    """One file of the diff and the lines that it adds."""

    path: str
    path_base64: Exact = UNSET
    old_path: str | None
    old_path_base64: Exact = UNSET
    declared_unsupported: Count
    conflicting: Count


class PathLines(Totals, kw_only=True):
    """Lines at the head that come from one path of a commit."""

    path: str
    path_base64: Exact = UNSET


class PullCommit(Commit, kw_only=True):
    """One commit of the pull request, and what of its lines stands at the head."""

    subject: str
    subject_base64: Exact = UNSET
    totals: Totals
    lines: list[PathLines]


class PullRequest(Closed, kw_only=True):
    """The answer of `attrib pr render --json`; without a merge base nothing is counted."""

    format: Literal["attrib.pr/1"]
    base: str
    head: str
    base_commit: Oid | None
    head_commit: Oid
    merge_base: Oid | None
    totals: Totals
    no_record: Count
    declared_unsupported: Count
    conflicting: Count
    hidden: list[HiddenPart]
    passages: list[Passage]
    files: list[PullFile]
    commits: list[PullCommit]
    declared: list[Finding]
    sessions: list[Session]
    statement: str


PR_FORMATS: dict[str, type[Struct]] = {"attrib.pr-1": PullRequest}
