from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from attrib.codec import encode
from attrib.model.ids import SessionKey
from attrib.model.records import FileChange, Header, Root, UnknownRecord
from attrib.reading import read_sessions
from attrib.stores import open_store

KEY = SessionKey("com.openai.codex", "ada", "0f1e")


def header(producer: str | None = None, **members):
    meta = {"_meta": {"attrib/producer": {"name": producer}}} if producer else {}
    return {
        "type": "session",
        "seq": 1,
        "id": "r1",
        "sessionId": "0f1e",
        "agent": "codex",
        "namespace": "ada",
        **meta,
        **members,
    }


def change(number: int, text: str = "x", **members):
    one = {"op": "add", "root": "app", "path": f"f{number}", "after": {"text": text}}
    return {
        "type": "file_change",
        "seq": number,
        "id": f"r{number}",
        "status": "applied",
        "precision": "exact",
        "changes": [one],
        **members,
    }


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(name: str, *records):
    path = Path(name)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"".join(one if isinstance(one, bytes) else encode(one) for one in records))
    return path


def read(*paths, **options):
    return read_sessions([open_store(Path(path)) for path in paths], **options)


def held(result):
    """For each session its key, and for each stream its path and the names of its records."""
    return [
        (one.key, [(s.path, [r.name for r in s.records]) for s in one.streams])
        for one in result.sessions
    ]


def test_stream_is_a_session_named_by_its_header(folder):
    put("a.jsonl", header(roots=[{"root": "app", "path": "/app"}]), change(2))
    result = read("a.jsonl")
    assert held(result) == [(KEY, [("a.jsonl", ["r1", "r2"])])]
    (session,) = result.sessions
    assert session.roots == (Root("app", "/app"),)
    assert session.id_source == "header"
    assert isinstance(session.streams[0].header, Header)
    assert (result.bad, result.notices) == ((), ())


def test_stream_without_a_header_is_named_by_its_file(folder):
    put("0f1e.asr.jsonl", change(2))
    (session,) = read("0f1e.asr.jsonl").sessions
    assert session.key == SessionKey("unknown", "", "0f1e")
    assert session.id_source == "filename"


def test_log_without_a_header_has_the_roots_that_its_changes_name(folder):
    put("0f1e.asr.jsonl", change(2), change(3))
    (session,) = read("0f1e.asr.jsonl").sessions
    assert session.roots == (Root("app"),)


def test_stream_with_a_header_has_no_root_that_it_does_not_declare(folder):
    put("a.jsonl", header(), change(2))
    (session,) = read("a.jsonl").sessions
    assert session.roots == ()


def test_streams_of_several_producers_are_one_session(folder):
    put("s/0f1e.import.asr.jsonl", header("import"), change(2))
    put("s/0f1e.hook.asr.jsonl", header("hook"), change(2, "other"))
    put("other.jsonl", header(namespace="eve"), change(2))
    assert held(read("s", "other.jsonl")) == [
        (
            KEY,
            [
                ("s/0f1e.hook.asr.jsonl", ["r1", "r2@hook"]),
                ("s/0f1e.import.asr.jsonl", ["r1", "r2"]),
            ],
        ),
        (SessionKey("com.openai.codex", "eve", "0f1e"), [("other.jsonl", ["r1", "r2"])]),
    ]


def test_answer_does_not_depend_on_the_order_of_the_stores(folder):
    put("a.jsonl", header("import"), change(2))
    put("b.jsonl", header("hook"), change(2))
    put("c.jsonl", header(namespace=""), change(2), b"oops\n")
    put("notes.md")
    answers = [read(*order) for order in permutations(["a.jsonl", "b.jsonl", "c.jsonl", "."])]
    assert all(answer == answers[0] for answer in answers)


def test_file_given_twice_counts_once(folder):
    put("a.jsonl", header(), change(2))
    Path("link.jsonl").symlink_to("a.jsonl")
    assert held(read("a.jsonl", "./a.jsonl", "link.jsonl", ".")) == [
        (KEY, [("a.jsonl", ["r1", "r2"])])
    ]


def test_records_of_an_older_copy_count_once(folder):
    put("a.jsonl", header(), change(2))
    put("b.jsonl", header(), change(2), change(3))
    assert held(read(".")) == [(KEY, [("a.jsonl", ["r1", "r2"]), ("b.jsonl", ["r1", "r3"])])]


