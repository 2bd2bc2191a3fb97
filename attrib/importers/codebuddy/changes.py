"""What a call of an edit tool and its result say of a file: the members of a `file_change`.

A new file is as the call gave it. For one that is overwritten, CodeBuddy may put back the line
ends and the encoding that were there, so its text may not be the bytes on disk; no text is hashed
into an object ID. Spec: ASR-451, ASR-454, ASR-455, ASR-460.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrib.importers.common.lines import text_at

EDIT_TOOLS = frozenset({"Edit", "MultiEdit", "Write", "NotebookEdit"})
SHELL = "Bash"
TOOLS = EDIT_TOOLS | {SHELL}

_CREATED = "Successfully created"
_OVERWRITTEN = "Successfully overwrote"


def path_in(given: Mapping[str, Any]) -> str | None:
    """The native path that a call names."""
    return text_at(given, "file_path", "notebook_path")


def members_of(
    tool: str, given: Mapping[str, Any], ref: Mapping[str, Any], status: str, text: str
) -> dict[str, Any]:
    """The members of the `file_change` for one file, whose path `ref` gives."""
    op, precision, after = "modify", "unknown", None
    if status == "applied" and tool == "Write":
        content = given.get("content")
        op = _operation(text)
        if isinstance(content, str):
            precision, after = "exact", content
    elif status == "applied" and tool in ("Edit", "MultiEdit"):
        precision = "snippet"
        if tool == "Edit" and given.get("old_string") == "" and text.startswith(_CREATED):
            new = given.get("new_string")
            if isinstance(new, str):
                op, precision, after = "add", "exact", new
    change: dict[str, Any] = {"op": op, **ref, "fileType": "text"}
    if after is not None:
        change["after"] = {"text": after}
    return {"status": status, "precision": precision, "changes": [change]}


def _operation(text: str) -> str:
    """What a completed Write did, in its own words."""
    if text.startswith(_CREATED):
        return "add"
    return "modify" if text.startswith(_OVERWRITTEN) else "unknown"
