"""What is exported: the same bytes for the same input, and only what is new the next time."""

from __future__ import annotations

import re
import shutil

import pyarrow.parquet as pq
import pytest

from attrib.errors import FleetError
from attrib.fleet.export import export
from attrib.fleet.parts import Folder
from attrib.fleet.spelling import spelled, unspelled
from tests.fleet.made import AFTER, BEFORE, matched, parts_of, repository, session
from tests.fleet.single import fleet_rows
from tests.support import repos

pytestmark = pytest.mark.git


def exported(tmp_path, name="fleet", **options):
    folder = Folder(tmp_path / name)
    answer = export(folder, [tmp_path / "app"], [tmp_path / "sessions"], **options)
    assert answer.failures == ()
    return [(each.manner, each.count) for each in answer.exported], parts_of(folder.path)


@pytest.fixture
def app(tmp_path):
    place = repository(tmp_path / "app")
    session(tmp_path / "sessions", place)
    return place


@pytest.mark.usefixtures("app")
def test_same_input_gives_the_same_bytes(tmp_path):
    manners, parts = exported(tmp_path, "one")
    assert manners == [("whole", 2), ("whole", 1)]
    assert parts == exported(tmp_path, "two")[1]
    assert parts == exported(tmp_path, "one")[1]


def test_new_commit_gives_one_new_part_and_leaves_the_others(tmp_path, app):
    before = exported(tmp_path)[1]
    repos.commit(app, {"greet.py": BEFORE})
    manners, after = exported(tmp_path)
    assert manners == [("new", 1), ("1 kept", 0)]
    new = {name.split("/")[1] for name in after.keys() - before.keys()}
    assert new == {"blobs", "commits"}
    small = ("repositories", "told", "held", "worktrees")
    for name in before.keys() & after.keys():
        assert before[name] == after[name] or name.split("/")[1] in small


def test_rewritten_history_is_exported_anew(tmp_path, app):
    exported(tmp_path)
    repos.git(app, "commit", "-q", "--amend", "-m", "another")
    manners, parts = exported(tmp_path)
    assert manners[0] == ("whole", 2)
    assert [name.rpartition("/")[2] for name in parts if "/commits/" in name] == [
        "part-00000.parquet"
    ]
    held = [name for name in parts if "/held/" in name]
    assert pq.read_table(tmp_path / "fleet" / held[0], partitioning=None).num_rows == 1


def test_history_that_grew_at_its_beginning_is_exported_anew(tmp_path, app):
    app.rename(tmp_path / "full")
    repos.git(tmp_path, "clone", "-q", "--depth=1", f"file://{tmp_path / 'full'}", "app")
    assert exported(tmp_path)[0][0] == ("whole", 1)
    repos.git(tmp_path / "app", "fetch", "-q", "--unshallow")
    assert exported(tmp_path)[0][0] == ("whole", 2)


def test_session_that_grew_is_exported_anew_and_others_are_kept(tmp_path, app):
    session(tmp_path / "sessions", app, "S2")
    exported(tmp_path)
    session(tmp_path / "more", app, "S1", at="2026-10-20T12:40:00Z")
    grown = (tmp_path / "more" / "S1.asr.jsonl").read_bytes()
    (tmp_path / "sessions" / "S1.asr.jsonl").write_bytes(grown + b"\n")
    manners, parts = exported(tmp_path)
    assert manners[1] == ("1 kept", 1)
    assert parts == exported(tmp_path, "new")[1]


@pytest.mark.usefixtures("app")
def test_stream_that_was_cut_is_noticed(tmp_path):
    exported(tmp_path)
    stream = tmp_path / "sessions" / "S1.asr.jsonl"
    stream.write_bytes(stream.read_bytes().split(b"\n")[0] + b"\n")
    answer = export(Folder(tmp_path / "fleet"), [], [tmp_path / "sessions"])
    assert answer.notices == (f"{stream}: it was cut; its session is written anew",)
    assert parts_of(tmp_path / "fleet") == exported(tmp_path, "new")[1]


