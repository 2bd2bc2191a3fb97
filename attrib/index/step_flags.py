"""What can be said of a recorded step by its small facts, as bits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrib.codec.steps import StepFacts

#: Precisions that tell something of the content. Spec: ASR-455.
_TELLING = frozenset({"exact", "hunks", "snippet"})


class Flag:
    """What limits a step, and what its source's own page said of it: bits."""

    NET = 1
    MORE_FILES = 2
    BY_USER = 4
    PARTIAL = 8
    UNSURE = 16
    LOOSE = 32
    UNTIMED = 64
    ENGINE = 128
    ON_DISK = 256
    PENDING = 512
    CUT = 1024
    VAGUE = 2048


#: Any of these, and the states after a step are not fully told.
INEXACT = Flag.NET | Flag.MORE_FILES | Flag.BY_USER | Flag.PARTIAL | Flag.UNSURE | Flag.LOOSE


def flags_of(facts: StepFacts) -> int:
    """What the facts of a step say of it."""
    flags = 0
    if facts.precision != "exact" or not _is_determined(facts):
        flags = Flag.LOOSE if facts.precision in _TELLING else Flag.LOOSE | Flag.VAGUE
    if facts.status != "applied":
        flags |= Flag.PARTIAL if facts.status == "partial" else Flag.UNSURE
    if facts.is_net:
        flags |= Flag.NET
    if facts.more_files:
        flags |= Flag.MORE_FILES
    if facts.by_user:
        flags |= Flag.BY_USER
    return flags | _said(facts.coverage) if facts.coverage else flags


def _is_determined(facts: StepFacts) -> bool:
    return bool(facts.touched) and all(each.is_told for each in facts.touched)


def _said(coverage: Mapping[str, Any]) -> int:
    """What the source's own page said."""
    flags = 0
    if _kind(coverage, "exactness") == "engine_verified" and coverage.get("exact") is True:
        flags |= Flag.ENGINE
    disk = _kind(coverage, "filesystem")
    flags |= Flag.ON_DISK if disk == "complete" else 0
    flags |= Flag.PENDING if disk == "pending" else 0
    return flags | (Flag.CUT if isinstance(coverage.get("firstMissingOrdinal"), int) else 0)


def _kind(coverage: object, name: str) -> object:
    stated = coverage.get(name) if isinstance(coverage, dict) else None
    return stated.get("kind") if isinstance(stated, dict) else stated
