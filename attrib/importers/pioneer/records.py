"""The records of one thread, made of its entries.

The hashes are the source's own, over the bytes that it committed to disk. A diff is exact only
where the record says so and holds every state after. Spec: ASR-450 to ASR-460, ASR-474.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import mapping_at, text_at
from attrib.importers.common.parts import moved_from
from attrib.importers.common.places import portable, without_surrogates
from attrib.importers.common.stamps import stamp_of_milliseconds
from attrib.importers.common.values import is_plain
from attrib.importers.interface import Notice
from attrib.importers.pioneer.entries import Entry, natural_at

COVERAGE = "ai.pioneer/coverage"
RECORD = "ai.pioneer/record"
GAPS = "ai.pioneer/gaps"
WORKSPACE = "ai.pioneer/workspace"
_OPS = {"add": "add", "replace": "modify", "update": "modify", "delete": "delete", "move": "move"}
_STATUSES = {"applied": "applied", "partial": "partial", "commit_state_uncertain": "unknown"}
_HASH = re.compile("[0-9a-f]{64}")
_UNUSABLE = frozenset({"", ".", ".."})


class ThreadRecords:
    """Puts the records of one thread into its draft."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._place = ""
        self._rootless: set[str] = set()
        self._calls: set[str] = set()

    def add(self, entry: Entry, place: str) -> None:
        """Add what an entry records, read at a place; a gap is only told."""
        self._place = place
        outcome = mapping_at(entry.record, "outcome")
        status = text_at(outcome, "status")
        if status == "gap":
            reason = text_at(outcome, "reason") or "no reason is stated"
            self._tell(entry, f"is a gap: {reason}")
            self._draft.lose(GAPS, "the source says that it misses steps")
            return
        found = [made for change in entry.changes if (made := self._change(entry, change))]
        if len(found) < len(entry.changes):
            self._tell(entry, "has changes whose path or kind cannot be read")
        if not found:
            return
        self._call(entry)
        record: dict[str, Any] = {
            "type": "file_change",
            "status": _STATUSES.get(status or "", "unknown"),
            "precision": _precision(entry, found),
            "changes": found,
            "cause": {"callId": entry.invocation},
        }
        if is_net(entry):
            record["basis"] = "net"
        record |= _kept(entry)
        part = "" if entry.sequence is None else f"/{entry.sequence}"
        self._record(entry, record, f"patch/{entry.turn}/{entry.invocation}{part}")

    def _call(self, entry: Entry) -> None:
        """The invocation itself: its tool and what it was given are not recorded."""
        if entry.invocation not in self._calls:
            self._calls.add(entry.invocation)
            record = {"type": "tool_call", "callId": entry.invocation}
            self._record(entry, record, f"call/{entry.invocation}")

    def _record(self, entry: Entry, record: Mapping[str, Any], source: str) -> None:
        stamp = stamp_of_milliseconds(entry.moment) if entry.moment else None
        turn = without_surrogates(entry.turn)
        self._draft.add(record, source, stamp=stamp, native=entry.native, turn=turn)

    def _tell(self, entry: Entry, words: str) -> None:
        place = f"{self._place}: turn '{entry.turn}', invocation '{entry.invocation}'"
        self._draft.notices.append(Notice(place, words, skips=False))

    def _change(self, entry: Entry, change: Mapping[str, Any]) -> dict[str, Any] | None:
        op = _OPS.get(str(change.get("kind")), "unknown")
        source = self._ref(entry, change, "source")
        ref = self._ref(entry, change, "destination") if op == "move" else source
        if ref is None or source is None:
            return None
        made: dict[str, Any] = {"op": op, **ref}
        if op == "move":
            made |= moved_from(source, ref)
        before, after = _state(change, "before"), _state(change, "after")
        if before or after:
            # The source keeps states of texts only.
            made["fileType"] = "text"
        if before:
            made["before"] = before
        if after and op != "delete":
            made["after"] = after
        return made

    def _ref(self, entry: Entry, change: Mapping[str, Any], side: str) -> dict[str, Any] | None:
        """The PathRef of a change's source or destination, from its location where it has one."""
        location = mapping_at(change, f"{side}Location")
        root = text_at(location, "workspaceRoot") or entry.workspace
        path = text_at(location, "relativePath") or text_at(change, f"{side}Path")
        if path is None:
            return None
        if portable(path) is not None:
            return self._draft.roots.ref(path)
        if root is not None and portable(root) is not None:
            self._draft.enter(root, inside=True)
            return self._draft.ref(path, root)
        return self._under_environment(entry, path)

    def _under_environment(self, entry: Entry, path: str) -> dict[str, Any] | None:
        """The PathRef under the environment's root, which has a name and no known place."""
        exact = without_surrogates(path)
        if _UNUSABLE & set(exact.split("/")) or path.startswith("~"):
            return None
        if exact != path:
            self._draft.roots.is_lossy = True
        environment = text_at(entry.record, "environmentId") or "unnamed"
        name = f"environment-{without_surrogates(environment)}"
        if name not in self._rootless:
            self._rootless.add(name)
            self._draft.add({"type": "root", "root": name}, f"root/{name}")
            self._draft.lose(WORKSPACE, "the place of a root is not recorded")
            words = f"no place is recorded for root '{name}'; --root '{name}=PATH' gives it one"
            self._draft.notices.append(Notice(self._place, words, skips=False))
        return {"root": name, "path": exact}


def _kept(entry: Entry) -> dict[str, Any]:
    """What the page said of the coverage, and the source's own record, which is all of it."""
    kept: dict[str, Any] = {}
    if entry.coverage and is_plain(entry.coverage):
        kept[COVERAGE] = dict(entry.coverage)
    whole = {**entry.record, "changes": [dict(change) for change in entry.changes]}
    if not entry.is_part and is_plain(whole):
        kept[RECORD] = whole
    return {"_meta": kept} if kept else {}


def is_net(entry: Entry) -> bool:
    """True for the sum of what a turn did, which overlaps its single operations."""
    kind = mapping_at(entry.coverage, "coverage").get("kind")
    return entry.record.get("provenance") == "provider_aggregate" or kind == "aggregate_only"


def _precision(entry: Entry, changes: list[dict[str, Any]]) -> str:
    """`exact` where the record says so and holds every state after. Spec: ASR-455."""
    is_whole = len(changes) == len(entry.changes) and all(
        change["op"] == "delete" or (change["op"] != "unknown" and "after" in change)
        for change in changes
    )
    is_exact = entry.record.get("exactness") == "exact"
    if entry.coverage and entry.coverage.get("exact") is not True:
        is_exact = False
    return "exact" if is_exact and is_whole else "unknown"


def _state(change: Mapping[str, Any], side: str) -> dict[str, Any] | None:
    """A file's state, by the hash that the source took of the bytes on disk."""
    snapshot = mapping_at(change, side)
    digest = text_at(snapshot, "contentHash")
    if digest is None or not _HASH.fullmatch(digest):
        return None
    state: dict[str, Any] = {
        "objectId": digest,
        "objectIdType": "sha256",
        "representation": "worktree",
    }
    size = natural_at(snapshot, "byteLen")
    return state if size is None else state | {"size": size}
