"""The git notes that another tool keeps about commits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrib.git.interface import Repository
from attrib.model.ids import Oid, RepoPath

#: A note beyond this size in bytes is not read.
LARGEST_NOTE = 4 * 1024 * 1024


def notes_of(
    repository: Repository, tip: Oid | None, commits: Sequence[Oid]
) -> Iterator[tuple[Oid, bytes | None]]:
    """The note of each commit that has one at the tip of a notes reference.

    `None` where it is not here or too long. A notes tree is flat, or fans out at two digits.
    """
    if tip is None:
        return
    places = {(tip, path): oid for oid in commits for path in _fanned(oid)}
    entries = repository.files_at(places)
    blobs = {places[place]: entry.oid for place, entry in entries.items() if entry is not None}
    sizes = repository.sizes_of(blobs.values())
    contents = repository.read_blobs(oid for oid, size in sizes.items() if size <= LARGEST_NOTE)
    for oid in commits:
        if oid in blobs:
            yield oid, contents.get(blobs[oid])


def _fanned(oid: Oid) -> Iterator[RepoPath]:
    yield RepoPath(oid.encode())
    yield RepoPath(f"{oid[:2]}/{oid[2:]}".encode())
    yield RepoPath(f"{oid[:2]}/{oid[2:4]}/{oid[4:]}".encode())
