"""Writes docs/fleet-sql: the matching of `attrib fleet` as SQL of several engines.

    python docs/generate_fleet.py [--check]

Only DuckDB and Spark are run by the tests; the others are what Ibis compiles for them.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import ibis

from attrib.fleet import relations

FOLDER = Path(__file__).resolve().parent / "fleet-sql"
#: `databricks` is Spark's SQL.
DIALECTS = ("duckdb", "databricks", "trino", "bigquery", "snowflake")
EXPRESSIONS = (relations.bindable, relations.joined, relations.asked)


def page(dialect: str) -> str:
    """The expressions in one dialect, each after its name and what it gives."""
    tables = relations.unbound()
    parts = []
    for expression in EXPRESSIONS:
        sentence = (expression.__doc__ or "").strip().split("\n")[0]
        query = _named(str(ibis.to_sql(expression(tables), dialect=dialect)).strip())
        parts.append(f"-- {expression.__name__}: {sentence}\n{query};\n")
    return "\n".join(parts)


def _named(query: str) -> str:
    """The query with numbers for the names that Ibis draws by chance."""
    drawn = re.compile(r"(ibis_\w+?)_([a-z0-9]{26})\b")
    order = {name: number for number, name in enumerate(dict.fromkeys(drawn.findall(query)))}
    return drawn.sub(lambda found: f"{found[1]}_{order[found[1], found[2]]}", query)


def main(arguments: list[str]) -> int:
    """Returns 1 when `--check` finds a stale page, else 0."""
    stale = False
    FOLDER.mkdir(exist_ok=True)
    for dialect in DIALECTS:
        file, text = FOLDER / f"{dialect}.sql", page(dialect)
        if file.exists() and file.read_text(encoding="utf-8") == text:
            continue
        if "--check" in arguments:
            print(f"'docs/fleet-sql/{file.name}' is stale", file=sys.stderr)
            print("hint: python docs/generate_fleet.py", file=sys.stderr)
            stale = True
        else:
            file.write_text(text, encoding="utf-8")
    return int(stale)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
