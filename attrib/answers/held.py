"""A file as a commit holds it, with git's blame, and the evidence for some of its lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from attrib.answers.blame import blame
from attrib.errors import AttribError, ObjectMissingError, RevisionError
from attrib.model.blame import BlameEntry
from attrib.model.commits import TreeEntry
from attrib.model.ids import Oid, RepoPath
from attrib.model.reports import BlameReport
from attrib.patches import split_lines
from attrib.workspace import Workspace

#: The content of a larger file is not read.
MOST_BYTES = 10 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class HeldFile:
    """A file of a commit: its lines without their ends, and the runs of git's blame in order."""

    path: RepoPath
    commit: Oid
    entry: TreeEntry
    size: int
    is_binary: bool
    lines: tuple[bytes, ...]
    entries: tuple[BlameEntry, ...]


def held_file(workspace: Workspace, path: RepoPath, revision: str | None) -> HeldFile:
    """The file that a revision holds at a path; without a revision, HEAD.

    Raises:
        RevisionError: the revision names no commit, or holds no file there.
        ObjectMissingError: its content is not here.
        AttribError: it is larger than `MOST_BYTES`.
    """
    repository = workspace.repository
    asked = revision or "HEAD"
    commit = repository.resolve([asked])[asked]
    if commit is None:
        raise RevisionError(f"bad revision '{asked}'", hint="git log --oneline --all")
    place = (commit, path)
    entry = repository.files_at([place])[place]
    name = path.decode("utf-8", "replace")
    if entry is None or entry.is_gitlink:
        raise RevisionError(f"no file '{name}' in '{asked}'", hint=f"git ls-tree -r {asked}")
    size = repository.sizes_of([entry.oid]).get(entry.oid)
    if size is not None and size > MOST_BYTES:
        raise AttribError(f"'{name}' is larger than {MOST_BYTES // 1024 // 1024} MiB")
    content = repository.read_blobs([entry.oid]).get(entry.oid)
    if content is None:
        raise ObjectMissingError(f"no object '{entry.oid}' here", hint="git fetch --unshallow")
    is_binary = b"\0" in content[:8000]
    lines = tuple(line.removesuffix(b"\n") for line in split_lines(content))
    entries = () if is_binary else tuple(repository.blame_at([place]).get(place, ()))
    return HeldFile(path, commit, entry, len(content), is_binary, lines, entries)


def blame_held(
    workspace: Workspace, file: HeldFile, revision: str | None, first: int, last: int
) -> BlameReport:
    """The evidence for the lines `first` to `last` of a file."""
    entries = list(_between(file.entries, first, last))
    lines = [
        line
        for entry in entries
        for line in file.lines[entry.first - 1 : entry.first - 1 + entry.count]
    ]
    return blame(workspace, file.path, revision, entries, lines)


def _between(entries: Sequence[BlameEntry], first: int, last: int) -> Iterator[BlameEntry]:
    """The parts of the entries that speak of these lines."""
    for entry in entries:
        start, end = max(entry.first, first), min(entry.first + entry.count - 1, last)
        if start <= end:
            ahead = start - entry.first
            yield replace(
                entry, first=start, count=end - start + 1, origin_first=entry.origin_first + ahead
            )
