"""Cursor's transcripts, chats and conversations become the records that they support."""

from __future__ import annotations

import json
import sqlite3
from hashlib import sha256

import pytest
from hypothesis import given

from attrib.cli.main import main
from attrib.importers.cursor import Cursor
from attrib.importers.cursor.chats import hash_of
from attrib.importers.cursor.edits import parts_changed
from tests.importers.kept_rules import errors_of
from tests.importers.logs import APP, START, Reading
from tests.importers.wild import changed
from tests.support.repos import commit, git, init


def used(name, given, **members):
    block = {"type": "tool_use", "name": name, "input": given, **members}
    return {"role": "assistant", "message": {"content": [block]}}


def answered(name, content, **members):
    block = {"type": "tool_result", "tool_use_id": name, "content": content, **members}
    return {"role": "user", "message": {"content": [block]}}


def transcript(home, rows, session="S", folder=APP):
    project = home / "projects" / "p"
    path = project / "agent-transcripts" / session / f"{session}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    if folder is not None:
        text = json.dumps({"workspacePath": folder})
        (project / ".workspace-trusted").write_text(text, encoding="utf-8")
    return path


def chat(home, messages, session="S", folder=APP):
    path = home / "chats" / hash_of(folder) / session / "store.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)")
    database.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)")
    about = json.dumps({"agentId": session, "createdAt": START}).encode().hex()
    database.execute("INSERT INTO meta VALUES ('0', ?)", (about,))
    told = f"<user_info>\nWorkspace Path: {folder}\n</user_info>"
    for message in ({"role": "user", "content": told}, *messages, b"\n\x01\xff"):
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        database.execute(
            "INSERT OR IGNORE INTO blobs VALUES (?, ?)", (sha256(data).hexdigest(), data)
        )
    database.commit()
    database.close()
    return path


def asked(name, tool, args):
    part = {"type": "tool-call", "toolCallId": name, "toolName": tool, "args": args}
    return {"role": "assistant", "content": [part]}


def result(name, text, **members):
    part = {"type": "tool-result", "toolCallId": name, "result": text, **members}
    return {"role": "tool", "content": [part]}


def editor(home, bubbles, originals=None, contents=None, session="S", folder=APP):
    """A conversation with these `toolFormerData`, one a bubble, from `b0` on."""
    path = home / "globalStorage" / "state.vscdb"
    path.parent.mkdir(parents=True, exist_ok=True)
    uri = {} if folder is None else {"uri": {"fsPath": folder}}
    values = {
        f"composerData:{session}": {
            "createdAt": START,
            "fullConversationHeadersOnly": [{"bubbleId": f"b{n}"} for n in range(len(bubbles))],
            "originalFileStates": originals or {},
            "workspaceIdentifier": uri,
        }
    }
    for number, data in enumerate(bubbles):
        values[f"bubbleId:{session}:b{number}"] = {
            "type": 2,
            "createdAt": f"2026-10-20T09:{number:02d}:00.000Z",
            "toolFormerData": data,
        }
    rows = [(key, json.dumps(value)) for key, value in values.items()]
    rows += (contents or {}).items()
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE IF NOT EXISTS cursorDiskKV (key TEXT UNIQUE, value BLOB)")
    database.executemany("INSERT OR REPLACE INTO cursorDiskKV VALUES (?, ?)", rows)
    database.commit()
    database.close()
    return path


def former(name, given, status="completed", result=None, **members):
    data = {"name": name, "rawArgs": json.dumps(given), "status": status, **members}
    return data if result is None else data | {"result": json.dumps(result)}


read = Reading(Cursor()).sessions


def types(session):
    return [record["type"] for record in session.records]


def changes(session):
    """Status, precision, operation, path, before and after of each change."""
    return [
        (
            record["status"],
            record["precision"],
            change["op"],
            change["path"],
            change.get("before", {}).get("text"),
            change.get("after", {}).get("text"),
        )
        for record in session.records
        if record["type"] == "file_change"
        for change in record["changes"]
    ]


