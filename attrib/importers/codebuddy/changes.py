"""What a call of an edit tool and its result say of a file.

A new file is as the call gave it. For one that is overwritten, CodeBuddy may put back the line
ends and the encoding that were there, so its text may not be the bytes on disk; no text is hashed
into an object ID. Spec: ASR-451, ASR-454, ASR-455, ASR-460.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrib.importers.common.lines import text_at
from attrib.importers.common.parts import Part

EDIT_TOOLS = frozenset({"Edit", "MultiEdit", "Write", "NotebookEdit"})
SHELL = "Bash"
TOOLS = EDIT_TOOLS | {SHELL}

_CREATED = "Successfully created"
_OVERWRITTEN = "Successfully overwrote"


def part_of(tool: str, given: Mapping[str, Any], status: str, text: str) -> Part | None:
    """How the file changed, or was to change; `None` where the call names none."""
    path = text_at(given, "file_path", "notebook_path")
    if path is None:
        return None
    if status == "applied" and tool == "Write":
        content = given.get("content")
        known = content if isinstance(content, str) else None
        return Part(_operation(text), path, "unknown" if known is None else "exact", after=known)
    if status == "applied" and tool in ("Edit", "MultiEdit"):
        new = given.get("new_string") if given.get("old_string") == "" else None
        if tool == "Edit" and isinstance(new, str) and text.startswith(_CREATED):
            return Part("add", path, "exact", after=new)
        return Part("modify", path, "snippet")
    return Part("modify", path, "unknown")


def _operation(text: str) -> str:
    """What a completed Write did, in its own words."""
    if text.startswith(_CREATED):
        return "add"
    return "modify" if text.startswith(_OVERWRITTEN) else "unknown"
