"""What a call of an edit tool of Copilot CLI says of its files.

The diff that a result may bring names paths without their first slash; only its hunks are used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from attrib.importers.common.lines import Row, mapping_at, object_in, text_at
from attrib.importers.common.parts import Part, hunks_in, parts_of
from attrib.v4a import edits_in

EDIT_TOOLS = frozenset({"create", "edit", "str_replace_editor", "apply_patch"})
SHELL_TOOLS = frozenset({"bash", "powershell", "shell"})
#: What the input of an edit holds of it.
_KEPT = ("command", "path", "file_text", "old_str", "new_str", "insert_line", "input", "patch")
_REFUSALS = frozenset({"denied", "rejected"})
_SECTION = re.compile(r"^diff --git ", re.M)
_NEW_PATH = re.compile(r"^\+\+\+ b?/?(.+)$", re.M)


def given_to(arguments: object) -> Row:
    """The input of a call as an object: parsed where it is a text, else the text as `input`."""
    parsed = object_in(arguments)
    if parsed or not isinstance(arguments, str):
        return parsed
    return {"input": arguments}


def kept_of(tool: str, given: Row) -> dict[str, Any]:
    """What is kept of an input: of a shell's the command alone."""
    names = ("command",) if tool in SHELL_TOOLS else _KEPT
    return {name: given[name] for name in names if isinstance(given.get(name), str | int)}


def status_of(data: Row) -> str:
    """What became of a call, as its completion records it."""
    result, error = mapping_at(data, "result"), mapping_at(data, "error")
    kind = text_at(result, "result_type", "resultType")
    if text_at(error, "code") in _REFUSALS or kind in _REFUSALS:
        return "skipped"
    success = data.get("success")
    if isinstance(success, bool):
        return "applied" if success else "failed"
    if kind is not None:
        return {"success": "applied", "failure": "failed"}.get(kind, "unknown")
    return "failed" if error else "unknown"


def output_of(data: Row) -> str:
    """The text that a call gave to the model; empty for none."""
    result = mapping_at(data, "result")
    return text_at(result, "content", "text_result_for_llm", "textResultForLlm") or ""


def changed_by(tool: str, given: Mapping[str, Any], data: Row) -> list[Part]:
    """The files that a call changed, or was to change."""
    shown = text_at(mapping_at(data, "result"), "detailedContent") or ""
    if tool == "apply_patch":
        texts = [given.get(name) for name in ("input", "patch")]
        asked = [edit for text in texts if isinstance(text, str) for edit in edits_in(text)]
        return [_with_hunks(part, shown) for part in parts_of(asked)]
    path = given.get("path")
    if not isinstance(path, str) or not path:
        return []
    return list(_single(tool, path, given, hunks_in(shown)))


def _single(tool: str, path: str, given: Mapping[str, Any], hunks: str | None) -> Iterator[Part]:
    action = given.get("command") if tool == "str_replace_editor" else tool
    if action == "create":
        text = given.get("file_text")
        whole = text if isinstance(text, str) else None
        yield Part("add", path, "exact" if whole is not None else "unknown", after=whole)
    elif action in ("edit", "str_replace", "insert"):
        has_strings = all(isinstance(given.get(name), str) for name in ("old_str", "new_str"))
        precision = "hunks" if hunks else "snippet" if has_strings else "unknown"
        yield Part("modify", path, precision, hunks=hunks)


def _with_hunks(part: Part, shown: str) -> Part:
    """A changed file of a patch with the hunks that were shown for it, if any."""
    if part.precision != "snippet":
        return part
    starts = [match.start() for match in _SECTION.finditer(shown)]
    for start, end in zip(starts, [*starts[1:], len(shown)], strict=False):
        section = shown[start:end]
        named = _NEW_PATH.search(section)
        wanted = part.path.replace("\\", "/").removeprefix("./").lstrip("/")
        if named is not None and f"/{named[1]}".endswith(f"/{wanted}"):
            hunks = hunks_in(section)
            return replace(part, precision="hunks", hunks=hunks) if hunks else part
    return part