WRITE = {"path": f"{APP}/a.txt", "contents": "one\n"}
REPLACE = {"path": "a.txt", "old_string": "one", "new_string": "1"}


@pytest.mark.asr("ASR-451", "ASR-455")
def test_a_request_in_a_transcript_has_an_unknown_outcome(tmp_path):
    rows = [used("Write", WRITE), used("StrReplace", REPLACE), used("Shell", {"command": "ls"})]
    (session,) = read(transcript(tmp_path, rows))
    assert changes(session) == [
        ("unknown", "exact", "modify", "a.txt", None, "one\n"),
        ("unknown", "snippet", "modify", "a.txt", None, None),
    ]
    assert types(session).count("tool_result") == 0
    assert all("ts" not in record for record in session.records)


@pytest.mark.parametrize(
    ("content", "members", "status"),
    [
        ("wrote it", {}, "applied"),
        ([{"type": "text", "text": "wrote it"}], {}, "applied"),
        ("Error: no such file", {}, "failed"),
        ("no", {"is_error": True}, "failed"),
        ("User rejected the edit", {}, "skipped"),
    ],
)
@pytest.mark.asr("ASR-451")
def test_a_result_in_a_transcript_says_how_it_went(tmp_path, content, members, status):
    rows = [used("Write", WRITE, id="t1"), answered("t1", content, **members)]
    (session,) = read(transcript(tmp_path, rows))
    assert [found[0] for found in changes(session)] == [status]


def test_a_call_whose_result_is_not_there_yet_is_told_by_itself(tmp_path):
    rows = [used("Write", WRITE, id="t1"), used("Write", WRITE, id="t1")]
    (session,) = read(transcript(tmp_path, rows))
    assert types(session) == ["tool_call"]


def test_the_same_request_twice_is_two_calls(tmp_path):
    (session,) = read(transcript(tmp_path, [used("Write", WRITE), used("Write", WRITE)]))
    calls = [record["callId"] for record in session.records if record["type"] == "tool_call"]
    assert len(set(calls)) == 2


def test_without_a_recorded_folder_paths_are_absolute(tmp_path):
    path = transcript(tmp_path, [used("Write", WRITE), used("StrReplace", REPLACE)], folder=None)
    (session,) = read(path)
    assert changes(session) == [
        ("unknown", "exact", "modify", f"{APP}/a.txt", None, "one\n"),
    ]
    assert (session.roots, session.folders) == ((), (APP,))
    assert [str(notice) for notice in session.notices] == [
        f"{path}: 1 change names no certain place: its folder is not recorded"
    ]


def test_a_subagent_names_its_parent(tmp_path):
    path = transcript(tmp_path, [used("Write", WRITE)])
    child = path.parent / "subagents" / "C.jsonl"
    child.parent.mkdir()
    child.write_bytes(path.read_bytes())
    parent, own = sorted(read(path, child), key=lambda session: session.id, reverse=True)
    assert [(parent.id, parent.parent), (own.id, own.parent)] == [("S", None), ("C", "S")]


def test_a_chat_has_results(tmp_path):
    path = chat(
        tmp_path,
        [
            asked("t1", "Write", WRITE),
            result("t1", "Wrote contents to a.txt"),
            asked("t2", "StrReplace", REPLACE),
            result("t2", "Error: not found"),
            asked("t3", "Shell", {"command": "git commit -qam x"}),
            result("t3", "[main 1a2b3c4] x\n"),
            asked("t4", "Delete", {"path": "b.txt"}),
        ],
    )
    (session,) = read(path)
    assert (session.id, session.folders) == ("S", (APP,))
    assert changes(session) == [
        ("applied", "exact", "modify", "a.txt", None, "one\n"),
        ("failed", "unknown", "modify", "a.txt", None, None),
    ]
    assert types(session)[-2:] == ["vcs", "tool_call"]


