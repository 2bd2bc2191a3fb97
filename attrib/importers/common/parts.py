"""What a source records of the files that one edit changed, as the members of a `file_change`.

Spec: ASR-454 to ASR-456, ASR-475.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from attrib.importers.common.places import Roots, joined, portable
from attrib.importers.common.uris import is_uri, native_of, ref_of
from attrib.v4a import FileEdit

#: From the most precise level to the least.
_PRECISIONS = ("exact", "hunks", "snippet", "unknown")
_HUNK = re.compile(r"^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@", re.M)
_QUOTED = re.compile(r'[\x00-\x1f\x7f"\\]')


@dataclass(frozen=True, slots=True)
class Part:
    """How one file changed: paths as the source spells them, and how precisely it is known.

    `hunks` are unified hunks from the first `@@` on.
    """

    op: str
    path: str
    precision: str
    old_path: str | None = None
    before: str | None = None
    after: str | None = None
    hunks: str | None = None


@dataclass(frozen=True, slots=True)
class Members:
    """Members of a `file_change` (none where no file could be placed), and what was not placed."""

    members: Mapping[str, Any]
    unplaced: tuple[str, ...]


def hunks_in(diff: str) -> str | None:
    """The numbered hunks that a diff of one file begins with; `None` where it has none.

    What stands before the first one, and after the lines that the last one's head counts, is not
    a part of them.
    """
    found = _HUNK.search(diff)
    if found is None:
        return None
    kept: list[str] = []
    old = new = 0
    for line in diff[found.start() :].split("\n"):
        head = _HUNK.match(line) if old <= 0 and new <= 0 else None
        if head is not None:
            old, new = (int(count if count is not None else 1) for count in head.groups())
        elif old <= 0 and new <= 0 and not line.startswith("\\"):
            break
        elif not line.startswith("\\"):
            old -= line[:1] != "+"
            new -= line[:1] != "-"
        kept.append(line)
    return "\n".join(kept) + "\n"


def parts_of(edits: Iterable[FileEdit], *, is_applied: bool = True) -> list[Part]:
    """The files of a V4A patch: added ones are whole, of changed ones the lines are known.

    Of a patch that was not applied nothing but the files counts.
    """
    return [_part_of(edit, is_applied=is_applied) for edit in edits]


def _part_of(edit: FileEdit, *, is_applied: bool) -> Part:
    if edit.op == "delete":
        return Part("delete", edit.path, "exact")
    if not is_applied:
        return Part(edit.op, edit.path, "unknown", edit.old_path)
    is_whole = edit.op == "add" or (edit.op == "move" and not edit.chunks)
    precision = "exact" if is_whole else "snippet"
    return Part(edit.op, edit.path, precision, edit.old_path, after=edit.content)


def least_of(precisions: Iterable[str]) -> str:
    """The least precise of these."""
    return max(precisions, key=_PRECISIONS.index)


def members_of(parts: Sequence[Part], roots: Roots, folder: str | None) -> Members:
    """Precision, changes and patch of one `file_change`, whose relative paths are of a folder.

    A file whose path cannot be written as ASR asks is left out, and `moreFiles` says so.
    """
    placed: list[tuple[Part, Mapping[str, Any]]] = []
    unplaced: list[str] = []
    for part in parts:
        change = _change(part, roots, folder)
        if change is None:
            unplaced.append(part.path)
        else:
            placed.append((part, change))
    if not placed:
        return Members({}, tuple(unplaced))
    precision = least_of(part.precision for part, _ in placed)
    members: dict[str, Any] = {
        "precision": precision,
        "changes": [change for _, change in placed],
    }
    patch = _patch([part for part, _ in placed], folder)
    if patch is not None:
        members["patch"] = patch
    if unplaced:
        members["moreFiles"] = True
    return Members(members, tuple(unplaced))


def moved_from(old: Mapping[str, Any], place: Mapping[str, Any]) -> dict[str, Any]:
    """The members that say where a file was before, by both PathRefs."""
    root = {} if old["root"] == place["root"] else {"oldRoot": old["root"]}
    return root | {"oldPath": old["path"]}


def _change(part: Part, roots: Roots, folder: str | None) -> Mapping[str, Any] | None:
    place = ref_of(roots, part.path, folder)
    old = ref_of(roots, part.old_path, folder) if part.old_path is not None else None
    if place is None or (part.old_path is not None and old is None):
        return None
    change: dict[str, Any] = {"op": part.op, **place}
    if part.op != "delete" or part.before is not None:
        # A file of any kind can be deleted; what else is edited or shown is text.
        change["fileType"] = "text"
    if old is not None:
        change |= moved_from(old, place)
    if part.before is not None:
        change["before"] = {"text": part.before}
    if part.after is not None:
        change["after"] = {"text": part.after}
    return change


def _patch(parts: Sequence[Part], folder: str | None) -> dict[str, str] | None:
    """The recorded hunks: bare for one file, under the files' absolute paths for several."""
    known = [part for part in parts if part.hunks]
    if len(parts) == 1 and known:
        return {"format": "unified", "text": known[0].hunks or ""}
    sections = [_section(part, folder) for part in known]
    return {"format": "git_patch", "text": "".join(sections)} if sections else None


def _section(part: Part, folder: str | None) -> str:
    old, new = (_header(path, folder) for path in (part.old_path or part.path, part.path))
    hunks = part.hunks or ""
    end = "" if hunks.endswith("\n") else "\n"
    return f"diff --git {old} {new}\n--- {old}\n+++ {new}\n{hunks}{end}"


def _header(path: str, folder: str | None) -> str:
    """A path as the head of a patch has it: absolute, as it is known that it can be."""
    native = native_of(path) if is_uri(path) else joined(folder, path)
    return _quoted(portable(native or path) or path)


def _quoted(path: str) -> str:
    """A path as git writes it in a patch."""
    if not _QUOTED.search(path):
        return path
    return '"' + _QUOTED.sub(lambda match: f"\\{ord(match[0]):03o}", path) + '"'
