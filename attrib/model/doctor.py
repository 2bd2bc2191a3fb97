"""What works here and what does not, as `attrib doctor` tells it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from attrib.model.records import BadRecord


@dataclass(frozen=True, slots=True)
class RootFacts:
    """A root that sessions declare: bound to this repository or not, why, and the remedy."""

    id: str
    bound: bool
    reason: str
    remedy: str | None


@dataclass(frozen=True, slots=True)
class DoctorReport:
    """The state of everything that an answer here depends on.

    `commits` counts those reachable from any ref. `sessions` counts by agent alias; `newest` is
    the latest record's time, `now` the time of asking, both in seconds since the epoch.
    `index` is the state of the index in words; None where nobody looked.
    `hooks` are lines about the hooks of this worktree, `missed` about what they could not record.
    `filters` are lines about filter drivers that are configured here and not allowed.
    """

    git_dir: str
    object_format: str
    commits: int
    versions: Mapping[str, str]
    sessions: Mapping[str, int]
    newest: float | None
    now: float
    roots: tuple[RootFacts, ...] = ()
    index: str | None = None
    hooks: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()
    unreadable: tuple[BadRecord, ...] = ()
    notices: tuple[str, ...] = ()
