"""What an engine does for the matching; `duck` and `spark` are the members."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from uuid import uuid4

import pyarrow as pa

from attrib.errors import FleetError
from attrib.fleet.parts import Folder
from attrib.fleet.units import LOST, Done, Unit

if TYPE_CHECKING:
    import ibis.expr.types as ir

#: Gives the unit of a row, or what is known of it already.
Make = Callable[[dict[str, Any]], Unit | Done]


@dataclass(frozen=True, slots=True)
class Mapper:
    """Turns batches of rows into what came of their units, as one column of JSON.

    A value that an engine can send to its workers. An engine gives the batch of a lost worker to
    another one: what was under way then is not tried again, for it may be what ended the first.
    """

    make: Make
    run: Callable[[Unit], Done]
    #: What marks of an earlier run, whose end may have been anything, do not hold.
    name: str = field(default_factory=lambda: uuid4().hex)

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """What came of the units of all rows, one row each."""
        for batch in batches:
            for row in batch.to_pylist():
                made = self.make(row)
                done = self._once(made) if isinstance(made, Unit) else made
                yield pa.RecordBatch.from_pylist([{"done": json.dumps(asdict(done))}])

    def _once(self, unit: Unit) -> Done:
        mark = Folder(Path(unit.folder)).file_of(f"{unit.part}.under-way")
        if mark.exists() and mark.read_text() == self.name:
            mark.unlink()
            return Done(unit.repository, unit.part, failure=LOST)
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.write_text(self.name)
        done = self.run(unit)
        mark.unlink(missing_ok=True)
        return done


class Engine(Protocol):
    """Runs expressions over the parts of tables, and units on workers.

    `failures` are what its libraries raise where memory, disk or workers do not suffice.
    """

    failures: tuple[type[Exception], ...]

    def read(self, name: str, files: Sequence[str], schema: pa.Schema) -> ir.Table:
        """The table that these Parquet files hold; without any, an empty one."""
        ...

    def keep(self, name: str, table: ir.Table) -> ir.Table:
        """The rows of an expression, worked out once and held for this run."""
        ...

    def batches(self, table: ir.Table) -> Iterator[pa.RecordBatch]:
        """The rows of an expression."""
        ...

    def ordered(self, table: ir.Table, names: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """The rows of an expression by these columns, nulls last."""
        ...

    def mapped(self, table: ir.Table, make: Make, run: Callable[[Unit], Done]) -> Iterator[Done]:
        """What `run` answers about the unit of each row, in any order."""
        ...

    def close(self) -> None:
        """End the engine."""
        ...


def open_engine(name: str, settings: Mapping[str, Any]) -> Engine:
    """The engine of this name; its libraries are imported now.

    Raises:
        FleetError: they are not installed.
    """
    try:
        if name == "spark":
            from attrib.fleet.spark import Spark

            return Spark(**settings)
        from attrib.fleet.duck import Duck

        return Duck(**settings)
    except ImportError as error:
        extra = "spark" if name == "spark" else "fleet"
        hint = f"python -m pip install 'attrib[{extra}]'"
        raise FleetError(f"the engine '{name}' is not installed", hint=hint) from error
