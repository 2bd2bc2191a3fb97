"""What commits declare: their trailers, and the notes that another tool keeps about them."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from attrib.declared import GIT_AI_KEY, GIT_AI_REF, SESSION_KEYS, declared_in, declared_in_note
from attrib.model.audit import Declaration
from attrib.model.ids import Oid, RepoPath
from attrib.workspace import Workspace

_KEYS = frozenset(SESSION_KEYS.values())


def declarations_of(
    workspace: Workspace, commits: Sequence[Oid]
) -> Mapping[Oid, Sequence[Declaration]]:
    """The declarations of each commit that has any: trailers in order, then notes."""
    found: defaultdict[Oid, list[Declaration]] = defaultdict(list)
    for oid, message in workspace.repository.messages_of(commits).items():
        for key, value in declared_in(message):
            found[oid].append(Declaration(key, value, key in _KEYS))
    for oid, content in _notes(workspace, commits):
        for name in declared_in_note(content):
            found[oid].append(Declaration(GIT_AI_KEY, name, True, GIT_AI_REF))
    return found


def _notes(workspace: Workspace, commits: Sequence[Oid]) -> Iterator[tuple[Oid, bytes]]:
    """The note of each commit that has one; a notes tree is flat, or fans out at two digits."""
    repository = workspace.repository
    tip = repository.refs().get(os.fsencode(GIT_AI_REF))
    if tip is None:
        return
    places = {(tip, path): oid for oid in commits for path in _fanned(oid)}
    entries = repository.files_at(places)
    blobs = {places[place]: entry.oid for place, entry in entries.items() if entry is not None}
    contents = repository.read_blobs(blobs.values())
    for oid in commits:
        if oid in blobs and blobs[oid] in contents:
            yield oid, contents[blobs[oid]]


def _fanned(oid: Oid) -> Iterator[RepoPath]:
    yield RepoPath(oid.encode())
    yield RepoPath(f"{oid[:2]}/{oid[2:]}".encode())
    yield RepoPath(f"{oid[:2]}/{oid[2:4]}/{oid[4:]}".encode())
