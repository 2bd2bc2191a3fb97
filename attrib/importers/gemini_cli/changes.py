"""What a call of `write_file` or `replace` says of its file.

Gemini CLI compares and records texts with line feeds, and puts CRLF back when it writes the file;
so no content is hashed into an object ID here. Spec: ASR-451, ASR-455, ASR-460.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from attrib.importers.common.lines import Row, mapping_at, text_at
from attrib.importers.common.parts import Part
from attrib.importers.gemini_cli.rows import output_of

EDIT_TOOLS = frozenset({"write_file", "replace"})
STATUSES = {"success": "applied", "error": "failed", "cancelled": "skipped"}
#: What the input of an edit holds of it; the rest is prose for the model.
_KEPT = {
    "file_path": str,
    "content": str,
    "old_string": str,
    "new_string": str,
    "allow_multiple": bool,
    "expected_replacements": int,
}
_SAID = re.compile(
    r"(?P<new>Successfully created and \w+ to new file|Created new file)?"
    r"(?:Successfully (?:overwrote|modified) file)?: (?P<path>.+?)"
    r"(?=\.(?:\s|\Z)| \(\d+ replacements?\)| with provided content|\Z)"
)


def given_to(call: Row) -> dict[str, Any]:
    """The input of an edit, as far as it says what became of the file."""
    args = mapping_at(call, "args")
    return {name: args[name] for name, kind in _KEPT.items() if isinstance(args.get(name), kind)}


def part_of(call: Row) -> Part | None:
    """How the file changed, or was to change; `None` where no path is recorded."""
    args, shown = mapping_at(call, "args"), mapping_at(call, "resultDisplay")
    path = text_at(shown, "filePath") or text_at(args, "file_path") or said_path(call)
    if path is None:
        return None
    if STATUSES.get(str(call.get("status"))) != "applied":
        return Part("modify", path, "unknown")
    if isinstance(shown.get("newContent"), str):
        return _shown(path, shown)
    if call.get("name") == "write_file":
        content = args.get("content")
        text = content if isinstance(content, str) else None
        return Part(_op(call), path, "exact" if text is not None else "unknown", after=text)
    if args.get("old_string") == "" and _op(call) == "add":
        text = args.get("new_string")
        return Part("add", path, "exact", after=text) if isinstance(text, str) else None
    return Part("modify", path, "snippet" if _has_strings(args) else "unknown")


def _shown(path: str, shown: Mapping[str, Any]) -> Part:
    """The whole contents, as they were shown as a diff."""
    before, after = shown.get("originalContent"), shown["newContent"]
    if shown.get("isNewFile") is True or before is None:
        return Part("add", path, "exact", after=after)
    text = before if isinstance(before, str) else None
    # Without a word on it, an empty text may stand for a file that was not there.
    op = "modify" if text or shown.get("isNewFile") is False else "unknown"
    return Part(op, path, "exact", before=text if op == "modify" else None, after=after)


def _op(call: Row) -> str:
    said = _SAID.match(output_of(call))
    if said is None:
        return "unknown"
    return "add" if said["new"] else "modify"


def said_path(call: Row) -> str | None:
    """The file that the output of an edit names, which is an absolute path."""
    said = _SAID.match(output_of(call))
    return said["path"] if said is not None else None


def _has_strings(args: Row) -> bool:
    return all(isinstance(args.get(name), str) for name in ("old_string", "new_string"))
