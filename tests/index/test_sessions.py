"""Sessions from the index equal those read from their streams, and only what is new is read."""

from __future__ import annotations

import json
import os
import tempfile
import threading
import time
from collections.abc import Sequence
from io import FileIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attrib.binding import Bindings, RootBinding
from attrib.changes import RecordedChanges
from attrib.codec.facts import facts_from, facts_of
from attrib.codec.quick import quick_facts
from attrib.codec.records import decode
from attrib.errors import StreamError
from attrib.index.database import Database
from attrib.index.held import HeldRecords, ids_of, others_of, paths_of, sketches_of, times_of
from attrib.index.ingest import Progress, read_on
from attrib.index.sessions import SessionIndex
from attrib.model.ids import RepoPath
from attrib.model.records import FileChange, Place
from attrib.reading import ReadResult, read_sessions
from attrib.stores import open_store

HEADER = {"type": "session", "seq": 1, "id": "r1", "sessionId": "s", "agent": "com.openai.codex"}
OID = "ce013625030ba8dba906f756967f9e9ca394464a"


def line(value: dict[str, Any]) -> bytes:
    return json.dumps(value).encode() + b"\n"


def change(number: int, **more: Any) -> dict[str, Any]:
    state = {"objectId": OID, "objectIdType": "git-blob-sha1", "representation": "worktree"}
    return {
        "type": "file_change",
        "seq": number,
        "id": f"r{number}",
        "ts": f"2026-10-20T12:{number % 60:02}:00Z",
        "status": "applied",
        "cause": {"callId": f"c{number}"},
        "changes": [{"op": "add", "root": "repo", "path": f"f{number % 3}", "after": state}],
        "patch": {"format": "unified", "text": "@@ -0,0 +1 @@\n+a\n"},
        **more,
    }


def other(number: int, kind: str = "message") -> dict[str, Any]:
    ts = f"2026-10-20T12:{number % 60:02}:30Z"
    return {"type": kind, "seq": number, "id": f"r{number}", "ts": ts, "text": "x" * 40}


@pytest.fixture
def index(tmp_path: Path) -> SessionIndex:
    return SessionIndex(Database(tmp_path / "attrib" / "index.sqlite", create=True))


def both(path: Path, index: SessionIndex) -> tuple[ReadResult, ReadResult]:
    return read_sessions([open_store(path)], index=index), read_sessions([open_store(path)])


def same(path: Path, index: SessionIndex) -> ReadResult:
    """What the index gives, which must be what the streams hold, twice in a row."""
    for _ in range(2):
        held, whole = both(path, index)
        assert held == whole
        for one, two in zip(held.sessions, whole.sessions, strict=True):
            for left, right in zip(one.streams, two.streams, strict=True):
                for tell in (times_of, ids_of):
                    assert tell(left.records) == tell(right.records)
                for list_all in (sketches_of, others_of):
                    assert list(list_all(left.records)) == list(list_all(right.records))
                for mine, theirs in zip(
                    paths_of(left.records), paths_of(right.records), strict=True
                ):
                    assert (mine[0], tuple(mine[1][:5])) == (theirs[0], tuple(theirs[1][:5]))
    return both(path, index)[0]


def test_stream_from_the_index_equals_the_stream(tmp_path: Path, index: SessionIndex) -> None:
    log = tmp_path / "s.jsonl"
    records = [HEADER, other(2), change(3), other(4, "vcs"), change(5), other(6)]
    log.write_bytes(b"".join(map(line, records)))
    (session,) = same(log, index).sessions
    assert isinstance(session.streams[0].records, HeldRecords)
    assert (session.first, session.last) == (1792497750.0, 1792497990.0)


def test_grown_stream_is_read_from_where_it_stopped(tmp_path: Path, index: SessionIndex) -> None:
    log = tmp_path / "s.jsonl"
    log.write_bytes(line(HEADER) + line(change(2)))
    same(log, index)
    # What stands before the end of the first reading is not looked at again, but for a sample.
    assert index.read(str(log), "s") is not None
    for number in range(3, 60):
        with log.open("ab") as file:
            file.write(line(change(number) if number % 3 else other(number)))
        if number % 7 == 0:
            same(log, index)
    assert len(same(log, index).sessions[0].streams[0].records) == 40


def _grow_old(folder: Path) -> None:
    """Wait until the files are old enough to be trusted to stay as they are."""
    latest = max(each.stat().st_ctime_ns for each in folder.iterdir())
    while time.time_ns() - latest < 200_000_000:
        pass


