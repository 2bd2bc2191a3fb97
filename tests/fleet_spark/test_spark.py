"""Spark gives the links that DuckDB gives, and loses no more than one unit with a worker."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from attrib.fleet.duck import Duck
from attrib.fleet.export import export
from attrib.fleet.match import match
from attrib.fleet.parts import Folder
from attrib.fleet.units import LOST
from fixture_repos.harness import all_stories
from tests.fleet.killed import killed_for_site
from tests.fleet.made import repository, session
from tests.fleet.organisation import organisation
from tests.fleet.single import fleet_rows
from tests.support.programs import program

pytest.importorskip("pyspark", reason="no Spark: pip install --group spark")

pytestmark = [
    pytest.mark.git,
    pytest.mark.slow,
    pytest.mark.filterwarnings("default"),
]


@pytest.fixture(scope="module")
def spark():
    program("java", package="openjdk-17-jre-headless")
    from attrib.fleet.spark import Spark

    # The plans are large and the tables small: compiling them to bytecode costs more than it gives.
    opened = Spark(
        workers=2,
        options={
            "spark.sql.codegen.wholeStage": "false",
            "spark.sql.codegen.factoryMode": "NO_CODEGEN",
            "spark.sql.adaptive.enabled": "false",
        },
    )
    yield opened
    opened.close()


def both(folder: Path, spark) -> tuple[Folder, Folder]:
    """The fleet matched on DuckDB, and a copy of it matched on Spark."""
    other = folder.with_name("on-spark")
    shutil.copytree(folder, other)
    duck = Duck(workers=0)
    assert match(Folder(folder), duck).failures == ()
    duck.close()
    assert match(Folder(other), spark).failures == ()
    return Folder(folder), Folder(other)


def test_organisation_and_stories_have_the_same_links(tmp_path, spark):
    made = organisation(tmp_path / "org", repositories=50, sessions=2000)
    places = [story.build(tmp_path / story.name) for story in all_stories()]
    repositories = [*made.repositories, *(place.repository for place in places)]
    stores = [made.sessions, *(place.sessions for place in places)]
    folder = Folder(tmp_path / "fleet")
    assert export(folder, repositories, stores).failures == ()
    duck, spark_too = both(folder.path, spark)
    expected = fleet_rows(duck.path)
    assert fleet_rows(spark_too.path) == expected
    assert len(expected) > 900
    joined = [each.path / "joined" / "all.parquet" for each in (duck, spark_too)]
    assert joined[0].read_bytes() == joined[1].read_bytes()


def test_lost_worker_takes_one_unit_along_and_a_rerun_goes_on(tmp_path, spark):
    for name in ("app", "site"):
        session(tmp_path / "sessions", repository(tmp_path / name), name.upper())
    folder = Folder(tmp_path / "fleet")
    export(folder, [tmp_path / "app", tmp_path / "site"], [tmp_path / "sessions"])
    answer = match(folder, spark, ask=killed_for_site)
    assert [(each.place, each.reason) for each in answer.failures] == [
        (str(tmp_path / "site" / ".git"), LOST)
    ]
    again = match(Folder(folder.path), spark)
    assert (again.failures, again.units, again.kept) == ((), 4, 3)
    assert [dict(row)["session"] for row in fleet_rows(folder.path)] == ["'APP'", "'SITE'"]


def test_folder_whose_name_is_a_pattern_is_read_as_it_is(tmp_path, spark):
    app = repository(tmp_path / "app")
    session(tmp_path / "sessions", app)
    folder = Folder(tmp_path / "fleet-*{a,b}[c]?")
    export(folder, [app], [tmp_path / "sessions"])
    answer = match(folder, spark)
    assert (answer.failures, answer.joined, answer.evidence) == ((), 1, 1)


def test_spark_that_does_not_start_is_told(tmp_path):
    """In a process of its own: a JVM that was begun takes no other memory."""
    program("java", package="openjdk-17-jre-headless")
    Folder(tmp_path / "fleet").prepare()
    command = [sys.executable, "-m", "attrib", "fleet", "match", str(tmp_path / "fleet")]
    command += ["--engine", "spark", "--memory", "10MB"]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (128, b"")
    assert b"Traceback" not in done.stderr
    assert done.stderr.splitlines()[-2:] == [
        b"fatal: the engine 'spark' does not start",
        b"hint: see what Java says above; it wants --memory of 512MB or more",
    ]