def test_a_folder_told_in_a_chat_must_be_the_one_that_the_chat_lies_under(tmp_path):
    path = chat(tmp_path, [asked("t1", "Write", WRITE), result("t1", "")])
    moved = tmp_path / "chats" / "0123" / "S" / "store.db"
    moved.parent.mkdir(parents=True)
    path.rename(moved)
    (session,) = read(moved)
    assert session.roots == ()


ORIGINAL = {
    f"file://{APP}/a.txt": {
        "content": "one\n",
        "firstEditBubbleId": "b0",
        "isNewlyCreated": False,
    },
    f"file://{APP}/n.txt": {"content": "", "firstEditBubbleId": "b1", "isNewlyCreated": True},
    "a.txt": {"content": "no URI"},
}


@pytest.mark.asr("ASR-454")
def test_what_the_editor_kept_stands_before_the_first_edit_alone(tmp_path):
    bubbles = [
        former("search_replace", {"file_path": "a.txt", "old_string": "one", "new_string": "1"}),
        former("write", {"file_path": "n.txt", "contents": "new\n"}),
        former("search_replace", {"file_path": "a.txt", "old_string": "1", "new_string": "2"}),
    ]
    (session,) = read(editor(tmp_path, bubbles, ORIGINAL))
    assert changes(session) == [
        ("applied", "snippet", "modify", "a.txt", "one\n", None),
        ("applied", "exact", "add", "n.txt", None, "new\n"),
        ("applied", "snippet", "modify", "a.txt", None, None),
    ]
    (checkpoint,) = (each for each in session.records if each["type"] == "checkpoint")
    assert (checkpoint["kind"], checkpoint["ref"]) == ("snapshot", "b0")
    assert [file["path"] for file in checkpoint["files"]] == ["a.txt"]


def test_whole_texts_around_an_edit_make_it_exact(tmp_path):
    keys = {"beforeContentId": "composer.content.1", "afterContentId": "composer.content.2"}
    bubbles = [
        former("edit_file_v2", {"relativeWorkspacePath": "a.txt"}, result=keys),
        former(
            "edit_file_v2",
            {"relativeWorkspacePath": "a.txt"},
            result={"afterContentId": "composer.content.absent"},
        ),
    ]
    contents = {"composer.content.1": "one\n", "composer.content.2": b"caf\xe9\n"}
    (session,) = read(editor(tmp_path, bubbles, contents=contents))
    assert changes(session) == [
        ("applied", "exact", "modify", "a.txt", "one\n", "caf\udce9\n"),
        ("applied", "unknown", "modify", "a.txt", None, None),
    ]


@pytest.mark.parametrize(
    ("status", "members", "said"),
    [
        ("completed", {}, ["applied"]),
        ("completed", {"userDecision": "rejected"}, ["skipped"]),
        ("error", {}, ["failed"]),
        ("cancelled", {}, ["skipped"]),
        ("loading", {}, []),
        (7, {}, []),
    ],
)
@pytest.mark.asr("ASR-451")
def test_a_status_of_the_editor_says_no_more_than_it_does(tmp_path, status, members, said):
    given = {"file_path": "a.txt", "contents": "x"}
    (session,) = read(editor(tmp_path, [former("write", given, status, **members)]))
    assert [found[0] for found in changes(session)] == said


def test_a_patch_is_a_text_alone(tmp_path):
    patch = "*** Begin Patch\n*** Add File: b\n+x\n*** Update File: a.txt\n-o\n+n\n*** End Patch"
    bubble = {"name": "apply_patch", "rawArgs": patch, "status": "completed"}
    (session,) = read(editor(tmp_path, [bubble]))
    assert [found[1:4] for found in changes(session)] == [
        ("exact", "add", "b"),
        ("snippet", "modify", "a.txt"),
    ]
    assert session.records[0]["input"] == {"input": patch}


def test_a_session_in_several_forms_is_read_in_the_one_that_tells_most(tmp_path):
    paths = [
        transcript(tmp_path, [used("Write", WRITE)]),
        chat(tmp_path, [asked("t1", "Write", WRITE), result("t1", "")]),
        editor(tmp_path, [former("write", {"file_path": "a.txt", "contents": "one\n"})]),
    ]
    assert [session.records[-1]["status"] for session in read(*paths)] == ["applied"]
    assert [session.records[-1]["status"] for session in read(*paths[:2])] == ["applied"]


