"""The diffs of a tool call: what they hold of each file. Spec: ASR-454, ASR-455, ASR-456.

Version 2 lists the changes, with a git patch where the agent has one. Version 1 shows an old and a
new text, which are whole files from some agents and replaced strings from others: only where there
is no old text is the new one the whole file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import Row, text_at
from attrib.importers.common.parts import Part, least_of, moved_from
from attrib.importers.common.patch_texts import Section, names_file, sections_of

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


class Changes:
    """Reads diffs shown at a place; what was not applied is told by path and operation alone."""

    def __init__(self, draft: Draft, folder: str | None, place: str, *, is_applied: bool) -> None:
        self._draft = draft
        self._folder = folder
        self._place = place
        self._is_applied = is_applied

    def members_of(self, diffs: Iterable[Row]) -> Iterator[dict[str, Any]]:
        """The members of the `file_change` records of these diffs, all but the status."""
        shown: dict[str, list[Row]] = {}
        for diff in diffs:
            if "changes" in diff:
                made = self._listed(diff)
                if made is not None:
                    yield made
            elif path := text_at(diff, "path"):
                shown.setdefault(path, []).append(diff)
        for path, group in shown.items():
            yield from self._shown(path, group)

    def _shown(self, path: str, group: Sequence[Row]) -> Iterator[dict[str, Any]]:
        """The change of one file as version 1 shows it, in one diff or several."""
        part = _part_of(path, group, is_applied=self._is_applied)
        made = self._draft.changes([part], self._folder, self._place)
        if made:
            yield made

    def _listed(self, diff: Row) -> dict[str, Any] | None:
        """The changes that version 2 lists, with the patch for them."""
        patch = diff.get("patch")
        text = text_at(patch, "text") if isinstance(patch, dict) else None
        is_git = isinstance(patch, dict) and patch.get("format") == "git_patch"
        sections = list(sections_of(text)) if text and is_git and self._is_applied else []
        found: list[Change] = []
        levels: list[str] = []
        items = diff.get("changes")
        listed = [item for item in (items if isinstance(items, list) else ()) if _is_row(item)]
        for item in listed:
            made = self._change(item)
            if made is None:
                continue
            section = _section_of(sections, item)
            levels.append(_level(made["op"], section))
            if section is not None and section.text is not None and made["op"] == "add":
                made["after"] = {"text": section.text}
            found.append(made)
        if not found:
            return None
        members: dict[str, Any] = {"precision": least_of(levels), "changes": found}
        if sections:
            members["patch"] = {"format": "git_patch", "text": text}
        return members | ({"moreFiles": True} if len(found) < len(listed) else {})

    def _change(self, item: Row) -> Change | None:
        path = text_at(item, "path") or ""
        ref = self._draft.ref(path, self._folder)
        if ref is None:
            self._draft.unplaced(path, self._place)
            return None
        op = text_at(item, "operation") or "unknown"
        old: Change = {}
        if op in _MOVES:
            from_ref = self._draft.ref(text_at(item, "oldPath"), self._folder)
            op = "unknown" if from_ref is None else op
            old = {} if from_ref is None else moved_from(from_ref, ref)
        kinds = {name: item[name] for name in ("fileType", "mimeType") if text_at(item, name)}
        return {"op": op, **ref, **old, **kinds}


def _part_of(path: str, group: Sequence[Row], *, is_applied: bool) -> Part:
    last = group[-1]
    old, new = group[0].get("oldText"), last.get("newText")
    if last.get("deleted") is True:
        return Part("delete", path, "exact")
    op = "modify" if isinstance(old, str) else "add"
    if not is_applied or not isinstance(new, str) or not isinstance(old, str | None):
        return Part(op, path, "unknown")
    if len(group) == 1 and old is None:
        return Part(op, path, "exact", after=new)
    return Part(op, path, "snippet")


def _is_row(value: object) -> bool:
    return isinstance(value, dict)


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
