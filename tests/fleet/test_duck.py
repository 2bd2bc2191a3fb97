"""What DuckDB may take, and where the rest goes."""

from __future__ import annotations

import ibis
import pytest

from attrib.fleet.duck import Duck


def test_what_memory_does_not_hold_goes_to_the_folder_given(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    duck = Duck(memory=80_000_000, threads=1, spill=str(tmp_path / "spill"))
    table = ibis.range(12_000_000).unnest().name("number").as_table()
    rows = duck.ordered(table.mutate(mixed=table.number.hash()), ["mixed"])
    next(rows)
    assert [each.name for each in tmp_path.iterdir()] == ["spill"]
    assert list((tmp_path / "spill").iterdir())
    del rows
    duck.close()
    assert not list(tmp_path.rglob("*.tmp"))


@pytest.mark.parametrize(
    ("memory", "limit"),
    [(4_000_000_000, 3_250_000_000), (1_000_000_000, 500_000_000), (1000, 500)],
)
def test_process_takes_more_than_the_limit_of_its_engine(memory, limit):
    duck = Duck(memory=memory)
    told = duck.connection.con.sql("SELECT parse_formatted_bytes(current_setting('memory_limit'))")
    assert told.fetchall()[0][0] == pytest.approx(limit, rel=0.05)
    duck.close()
