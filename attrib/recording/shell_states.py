"""What lies at the paths that differ after a command of a shell: states, and no edits.

Who changed a file while a command ran is not known; a `checkpoint` says what was there when it
ended, of files whose bytes differ from before. Spec: ASR-454, ASR-467.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from attrib.errors import GitError
from attrib.model.ids import ObjectIdType
from attrib.recording.agent_stream import root_name
from attrib.recording.agents.interface import Call
from attrib.recording.changed_paths import MOST, ChangedPaths
from attrib.recording.pending import Pending, State
from attrib.recording.trees import Seen, Tree, path_at, seen_at

#: Together, more bytes than these are not hashed.
_MOST_BYTES = 64 * 1024 * 1024
MORE = "attrib/more-files"


def before_command(tree: Tree) -> State:
    """The states at paths that differ from what is committed, as far as git tells in time."""
    try:
        asked = ChangedPaths(tree)
        paths, is_cut = asked.listed()
        states, left_out = _states(tree, paths)
        return State(states, asked.head(), is_whole=not (is_cut or left_out))
    except GitError:
        return State(is_whole=False)


def checkpoint_after(
    tree: Tree, begun: Pending, call: Call, now: float
) -> Mapping[str, Any] | None:
    """The `checkpoint` of files whose bytes differ from before; `None` where none are known to."""
    before = begun.state
    if not before.is_whole:
        return None
    try:
        asked = ChangedPaths(tree)
        paths, is_cut = asked.listed()
        head = asked.head()
        if before.head is not None and head is not None and head != before.head:
            moved, more = asked.between(before.head, head)
            paths, is_cut = {**moved, **paths}, is_cut or more
    except GitError:
        return None
    states, left_out = _states(tree, [*paths, *before.files])
    differing = {
        path: seen
        for path, seen in states.items()
        if seen.id is not None
        and before.files.get(path) != seen
        and not (path not in before.files and _is_indexed(tree, path, paths.get(path)))
    }
    if not differing:
        return None
    return _checkpoint(tree, call, differing, now, is_cut=is_cut or left_out)


def _is_indexed(tree: Tree, path: str, oid: str | None) -> bool:
    """True when the bytes are those that the index has: only the file's times differ."""
    if oid is None:
        return False
    seen = seen_at(path_at(tree, path), tree.id_type)
    return seen is not None and seen.id == oid


def _checkpoint(
    tree: Tree, call: Call, seen: Mapping[str, Seen], now: float, *, is_cut: bool
) -> dict[str, Any]:
    root = root_name(tree)
    files = [
        {"root": root, "path": path, "blob": {"blob": f"sha256:{each.id}", "size": each.size}}
        for path, each in sorted(seen.items())
    ]
    record: dict[str, Any] = {
        "type": "checkpoint",
        "kind": "snapshot",
        "ref": f"attrib/{call.id or call.pairing[:16]}/{now:.3f}",
        "root": root,
        "files": files,
        "label": "files that differ after a command",
    }
    return record | ({"_meta": {MORE: True}} if is_cut else {})


def _states(tree: Tree, paths: Iterable[str]) -> tuple[dict[str, Seen], bool]:
    """What lies at each path, by SHA-256 as snapshots name it, and whether some are left out."""
    named = replace(tree, id_type=ObjectIdType.SHA256)
    found: dict[str, Seen] = {}
    left = _MOST_BYTES
    for path in list(dict.fromkeys(paths))[:MOST]:
        if left <= 0:
            return found, True
        seen = seen_at(path_at(named, path), named.id_type)
        if seen is not None:
            found[path] = seen
            left -= seen.size or 0
    return found, False
