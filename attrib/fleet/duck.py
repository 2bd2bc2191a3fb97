"""DuckDB, embedded: the engine where nothing else is asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import duckdb
import ibis
import ibis.expr.types as ir
import pyarrow as pa

from attrib.fleet.engine import Make
from attrib.fleet.pool import pooled
from attrib.fleet.units import Done, Unit

#: Rows of a batch.
_AT_ONCE = 100_000
#: Bytes that Python, Arrow and what DuckDB does not count take beside its limit (docs/scale.md).
_BESIDE = 750_000_000
#: What DuckDB would take for a pattern of several files.
_PATTERN = re.compile(r"[*?\[]")


class Duck:
    """One database in memory, of a process that may take `memory` bytes; the rest goes to `spill`.

    `workers` processes run units; 0 runs them here.
    """

    failures: tuple[type[Exception], ...] = (duckdb.OperationalError,)

    def __init__(
        self,
        *,
        memory: int | None = None,
        threads: int | None = None,
        spill: str | None = None,
        workers: int = 1,
    ) -> None:
        settings: dict[str, Any] = {"threads": threads, "temp_directory": spill}
        if memory is not None:
            settings["memory_limit"] = f"{max(memory - _BESIDE, memory // 2)}B"
        given = {name: value for name, value in settings.items() if value is not None}
        self.connection = ibis.duckdb.connect(**given)
        self._workers = workers

    def read(self, name: str, files: Sequence[str], schema: pa.Schema) -> ir.Table:
        """The table that these Parquet files hold; without any, an empty one."""
        if files:
            names = [_PATTERN.sub(r"[\g<0>]", file) for file in files]
            return self.connection.read_parquet(names, table_name=name, hive_partitioning=False)
        empty = ibis.Schema.from_pyarrow(schema)
        return self.connection.create_table(name, schema=empty, temp=True)

    def keep(self, name: str, table: ir.Table) -> ir.Table:
        """The rows of an expression, worked out once and held for this run."""
        return self.connection.create_table(name, obj=table, temp=True)

    def batches(self, table: ir.Table) -> Iterator[pa.RecordBatch]:
        """The rows of an expression."""
        # Ibis' own way asks for a name that DuckDB 2 has no more.
        relation = self.connection.con.sql(self.connection.compile(table))
        yield from relation.to_arrow_reader(_AT_ONCE)

    def ordered(self, table: ir.Table, names: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """The rows of an expression by these columns, nulls last."""
        yield from self.batches(table.order_by(list(names)))

    def mapped(self, table: ir.Table, make: Make, run: Callable[[Unit], Done]) -> Iterator[Done]:
        """What `run` answers about the unit of each row; known ones first."""
        made = [make(row) for batch in self.batches(table) for row in batch.to_pylist()]
        yield from (each for each in made if isinstance(each, Done))
        units = [each for each in made if isinstance(each, Unit)]
        yield from pooled(units, run, workers=self._workers)

    def close(self) -> None:
        """End the database."""
        self.connection.disconnect()
