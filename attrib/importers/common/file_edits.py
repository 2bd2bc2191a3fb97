"""What a call of an edit tool says of one file, and the `file_change` that it becomes.

Spec: ASR-454, ASR-455.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attrib.importers.common.drafts import Draft
from attrib.importers.common.uris import ref_of
from attrib.v4a import FileEdit


@dataclass(frozen=True, slots=True)
class Edit:
    """How a file changed: native path, operation, precision, and what is known of the texts."""

    path: str
    op: str
    precision: str
    before: str | None = None
    after: str | None = None
    patch: str | None = None
    old_path: str | None = None


def of_patch(edit: FileEdit, *, is_applied: bool = True) -> Edit:
    """An edit as a V4A patch asks for it: a snippet but for added and deleted files.

    Of one that was not applied nothing but the file counts.
    """
    if edit.op == "delete":
        return Edit(edit.path, "delete", "exact")
    if not is_applied:
        return Edit(edit.path, edit.op, "unknown", old_path=edit.old_path)
    if edit.op == "add":
        return Edit(edit.path, "add", "exact", after=edit.content)
    return Edit(edit.path, edit.op, "snippet", old_path=edit.old_path)


def change_record(
    edit: Edit, status: str, draft: Draft, folder: str | None
) -> dict[str, Any] | None:
    """The `file_change` of one file; `None` where its path cannot be made absolute."""
    ref = ref_of(draft.roots, edit.path, folder)
    if ref is None:
        return None
    change: dict[str, Any] = {"op": edit.op, **ref, "fileType": "text"}
    if edit.op == "move":
        old = ref_of(draft.roots, edit.old_path, folder) if edit.old_path else None
        if old is None:
            change["op"] = "unknown"
        else:
            root = {} if old["root"] == ref["root"] else {"oldRoot": old["root"]}
            change |= root | {"oldPath": old["path"]}
    for name, text in (("before", edit.before), ("after", edit.after)):
        if text is not None:
            change[name] = {"text": text}
    record: dict[str, Any] = {"type": "file_change", "status": status, "precision": edit.precision}
    patch = {"patch": {"format": "unified", "text": edit.patch}} if edit.patch else {}
    return record | {"changes": [change]} | patch
