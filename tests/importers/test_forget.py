"""`attrib session forget` removes exactly one session, and nothing that lies elsewhere."""

from __future__ import annotations

import json
import subprocess
from hashlib import sha256

import pytest

from attrib.cli.main import main
from tests.importers.linked import streams_of
from tests.importers.logs import save
from tests.importers.test_import_command import project, rich

pytestmark = pytest.mark.git


@pytest.fixture
def imported(repository, home):
    """A repository with a commit and the sessions S and T, and an index."""
    for name in ("S", "T"):
        save(project(home, "p") / f"{name}.jsonl", rich(repository, name))
    (repository / "f").write_text("one\n", encoding="utf-8")
    subprocess.run(["git", "add", "f"], check=True)
    subprocess.run(["git", "commit", "-qm", "one"], check=True)
    assert main(["import", "claude-code", "-q"]) == 0
    assert main(["index", "--build"]) == 0
    return repository


def store(repository):
    return repository / ".git" / "attrib" / "sessions"


def everything(folder):
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_what_was_removed_is_said(imported, home, capsys):
    first, second = streams_of(imported)
    capsys.readouterr()
    assert main(["session", "forget", "S"]) == 0
    (other,) = (home / ".local").rglob("*.zip")
    assert capsys.readouterr() == (
        f"removed {first}\nremoved {other.with_name('S.zip')}\n",
        "forgot claude-code:S: 1 stream removed\n",
    )
    assert streams_of(imported) == [second]
    assert other.name == "T.zip"


def test_no_answer_names_it_and_no_file_holds_it(imported, home, capsys):
    assert main(["session", "forget", "claude-code:S"]) == 0
    capsys.readouterr()
    for arguments in (["session"], ["explain", "f:1"], ["commit", "HEAD"], ["report"], ["doctor"]):
        main([*arguments, "--json"] if arguments != ["doctor"] else arguments)
    said = capsys.readouterr()
    assert "S.import" not in said.out + said.err
    assert '"S"' not in said.out
    assert main(["session", "S"]) == 128
    for data in (*everything(imported / ".git" / "attrib").values(),):
        assert b"S-t1" not in data
        assert b"S.import.asr.jsonl" not in data


def test_what_the_index_read_of_a_copy_elsewhere_goes_too(imported, tmp_path):
    (first, _) = streams_of(imported)
    copy = tmp_path / "elsewhere.asr.jsonl"
    copy.write_bytes(first.read_bytes())
    assert main(["session", "S", "--sessions", str(copy)]) == 0
    index = imported / ".git" / "attrib" / "index.sqlite"
    assert b"elsewhere.asr.jsonl" in index.read_bytes()
    assert main(["session", "forget", "S"]) == 0
    assert b"elsewhere.asr.jsonl" not in index.read_bytes()
    assert b"S-t1" not in index.read_bytes()
    assert b"T.import.asr.jsonl" in index.read_bytes()
    assert copy.is_file()


def test_a_second_import_brings_it_back(imported, home):
    before = everything(store(imported))
    natives = everything(home / ".local")
    assert main(["session", "forget", "S"]) == 0
    assert main(["import", "claude-code"]) == 0
    assert everything(store(imported)) == before
    assert everything(home / ".local") == natives
    assert main(["session", "S"]) == 0


def test_streams_of_all_producers_go_and_neighbours_stay(imported):
    first, second = streams_of(imported)
    header = json.loads(first.read_bytes().splitlines()[0])
    header["_meta"] = {"attrib/producer": {"name": "agent-hook", "version": "0"}}
    hook = first.with_name("S.agent-hook.asr.jsonl")
    hook.write_text(json.dumps(header) + '\n{"type":"plan","seq":2,"id":"r2"}\n', encoding="utf-8")
    near = first.with_name("S.x.import.asr.jsonl")
    near.write_text(json.dumps(header | {"sessionId": "S.x"}) + "\n", encoding="utf-8")
    other = first.with_name("copy.jsonl")
    other.write_text(json.dumps(header | {"namespace": "n"}) + "\n", encoding="utf-8")
    kept = {near, other, second}
    assert main(["session", "forget", "claude-code:S"]) == 128
    namespace = header["namespace"]
    assert main(["session", "forget", f"claude-code:{namespace}:S"]) == 0
    assert set(streams_of(imported)) == kept


