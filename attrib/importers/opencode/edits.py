"""What an edit tool of OpenCode says of files. Spec: ASR-454, ASR-455.

A diff that the product keeps for display has lost the indentation that all its lines share. It is
used only where the replacing text shows that nothing was lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrib.importers.common.lines import Row, mapping_at, text_at
from attrib.importers.common.parts import Part, hunks_in, parts_of
from attrib.v4a import FileEdit, edits_in

TOOLS = frozenset({"write", "edit", "multiedit", "apply_patch", "patch"})
_MEMBERS = ("filePath", "content", "oldString", "newString", "replaceAll", "patchText")
_OPS = {"add": "add", "update": "modify", "delete": "delete", "move": "move"}
_FILES = re.compile(r"^(?=Index: )", re.M)
_NAME = re.compile(r"^(?:---|\+\+\+) ([^\t\n]+)", re.M)


def input_of(given: Row) -> dict[str, Any]:
    """The members of a call's input that say what it edits."""
    found = {name: given[name] for name in _MEMBERS if isinstance(given.get(name), str | bool)}
    edits = given.get("edits")
    if isinstance(edits, list):
        found["edits"] = [input_of({**each, "edits": None}) for each in edits if _is_row(each)]
    return found


def parts_changed(tool: str, given: Row, metadata: Row) -> list[Part]:
    """The edits of a completed call, one a file."""
    match tool:
        case "write":
            return list(_written(given, metadata))
        case "edit" | "multiedit":
            return list(_edited(given, metadata))
        case _:
            return list(_patched(given, metadata))


def parts_asked(tool: str, given: Row) -> list[Part]:
    """The files that a call without success was to change, of which nothing more is known."""
    if tool in ("apply_patch", "patch"):
        return parts_of(edits_in(text_at(given, "patchText") or ""), is_applied=False)
    path = text_at(given, "filePath")
    return [Part("modify", path, "unknown")] if path else []


def _written(given: Row, metadata: Row) -> Iterator[Part]:
    path = text_at(metadata, "filepath") or text_at(given, "filePath")
    content, exists = given.get("content"), metadata.get("exists")
    if path is None:
        return
    op = "add" if exists is False else "modify"
    if isinstance(content, str):
        yield Part(op, path, "exact", after=content)
    else:
        yield Part(op, path, "unknown")


def _edited(given: Row, metadata: Row) -> Iterator[Part]:
    results = metadata.get("results")
    found = [row for row in results if _is_row(row)] if isinstance(results, list) else [metadata]
    diffs = [mapping_at(row, "filediff") for row in found]
    first, last = (diffs[0], diffs[-1]) if diffs else ({}, {})
    path = text_at(given, "filePath") or text_at(last, "file", "path")
    if path is None:
        return
    before, after = first.get("before"), last.get("after")
    fills = given.get("oldString") == ""
    if isinstance(before, str) and isinstance(after, str):
        # A file that is filled may have been there or not, with any text.
        yield Part("modify", path, "exact", before=None if fills else before, after=after)
    elif fills and isinstance(given.get("newString"), str):
        yield Part("modify", path, "exact", after=given["newString"])
    else:
        yield _with_hunks(path, text_at(last, "patch") or text_at(metadata, "diff"), given)


def _with_hunks(path: str, diff: str | None, given: Mapping[str, Any]) -> Part:
    hunks = hunks_in(diff) if diff else None
    if hunks and _is_whole(hunks, given):
        return Part("modify", path, "hunks", hunks=hunks)
    return Part("modify", path, "snippet")


def _patched(given: Row, metadata: Row) -> Iterator[Part]:
    asked = edits_in(text_at(given, "patchText") or "")
    files = metadata.get("files")
    listed = [row for row in files if _is_row(row)] if isinstance(files, list) else []
    if not listed:
        yield from parts_of(asked)
        return
    whole = _FILES.split(text_at(metadata, "patch") or "")
    for row in listed:
        made = _listed(row, asked, whole)
        if made is not None:
            yield made


def _listed(row: Row, asked: Sequence[FileEdit], whole: Sequence[str]) -> Part | None:
    """The edit of one file as the result lists it."""
    native, kind = text_at(row, "filePath"), row.get("type")
    op = _OPS.get(kind, "unknown") if isinstance(kind, str) else "unknown"
    moved = text_at(row, "movePath") if op == "move" else None
    path = moved or native
    if path is None or native is None:
        return None
    if op == "move" and moved is None:
        op = "modify"
    old = native if op == "move" else None
    before, after = row.get("before"), row.get("after")
    if op == "delete":
        return Part(op, path, "exact", before=before if isinstance(before, str) else None)
    if isinstance(after, str):
        known = before if isinstance(before, str) and op != "add" else None
        return Part(op, path, "exact", old, known, after)
    if op == "add":
        return _added(path, asked)
    parts = [part for part in whole if native in _NAME.findall(part)]
    hunks = hunks_in(parts[0]) if len(parts) == 1 else None
    return Part(op, path, "hunks" if hunks else "snippet", hunks=hunks, old_path=old)


def _added(path: str, asked: Sequence[FileEdit]) -> Part:
    fitting = [
        edit
        for edit in asked
        if edit.op == "add" and f"/{path}".replace("\\", "/").endswith(f"/{edit.path}")
    ]
    content = fitting[0].content if len(fitting) == 1 else None
    return Part("add", path, "unknown" if content is None else "exact", after=content)


def _is_whole(hunks: str, given: Mapping[str, Any]) -> bool:
    """True where every line of a replaced text stands in the hunks with its indentation."""
    for name, tags in (("newString", "+ "), ("oldString", "- ")):
        text = given.get(name)
        lines = text.replace("\r\n", "\n").split("\n")[1:] if isinstance(text, str) else []
        held = [line[1:] for line in hunks.split("\n") if line[:1] in tags and line]
        # The first line may begin, and the last one end, inside of a line of the file.
        inner, last = [line for line in lines[:-1] if line.strip()], lines[-1:]
        wanted = [line for line in last if line.strip()]
        if inner or wanted:
            return set(inner) <= set(held) and all(
                any(line.startswith(text) for line in held) for text in wanted
            )
    return False


def _is_row(value: object) -> bool:
    return isinstance(value, dict)