@pytest.mark.parametrize(
    ("tool", "given", "expected"),
    [
        ("Delete", {"path": "a"}, [("delete", "exact")]),
        ("MultiEdit", {"file_path": "a", "edits": []}, [("modify", "snippet")]),
        ("edit_file", {"target_file": "a", "code_edit": "..."}, [("modify", "unknown")]),
        ("EditNotebook", {"target_notebook": "a"}, [("modify", "unknown")]),
        ("Write", {"path": "a"}, [("modify", "unknown")]),
        ("Write", {"contents": "x"}, []),
        ("ApplyPatch", {"input": "no patch"}, []),
    ],
)
def test_an_edit_is_as_precise_as_its_call(tool, given, expected):
    assert [(edit.op, edit.precision) for edit in parts_changed(tool, given)] == expected


def test_values_of_any_type_in_a_database_give_notices_or_nothing(tmp_path):
    path = editor(tmp_path, [former("write", {"file_path": "a.txt", "contents": "x"})])
    database = sqlite3.connect(path)
    database.executemany(
        "INSERT INTO cursorDiskKV VALUES (?, ?)",
        [
            ("composerData:null", None),
            ("composerData:seven", 7),
            ("composerData:list", "[1]"),
            ("composerData:deep", "[" * 100_000),
            ("composerData:bytes", b"\xff\xfe"),
            ("bubbleId:S:b9", None),
            ("bubbleId:S:b8", '{"toolFormerData": [1]}'),
        ],
    )
    database.commit()
    database.close()
    sessions = read(path)
    assert [session.id for session in sessions if session.records] == ["S"]


def test_a_damaged_database_is_told(tmp_path):
    path = editor(tmp_path, [former("write", {"file_path": "a.txt", "contents": "x" * 9000})])
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    (session,) = read(path)
    assert session.records == ()
    assert "cannot be read as an SQLite database" in str(session.notices[0])


def test_a_damaged_transcript_is_told_and_the_rest_goes_on(tmp_path):
    path = transcript(tmp_path, [used("Write", WRITE)])
    path.write_bytes(path.read_bytes() + b"\0\0\n" + b"[" * 9999 + b'\n{"role":"assis')
    (session,) = read(path)
    assert types(session) == ["tool_call", "file_change"]
    assert [(str(each).rpartition(":")[2], each.pending) for each in session.notices] == [
        (" holds no row", False),
        (" is nested too deeply", False),
        (" is not complete yet", True),
    ]


def test_only_own_files_are_recognized(tmp_path):
    own = [
        transcript(tmp_path, [used("Write", WRITE)]),
        chat(tmp_path, []),
        editor(tmp_path, []),
    ]
    (tmp_path / "x.jsonl").write_text('{"type":"user","role":"user","message":{"content":[]}}\n')
    other = tmp_path / "other" / "store.db"
    other.parent.mkdir()
    sqlite3.connect(other).close()
    assert list(Cursor().logs(tmp_path)) == sorted(own)


ROWS = [
    used("Write", WRITE),
    used("StrReplace", REPLACE, id="t1"),
    answered("t1", [{"type": "text", "text": "done"}], is_error=False),
    used("Shell", {"command": "git commit -m x", "working_directory": APP}),
]
MESSAGES = [asked("t1", "Write", WRITE), result("t1", "ok", isError=False)]
BUBBLE = former("write", {"file_path": "a.txt", "contents": "x"}, result={"output": "x"})


@given(changed(ROWS))
def test_any_value_in_a_transcript_gives_records_and_notices(tmp_path_factory, rows):
    assert errors_of(read(transcript(tmp_path_factory.mktemp("w"), rows))) == []


@given(changed(MESSAGES))
def test_any_value_in_a_chat_gives_records_and_notices(tmp_path_factory, messages):
    assert errors_of(read(chat(tmp_path_factory.mktemp("w"), messages))) == []