@pytest.mark.usefixtures("app")
def test_stream_that_is_gone_takes_its_session_along(tmp_path):
    exported(tmp_path)
    (tmp_path / "sessions" / "S1.asr.jsonl").unlink()
    exported(tmp_path)
    assert not [name for name in parts_of(tmp_path / "fleet") if "/sessions/" in name]


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize("table", ["blobs", "states", "told"])
def test_damaged_part_is_exported_again(tmp_path, table):
    session(tmp_path / "sessions", tmp_path / "app", "S2")
    repos.commit(tmp_path / "app", message="told\n\nAsr-Session: S2")
    parts = exported(tmp_path)[1]
    damaged = next(name for name in parts if f"/{table}/" in name)
    (tmp_path / "fleet" / damaged).write_bytes(parts[damaged][:-9])
    assert exported(tmp_path)[1] == parts


def test_names_of_parts_are_plain_whatever_a_repository_is_called(tmp_path):
    odd = repository(tmp_path / "a ..%2f..\nb=c" / "é")
    folder = Folder(tmp_path / "fleet")
    assert export(folder, [odd], []).failures == ()
    plain = re.compile(r"tables/[a-z]+/[A-Za-z0-9.-]+/[a-z0-9-]+\.parquet")
    assert [name for name in parts_of(folder.path) if not plain.fullmatch(name)] == []
    rows = pq.read_table(
        folder.path / next(n for n in parts_of(folder.path) if "/repositories/" in n),
        partitioning=None,
    ).to_pylist()
    assert unspelled(rows[0]["location"]) == bytes(odd)


@pytest.mark.parametrize("path", [b"a/b", b"\xff\xfe%41", b"tab\there\n", "é/ü".encode(), b"%"])
def test_spelled_path_gives_its_bytes_back(path):
    text = spelled(path)
    assert unspelled(text) == path
    assert text.isprintable()
    assert spelled(b"top/") + text == spelled(b"top/" + path)


def test_repository_with_sha256_has_the_same_links(tmp_path):
    place = repos.init(tmp_path / "app", "sha256")
    repos.commit(place, {"greet.py": BEFORE}, date="2026-10-20T12:00:00+00:00")
    repos.commit(place, {"greet.py": AFTER}, date="2026-10-20T13:00:00+00:00")
    session(tmp_path / "sessions", place)
    exported(tmp_path)
    assert matched(tmp_path / "fleet").joined == 1
    relations = [dict(row)["relation"] for row in fleet_rows(tmp_path / "fleet")]
    assert relations == ["'transition'"]


def test_worktree_forms_are_joined_where_they_are_exported(tmp_path, app):
    (tmp_path / "sessions" / "S1.asr.jsonl").unlink()
    crlf = (text.replace(b"\n", b"\r\n") for text in (BEFORE, AFTER))
    session(tmp_path / "sessions", app, before=next(crlf), after=next(crlf))
    exported(tmp_path, "bare")
    assert matched(tmp_path / "bare").joined == 0
    exported(tmp_path, "forms", forms=True)
    assert matched(tmp_path / "forms").joined == 1
    assert fleet_rows(tmp_path / "forms") == fleet_rows(tmp_path / "bare") != []


def test_folder_of_something_else_is_left_alone(tmp_path):
    (tmp_path / "fleet").mkdir()
    (tmp_path / "fleet" / "letter.txt").write_text("dear all")
    with pytest.raises(FleetError, match="no fleet lies in"):
        export(Folder(tmp_path / "fleet"), [], [])
    assert [file.name for file in (tmp_path / "fleet").iterdir()] == ["letter.txt"]


def test_store_in_a_repository_is_exported_with_it(tmp_path, app):
    shutil.move(tmp_path / "sessions", app / ".git" / "attrib" / "sessions")
    folder = Folder(tmp_path / "fleet")
    answer = export(folder, [app], [])
    assert [(each.noun, each.count) for each in answer.exported] == [("commit", 2), ("session", 1)]
    assert matched(folder.path).evidence == 1
