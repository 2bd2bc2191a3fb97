"""The files that one patch of Codex changed, in each of the forms that rollouts have.

`patch_apply_end` and `item_completed` map paths to whole contents or unified hunks; the patch as
the model wrote it (V4A) has whole contents for added files only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from attrib.importers.common.parts import Part, hunks_in, parts_of
from attrib.v4a import edits_in, holds_patch

_APPLY = re.compile(r"(?:^|[\s;&|(])apply_?patch\b")
_MOVED = re.compile(r"\s*cd\s+(\S+)\s*(?:&&|;)\s*apply_?patch\b")


def recorded_parts(changes: object) -> list[Part]:
    """The files that a structured row lists."""
    if not isinstance(changes, dict):
        return []
    return [
        part
        for path, change in changes.items()
        if path and isinstance(change, dict)
        for part in _recorded(path, change)
    ]


def _recorded(path: str, change: Mapping[str, Any]) -> Iterator[Part]:
    content = change.get("content")
    text = content if isinstance(content, str) else None
    match change.get("type"):
        case "add":
            yield Part("add", path, "exact" if text is not None else "unknown", after=text)
        case "delete":
            yield Part("delete", path, "exact", before=text)
        case "update":
            yield _updated(path, change)
        case _:
            yield Part("unknown", path, "unknown")


def _updated(path: str, change: Mapping[str, Any]) -> Part:
    diff, target = change.get("unified_diff"), change.get("move_path")
    hunks = hunks_in(diff) if isinstance(diff, str) else None
    if not isinstance(target, str) or not target:
        return Part("modify", path, "hunks" if hunks else "unknown", hunks=hunks)
    is_pure = diff == ""
    precision = "hunks" if hunks else "exact" if is_pure else "unknown"
    return Part("move", target, precision, old_path=path, hunks=hunks)


def asked_parts(given: Mapping[str, Any]) -> list[Part]:
    """The files that the input of an `apply_patch` call names."""
    texts = [given.get(name) for name in ("input", "patch")]
    return [part for text in texts if isinstance(text, str) for part in parts_of(edits_in(text))]


def shell_parts(command: str, folder: str | None) -> tuple[list[Part], str | None]:
    """The files that a shell command gives to `apply_patch`, and the folder of their paths."""
    call = _APPLY.search(command)
    if call is None or not holds_patch(command[call.start() :]):
        return [], folder
    moved = _MOVED.match(command)
    if moved is not None:
        folder = _in(folder, moved[1])
    elif re.search(r"(?:^|[\s;&|(])(?:cd|pushd)\s", command[: call.start()]):
        folder = None
    return parts_of(edits_in(command[call.start() :])), folder


def _in(folder: str | None, target: str) -> str | None:
    """The folder that `cd target` leads to; `None` where a shell would have to say."""
    target = target.strip("'\"")
    if re.search(r"[$~*?`\\'\"]", target) or target == "-":
        return None
    if target.startswith("/"):
        return target
    return f"{folder.rstrip('/')}/{target}" if folder else None
