"""Which sessions count as running in a worktree, and what is written for them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from attrib.importers.common.logs import namespace_of
from attrib.model.ids import SessionKey
from attrib.recording.live_marks import live_in, mark
from attrib.recording.quick.live import VARIABLES, live_sessions, marked_sessions
from attrib.recording.quick.stream import append_records
from attrib.recording.stream_header import StreamHeader
from attrib.recording.stream_writer import StreamFolder
from tests.support.hooked import actions, commit, hooked, journal, streams

NOW = 1_790_000_000.0
KEY = SessionKey("com.anthropic.claude-code", "local-1", "m1")
ONE, OTHER = ("com.anthropic.claude-code", "local-1", "m1"), ("com.openai.codex", "local-2", "m2")


@pytest.fixture
def common(tmp_path):
    path = tmp_path / "r" / ".git"
    path.mkdir(parents=True)
    return path


def store(common: Path, agent: str, namespace: str, name: str) -> None:
    header = StreamHeader(SessionKey(agent, namespace, name), "import")
    StreamFolder(common).append(header, [])


def test_nothing_is_live_where_nothing_says_so(common):
    assert live_sessions(str(common), str(common.parent), NOW) == []


def test_session_of_the_environment_that_is_not_known_gets_a_stream_of_its_own(common, monkeypatch):
    monkeypatch.setenv("ATTRIB_SESSION_ID", "S1")
    assert live_sessions(str(common), "/r", NOW) == [("unknown", "local", "S1")]


def test_session_of_the_environment_is_the_one_known_by_that_id(common, monkeypatch):
    store(common, "com.tencent.codebuddy", "laptop", "S1")
    monkeypatch.setenv("ATTRIB_SESSION_ID", "S1")
    assert live_sessions(str(common), "/r", NOW) == [("com.tencent.codebuddy", "laptop", "S1")]


def test_id_that_two_agents_know_is_told_apart_by_the_agent(common, monkeypatch):
    store(common, "com.tencent.codebuddy", "laptop", "S1")
    store(common, "com.openai.codex", "desk", "S1")
    monkeypatch.setenv("ATTRIB_SESSION_ID", "codex:S1")
    assert live_sessions(str(common), "/r", NOW) == [("com.openai.codex", "desk", "S1")]
    monkeypatch.setenv("ATTRIB_SESSION_ID", "com.tencent.codebuddy:S1")
    assert live_sessions(str(common), "/r", NOW) == [("com.tencent.codebuddy", "laptop", "S1")]
    monkeypatch.setenv("ATTRIB_SESSION_ID", "S1")
    assert live_sessions(str(common), "/r", NOW) == [("unknown", "local", "S1")]


def test_import_that_comes_later_is_the_session_from_then_on(common, monkeypatch):
    monkeypatch.setenv("ATTRIB_SESSION_ID", "S1")
    key = live_sessions(str(common), "/r", NOW)[0]
    append_records(str(common), key, "/r", "2026-10-26T14:00:00.000Z", [], time.monotonic() + 60)
    assert live_sessions(str(common), "/r", NOW) == [key]
    store(common, "com.tencent.codebuddy", "laptop", "S1")
    assert live_sessions(str(common), "/r", NOW) == [("com.tencent.codebuddy", "laptop", "S1")]


def test_id_with_colons_of_its_own_stays_whole(common, monkeypatch):
    monkeypatch.setenv("ATTRIB_SESSION_ID", "run:thread:1")
    assert live_sessions(str(common), "/r", NOW) == [("unknown", "local", "run:thread:1")]


@pytest.mark.parametrize("variable", VARIABLES)
def test_agents_variable_names_the_session_as_its_importer_does(
    common, monkeypatch, variable, home
):
    alias, _, folder = VARIABLES[variable]
    monkeypatch.setenv(variable, "id-1")
    monkeypatch.setenv("ATTRIB_SESSION_ID", f"{alias}:id-2")
    namespace = namespace_of(Path("/x"), None, home / folder.removeprefix("~/"))
    (first, second) = live_sessions(str(common), "/r", NOW)
    assert (first[1:], second[1:]) == ((namespace, "id-2"), (namespace, "id-1"))
    assert first[0] == second[0]


def test_folder_of_an_agent_that_lies_elsewhere_gives_its_namespace(common, monkeypatch, tmp_path):
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "id")
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "elsewhere"))
    namespace = namespace_of(Path("/x"), None, tmp_path / "elsewhere")
    assert live_sessions(str(common), "/r", NOW)[0][1] == namespace


@pytest.mark.parametrize("value", ["x" * 1001, ""])
def test_id_that_is_no_id_names_no_session(common, monkeypatch, value):
    monkeypatch.setenv("ATTRIB_SESSION_ID", value)
    assert live_sessions(str(common), "/r", NOW) == []


def test_marks_count_as_they_do_where_they_are_made(common):
    top = str(common.parent)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    mark(common, SessionKey(*ONE), top, NOW + 1, pid=os.getpid())
    mark(common, SessionKey(*OTHER), top, NOW)
    mark(common, SessionKey("a", "n", "elsewhere"), "/elsewhere", NOW)
    mark(common, SessionKey("a", "n", "gone"), top, NOW, pid=ended.pid)
    mark(common, SessionKey("a", "n", "expired"), top, NOW - 100, lasts=50)
    ended.wait()
    (common / "attrib" / "live" / "damaged.json").write_bytes(b"{")
    (common / "attrib" / "live" / "odd.json").write_bytes(b'{"key": 1}')
    expected = [(m.key.agent, m.key.namespace, m.key.id) for m in live_in(common, top, NOW + 2)]
    assert expected == [OTHER, ONE]
    assert marked_sessions(str(common), top, NOW + 2) == expected


def test_mark_that_counts_no_more_is_taken_away(common):
    mark(common, KEY, common.parent, NOW, lasts=10)
    assert marked_sessions(str(common), str(common.parent), NOW + 11) == []
    assert list((common / "attrib" / "live").iterdir()) == []


def test_mark_that_is_a_link_is_no_mark(common, tmp_path):
    mark(common, KEY, common.parent, NOW)
    (path,) = (common / "attrib" / "live").iterdir()
    path.rename(tmp_path / "mark")
    path.symlink_to(tmp_path / "mark")
    assert marked_sessions(str(common), str(common.parent), NOW + 1) == []


@pytest.mark.git
def test_commit_goes_into_every_session_that_is_live_there(tmp_path, monkeypatch):
    repository = hooked(tmp_path / "r")
    monkeypatch.setenv("ATTRIB_SESSION_ID", "S1")
    monkeypatch.setenv("CODEX_THREAD_ID", "S2")
    oid = commit(repository, {"f": b"1\n"})
    found = streams(repository)
    assert sorted(found) == ["S1", "S2"]
    assert {records[1]["commit"] for records in found.values()} == {oid}
    assert journal(repository) == []


@pytest.mark.git
def test_marked_session_gets_the_commit_and_one_of_another_worktree_does_not(tmp_path, monkeypatch):
    repository = hooked(tmp_path / "r")
    # Far ahead of any clock, within what a mark may claim of it.
    body = "import time, sys; from pathlib import Path\n"
    body += "from attrib.model.ids import SessionKey\n"
    body += "from attrib.recording.live_marks import mark\n"
    body += "mark(sys.argv[1], SessionKey('a', 'n', sys.argv[3]), sys.argv[2], time.time())\n"
    for top, name in ((repository, "here"), (tmp_path, "there")):
        arguments = [sys.executable, "-c", body, repository / ".git", top, name]
        subprocess.run(arguments, check=True)
    commit(repository, {"f": b"1\n"})
    assert sorted(streams(repository)) == ["here"]
    assert actions(repository, "here") == ["commit"]