class Listening(Database):
    """A database that remembers what it was asked."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.asked: list[str] = []

    def rows(self, question: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        self.asked.append(question)
        return super().rows(question, values)


def test_one_path_takes_in_only_the_streams_that_recorded_it(tmp_path: Path) -> None:
    for number, path in enumerate(("src/a.py", "src/b.py", "other/a.py")):
        roots = [{"root": "repo", "path": "/home/dev/app"}]
        header = {**HEADER, "sessionId": f"S{number}", "roots": roots}
        record = change(2)
        record["changes"][0]["path"] = path
        (tmp_path / f"{number}.jsonl").write_bytes(line(header) + line(record))
    _grow_old(tmp_path)
    place = tmp_path / "attrib" / "index.sqlite"
    built = Database(place, create=True)
    read_sessions([open_store(tmp_path)], index=SessionIndex(built))
    built.close()
    database = Listening(place)
    sessions = read_sessions([open_store(tmp_path)], index=SessionIndex(database)).sessions
    bound = {(each.key, "repo"): RootBinding("test", b"", b"", "w") for each in sessions}
    changes = RecordedChanges(sessions, Bindings(bound, (), ()), lambda _: None, lambda _: {})
    assert RepoPath(b"lib/c.py") not in changes
    assert RepoPath(b"src/b.py") in changes
    assert len(database.asked) == 1, "where all streams stand is asked at once"
    assert [each.path for each in changes[RepoPath(b"src/a.py")]] == [b"src/a.py"]
    assert len(database.asked) == 2, "and the records of the one stream that is looked at"


def test_unfinished_line_is_pending_and_read_when_it_ends(
    tmp_path: Path, index: SessionIndex
) -> None:
    log = tmp_path / "s.jsonl"
    last = line(change(2))
    log.write_bytes(line(HEADER) + last[:40])
    (bad,) = same(log, index).bad
    assert bad.pending
    with log.open("ab") as file:
        file.write(last[40:-1])
    assert len(same(log, index).sessions[0].streams[0].records) == 2
    with log.open("ab") as file:
        file.write(b"\n" + line(change(3)))
    assert len(same(log, index).sessions[0].streams[0].records) == 3


@pytest.mark.parametrize("keep_inode", [True, False])
def test_rewritten_stream_is_read_anew(
    tmp_path: Path, index: SessionIndex, *, keep_inode: bool
) -> None:
    log = tmp_path / "s.jsonl"
    old = line(HEADER) + b"".join(line(change(number)) for number in range(2, 9))
    log.write_bytes(old)
    os.utime(log, ns=(1, 1))
    same(log, index)
    new = old.replace(b'"f1"', b'"g1"')
    if not keep_inode:
        log.unlink()
    log.write_bytes(new)
    os.utime(log, ns=(2, 2))
    same(log, index)
    log.write_bytes(new[: len(new) // 2])
    same(log, index)
    log.write_bytes(old.replace(b'"repo"', b'"root"') + line(change(9)))
    same(log, index)


def test_document_is_read_as_ever(tmp_path: Path, index: SessionIndex) -> None:
    log = tmp_path / "s.json"
    log.write_text(json.dumps([HEADER, change(2)], indent=1))
    (session,) = same(log, index).sessions
    assert isinstance(session.streams[0].records, tuple)


def test_odd_lines_are_told_as_ever(tmp_path: Path, index: SessionIndex) -> None:
    log = tmp_path / "s.jsonl"
    log.write_bytes(
        b"\n \n"
        + line(HEADER)
        + b"\0\0\0\n"
        + line(change(2)).rstrip(b"\n")
        + line(change(3))
        + line(other(4)).rstrip(b"\n")
        + line(change(5))
        + b'{"type": "file_change", "seq": 6, "changes": [{"path": 5}]}\n'
        + b'{"type": "file_change", "seq": 7, "id": "\xff", "changes": []}\n'
        + line(change(8))[:50]
        + b"\n"
        + line(change(9)).replace(b"\n", b"\r\n")
        + '{"type": "file_change", "changes": [{"path": "\\ud800ä"}]}\n'.encode()
        + b'{"seq": 3, "type": "message"}\n'
        + b"[1, 2]\n"
    )
    same(log, index)


def test_copies_of_a_stream_count_once(tmp_path: Path, index: SessionIndex) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    log = line(HEADER) + b"".join(line(change(number)) for number in range(2, 9))
    (folder / "a.jsonl").write_bytes(log)
    (folder / "b.jsonl").write_bytes(log + line(change(9)))
    (session,) = same(folder, index).sessions
    assert [len(stream.records) for stream in session.streams] == [8, 2]


class CountingFile(FileIO):
    """Counts the bytes that are read of it."""

    count = 0

    def readinto(self, buffer: Any) -> int | None:
        read = super().readinto(buffer)
        self.count += read or 0
        return read

    def readall(self) -> bytes:
        data = super().readall()
        self.count += len(data or b"")
        return data


def test_of_a_grown_stream_only_the_growth_is_read(tmp_path: Path) -> None:
    log = tmp_path / "s.jsonl"
    log.write_bytes(line(HEADER) + b"".join(line(change(number)) for number in range(2, 900)))
    progress = Progress()
    with CountingFile(log) as file:
        read_on(file, "s", progress)
    growth = line(change(900)) + line(other(901))
    with log.open("ab") as out:
        out.write(growth)
    with CountingFile(log) as file:
        whole, _ = read_on(file, "s", progress)
    assert (file.count, len(whole.entries)) == (len(growth), 1)


@pytest.mark.parametrize("is_kept", [True, False])
def test_no_change_is_decoded_before_it_is_asked_for(
    tmp_path: Path, index: SessionIndex, *, is_kept: bool
) -> None:
    log = tmp_path / "s.jsonl"
    lines = [line(change(number)) for number in range(2, 400)]
    log.write_bytes(line(HEADER) + b"".join(lines))
    (session,) = read_sessions(
        [open_store(log)], index=index if is_kept else SessionIndex(None)
    ).sessions
    records = session.streams[0].records
    with log.open("r+b") as file:  # a record that was not decoded before is nowhere to be found
        file.seek(len(line(HEADER)))
        file.write(b" " * sum(map(len, lines)))
    assert ids_of(records) == [f"r{number}" for number in range(1, 400)]
    with pytest.raises(StreamError, match="changed while it was read"):
        _ = records[1]


def test_pipe_is_read_as_it_comes(tmp_path: Path, index: SessionIndex) -> None:
    pipe = tmp_path / "s.jsonl"
    os.mkfifo(pipe)
    data = line(HEADER) + line(change(2))
    writer = threading.Thread(target=pipe.write_bytes, args=[data])
    writer.start()
    (session,) = read_sessions([open_store(pipe)], index=index).sessions
    writer.join()
    assert len(session.streams[0].records) == 2


def test_index_that_cannot_be_used_is_read_around(tmp_path: Path) -> None:
    log = tmp_path / "s.jsonl"
    log.write_bytes(line(HEADER) + line(change(2)))
    database = Database(tmp_path / "attrib" / "index.sqlite", create=True)
    database.close()
    with pytest.raises(Exception, match="closed"):
        database.rows("SELECT 1")
    same(log, SessionIndex(None))


KINDS = st.sampled_from(["message", "tool_call", "file_change", "vcs", "workspace_state", "x"])
LINES = st.one_of(
    st.builds(lambda kind, number: line(other(number, kind)), KINDS, st.integers(2, 99)),
    st.builds(lambda number: line(change(number)), st.integers(2, 99)),
    st.builds(
        lambda kind, number: line({"content": [{"type": "vcs"}], **other(number, kind)}),
        KINDS,
        st.integers(2, 99),
    ),
    st.sampled_from([b"\n", b"{}\n", b"torn", b'{"type": "mess', b"\0\n", b'{"a": 1}\n']),
)


@given(st.lists(st.lists(LINES, max_size=6), max_size=4))
def test_any_growing_stream_equals_the_stream(parts: Sequence[Sequence[bytes]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "s.jsonl"
        database = Database(Path(folder) / "attrib" / "index.sqlite", create=True)
        with log.open("ab", buffering=0) as file:
            file.write(line(HEADER))
            for lines in parts:
                file.write(b"".join(lines))
                same(log, SessionIndex(database))
        database.close()


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just(OID),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=4,
)
MEMBERS = ("objectId", "objectIdType", "representation", "text", "content", "oldRoot", "op", "root")


@pytest.mark.parametrize("member", ["status", "op"])
def test_empty_word_is_unknown_in_quick_facts_too(member: str) -> None:
    value = change(2)
    holder = value if member == "status" else value["changes"][0]
    holder[member] = ""
    facts = quick_facts(line(value))
    assert facts is not None
    record = decode(line(value), Place("s", 1, 0))
    assert isinstance(record, FileChange)
    assert facts_from(facts) == facts_of(record)


@given(st.data())
def test_quick_facts_are_those_of_the_whole_record(data: st.DataObject) -> None:
    value = change(2)
    for holder in (value, value["changes"][0], value["changes"][0]["after"]):
        names = st.sampled_from([*holder, *MEMBERS])
        holder.update(data.draw(st.dictionaries(names, JSON_VALUES, max_size=2)))
    whole = line(value)
    facts = quick_facts(whole)
    if facts is not None:
        record = decode(whole, Place("s", 1, 0))
        assert isinstance(record, FileChange)
        assert facts_from(facts) == facts_of(record)
