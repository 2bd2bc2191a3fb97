"""Spark gives the links that DuckDB gives, and loses no more than one unit with a worker."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess

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


#: The plans are large and the tables small: compiling them to bytecode costs more than it gives.
PLAIN = {
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.adaptive.enabled": "false",
}


@pytest.fixture(scope="module")
def spark():
    program("java", package="openjdk-17-jre-headless")
    from attrib.fleet.spark import Spark

    opened = Spark(workers=2, options=PLAIN)
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


def fleet_match(folder: Path, *options: str, **environment: str) -> CompletedProcess[bytes]:
    """`attrib fleet match` on Spark, in a process of its own: each has one JVM."""
    program("java", package="openjdk-17-jre-headless")
    command = [sys.executable, "-m", "attrib", "fleet", "match", str(folder), "--engine", "spark"]
    return subprocess.run(
        [*command, *options], capture_output=True, check=False, env=os.environ | environment
    )


def test_spark_connect_gives_the_same_links(tmp_path):
    session(tmp_path / "sessions", repository(tmp_path / "app"), "S1")
    folder = Folder(tmp_path / "fleet")
    export(folder, [tmp_path / "app"], [tmp_path / "sessions"])
    shutil.copytree(folder.path, tmp_path / "on-connect")
    duck = Duck(workers=0)
    match(folder, duck)
    duck.close()
    settings = {**PLAIN, "spark.sql.shuffle.partitions": "2"}
    lines = [f"{name} {value}\n" for name, value in settings.items()]
    (tmp_path / "spark-defaults.conf").write_text("".join(lines))
    done = fleet_match(
        tmp_path / "on-connect", SPARK_REMOTE="local[2]", SPARK_CONF_DIR=str(tmp_path)
    )
    assert done.returncode == 0, done.stderr
    expected = fleet_rows(folder.path)
    assert expected
    assert fleet_rows(tmp_path / "on-connect") == expected


@pytest.mark.parametrize(
    ("options", "environment", "words"),
    [
        (["--memory", "10MB"], {}, b"fatal: the engine 'spark' does not start"),
        (
            [],
            {"SPARK_REMOTE": "http://x/;token=secret"},
            b"fatal: the engine 'spark' cannot be reached: INVALID_CONNECT_URL",
        ),
    ],
)
def test_spark_that_does_not_start_is_told(tmp_path, options, environment, words):
    Folder(tmp_path / "fleet").prepare()
    done = fleet_match(tmp_path / "fleet", *options, **environment)
    assert (done.returncode, done.stdout) == (128, b"")
    assert b"Traceback" not in done.stderr
    assert words in done.stderr
    assert b"secret" not in done.stderr
