"""Times the matching of a fleet on made-up tables: `python -m benchmarks.fleet`.

    python -m benchmarks.fleet --states 1000000 --blobs 10000000 --memory 4GB
    python -m benchmarks.fleet --states 100000 --blobs 1000000 --engine spark --workers 2

Half of the recorded states equal a committed blob of their repository. Tables are made as Parquet
in a temporary folder, which is removed; 100 million blobs take some 8 GB of disk. Each expression
runs in a process of its own: seconds on the clock, rows, peak memory of that process and what it
spilled. `--judge N` times the judge instead: a made-up organisation of N repositories.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import duckdb

from attrib.cli.sizes import size
from attrib.fleet import relations
from attrib.fleet.tables import BINDINGS, TABLES

#: Rows of blobs in a repository, paths of one, blobs of a commit, states of a session.
ROWS, PATHS, PER_COMMIT, PER_SESSION = 10_000, 2_500, 5, 10
EXPRESSIONS = ("bindable", "joined", "asked")
_KINDS = {"string": "VARCHAR", "binary": "BLOB", "double": "DOUBLE", "bool": "BOOLEAN"}


def make(folder: Path, states: int, blobs: int) -> None:
    """Write the tables; those that are not named here stay empty."""
    repositories = max(blobs // ROWS, 1)
    sessions = states // PER_SESSION
    path = "'src/d' || (({0}) % 50) || '/module' || ({0}) || '.py'"
    number = f"(i // {repositories}) % {PATHS}"
    step = repositories * PATHS
    commit = f"unhex(printf('%020x%020x', i % {repositories}, i // {{0}}))"
    tables = {
        "blobs": f"""
            SELECT 'r' || (i % {repositories}) AS repository,
                {commit.format(repositories * PER_COMMIT)} AS "commit",
                {path.format(number)} AS path, {path.format(number)} AS folded,
                unhex(sha1(i::VARCHAR)) AS new,
                CASE WHEN i < {step} THEN [] ELSE [unhex(sha1((i - {step})::VARCHAR))] END AS olds,
                i < {step} AS is_new, 1700000000 + i // {repositories} AS time
            FROM range({blobs}) t(i)""",
        "commits": f"""
            SELECT 'r' || (i % {repositories}) AS repository,
                {commit.format(repositories)} AS "commit",
                '' AS digits, []::BLOB[] AS parents, false AS may_move,
                1700000000 + i // {repositories} AS author_time,
                1700000000 + i // {repositories} AS committer_time
            FROM range({blobs // PER_COMMIT}) t(i)""",
        "states": f"""
            WITH s AS (SELECT i, i // {PER_SESSION} AS s, hash(i) % {2 * ROWS} AS n
                FROM range({states}) t(i)),
            p AS (SELECT *, (s % {repositories}) + {repositories} * n AS j FROM s)
            SELECT unhex(md5('s' || s)) AS session, 'r' || (i % {PER_SESSION}) AS record,
                'app' AS root, unhex(md5('g' || s)) AS "group",
                {path.format(f"(n + (CASE WHEN i % 10 = 0 THEN 1 ELSE 0 END)) % {PATHS}")} AS path,
                path AS folded, 'modify' AS op, 'applied' AS status,
                (1690000000 + i)::DOUBLE AS low, (1690000000 + i)::DOUBLE AS high,
                'present' AS before_is,
                unhex(sha1((j - {step})::VARCHAR)) AS before_sha1, 'present' AS after_is,
                unhex(sha1(j::VARCHAR)) AS after_sha1
            FROM p""",
        "roots": f"""
            SELECT unhex(md5('s' || i)) AS session, 'app' AS root, unhex(md5('g' || i)) AS "group"
            FROM range({sessions}) t(i)""",
        "bindings": f"""
            SELECT 'r' || (i % {repositories}) AS repository, 'sha1' AS format,
                unhex(md5('s' || i)) AS session, 'app' AS root, '' AS strip, '' AS "add",
                '' AS folded_strip, '' AS folded_add
            FROM range({sessions}) t(i)""",
    }
    with duckdb.connect() as connection:
        connection.execute("SET memory_limit='2GB'")
        connection.execute("SET preserve_insertion_order=false")
        connection.execute(f"SET temp_directory='{folder}/making'")
        for name, query in tables.items():
            schema = BINDINGS if name == "bindings" else TABLES[name]
            cursor = connection.execute(f"SELECT * FROM ({query}) LIMIT 0")
            given = {row[0] for row in cursor.description or ()}
            columns = [
                f'"{field.name}"'
                if field.name in given
                else f'NULL::{_KINDS.get(str(field.type), "BIGINT")} AS "{field.name}"'
                for field in schema
            ]
            target = folder / f"{name}.parquet"
            words = f"COPY (SELECT {', '.join(columns)} FROM ({query})) TO '{target}'"
            connection.execute(f"{words} (FORMAT parquet, COMPRESSION snappy)")


def run_one(folder: Path, name: str, engine: str, memory: int, workers: int) -> None:
    """Run one expression and print what it took, as JSON."""
    begin = time.perf_counter()
    if engine == "spark":
        from attrib.fleet.spark import Spark

        opened: Any = Spark(workers=workers, memory=memory)
    else:
        from attrib.fleet.duck import Duck

        opened = Duck(memory=memory, threads=workers, spill=str(folder / "spill"))
    t = {}
    for table, schema in {**TABLES, "bindings": BINDINGS}.items():
        file = folder / f"{table}.parquet"
        t[table] = opened.read(table, [str(file)] if file.exists() else [], schema)
    started = time.perf_counter()
    expression = getattr(relations, name)(t)
    if engine == "spark":
        frame = opened.session.sql(opened.connection.compile(expression))
        rows = frame.count()
    else:
        rows = sum(len(batch) for batch in opened.batches(expression))
    seconds = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    start = started - begin
    print(json.dumps({"rows": rows, "seconds": seconds, "start": start, "peak": peak}))
    opened.close()


def judge(count: int) -> None:
    """Export, match and judge a made-up organisation with forty sessions a repository."""
    from attrib.fleet.duck import Duck
    from attrib.fleet.export import export
    from attrib.fleet.match import match
    from attrib.fleet.parts import Folder
    from tests.fleet.organisation import organisation

    with tempfile.TemporaryDirectory(prefix="attrib-fleet-") as place:
        made = organisation(Path(place, "org"), repositories=count, sessions=40 * count)
        folder = Folder(Path(place, "fleet"))
        begin = time.perf_counter()
        export(folder, made.repositories, [made.sessions])
        exported = time.perf_counter()
        duck = Duck(workers=0)
        answer = match(folder, duck)
        print(
            f"{count} repositories, {40 * count} sessions: export {exported - begin:.1f} s, "
            f"match {time.perf_counter() - exported:.1f} s, {answer.units} units, "
            f"{answer.evidence} pieces of evidence"
        )


def main() -> None:
    """Make the tables, run each expression in a process of its own, print one row each."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--states", type=int, default=1_000_000)
    parser.add_argument("--blobs", type=int, default=10_000_000)
    parser.add_argument("--memory", type=size, default="4GB", help="of each process")
    parser.add_argument("--engine", choices=["duckdb", "spark"], default="duckdb")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--judge", type=int, metavar="N", help="time the judge instead")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.judge:
        judge(options.judge)
        return
    if options.one:
        folder, name = options.one
        run_one(Path(folder), name, options.engine, options.memory, options.workers)
        return
    with tempfile.TemporaryDirectory(prefix="attrib-fleet-") as place:
        begin = time.perf_counter()
        make(Path(place), options.states, options.blobs)
        written = sum(file.stat().st_size for file in Path(place).glob("*.parquet")) / 2**20
        made = time.perf_counter() - begin
        print(
            f"{options.states:,} states, {options.blobs:,} blobs: {written:,.0f} MiB of Parquet, "
            f"made in {made:.0f} s; {options.engine}, {options.workers} cores"
        )
        for name in EXPRESSIONS:
            command = [sys.executable, "-m", "benchmarks.fleet", "--one", place, name]
            command += ["--engine", options.engine, "--memory", str(options.memory)]
            command += ["--workers", str(options.workers)]
            done = subprocess.run(command, capture_output=True, check=False, text=True)
            if done.returncode:
                print(f"  {name}: {done.stderr.strip().splitlines()[-1]}")
                continue
            told = json.loads(done.stdout.strip().splitlines()[-1])
            print(
                f"  {name:<9} {told['rows']:>12,} rows {told['seconds']:7.1f} s "
                f"(start {told['start']:.1f} s), peak {told['peak']:,.0f} MiB"
            )


if __name__ == "__main__":
    main()
