"""Streams stay readable whoever writes, whenever a writer ends, whatever the disk says."""

from __future__ import annotations

import json
import os
import random
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from attrib.answers.sessions import sessions
from attrib.cli.check import check
from attrib.codec import encode as encode_asr
from attrib.codec import header_line
from attrib.journal import read_journal
from attrib.model.records import Root
from attrib.opening import Options, open_workspace
from attrib.reading import read_sessions
from attrib.recording.quick.spelled import encode, parse
from attrib.recording.quick.stream import append_records
from attrib.stores import open_store
from tests.house.tree import ROOT
from tests.support.hooked import commit, git, hooked, journal, streams

KEY = ("unknown", "local", "S1")
TS = "2026-10-26T14:00:00.000Z"
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
WRITE = """
import sys
sys.path.append(sys.argv[1])
import time
from attrib.recording.quick.stream import append_records
for number in range(int(sys.argv[3])):
    records = [{"type": "vcs", "action": "commit", "root": None, "evidence": "observed",
                "commit": "%040x" % number, "branch": "b" * 3000}]
    append_records(sys.argv[2], ("unknown", "local", "S1"), sys.argv[4], "2026-10-26T14:00:00.000Z",
                   records, time.monotonic() + 60)
"""


def path_of(common: Path) -> Path:
    return common / "attrib" / "sessions" / "unknown" / "local" / "S1.hook.asr.jsonl"


def append(common: Path, *records, top="/r") -> list[dict]:
    append_records(str(common), KEY, top, TS, list(records), time.monotonic() + 60)
    return [json.loads(line) for line in path_of(common).read_bytes().splitlines()]


def writer(common: Path, times: int, top: str = "/r") -> subprocess.Popen[bytes]:
    arguments = [str(ROOT), str(common), str(times), top]
    return subprocess.Popen([sys.executable, "-I", "-S", "-c", WRITE, *arguments])


def test_header_is_the_one_that_importers_write(tmp_path):
    append(tmp_path)
    expected = header_line(
        session_id="S1", agent="unknown", namespace="local", producer="hook",
        version=json.loads(path_of(tmp_path).read_bytes())["_meta"]["attrib/producer"]["version"],
        ts=TS, roots=[Root("hook", "/r")],
    )  # fmt: skip
    assert path_of(tmp_path).read_bytes() == expected


@given(st.dictionaries(st.text(), VALUES))
def test_json_is_spelled_as_everywhere_else(value):
    assert encode(value) == encode_asr(value)
    assert parse(encode(value)) == value


@given(st.text(alphabet=st.characters(categories=["Cs", "Ll"])))
def test_lone_surrogates_are_spelled_as_everywhere_else(text):
    assert encode({"a": text}) == encode_asr({"a": text})


@given(st.binary(max_size=30))
def test_what_is_no_object_is_read_as_none(data):
    assert parse(data) is None or isinstance(parse(data), dict)


def test_only_the_owner_can_read_what_is_written(tmp_path, monkeypatch):
    os.umask(os.umask(0))
    append(tmp_path)
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "attrib").rglob("*")}
    modes[tmp_path / "attrib"] = stat.S_IMODE((tmp_path / "attrib").stat().st_mode)
    assert set(modes.values()) == {0o700, 0o600}
    assert [path for path, mode in modes.items() if mode == 0o600] == [path_of(tmp_path)]


def test_seq_is_right_whoever_writes_at_the_same_time(tmp_path):
    writers = [writer(tmp_path, 40, f"/r{number % 2}") for number in range(4)]
    assert [each.wait() for each in writers] == [0] * 4
    records = append(tmp_path)
    assert [record["seq"] for record in records] == list(range(1, len(records) + 1))
    assert sum(record["type"] == "vcs" for record in records) == 160
    assert sum(record["type"] == "root" for record in records) == 2  # and that of the last call
    result = CliRunner().invoke(check, ["--strict", str(path_of(tmp_path))])
    assert result.exit_code == 0, result.stdout


@pytest.mark.git
def test_two_commits_at_once_in_two_worktrees(tmp_path, monkeypatch):
    repository = hooked(tmp_path / "r")
    git(repository, "worktree", "add", "-q", "../wt", "-b", "wt")
    monkeypatch.setenv("ATTRIB_SESSION_ID", "S1")
    command = ["git", "commit", "-q", "--allow-empty", "-m", "x"]
    for _ in range(8):
        both = [subprocess.Popen(command, cwd=at) for at in (repository, tmp_path / "wt")]
        assert [each.wait() for each in both] == [0, 0]
    records = streams(repository)["S1"]
    assert [record["seq"] for record in records] == list(range(1, len(records) + 1))
    assert sum(record["type"] == "vcs" for record in records) == 16


