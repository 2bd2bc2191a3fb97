"""Spark: a local session here, or the cluster that SPARK_REMOTE or the session's settings name.

Units are asked about by Python workers on the cluster: these must see the repositories, the streams
and the folder of the fleet at the same paths.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import ibis
import ibis.expr.types as ir
import pyarrow as pa
from ibis.backends.pyspark.datatypes import PySparkSchema
from py4j.protocol import Py4JError
from pyspark.errors import PySparkException, PySparkRuntimeError
from pyspark.sql import DataFrame, SparkSession

from attrib.errors import FleetError
from attrib.fleet.engine import Make, Mapper
from attrib.fleet.units import Done, Unit

#: Bytes of the JVM's heap where nothing else is asked for.
_HEAP = 2 << 30
_ZONE = "spark.sql.session.timeZone"
#: What Spark would take for a pattern of several files.
_PATTERN = re.compile(r"[\\*?{}\[\]]")


class Spark:
    """One Spark session; `workers` are the cores of a local one, and how units are dealt out.

    `memory` bytes are for the heap of a local one's JVM, `spill` is its folder for what is more.
    `options` are settings of Spark's own.
    """

    failures: tuple[type[Exception], ...] = (Py4JError, PySparkException)

    def __init__(
        self,
        *,
        memory: int | None = None,
        spill: str | None = None,
        workers: int | None = None,
        session: SparkSession | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self._workers = workers or os.cpu_count() or 1
        self._is_ours = session is None
        given = {"spark.driver.memory": f"{(memory or _HEAP) >> 20}m"}
        if spill is not None:
            given["spark.local.dir"] = spill
        self.session = session or _session(self._workers, {**given, **(options or {})})
        self.connection = ibis.pyspark.connect(self.session)

    def read(self, name: str, files: Sequence[str], schema: pa.Schema) -> ir.Table:
        """The table that these Parquet files hold; without any, an empty one."""
        columns = PySparkSchema.from_ibis(ibis.Schema.from_pyarrow(schema))
        if files:
            names = [_PATTERN.sub(r"\\\g<0>", file) for file in files]
            frame = self.session.read.schema(columns).parquet(*names)
        else:
            frame = self.session.createDataFrame([], columns)
        return self._view(name, frame)

    def keep(self, name: str, table: ir.Table) -> ir.Table:
        """The rows of an expression, worked out once and held for this run."""
        return self._view(name, self._frame(table).persist())

    def batches(self, table: ir.Table) -> Iterator[pa.RecordBatch]:
        """The rows of an expression, brought here at once."""
        yield from self._frame(table).toArrow().to_batches()

    def ordered(self, table: ir.Table, names: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """The rows of an expression by these columns, nulls last; they are sorted here."""
        found = self._frame(table).toArrow()
        yield from found.sort_by([(name, "ascending") for name in names]).to_batches()

    def mapped(self, table: ir.Table, make: Make, run: Callable[[Unit], Done]) -> Iterator[Done]:
        """What `run` answers about the unit of each row, on the workers of the cluster."""
        frame = self._frame(table).repartition(self._workers * 2)
        answers = frame.mapInArrow(Mapper(make, run), "done string")
        for row in answers.collect():
            yield Done(**json.loads(row.done))

    def close(self) -> None:
        """End the session, where it was begun here."""
        if self._is_ours:
            self.session.stop()

    def _frame(self, table: ir.Table) -> DataFrame:
        return self.session.sql(self.connection.compile(table))

    def _view(self, name: str, frame: DataFrame) -> ir.Table:
        frame.createOrReplaceTempView(name)
        return self.connection.table(name)


def _session(workers: int, options: Mapping[str, str]) -> SparkSession:
    # Workers of a server that Spark Connect begins here, too.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    remote = os.environ.get("SPARK_REMOTE")
    if remote:
        return _connected(remote)
    java = os.environ.get("JAVA_HOME")
    if not (java or shutil.which("java")):
        hint = "apt-get install openjdk-17-jre-headless"
        raise FleetError("the engine 'spark' needs a Java runtime", hint=hint)
    settings: dict[str, Any] = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.shuffle.partitions": str(workers * 2),
        _ZONE: "UTC",
        # A task whose Python worker is lost is tried again: `local` alone would give up.
        "spark.task.maxFailures": "3",
    }
    builder = SparkSession.builder.master(f"local[{workers},3]").appName("attrib fleet")
    for name, value in {**settings, **options}.items():
        builder = builder.config(name, value)
    try:
        return builder.getOrCreate()
    except (Py4JError, PySparkRuntimeError) as error:
        hint = "see what Java says above; it wants --memory of 512MB or more"
        raise FleetError("the engine 'spark' does not start", hint=hint) from error


def _connected(remote: str) -> SparkSession:
    """A session of Spark Connect, on the server of a `sc://…`; `local[2]` begins one here."""
    try:
        session: SparkSession = SparkSession.builder.remote(remote).getOrCreate()
        session.conf.set(_ZONE, "UTC")
    except ImportError as error:
        hint = "python -m pip install 'pyspark[connect]'"
        raise FleetError("Spark Connect needs libraries of its own", hint=hint) from error
    except PySparkException as error:
        reason = error.getCondition() or type(error).__name__  # its text may hold a token
        hint = "is there a server of Spark Connect where SPARK_REMOTE says?"
        raise FleetError(f"the engine 'spark' cannot be reached: {reason}", hint=hint) from error
    return session
