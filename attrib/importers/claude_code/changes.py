"""What the result of an edit tool says of a file.

Claude Code may have normalized line ends in what it records, so no content is hashed into an
object ID here. Spec: ASR-451, ASR-454, ASR-455, ASR-460.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from attrib.importers.claude_code.rebuilding import Replacement, rebuilt
from attrib.importers.common.parts import Part

EDIT_TOOLS = frozenset({"Edit", "MultiEdit", "Write", "NotebookEdit"})
_REFUSALS = ("The user doesn't want to", "User rejected", "[Request interrupted", "Sibling tool")

Value = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a call: the structured value, and the text that the model was given.

    `status` is `applied`, `failed` or `skipped`, as far as the row says.
    """

    value: Value | None
    text: str
    status: str


def result_of(row: Value, block: Value) -> Result:
    """The outcome that a `tool_result` block and its row record."""
    value = row.get("toolUseResult")
    text = _text_of(block.get("content"))
    said = value if isinstance(value, str) else text
    refused = said.removeprefix("Error: ").startswith(_REFUSALS)
    if row.get("toolDenialKind") or (refused and block.get("is_error")):
        status = "skipped"
    elif block.get("is_error") or (isinstance(value, str) and value.startswith("Error")):
        status = "failed"
    else:
        status = "applied"
    structured = value if isinstance(value, dict) else None
    if structured is not None and (structured.get("error") or structured.get("is_error")):
        status = "failed" if status == "applied" else status
    return Result(structured, said if structured is None else text, status)


def _text_of(content: object) -> str:
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "\n".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def tool_of(value: Value) -> str | None:
    """The edit tool whose results have this shape, for a result whose call is not in the log."""
    if "oldString" in value and "newString" in value:
        return "Edit"
    if "edits" in value and "filePath" in value:
        return "MultiEdit"
    if "updated_file" in value:
        return "NotebookEdit"
    if "content" in value and "filePath" in value and "structuredPatch" in value:
        return "Write"
    return None


def status_of(result: Result) -> str:
    """The status of the change: a staged one is only proposed."""
    is_held = (result.value or {}).get("staged") is True and result.status == "applied"
    return "proposed" if is_held else result.status


def part_of(tool: str, given: Value, result: Result) -> Part | None:
    """How the file changed, or was to change, by a call; `None` where no path is recorded."""
    value = result.value or {}
    path = _first_text(value, "filePath", "notebook_path") or _first_text(
        given, "file_path", "notebook_path"
    )
    if path is None:
        return None
    if result.status != "applied":
        return Part("modify", path, "unknown")
    if tool == "Write":
        return _written(path, given, value, result.text)
    if tool == "NotebookEdit":
        return _notebook(path, value)
    return _edited(path, given, value, tool)


def _written(path: str, given: Value, value: Value, text: str) -> Part | None:
    after = _text(value, "content")
    after = after if after is not None else _text(given, "content")
    if after is None:
        return Part("unknown", path, "unknown")
    before = _text(value, "originalFile")
    kind = value.get("type")
    if kind in ("create", "update"):
        is_new = kind == "create"
    elif "originalFile" in value:
        is_new = before is None
    else:
        is_new = text.startswith("File created")
    if is_new:
        return Part("add", path, "exact", after=after)
    return Part("modify", path, "exact", before=before, after=after)


def _notebook(path: str, value: Value) -> Part:
    before, after = _text(value, "original_file"), _text(value, "updated_file")
    if after is None:
        return Part("modify", path, "snippet", before=before)
    return Part("modify", path, "exact", before=before, after=after)


def _edited(path: str, given: Value, value: Value, tool: str) -> Part:
    before = _text(value, "originalFile", "originalFileContents")
    replacements = _replacements(given, value, tool)
    if before is None:
        if len(replacements) == 1 and not replacements[0].old and "originalFile" in value:
            # An empty string to be replaced: only an absent or empty file accepts it.
            return Part("add", path, "exact", after=replacements[0].new)
        return Part("modify", path, "snippet")
    made = rebuilt(before, replacements) if replacements else None
    if made is None:
        return Part("modify", path, "snippet", before=before)
    if not made.hunks:
        return Part("modify", path, "exact", before=before, after=made.text)
    return Part("modify", path, "hunks", before=before, hunks=made.hunks)


def _replacements(given: Value, value: Value, tool: str) -> Sequence[Replacement]:
    """The replaced strings as the result has them, else as the call asked for them."""
    if tool == "MultiEdit":
        edits = value.get("edits") if isinstance(value.get("edits"), list) else given.get("edits")
        parts: list[Value] = [edit for edit in edits or () if isinstance(edit, dict)]
    else:
        parts = [value] if "oldString" in value else [given]
    found: list[Replacement] = []
    for part in parts:
        old, new = _text(part, "oldString", "old_string"), _text(part, "newString", "new_string")
        if old is None or new is None:
            return []
        every = part.get("replaceAll", part.get("replace_all")) is True
        found.append(Replacement(old, new, every))
    return found


def _text(value: Value, *names: str) -> str | None:
    """The first of these members that is a text, be it empty; or `None`."""
    for name in names:
        found = value.get(name)
        if isinstance(found, str):
            return found
    return None


def _first_text(value: Value, *names: str) -> str | None:
    return _text(value, *names) or None
