"""The diffs of a tool call: what they hold of each file. Spec: ASR-454, ASR-455, ASR-456.

Version 2 lists the changes, with a git patch where the agent has one. Version 1 shows an old and a
new text, which are whole files from some agents and replaced strings from others: only where there
is no old text is the new one the whole file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import Row, text_at
from attrib.importers.common.patch_texts import Section, names_file, sections_of

_PRECISIONS = ("exact", "hunks", "snippet", "unknown")
_MOVES = ("move", "copy")

Change = dict[str, Any]


def diffs_in(content: object) -> list[Row]:
    """The diffs among the items of a tool call's content."""
    items = content if isinstance(content, list) else [content]
    return [item for item in items if isinstance(item, dict) and item.get("type") == "diff"]


def replaced_in(diffs: Iterable[Row]) -> dict[str, Any]:
    """The shown texts of diffs of version 1, as the input of the call that they belong to."""
    edits: list[dict[str, Any]] = [
        {name: diff[name] for name in ("path", "oldText", "newText") if name in diff}
        for diff in diffs
        if "changes" not in diff and isinstance(diff.get("newText"), str)
        if isinstance(diff.get("path"), str) and isinstance(diff.get("oldText"), str | None)
    ]
    if len(edits) == 1:
        return edits[0]
    return {"edits": edits} if edits else {}


def file_changes(
    diffs: Sequence[Row], draft: Draft, folder: str | None, *, is_applied: bool
) -> Iterator[dict[str, Any]]:
    """The members of the `file_change` records of these diffs, all but the status.

    What was not applied is told by path and operation alone.
    """
    shown: dict[str, list[Row]] = {}
    for diff in diffs:
        if "changes" in diff:
            made = _listed(diff, draft, folder, is_applied=is_applied)
            if made is not None:
                yield made
        elif path := text_at(diff, "path"):
            shown.setdefault(path, []).append(diff)
    for path, group in shown.items():
        ref = draft.ref(path, folder)
        if ref is not None:
            change, precision = _shown(group, ref, is_applied=is_applied)
            yield {"precision": precision, "changes": [change]}


def _shown(group: Sequence[Row], ref: Mapping[str, Any], *, is_applied: bool) -> tuple[Change, str]:
    """The change of one file as version 1 shows it, in one diff or several."""
    last = group[-1]
    old, new = group[0].get("oldText"), last.get("newText")
    if last.get("deleted") is True:
        return {"op": "delete", **ref}, "exact"
    change: Change = {"op": "modify" if isinstance(old, str) else "add", **ref, "fileType": "text"}
    if not is_applied or not isinstance(new, str) or not isinstance(old, str | None):
        return change, "unknown"
    if len(group) == 1 and old is None:
        return change | {"after": {"text": new}}, "exact"
    return change, "snippet"


def _listed(
    diff: Row, draft: Draft, folder: str | None, *, is_applied: bool
) -> dict[str, Any] | None:
    """The changes that version 2 lists, with the patch for them."""
    patch = diff.get("patch")
    text = text_at(patch, "text") if isinstance(patch, dict) else None
    is_git = isinstance(patch, dict) and patch.get("format") == "git_patch"
    sections = list(sections_of(text)) if text and is_git and is_applied else []
    found: list[Change] = []
    levels: list[str] = []
    listed = diff.get("changes")
    for item in listed if isinstance(listed, list) else ():
        made = _change(item, draft, folder) if isinstance(item, dict) else None
        if made is None or not isinstance(item, dict):
            continue
        section = _section_of(sections, item)
        level = _level(made["op"], section)
        if section is not None and section.text is not None and made["op"] == "add":
            made["after"] = {"text": section.text}
        found.append(made)
        levels.append(level)
    if not found:
        return None
    members: dict[str, Any] = {
        "precision": max(levels, key=_PRECISIONS.index),
        "changes": found,
    }
    if sections:
        members["patch"] = {"format": "git_patch", "text": text}
    return members


def _change(item: Row, draft: Draft, folder: str | None) -> Change | None:
    ref = draft.ref(text_at(item, "path"), folder)
    if ref is None:
        return None
    op = text_at(item, "operation") or "unknown"
    old: Change = {}
    if op in _MOVES:
        from_ref = draft.ref(text_at(item, "oldPath"), folder)
        if from_ref is None:
            op = "unknown"
        else:
            old = {"oldPath": from_ref["path"]}
            if from_ref["root"] != ref["root"]:
                old = {"oldRoot": from_ref["root"]} | old
    kinds = {name: item[name] for name in ("fileType", "mimeType") if text_at(item, name)}
    return {"op": op, **ref, **old, **kinds}


def _section_of(sections: Sequence[Section], item: Row) -> Section | None:
    """The one section of the patch that speaks of a change."""
    path = text_at(item, "path") or ""
    found = [s for s in sections if names_file(s.new if s.new is not None else s.old, path)]
    return found[0] if len(found) == 1 else None


def _level(op: str, section: Section | None) -> str:
    if op == "delete":
        return "exact"
    if section is None:
        return "unknown"
    if (op == "add" and section.text is not None) or (op == "move" and section.is_pure):
        return "exact"
    return "hunks" if section.has_hunks else "unknown"
