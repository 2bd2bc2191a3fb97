"""The single-repository way, and the fleet's, as rows that can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrib.answers.commits import commits
from attrib.fleet.committed import name_of
from attrib.fleet.parts import Folder
from attrib.fleet.tables import LINKS
from attrib.fleet.units import evidence_row
from attrib.opening import Options, open_repository, open_workspace
from attrib.reading import ReadResult
from attrib.stores import Store

#: One piece of evidence with every word that is said of it.
Row = tuple[tuple[str, object], ...]


def single_rows(
    repository: Path, stores: Sequence[Store], *, read: ReadResult | None = None
) -> list[Row]:
    """What `attrib commit` says of every commit of a repository; `read` is what stores hold."""
    opened = open_repository(repository)
    try:
        workspace = open_workspace(Options(), opened, stores=stores, read=read)
        oids = [commit.oid for commit in opened.history()]
        name = name_of(opened)
        return sorted(
            _row(evidence_row(name, report.commit, item))
            for report in commits(workspace, oids).commits
            for link in report.links
            for item in link.evidence
        )
    finally:
        opened.close()


def fleet_rows(folder: Path) -> list[Row]:
    """All links of a fleet."""
    found = Folder(folder)
    names = [
        part
        for manifest in found.manifests("matches").values()
        for part in manifest.parts
        if "/links-" in part
    ]
    return sorted(map(_row, found.read(sorted(names), LINKS).to_pylist()))


def _row(row: dict[str, object]) -> Row:
    return tuple((name, repr(value)) for name, value in sorted(row.items()))