@given(changed([BUBBLE, ORIGINAL]))
def test_any_value_in_a_conversation_gives_records_and_notices(tmp_path_factory, values):
    home = tmp_path_factory.mktemp("w")
    assert errors_of(read(editor(home, values[:1], values[1] if len(values) > 1 else None))) == []


@pytest.mark.git
def test_sessions_of_this_repository_are_found_where_cursor_keeps_them(
    tmp_path, home, monkeypatch, capsys
):
    app = init(tmp_path / "app")
    monkeypatch.chdir(app)
    rows = [used("Write", {"path": "a", "contents": "1"}), used("Write", WRITE)]
    log, kept = transcript(home / ".cursor", rows[:1], folder=str(app)), b""
    other = home / ".cursor" / "projects" / "q"
    transcript(other, rows, "T")
    for count in (1, 1, 2):
        transcript(home / ".cursor", rows[:count], folder=str(app))
        assert main(["import", "cursor"]) == 0
        (stream,) = (app / ".git/attrib/sessions/cursor").rglob("*.jsonl")
        assert stream.read_bytes().startswith(kept)
        kept = stream.read_bytes()
    assert log.stem == "S"
    assert capsys.readouterr().err.splitlines() == [
        "imported 1 session, 2 records; left out 1 session of other folders",
        "imported 0 sessions, 0 records; 1 unchanged; left out 1 session of other folders",
        "imported 1 session, 2 records; left out 1 session of other folders",
    ]


LINES = "one\n2 words here\nthree\n"


@pytest.mark.git
@pytest.mark.parametrize(
    ("tool", "given_", "content"),
    [
        ("search_replace", {"old_string": "two words", "new_string": "2 words here"}, LINES),
        ("write", {"contents": "another file\n"}, "another file\n"),
    ],
)
def test_a_committed_edit_is_found(tmp_path, monkeypatch, capsys, tool, given_, content):
    app = init(tmp_path / "app")
    monkeypatch.chdir(app)
    commit(app, {"a.txt": b"one\ntwo words\nthree\n"}, date="2026-10-20T08:00:00+00:00")
    bubble = former(tool, {"path": f"{app}/a.txt", **given_})
    assert main(["import", "cursor", str(editor(tmp_path, [bubble], folder=str(app)))]) == 0
    commit(app, {"a.txt": content.encode()}, date="2026-10-20T09:10:00+00:00")
    capsys.readouterr()
    assert main(["commit", git(app, "rev-parse", "HEAD").decode()]) == 0
    out = capsys.readouterr().out
    assert "cursor S" in out, out


def test_all_forms_of_an_installation_have_one_namespace(tmp_path, monkeypatch):
    monkeypatch.setenv("CURSOR_DATA_DIR", str(tmp_path))
    paths = [transcript(tmp_path, []), chat(tmp_path, []), editor(tmp_path, [])]
    assert len({Cursor().namespace_of(path) for path in paths}) == 1


@pytest.mark.git
@pytest.mark.parametrize("form", ["transcript", "chat"])
def test_a_result_that_comes_later_is_appended(tmp_path, monkeypatch, form):
    monkeypatch.chdir(init(tmp_path / "app"))
    rows = [used("Write", WRITE, id="t1"), answered("t1", "done")]
    messages = [asked("t1", "Write", WRITE), result("t1", "done")]
    kept = b""
    for count in (1, 2):
        if form == "transcript":
            log = transcript(tmp_path, rows[:count])
        else:
            (tmp_path / "chats" / hash_of(APP) / "S" / "store.db").unlink(missing_ok=True)
            log = chat(tmp_path, messages[:count])
        assert main(["import", "cursor", str(log)]) == 0
        (stream,) = (tmp_path / "app/.git/attrib/sessions/cursor").rglob("*.jsonl")
        assert stream.read_bytes().startswith(kept)
        kept = stream.read_bytes()
    assert b'"applied"' in kept
