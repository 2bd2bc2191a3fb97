"""The git notes that another tool keeps about commits, and the sessions that they name."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence

from attrib.declared import GIT_AI_REF, LONGEST
from attrib.git.interface import Repository
from attrib.model.ids import Oid, RepoPath


def notes_of(repository: Repository, commits: Sequence[Oid]) -> Iterator[tuple[Oid, bytes]]:
    """The note of each commit that has one; a notes tree is flat, or fans out at two digits."""
    tip = repository.refs().get(os.fsencode(GIT_AI_REF)) if commits else None
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


def declared_in_note(content: bytes) -> list[str]:
    """The session IDs that a note of git-ai names; none where it is no such note."""
    _, found, rest = content.partition(b"\n---\n")
    try:
        document = json.loads(rest if found else content.removeprefix(b"---\n"))
    except (ValueError, RecursionError):
        return []
    prompts = document.get("prompts") if isinstance(document, dict) else None
    names: dict[str, None] = {}
    for prompt in prompts.values() if isinstance(prompts, dict) else ():
        agent = prompt.get("agent_id") if isinstance(prompt, dict) else None
        name = agent.get("id") if isinstance(agent, dict) else None
        if isinstance(name, str) and 0 < len(name) <= LONGEST:
            names[name] = None
    return list(names)