@pytest.mark.once
@pytest.mark.slow
def test_stream_stays_readable_wherever_its_writer_is_killed(tmp_path):
    moments = random.Random(6)  # noqa: S311 - any moments will do
    for _ in range(200):
        process = writer(tmp_path, 100_000)
        size = moments.randrange(1, 60_000)
        path = path_of(tmp_path)
        before = path.stat().st_size if path.exists() else 0
        while not path.exists() or path.stat().st_size < before + size:
            assert process.poll() is None
        process.kill()
        process.wait()
        if path.stat().st_size > 5_000_000:
            path.unlink()
    append_records(str(tmp_path), KEY, "/r", TS, [{"type": "vcs"}], time.monotonic() + 60)
    lines = path_of(tmp_path).read_bytes().splitlines()
    whole = [json.loads(line) for line in lines if line.endswith(b"}")]
    assert len(lines) - len(whole) <= 200, "at most the line that each was killed in is cut off"
    seqs = [record["seq"] for record in whole]
    assert seqs == sorted(set(seqs))
    assert (whole[0]["type"], whole[-1]["type"]) == ("session", "vcs")
    read = read_sessions([open_store(path_of(tmp_path))])
    assert len(read.sessions[0].streams[0].records) == len(whole)
    assert len(read.bad) == len(lines) - len(whole)


@pytest.mark.parametrize("cut", [1, 2, 30, 150])
def test_stream_cut_off_in_its_first_line_is_begun_anew(tmp_path, cut):
    append(tmp_path)
    whole = path_of(tmp_path).read_bytes()
    path_of(tmp_path).write_bytes(whole[:-cut])
    append(tmp_path)
    assert path_of(tmp_path).read_bytes() == whole


def test_line_that_was_cut_off_is_ended_and_its_seq_is_free(tmp_path):
    append(tmp_path, {"type": "vcs", "action": "commit", "evidence": "observed"})
    path = path_of(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"type": "vcs", "seq": 3, "id": "r3", "ac')
    append_records(
        str(tmp_path), KEY, "/r", TS, [{"type": "workspace_state", "root": None}], time.monotonic()
    )
    lines = path.read_bytes().removeprefix(whole).splitlines()
    assert [line[:13] for line in lines] == [b'{"type": "vcs', b'{"type": "wor']
    assert json.loads(lines[1])["seq"] == 3


def test_disk_that_is_full_leaves_whole_lines(tmp_path):
    append(tmp_path, {"type": "vcs", "action": "commit", "evidence": "observed"})
    path = path_of(tmp_path)
    limit = path.stat().st_size + 2000
    code = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\n"
    arguments = [str(ROOT), str(tmp_path), "3", "/r"]
    # Without bytecode: what Python keeps of it would be cut off at the same length, for good.
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-B", "-c", code + WRITE, *arguments],
        capture_output=True,
        check=False,
    )
    assert b"File too large" in done.stderr
    assert path.read_bytes().endswith(b"}\n")
    assert [record["seq"] for record in append(tmp_path)] == [1, 2]