def test_record_written_twice_counts_once(folder):
    put("a.jsonl", header(), change(2), change(2), change(2, "other"))
    (session,) = read("a.jsonl").sessions
    changes = [r for r in session.streams[0].records if isinstance(r, FileChange)]
    assert [one.changes[0].after.text for one in changes if one.changes[0].after] == ["x", "other"]


def test_streams_of_one_producer_that_contradict_each_other_are_left_out(folder):
    put("a.jsonl", header(), change(2))
    put("b.jsonl", header(), change(2, "other"))
    put("c.jsonl", header("hook"), change(2))
    result = read(".")
    assert held(result) == [(KEY, [("c.jsonl", ["r1", "r2"])])]
    assert result.notices == (
        "session '0f1e': left out 'a.jsonl', 'b.jsonl': record 'r2' is not the same in both",
    )


def test_two_sessions_in_one_stream_are_not_merged(folder):
    put("a.jsonl", header(), change(2), header(sessionId="2b3c"), change(3))
    result = read("a.jsonl")
    assert result.sessions == ()
    assert [(str(bad.place), bad.reason) for bad in result.bad] == [
        ("a.jsonl:3", "two sessions in one stream, '0f1e' and '2b3c'")
    ]
    assert result.notices == ("a.jsonl: left out: two sessions in one stream, '0f1e' and '2b3c'",)


def test_records_without_ids_are_kept_and_named_by_their_line(folder):
    nameless = [{k: v for k, v in change(n).items() if k != "id"} for n in (2, 3)]
    put("a.jsonl", header(), *nameless)
    put("b.jsonl", header(), *nameless)
    assert held(read(".")) == [(KEY, [("a.jsonl", ["r1", "@2", "@3"]), ("b.jsonl", ["r1"])])]


def test_other_kinds_are_read_only_when_asked_for(folder):
    call = {"type": "tool_call", "seq": 2, "id": "r2", "ts": "2026-10-26T14:00:00Z"}
    put("a.jsonl", header(ts="2026-10-26T14:00:01Z"), call, change(3))
    (session,) = read("a.jsonl").sessions
    assert [record.name for record in session.streams[0].records] == ["r1", "r3"]
    assert (session.first, session.last) == (1793023200.0, 1793023201.0)
    (session,) = read("a.jsonl", kinds=None).sessions
    assert [record.name for record in session.streams[0].records] == ["r1", "r2", "r3"]
    assert isinstance(session.streams[0].records[1], UnknownRecord)


def test_log_that_holds_no_record_is_no_session(folder):
    put("claude.jsonl", b'{"type":"user","uuid":"u"}\n')
    result = read("claude.jsonl")
    assert result.sessions == ()
    assert result.notices == ("claude.jsonl: no record of a session in it",)


def line(number: int, text: str = "x") -> bytes:
    return encode(change(number, text)).strip()


def test_damaged_log_that_is_still_growing_loses_nothing_that_can_be_read(folder):
    torn = line(8, "é")
    data = line(1) + b"\n" + line(2) + line(3) + b"\n" + line(4) + b"\0" * 9000 + b"\n"
    data += b"\0" * 300 + b"\n\n" + line(5, "caf\udce9") + b"\n" + line(6, "a\u2028b") + b"\n"
    data += b"[" * 100_000 + b"\n" + b'{"n":' + b"1" * 5000 + b"}\n" + line(7, "n\0l") + b"\n"
    put("a.jsonl", data + torn[:-3])
    result = read("a.jsonl")
    key = SessionKey("unknown", "", "a")
    seven = ["r1", "r2", "r3", "r4", "r5", "r6", "r7"]
    assert held(result) == [(key, [("a.jsonl", seven)])]
    at = data.index
    assert [(b.place.line, b.place.offset, b.reason, b.pending) for b in result.bad] == [
        (4, at(b"\0" * 300 + b"\n\n"), "300 NUL bytes and nothing else", False),
        (8, at(b"[[["), "no JSON that can be read: nested too deeply", False),
        (9, at(b'{"n":1'), "no number that can be read: too many digits", False),
        (11, len(data), result.bad[3].reason, True),
    ]
    put("a.jsonl", data + torn + b"\n" + line(9) + b"\n")
    result = read("a.jsonl")
    assert held(result) == [(key, [("a.jsonl", [*seven, "r8", "r9"])])]
    assert [bad.pending for bad in result.bad] == [False, False, False]
