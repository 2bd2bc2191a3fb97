"""One edit as a `file_change` tells it, in each mode of recording."""

from __future__ import annotations

import difflib
import hashlib
from typing import Any

from benchmarks.accuracy_stories.model import Edit, content_of


def change_of(edit: Edit, mode: str, crlf: bool) -> dict[str, Any]:
    """The `precision`, `changes` and `patch` of a record of the edit in a mode."""
    op = "add" if edit.before is None else "delete" if edit.after is None else "modify"
    if edit.old_path is not None:
        op = "move"
    before = None if edit.before is None else content_of(edit.before, crlf=crlf)
    after = None if edit.after is None else content_of(edit.after, crlf=crlf)
    change: dict[str, Any] = {"op": op, "root": "app", "path": edit.path, "fileType": "text"}
    if edit.old_path is not None:
        change |= {"oldRoot": "app", "oldPath": edit.old_path}
    sides = {
        "full": ("text", "text"), "ids": ("id", "id"), "git": ("git", "git"),
        "sha256": ("sha256", "sha256"), "after": ("", "text"), "after-id": ("", "id"),
        "claude": ("text", ""), "hunks": ("", ""), "bare-hunks": ("", ""), "snippet": ("", ""),
    }[mode]  # fmt: skip
    if op in {"add", "delete", "move"} and sides[1] == "":
        sides = (sides[0], "text" if op != "delete" else "")
    for name, content, side in (("before", before, sides[0]), ("after", after, sides[1])):
        if content is not None and side:
            change[name] = _state(content, side, crlf)
    precision = "exact" if sides[1] or op == "delete" else "hunks"
    result: dict[str, Any] = {"precision": precision, "changes": [change]}
    if op == "modify" and not sides[1] and before is not None and after is not None:
        context = {"bare-hunks": 0, "snippet": 1}.get(mode, 3)
        patch = unified(before, after, context, numbered=mode != "snippet")
        result |= {"patch": {"format": "unified", "text": patch}}
        result["precision"] = "snippet" if mode == "snippet" else "hunks"
    return result


def _state(content: bytes, side: str, crlf: bool) -> dict[str, Any]:
    if side == "text":
        return {"text": content.decode()}
    if side == "sha256":
        oid, kind = hashlib.sha256(content).hexdigest(), "sha256"
    else:
        stored = content.replace(b"\r\n", b"\n") if side == "git" and crlf else content
        framed = b"blob %d\0%b" % (len(stored), stored)
        oid, kind = hashlib.sha1(framed, usedforsecurity=False).hexdigest(), "git-blob-sha1"
        content = stored
    label = "git_object" if side == "git" else "worktree"
    return {"objectId": oid, "objectIdType": kind, "representation": label, "size": len(content)}


def unified(before: bytes, after: bytes, context: int, *, numbered: bool = True) -> str:
    """The hunks of a unified patch, as agents write them: without file headers."""
    old, new = (content.decode().splitlines(keepends=True) for content in (before, after))
    rows = list(difflib.unified_diff(old, new, n=context))[2:]
    if not numbered:
        rows = ["@@\n" if row.startswith("@@ ") else row for row in rows]
    return "".join(
        row if row.endswith("\n") else f"{row}\n\\ No newline at end of file\n" for row in rows
    )
