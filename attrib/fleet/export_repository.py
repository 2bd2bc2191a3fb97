"""One repository as parts: all of it once, then what is new since the tips of the last time."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from attrib.errors import GitError
from attrib.fleet.committed import (
    commits_at_tips,
    ends_of,
    form_rows,
    history_rows,
    location_of,
    name_of,
    state_of,
    told_rows,
    worktree_rows,
)
from attrib.fleet.parts import Folder, Manifest
from attrib.fleet.recorded import Row
from attrib.fleet.spelling import part_name
from attrib.fleet.tables import TABLES
from attrib.git.interface import Repository
from attrib.model.ids import Oid

#: So many rows of blobs make a part.
_MOST_ROWS = 1_000_000

#: Small tables, written whole each time.
_WHOLE = ("repositories", "worktrees", "held", "told")


@dataclass(frozen=True, slots=True)
class ExportedRepository:
    """What an export of one repository did: `manner` is `whole`, `new`, or `nothing new`."""

    name: str
    manner: str
    commits: int
    parts: int


def export_repository(
    folder: Folder, repository: Repository, *, forms: bool = False
) -> ExportedRepository:
    """Write what is new of a repository; all of it where history was rewritten or parts are gone.

    Raises:
        GitError: git cannot read its history.
    """
    name = name_of(repository)
    stem = part_name(name)
    before = folder.manifests("repositories").get(stem)
    tips = commits_at_tips(repository)
    kept = _kept(folder, before, repository, tips, forms=forms)
    manifest = Manifest(name, dict(kept.parts) if kept else {})
    exclude = [Oid(oid) for oid in kept.state["tips"]] if kept else []
    counts = _write_history(folder, manifest, repository, stem, tips, exclude, forms=forms)
    _write_small(folder, manifest, repository, stem)
    manifest.state = {"tips": tips, "forms": forms, "ends": ends_of(repository)}
    folder.keep("repositories", stem, manifest)
    manner = "whole" if kept is None else ("new" if counts else "nothing new")
    return ExportedRepository(name, manner, counts, len(manifest.parts))


def _kept(
    folder: Folder,
    before: Manifest | None,
    repository: Repository,
    tips: Sequence[Oid],
    *,
    forms: bool,
) -> Manifest | None:
    """What stays of the last export; `None` where all has to be written anew."""
    if before is None or before.state.get("forms", False) != forms:
        return None
    if "tips" not in before.state or before.state.get("ends") != ends_of(repository):
        return None
    history = {
        name: found for name, found in before.parts.items() if name.split("/")[1] not in _WHOLE
    }
    if not all(folder.is_whole(name, found) for name, found in history.items()):
        return None
    old = [Oid(oid) for oid in before.state.get("tips", ())]
    with suppress(GitError):
        if len(repository.commits(old)) == len(old):
            gone = next(iter(repository.packed_history(old, exclude=tips)), None) if old else None
            if gone is None:
                return replace(before, parts=history)
    return None


def _write_history(
    folder: Folder,
    manifest: Manifest,
    repository: Repository,
    stem: str,
    tips: Sequence[Oid],
    exclude: Sequence[Oid],
    *,
    forms: bool,
) -> int:
    commits: list[Row] = []
    blobs: list[Row] = []
    count = 0
    number = sum(name.startswith("tables/commits/") for name in manifest.parts)

    def flush() -> None:
        nonlocal number
        where = f"{stem}/part-{number:05}"
        folder.write_rows(manifest, "commits", where, commits)
        folder.write_rows(manifest, "blobs", where, blobs)
        if forms:
            rows = list(form_rows(manifest.name, repository, blobs))
            folder.write_rows(manifest, "forms", where, rows)
        number += bool(commits)
        commits.clear()
        blobs.clear()

    if tips and set(tips) != set(exclude):
        found = repository.packed_history(tips, exclude=exclude)
        for commit, rows in history_rows(manifest.name, found):
            commits.append(commit)
            blobs += rows
            count += 1
            if len(blobs) >= _MOST_ROWS:
                flush()
    flush()
    return count


def _write_small(folder: Folder, manifest: Manifest, repository: Repository, stem: str) -> None:
    names = [name for name in manifest.parts if name.startswith("tables/commits/")]
    found = folder.read(names, TABLES["commits"]).column("commit").to_pylist()
    reached = set(found)
    rows = {
        "repositories": [
            {
                "repository": manifest.name,
                "location": location_of(repository),
                "format": repository.object_format,
                "digest": state_of(repository),
            }
        ],
        "worktrees": list(worktree_rows(manifest.name, repository)),
        "held": [
            {"repository": manifest.name, "commit": oid}
            for each in repository.every_commit()
            if (oid := bytes.fromhex(each)) not in reached
        ],
        "told": list(told_rows(manifest.name, repository, [Oid(oid.hex()) for oid in found])),
    }
    for table in _WHOLE:
        folder.write_rows(manifest, table, f"{stem}/all", rows[table])
