"""What the joins tell: the same as the matchers where IDs alone decide, and as SQL of engines."""

from __future__ import annotations

import subprocess
import sys

import pyarrow.parquet as pq
import pytest

from attrib.fleet.export import export
from attrib.fleet.parts import Folder
from tests.fleet.made import AFTER, BEFORE, matched, repository, session
from tests.fleet.organisation import organisation
from tests.fleet.single import fleet_rows
from tests.house.tree import ROOT
from tests.support import repos

#: Relations that the joins find too, where the states are identical or forms were exported.
WHOLE = {"'transition'", "'after-state'", "'elsewhere'", "'named'"}


def joined(folder):
    return pq.read_table(folder / "joined" / "all.parquet", partitioning=None).to_pylist()


@pytest.mark.slow
def test_shipped_sql_is_what_the_expressions_compile_to():
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "generate_fleet.py"), "--check"],
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr.decode()) == (0, "")


@pytest.mark.git
@pytest.mark.slow
def test_joins_find_what_the_matchers_find_by_whole_states(tmp_path):
    made = organisation(tmp_path / "org", repositories=6, sessions=200)
    folder = Folder(tmp_path / "fleet")
    export(folder, made.repositories, [made.sessions], forms=True)
    matched(folder.path)
    judged = {
        (row["repository"], row["commit"], row["path"], row["relation"])
        for row in map(dict, fleet_rows(folder.path))
        if row["relation"] in WHOLE
    }
    told = {
        tuple(repr(row[name]) for name in ("repository", "commit", "path", "relation"))
        for row in joined(folder.path)
    }
    assert {relation for *_, relation in judged} == WHOLE
    # Whether no file stood where an `add` tells no before, the judge alone decides.
    by_place = {(*place, "'after-state'") for *place, kind in told if kind == "'transition'"}
    assert judged - told - by_place == set()


@pytest.mark.git
def test_joins_tell_pre_existence_commonness_and_sharing(tmp_path):
    app, site = repository(tmp_path / "app"), repository(tmp_path / "site")
    files = {f"{folder}/copy.py": AFTER for folder in ("a", "b", "c")}
    repos.commit(app, files, date="2026-10-20T15:00:00+00:00")
    session(tmp_path / "sessions", app, "S1")
    session(tmp_path / "sessions", app, "S2", before=b"unknown\n", at="2026-10-20T14:00:00Z")
    folder = Folder(tmp_path / "fleet")
    export(folder, [app, site], [tmp_path / "sessions"])
    assert matched(folder.path, judges=False).evidence == 0
    rows = [row for row in joined(folder.path) if row["path"] == "greet.py"]
    assert [(row["relation"], row["pre_existing"]) for row in rows] == [
        ("transition", False),
        ("after-state", True),
    ]
    assert {(row["common"], row["repositories"], row["sessions"]) for row in rows} == {(True, 2, 2)}
    assert len(joined(folder.path)) == 2 * (1 + len(files))


@pytest.mark.git
def test_deletion_is_joined(tmp_path):
    app = repository(tmp_path / "app", BEFORE)
    repos.commit(app, {"greet.py": None, "other": b"x\n"}, date="2026-10-20T13:00:00+00:00")
    stream = session(tmp_path / "sessions", app)
    text = stream.read_text().replace('"op": "modify"', '"op": "delete"')
    stream.write_text(text)
    folder = Folder(tmp_path / "fleet")
    export(folder, [app], [tmp_path / "sessions"])
    matched(folder.path)
    assert ("greet.py", "transition") in {
        (row["path"], row["relation"]) for row in joined(folder.path)
    }
    assert [dict(row)["relation"] for row in fleet_rows(folder.path)] == ["'transition'"]
