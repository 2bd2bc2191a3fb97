"""Repositories and stores into the folder of a fleet: one that fails ends no other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from attrib.errors import AttribError
from attrib.fleet.export_repository import export_repository
from attrib.fleet.export_sessions import export_sessions
from attrib.fleet.parts import Folder
from attrib.fleet.units import EXPECTED
from attrib.model.fleet import FleetExport, FleetExported, FleetFailure
from attrib.opening import open_repository
from attrib.stores import open_store


def export(
    folder: Folder, repositories: Iterable[Path], stores: Iterable[Path], *, forms: bool = False
) -> FleetExport:
    """Write what is new in repositories, in the stores in them, and in the given stores.

    Raises:
        FleetError: the folder is no fleet's.
    """
    folder.prepare()
    with folder.at_work():
        return _exported(folder, repositories, stores, forms=forms)


def _exported(
    folder: Folder, repositories: Iterable[Path], stores: Iterable[Path], *, forms: bool
) -> FleetExport:
    exported: list[FleetExported] = []
    failures: list[FleetFailure] = []
    notices: list[str] = []
    kept = list(stores)
    for place in repositories:
        try:
            repository = open_repository(place)
            try:
                found = export_repository(folder, repository, forms=forms)
                own = Path(repository.common_dir, "attrib", "sessions")
            finally:
                repository.close()
        except EXPECTED as error:
            failures.append(FleetFailure(str(place), _words(error)))
            continue
        exported.append(FleetExported(str(place), found.manner, found.commits, "commit"))
        kept += [own] if own.is_dir() else []
    kept = list(_opened(kept, failures))
    if kept:
        try:
            done = export_sessions(folder, kept)
        except EXPECTED as error:
            failures.append(FleetFailure(", ".join(map(str, kept)), _words(error)))
        else:
            manner = f"{done.kept} kept" if done.kept else "whole"
            places = ", ".join(map(str, kept))
            exported.append(FleetExported(places, manner, done.read, "session"))
            notices += done.notices
    return FleetExport(tuple(exported), tuple(failures), tuple(notices))


def _opened(stores: Iterable[Path], failures: list[FleetFailure]) -> Iterator[Path]:
    """The stores that are there, each once; of the others a failure is told."""
    for store in dict.fromkeys(stores):
        try:
            open_store(store)
        except EXPECTED as error:
            failures.append(FleetFailure(str(store), _words(error)))
        else:
            yield store


def _words(error: Exception) -> str:
    if isinstance(error, AttribError):
        return error.message
    return str(error) or type(error).__name__
