"""One that fails ends no other: it is named, the rest is told, and a rerun goes on."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys

import pyarrow as pa
import pytest

from attrib.errors import FleetError
from attrib.fleet.engine import Mapper
from attrib.fleet.export import export
from attrib.fleet.parts import Folder
from attrib.fleet.units import LOST, Unit, run
from tests.fleet.killed import killed_for_site
from tests.fleet.made import matched, parts_of, repository, session
from tests.fleet.single import fleet_rows

pytestmark = pytest.mark.git


@pytest.fixture
def two(tmp_path):
    """Two repositories with a session each, exported."""
    places = [repository(tmp_path / name) for name in ("app", "site")]
    for place in places:
        session(tmp_path / "sessions", place, place.name.upper())
    folder = Folder(tmp_path / "fleet")
    assert export(folder, places, [tmp_path / "sessions"]).failures == ()
    return folder.path


def linked(folder):
    return sorted(dict(row)["session"] for row in fleet_rows(folder))


def test_what_is_no_repository_is_named_and_the_rest_exported(tmp_path):
    (tmp_path / "empty").mkdir()
    places = [tmp_path / "empty", repository(tmp_path / "app"), tmp_path / "nowhere"]
    answer = export(Folder(tmp_path / "fleet"), places, [])
    assert [each.place for each in answer.failures] == [str(places[0]), str(places[2])]
    assert [each.place for each in answer.exported] == [str(places[1])]


def test_repository_that_is_gone_is_named_and_a_rerun_goes_on(tmp_path, two):
    shutil.move(tmp_path / "site", tmp_path / "away")
    answer = matched(two)
    assert {each.place for each in answer.failures} == {str(tmp_path / "site" / ".git")}
    assert {each.reason.partition(":")[0] for each in answer.failures} == {"cannot be read"}
    assert linked(two) == ["'APP'"]
    shutil.move(tmp_path / "away", tmp_path / "site")
    again = matched(two)
    assert again.failures == ()
    assert (again.units, again.kept) == (4, 2)
    assert linked(two) == ["'APP'", "'SITE'"]


def test_another_repository_at_the_place_is_not_read(tmp_path, two):
    shutil.rmtree(tmp_path / "site")
    (tmp_path / "site").symlink_to(tmp_path / "app")
    answer = matched(two)
    assert {each.reason for each in answer.failures} == {
        f"cannot be read: {tmp_path / 'site'}: another repository lies here now"
    }
    assert linked(two) == ["'APP'"]


def test_damaged_part_is_named_and_the_rest_matched(tmp_path, two):
    name = next(part for part in parts_of(two) if "/blobs/" in part and "site" in part)
    content = bytearray((two / name).read_bytes())
    content[len(content) // 2] ^= 0xFF
    (two / name).write_bytes(content)
    answer = matched(two)
    assert [(each.place, each.reason) for each in answer.failures] == [
        (str(tmp_path / "site" / ".git"), f"part '{name}' is damaged; export it again")
    ]
    assert "'APP'" in linked(two)
    assert export(Folder(two), [tmp_path / "site"], []).failures == ()
    assert matched(two).failures == ()
    assert linked(two) == ["'APP'", "'SITE'"]


MANIFESTS = {
    "cut": b'{"name": "app", "parts": {"tables/bl',
    "deep": b"[" * 100_000,
    "leads-out": {"parts": {"tables/blobs/../../../secret.parquet": "0"}},
    "no-part": {"parts": {"tables": "0"}},
    "null": {"parts": {"tables/blobs/\0": "0"}},
    "no-dict": {"parts": ["tables"]},
    "tips": {"state": {"tips": ["--all"]}},
    "streams": {"state": {"streams": {"/a": 1}}},
}


@pytest.mark.parametrize("content", MANIFESTS.values(), ids=MANIFESTS)
@pytest.mark.parametrize("kind", ["repositories", "sessions"])
def test_damaged_manifest_is_named_and_made_anew(tmp_path, two, kind, content):
    manifests = {file: file.read_bytes() for file in (two / "manifests" / kind).iterdir()}
    bad, whole = sorted(manifests.items())[0]
    if isinstance(content, dict):
        content = json.dumps({**json.loads(whole), **content}).encode()
    bad.write_bytes(content)
    answer = matched(two)
    place = bad.relative_to(two)
    assert [(each.place, each.reason) for each in answer.failures] == [
        (bad.stem, f"part '{place}' is damaged; export it again")
    ]
    places = [tmp_path / name for name in ("app", "site")]
    assert export(Folder(two), places, [tmp_path / "sessions"]).failures == ()
    assert matched(two).failures == ()
    assert linked(two) == ["'APP'", "'SITE'"]


@pytest.mark.parametrize("content", [b"{", b'{"name": "", "parts": {"links": "0"}, "state": {}}'])
def test_damaged_manifest_of_a_match_is_made_anew(two, content):
    matched(two)
    next((two / "manifests" / "matches").glob("*app*")).write_bytes(content)
    assert matched(two).failures == ()
    assert linked(two) == ["'APP'", "'SITE'"]


def test_store_that_is_not_there_is_named_and_the_rest_exported(tmp_path):
    app = repository(tmp_path / "app")
    session(tmp_path / "sessions", app)
    (tmp_path / "sessions" / "dangling.asr.jsonl").symlink_to("nowhere")
    folder = Folder(tmp_path / "fleet")
    answer = export(folder, [app], [tmp_path / "nowhere", tmp_path / "sessions"])
    assert [each.place for each in answer.failures] == [str(tmp_path / "nowhere")]
    assert matched(folder.path).evidence == 1


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_lost_worker_takes_one_unit_along_and_a_rerun_goes_on(tmp_path, two, workers):
    answer = matched(two, ask=killed_for_site, workers=workers)
    assert [(each.place, each.reason) for each in answer.failures] == [
        (str(tmp_path / "site" / ".git"), LOST)
    ]
    assert linked(two) == ["'APP'"]
    again = matched(two, workers=workers)
    assert (again.failures, again.units, again.kept) == ((), 4, 3)
    assert linked(two) == ["'APP'", "'SITE'"]


def test_stream_outside_of_its_store_is_not_read(tmp_path, two):
    outside = session(tmp_path / "elsewhere", tmp_path / "app", "OUTSIDE")
    text = f"{tmp_path / 'sessions'}\t{tmp_path / 'sessions' / '..' / 'elsewhere' / outside.name}\t"
    place = str(tmp_path / "app")
    unit = Unit(str(two), f"{place}/.git", place, "", (text,), ())
    done = run(unit)
    assert done.failure is not None
    assert "lies outside of its store" in done.failure
    assert not (two / unit.part).exists()


def test_links_of_what_is_no_more_are_not_told(tmp_path, two):
    matched(two)
    (tmp_path / "sessions" / "SITE.asr.jsonl").unlink()
    export(Folder(two), [], [tmp_path / "sessions"])
    matched(two)
    assert linked(two) == ["'APP'"]


def test_stream_that_is_not_what_was_exported_is_named_and_read_as_it_is(tmp_path, two):
    stream = tmp_path / "sessions" / "SITE.asr.jsonl"
    whole = stream.read_bytes()
    stream.write_bytes(whole.split(b"\n")[0] + b"\n")
    reason = f"the stream '{stream}' is not what was exported; export it again"
    assert {each.reason for each in matched(two).failures} == {reason}
    assert linked(two) == ["'APP'"]
    stream.unlink()
    assert {each.reason for each in matched(two).failures} == {reason}
    assert linked(two) == ["'APP'"]
    stream.write_bytes(whole)
    assert matched(two).failures == ()
    assert linked(two) == ["'APP'", "'SITE'"]


def test_store_that_is_gone_takes_its_own_sessions_along_and_no_others(tmp_path, two):
    session(tmp_path / "more", tmp_path / "site", "MORE")
    export(Folder(two), [], [tmp_path / "more"])
    shutil.rmtree(tmp_path / "more")
    assert len(matched(two).failures) == 2
    assert linked(two) == ["'APP'", "'SITE'"]


def test_two_runs_at_once_are_refused(tmp_path, two):
    with Folder(two).at_work():
        with pytest.raises(FleetError, match="another run is at work"):
            matched(two)
        with pytest.raises(FleetError, match="another run is at work"):
            export(Folder(two), [tmp_path / "app"], [])
    assert matched(two).failures == ()


def test_joins_alone_leave_the_links_of_earlier_runs(two):
    matched(two)
    assert matched(two, judges=False).evidence == 0
    assert linked(two) == ["'APP'", "'SITE'"]


def test_full_disk_is_told_and_leaves_nothing_behind(tmp_path, two):
    before = sorted(file for file in two.rglob("*") if file.name != ".lock")
    command = [sys.executable, "-m", "attrib", "fleet", "match", str(two), "--workers", "0"]
    limit = resource.RLIMIT_FSIZE, (1024, 1024)
    done = subprocess.run(
        command,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: resource.setrlimit(*limit),
    )
    first, second = done.stderr.decode().splitlines()
    assert (done.returncode, done.stdout) == (128, b"")
    assert first.startswith(f"fatal: cannot work in '{two}': ")
    assert second.startswith("hint: see to the disk")
    left = {file for file in two.rglob("*") if file.is_file()} - set(before)
    assert [file for file in left if file.name.startswith(".") and file.name != ".lock"] == []
    assert matched(two).failures == ()


def test_mark_of_an_earlier_run_is_no_lost_worker(tmp_path, two):
    place = str(tmp_path / "app")
    unit = Unit(str(two), f"{place}/.git", place, "", (), ())
    mark = Folder(two).file_of(f"{unit.part}.under-way")
    mark.parent.mkdir(parents=True)
    rows = pa.RecordBatch.from_pylist([{"a": 1}])
    for content, failure in (("", None), ("now", LOST)):
        mark.write_text(content)
        (batch,) = Mapper(lambda _: unit, run, "now")([rows])
        assert json.loads(batch.to_pylist()[0]["done"])["failure"] == failure
        assert not mark.exists()


def test_folder_whose_name_is_a_pattern_reads_no_other(tmp_path):
    app = repository(tmp_path / "app")
    session(tmp_path / "sessions", app)
    names = ("fleet-*", "fleet-a", "fleet-?[a]", "fleet-{a,b}\\")
    for name in names:
        export(Folder(tmp_path / name), [app], [tmp_path / "sessions"])
    assert [matched(tmp_path / name).joined for name in names] == [1] * len(names)
