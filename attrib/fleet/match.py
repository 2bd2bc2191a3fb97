"""The whole matching of a fleet: bind, join, judge; what was done and still holds is kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ibis.expr.types as ir
import pyarrow as pa
import pyarrow.parquet as pq

from attrib.fleet import relations
from attrib.fleet.asking import COMMITS_AT_ONCE, binding_units, judging_units
from attrib.fleet.engine import Engine
from attrib.fleet.parts import Folder, Manifest, beside, digest_of
from attrib.fleet.spelling import part_name
from attrib.fleet.tables import BINDINGS, JOINED, TABLES
from attrib.fleet.units import Done, Unit, run, unit_of
from attrib.model.fleet import FleetFailure, FleetMatch

_KIND = "matches"
_JOINED = "joined/all.parquet"


@dataclass(slots=True)
class _Progress:
    """What this run has done, repository by repository; written down as it goes."""

    folder: Folder
    known: dict[str, Manifest]
    parts: defaultdict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    rows: dict[str, int] = field(default_factory=dict)
    failures: list[FleetFailure] = field(default_factory=list)
    asked: int = 0
    kept: int = 0

    def find(self, unit: Unit) -> Done | None:
        """What came of a unit before, where its part is still whole."""
        manifest = self.known.get(part_name(unit.repository))
        found = manifest.parts.get(unit.part) if manifest else None
        if manifest is None or found is None or not self.folder.is_whole(unit.part, found):
            return None
        rows = _rows_of(manifest).get(unit.part, 0)
        return Done(unit.repository, unit.part, found, rows, is_kept=True)

    def take(self, done: Iterable[Done]) -> None:
        """Note what came of units."""
        for each in done:
            if each.failure is not None:
                self.failures.append(FleetFailure(each.repository, each.failure))
            if not each.digest:
                continue
            self.asked += 1
            self.kept += each.is_kept
            self.parts[each.repository][each.part] = each.digest
            self.rows[each.part] = each.rows
            self._keep(each.repository, self._before(each.repository))

    def _before(self, repository: str) -> dict[str, str]:
        manifest = self.known.get(part_name(repository))
        return manifest.parts if manifest else {}

    def _keep(self, repository: str, more: dict[str, str]) -> None:
        parts = {**more, **self.parts[repository]}
        before = self.known.get(part_name(repository))
        rows = {**_rows_of(before), **self.rows}
        state = {"rows": {name: rows.get(name, 0) for name in parts}}
        self.folder.keep(_KIND, part_name(repository), Manifest(repository, parts, state))

    def finish(self, *, judges: bool) -> None:
        """Leave only the parts of this run, so that nothing of an earlier one is counted.

        Where nothing was judged, the links of earlier runs stay.
        """
        for repository in {manifest.name for manifest in self.known.values()} | set(self.parts):
            before = {} if judges else self._before(repository)
            self._keep(repository, {name: d for name, d in before.items() if "/links-" in name})


def _rows_of(manifest: Manifest | None) -> dict[str, int]:
    found = manifest.state.get("rows") if manifest else None
    return dict(found) if isinstance(found, dict) else {}


def match(
    folder: Folder,
    engine: Engine,
    *,
    judges: bool = True,
    size: int = COMMITS_AT_ONCE,
    ask: Callable[[Unit], Done] = run,
) -> FleetMatch:
    """Match everything that was exported; unless it `judges`, by IDs, paths and names alone.

    A unit is about at most `size` commits, and `ask` answers it, in a worker of the engine.

    Raises:
        FleetError: no fleet lies in the folder.
    """
    folder.check()
    with folder.at_work():
        return _matched(folder, engine, judges, size, ask)


def _matched(
    folder: Folder, engine: Engine, judges: bool, size: int, ask: Callable[[Unit], Done]
) -> FleetMatch:
    checked = folder.checked
    failures = [
        FleetFailure(name, f"part '{part}' is damaged; export it again")
        for name, part in checked.damaged
    ]
    t = {
        name: engine.read(name, _files(folder, checked.parts[name]), schema)
        for name, schema in TABLES.items()
    }
    progress = _Progress(folder, folder.manifests(_KIND), failures=failures)
    pairs = engine.keep("pairs", relations.bindable(t))
    make = _Make(folder.path, progress)
    progress.take(engine.mapped(binding_units(t, pairs), make, ask))
    names = sorted(name for parts in progress.parts.values() for name in parts)
    t["bindings"] = engine.read("bindings", _files(folder, names), BINDINGS)
    t["placed"] = engine.keep("placed", relations.placed(t))
    found = _write_joined(folder, engine, relations.joined(t))
    if judges:
        asked = engine.keep("asked", relations.asked(t))
        units = judging_units(t, pairs, asked, size=size)
        progress.take(engine.mapped(units, make, ask))
    progress.finish(judges=judges)
    links = sum(progress.rows[name] for name in progress.rows if "/links-" in name)
    return FleetMatch(found, links, progress.asked, progress.kept, tuple(progress.failures))


@dataclass(frozen=True, slots=True)
class _Make:
    """Units of rows; what is known of one already stands for it."""

    path: Path
    progress: _Progress

    def __call__(self, row: dict[str, Any]) -> Unit | Done:
        unit = unit_of(row, self.path)
        return self.progress.find(unit) or unit


def _files(folder: Folder, names: Sequence[str]) -> list[str]:
    return [str(folder.file_of(name)) for name in names]


def _write_joined(folder: Folder, engine: Engine, table: ir.Table) -> int:
    """Write what the joins tell, in a fixed order; gives the number of rows."""
    file = folder.file_of(_JOINED)
    file.parent.mkdir(parents=True, exist_ok=True)
    count = 0
    with (
        beside(file) as place,
        pq.ParquetWriter(place, JOINED, compression="zstd", version="2.6") as writer,
    ):
        for batch in _cast(engine.ordered(table, JOINED.names)):
            writer.write_table(batch)
            count += len(batch)
    manifest = Manifest("joined", {_JOINED: digest_of(file)}, {"rows": count})
    folder.keep("joined", "all", manifest)
    return count


def _cast(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.Table]:
    for batch in batches:
        yield pa.Table.from_batches([batch]).select(JOINED.names).cast(JOINED)