@pytest.mark.git
def test_full_disk_is_said_once_and_fails_no_commit(tmp_path, monkeypatch):
    repository = hooked(tmp_path / "r")
    monkeypatch.setenv("ATTRIB_SESSION_ID", "S1")
    monkeypatch.setenv("CODEX_THREAD_ID", "S2")
    # The shell's own limit, which is of files written, stands for a disk without space.
    command = ["sh", "-c", "ulimit -f 0; exec .git/hooks/post-commit"]
    done = subprocess.run(command, cwd=repository, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.count(b"not recorded") == 1


@pytest.mark.git
@pytest.mark.parametrize("session", ["", "S1"])
def test_store_that_cannot_be_written_is_said_once_and_fails_no_commit(
    tmp_path, monkeypatch, session
):
    repository = hooked(tmp_path / "r")
    (repository / ".git" / "attrib").write_bytes(b"a file in the folder's place")
    monkeypatch.setenv("ATTRIB_SESSION_ID", session)
    command = ["git", "commit", "-q", "--allow-empty", "-m", "x"]
    done = subprocess.run(command, cwd=repository, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.count(b"attrib: not recorded: ") == 1
    assert b"hint: attrib doctor" in done.stderr


@pytest.mark.git
@pytest.mark.parametrize("session", ["", "S1"])
@pytest.mark.parametrize("place", ["attrib", "attrib/journal.jsonl", "attrib/sessions"])
def test_no_write_goes_through_a_symbolic_link(tmp_path, monkeypatch, session, place):
    repository = hooked(tmp_path / "r")
    outside = tmp_path / "outside"
    outside.mkdir()
    target = outside / "file" if place.endswith("jsonl") else outside
    link = repository / ".git" / place
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(target)
    monkeypatch.setenv("ATTRIB_SESSION_ID", session)
    commit(repository, {"f": b"1\n"})
    git(repository, "commit", "-q", "--amend", "-m", "again")
    assert list(outside.iterdir()) == []


@pytest.mark.git
def test_what_was_not_recorded_is_kept_for_doctor(tmp_path, monkeypatch):
    repository = hooked(tmp_path / "r")
    (repository / ".git" / "attrib").mkdir()
    (repository / ".git" / "attrib" / "sessions").write_bytes(b"a file")
    monkeypatch.setenv("ATTRIB_SESSION_ID", "S1")
    commit(repository, {"f": b"1\n"})
    (missed,) = read_journal(str(repository / ".git")).missed
    assert missed.hook == "post-commit"
    assert "no folder" in missed.reason


@pytest.mark.git
def test_stream_that_another_process_holds_too_long_is_missed_and_fails_no_commit(
    tmp_path, monkeypatch
):
    repository = hooked(tmp_path / "r")
    monkeypatch.setenv("ATTRIB_SESSION_ID", "S1")
    commit(repository, {"f": b"1\n"})
    path = path_of(repository / ".git")
    code = "import fcntl, sys; f = open(sys.argv[1]); fcntl.flock(f, fcntl.LOCK_EX)\n"
    code += "print('held', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        commit(repository, {"f": b"2\n"})
        holder.communicate()
    assert [entry["type"] for entry in journal(repository)] == ["missed"]
    assert "another writer" in journal(repository)[0]["reason"]


@pytest.mark.git
def test_journal_line_that_was_cut_off_does_not_spoil_the_next(tmp_path):
    repository = hooked(tmp_path / "r")
    (repository / ".git" / "attrib").mkdir(mode=0o700)
    (repository / ".git" / "attrib" / "journal.jsonl").write_bytes(b'{"type": "com')
    oid = commit(repository, {"f": b"1\n"})
    git(repository, "commit", "-q", "--amend", "-m", "again")
    held = read_journal(str(repository / ".git"))
    assert oid in held.commits
    assert len(held.rewrites) == 1


@pytest.mark.git
def test_hook_imports_nothing_that_takes_long(tmp_path, monkeypatch):
    repository = hooked(tmp_path / "r")
    monkeypatch.setenv("ATTRIB_SESSION_ID", "S1")
    code = "import os, sys; os._exit = lambda code: None\nsys.path.append(sys.argv[1])\n"
    code += "from attrib.recording.quick.run import main\nmain(['post-commit'])\n"
    code += "print(*sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, ROOT],
        cwd=repository,
        check=True,
        capture_output=True,
        stdin=subprocess.DEVNULL,
    )
    heavy = {
        "asyncio", "click", "collections", "contextlib", "dataclasses", "dulwich", "enum",
        "functools", "hashlib", "inspect", "json", "msgspec", "pathlib", "pygit2", "re",
        "signal", "socket", "sqlite3", "subprocess", "threading", "typing",
    }  # fmt: skip
    assert heavy.isdisjoint(answer.stdout.decode().split())
    assert len(streams(repository)["S1"]) == 3


@pytest.mark.git
def test_session_of_the_hook_joins_the_imported_one_by_its_key(tmp_path, monkeypatch):
    from attrib.model.ids import SessionKey
    from attrib.recording.stream_header import StreamHeader
    from attrib.recording.stream_writer import StreamFolder

    repository = hooked(tmp_path / "r")
    key = SessionKey("com.tencent.codebuddy", "laptop", "S1")
    StreamFolder(repository / ".git").append(StreamHeader(key, "import"), [])
    monkeypatch.setenv("ATTRIB_SESSION_ID", "S1")
    commit(repository, {"f": b"1\n"})
    with open_workspace(Options(start=repository)) as workspace:
        (info,) = sessions(workspace)
        assert info.key == key
        assert len(workspace.sessions[0].streams) == 2
        assert [b.how for b in workspace.bindings.bound.values()] == ["declared path"]