def test_a_session_that_no_answer_can_use_is_forgotten_too(imported, capsys):
    first, second = streams_of(imported)
    rows = first.read_text(encoding="utf-8").replace('"branch": "main"', '"branch": "other"')
    first.with_name("contradicts.jsonl").write_text(rows, encoding="utf-8")
    assert main(["session", "S"]) == 128
    assert main(["session", "forget", "S"]) == 0
    assert streams_of(imported) == [second]


def test_an_ambiguous_name_forgets_nothing_and_names_the_candidates(imported, home, capsys):
    save(project(home, "p") / "S2.jsonl", rich(imported, "S2"))
    save(project(home, "p") / "S3.jsonl", rich(imported, "S3"))
    assert main(["import", "claude-code"]) == 0
    assert main(["session", "forget", "S"]) == 0
    capsys.readouterr()
    before = everything(store(imported))
    assert main(["session", "forget", "S"]) == 128
    assert capsys.readouterr() == (
        "",
        "fatal: 'S' names 2 sessions: claude-code:S2, claude-code:S3\n"
        "hint: give more digits, or agent:id\n",
    )
    assert everything(store(imported)) == before
    assert main(["session", "forget"]) == 129
    assert main(["session", "S2", "S3"]) == 129
    assert main(["session", "forget", "absent"]) == 128


def test_sessions_outside_the_store_are_left_and_named(imported, tmp_path, capsys):
    first, _ = streams_of(imported)
    outside = tmp_path / "logs" / "S.jsonl"
    outside.parent.mkdir()
    first.rename(outside)
    assert main(["--sessions", str(outside.parent), "session", "forget", "S"]) == 1
    assert capsys.readouterr().err == (
        f"notice: '{outside}' lies outside this repository's store; left as it is\n"
        "forgot claude-code:S: 0 streams removed\n"
    )
    assert outside.exists()


@pytest.mark.parametrize("kind", ["file", "folder", "store", "all"])
def test_links_out_of_the_store_are_not_followed(imported, tmp_path, kind):
    first, second = streams_of(imported)
    outside = tmp_path / "outside"
    outside.mkdir()
    if kind == "file":
        first.rename(outside / "S.jsonl")
        first.symlink_to(outside / "S.jsonl")
    elif kind == "folder":
        first.parent.rename(outside / "n")
        first.parent.symlink_to(outside / "n")
    else:
        place = store(imported) if kind == "store" else store(imported).parent
        place.rename(outside / place.name)
        place.symlink_to(outside / place.name)
    held = outside / "attrib" / "sessions" if kind == "all" else outside
    before = everything(held)
    arguments = ["--sessions", str(outside), "session", "forget", "S"]
    assert main(arguments) == (128 if kind == "all" else 1)
    assert everything(held) == before
    assert second.name == "T.import.asr.jsonl"


def test_a_link_inside_the_store_goes_with_what_it_leads_to(imported):
    first, second = streams_of(imported)
    first.with_name("A.jsonl").symlink_to(first)
    assert main(["session", "forget", "S"]) == 0
    assert streams_of(imported) == [second]
    assert [path.name for path in second.parent.iterdir()] == [second.name]


def test_blobs_go_where_no_other_stream_refers_to_them(imported):
    digests = [sha256(data).hexdigest() for data in (b"own", b"shared")]
    blobs = store(imported) / "blobs"
    blobs.mkdir()
    for digest, data in zip(digests, (b"own", b"shared"), strict=True):
        (blobs / digest).write_bytes(data)
    for stream, named in zip(streams_of(imported), (digests, digests[1:]), strict=True):
        record = {"type": "plan", "seq": 99, "id": "r99", "x": [f"sha256:{d}" for d in named]}
        with stream.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")
    assert main(["session", "forget", "S"]) == 0
    assert [path.name for path in blobs.iterdir()] == [digests[1]]


def test_the_last_session_leaves_no_empty_folders(imported):
    assert main(["session", "forget", "S"]) == 0
    assert main(["session", "forget", "T"]) == 0
    assert list(store(imported).iterdir()) == []
