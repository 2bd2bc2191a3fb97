"""What hooks observed without a session: `attrib/journal.jsonl` in the shared git directory.

One JSON object a line. Unknown types and lines that are none are passed over.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from attrib.codec.members import time_of
from attrib.model.ids import Oid

_OID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A recorded rewrite: `old` was replaced; `by` is `amend`, `rebase` or what the hook said."""

    old: Oid
    by: str


@dataclass(frozen=True, slots=True)
class Committed:
    """Where and when a commit was made: absolute path of the worktree, branch, seconds."""

    worktree: str
    branch: str | None
    time: float | None


@dataclass(frozen=True, slots=True)
class Missed:
    """What a hook observed and could not record: the hook's name, the reason, when."""

    hook: str
    reason: str
    ts: str | None


@dataclass(frozen=True, slots=True)
class Journal:
    """All entries, by the commit that they are about; of rewrites, the new one."""

    rewrites: Mapping[Oid, Sequence[Rewrite]] = field(default_factory=dict)
    commits: Mapping[Oid, Committed] = field(default_factory=dict)
    missed: Sequence[Missed] = ()


def read_journal(common_dir: str) -> Journal:
    """The journal of a repository; an empty one where there is none that can be read."""
    try:
        data = Path(common_dir, "attrib", "journal.jsonl").read_bytes()
    except OSError:
        return Journal()
    rewrites: defaultdict[Oid, dict[Rewrite, None]] = defaultdict(dict)
    commits: dict[Oid, Committed] = {}
    missed: list[Missed] = []
    for entry in _entries(data):
        if entry.get("type") == "rewrite":
            for old, new in _pairs(entry):
                rewrites[new][Rewrite(old, _text(entry, "by") or "rewrite")] = None
        elif entry.get("type") == "commit":
            oid, worktree = _oid(entry.get("commit")), _text(entry, "worktree")
            if oid is not None and worktree is not None:
                time = time_of(_text(entry, "ts"))
                commits[oid] = Committed(worktree, _text(entry, "branch"), time)
        elif entry.get("type") == "missed":
            hook, reason = _text(entry, "hook") or "hook", _text(entry, "reason") or "unknown"
            missed.append(Missed(hook, reason, _text(entry, "ts")))
    olds = {new: tuple(olds) for new, olds in rewrites.items()}
    return Journal(olds, commits, tuple(missed))


def _entries(data: bytes) -> Iterator[Mapping[str, Any]]:
    for line in data.split(b"\n"):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(entry, dict):
            yield entry


def _pairs(entry: Mapping[str, Any]) -> Iterator[tuple[Oid, Oid]]:
    pairs = entry.get("pairs")
    for pair in pairs if isinstance(pairs, list) else ():
        if isinstance(pair, list) and len(pair) == 2:
            old, new = map(_oid, pair)
            if old is not None and new is not None and old != new:
                yield old, new


def _oid(value: object) -> Oid | None:
    return Oid(value) if isinstance(value, str) and _OID.fullmatch(value) else None


def _text(entry: Mapping[str, Any], name: str) -> str | None:
    value = entry.get(name)
    return value if isinstance(value, str) else None
