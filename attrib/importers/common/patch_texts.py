"""Git patches as agents record them: what they hold of each file, and nothing more.

A file that a patch adds from nothing stands in it whole; a changed one in hunks. What is cut, or
binary, or does not count as its header says, holds nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from attrib.patches import FilePatch, parse_git_patch

_FILES = re.compile(r"^(?=diff --git )", re.M)
_ADDED = re.compile(r"^@@ -0,0 \+1(?:,(\d{1,9}))? @@", re.M)
_BINARY = re.compile(r"^(?:GIT binary patch|Binary files )", re.M)


@dataclass(frozen=True, slots=True)
class Section:
    """What a patch holds of one file: its paths as they stand there, without `a/` and `b/`.

    `text` is the whole content of an added file. `is_pure` is true for a file that moved as it is.
    """

    old: str | None
    new: str | None
    has_hunks: bool
    text: str | None
    is_pure: bool


def sections_of(patch: str) -> Iterator[Section]:
    """The files of a patch, in order."""
    parts = [part for part in _FILES.split(patch) if part.startswith("diff --git ")] or [patch]
    for part in parts:
        found = list(parse_git_patch(part.encode("utf-8", "surrogatepass")))
        whole = part if len(found) == 1 and not _BINARY.search(part) else ""
        for file in found:
            yield Section(
                _name(file.old_path),
                _name(file.new_path),
                bool(file.hunks),
                _added(file, whole),
                not file.hunks and "\nsimilarity index 100%" in whole and "\nrename to " in whole,
            )


def names_file(section_path: str | None, path: str) -> bool:
    """True where a path of a patch is this absolute path, or its end."""
    if not section_path:
        return False
    given, wanted = section_path.replace("\\", "/").lstrip("/"), path.lstrip("/")
    return wanted == given or wanted.endswith("/" + given)


def _added(file: FilePatch, part: str) -> str | None:
    """The content of a file that a patch adds from nothing, where all of it stands there."""
    head = _ADDED.search(part)
    if head is None or file.old_path is not None or len(file.hunks) != 1:
        return None
    lines = file.hunks[0].lines
    count = int(head[1]) if head[1] is not None else 1
    if len(lines) != count or any(tag != b"+" for tag, _ in lines):
        return None
    content = b"".join(line for _, line in lines)
    return content.decode("utf-8", "surrogatepass")


def _name(path: bytes | None) -> str | None:
    return None if path is None else path.decode("utf-8", "replace")
