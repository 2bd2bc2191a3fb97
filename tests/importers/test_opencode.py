"""OpenCode's sessions become the same records in every form, and no more than they support."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given

from attrib.cli.main import main
from attrib.importers.opencode import OpenCode
from attrib.importers.opencode.edits import parts_changed
from tests.importers.kept_rules import errors_of
from tests.importers.logs import APP, START, Reading
from tests.importers.wild import changed
from tests.support.repos import commit, git, init

FILE = f"{APP}/a.py"
SAMPLE = Path(__file__).with_name("samples") / "opencode" / "log-export.json"


def tool(number, name, given, metadata=None, status="completed", **state):
    """A part with a call of a tool, a second after the one before."""
    times = {"start": START + number * 1000, "end": START + number * 1000 + 500}
    held = {"status": status, "input": given, "time": times, **state}
    if metadata is not None:
        held["metadata"] = metadata
    return {
        "id": f"prt_{number:02d}",
        "type": "tool",
        "callID": f"call_{number}",
        "tool": name,
        "state": held,
    }


def export(*parts, session="ses_1", folder=APP, at=0, message="msg_1"):
    info = {
        "id": message,
        "sessionID": session,
        "role": "assistant",
        "time": {"created": START},
        "path": {"cwd": folder, "root": folder},
    }
    return {
        "info": {"id": session, "directory": folder, "time": {"created": START + at}},
        "messages": [{"info": info, "parts": list(parts)}],
    }


def save(path, document):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def as_tree(folder, document):
    """The same session as a tree of files; the path of its session file."""
    info, storage = document["info"], folder / "storage"
    for message in document["messages"]:
        name = message["info"]["id"]
        save(storage / "message" / info["id"] / f"{name}.json", message["info"])
        for part in message["parts"]:
            save(storage / "part" / name / f"{part['id']}.json", part)
    return save(storage / "session" / "global" / f"{info['id']}.json", info)


def as_database(path, *documents):
    """The same sessions as rows of a database."""
    path.parent.mkdir(parents=True, exist_ok=True)
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE session (id, parent_id, directory, time_created)")
    database.execute("CREATE TABLE message (id, session_id, data)")
    database.execute("CREATE TABLE part (id, message_id, session_id, data)")
    for document in documents:
        fill(database, document)
    database.commit()
    database.close()
    return path


def fill(database, document):
    info = document["info"]
    row = (info["id"], info.get("parentID"), info["directory"], info["time"]["created"])
    database.execute("INSERT INTO session VALUES (?, ?, ?, ?)", row)
    for message in document["messages"]:
        about = message["info"]
        database.execute(
            "INSERT INTO message VALUES (?, ?, ?)", (about["id"], info["id"], json.dumps(about))
        )
        for part in message["parts"]:
            database.execute(
                "INSERT INTO part VALUES (?, ?, ?, ?)",
                (part["id"], about["id"], info["id"], json.dumps(part)),
            )


read = Reading(OpenCode()).sessions


def shown(session):
    """The records of a session, whatever they were read from."""
    return [{k: v for k, v in record.items() if k != "native"} for record in session.records]


def types(session):
    return [record["type"] for record in session.records]


WRITE = tool(1, "write", {"filePath": FILE, "content": "one\n"}, {"exists": False})
COMMIT = tool(2, "bash", {"command": "git commit -qam x"}, {}, output="[main 1a2b3c4] x\n")


def test_every_form_gives_the_same_records(tmp_path):
    document = json.loads(SAMPLE.read_text(encoding="utf-8"))
    (plain,) = read(save(tmp_path / "export.json", document))
    (tree,) = read(as_tree(tmp_path / "data", document))
    (database,) = read(as_database(tmp_path / "opencode.db", document))
    assert shown(plain) == shown(tree) == shown(database)
    assert types(plain).count("file_change") == 6


def test_a_session_in_two_forms_counts_once(tmp_path):
    document = export(WRITE, COMMIT)
    paths = [as_tree(tmp_path, document), as_database(tmp_path / "opencode.db", document)]
    sessions = read(*paths)
    assert [types(session) for session in sessions] == [
        [
            "workspace_state",
            *("tool_call", "tool_result", "file_change"),
            *("tool_call", "tool_result", "vcs"),
        ]
    ]


def test_a_part_that_is_over_wins_over_one_that_runs(tmp_path):
    running = tool(1, "write", {"filePath": FILE, "content": "one\n"}, status="running")
    paths = [
        as_database(tmp_path / "opencode.db", export(running)),
        save(tmp_path / "z.json", export(WRITE)),
    ]
    assert types(read(*paths)[0]).count("file_change") == 1


def diff(hunks):
    return f"Index: {FILE}\n{'=' * 67}\n--- {FILE}\n+++ {FILE}\n{hunks}"


HUNKS = "@@ -1,2 +1,2 @@\n     a\n-    b\n+    c\n"
CUT = "@@ -1,2 +1,2 @@\n a\n-b\n+c\n"


@pytest.mark.parametrize(
    ("old", "new", "hunks", "precision"),
    [
        ("    a\n    b\n", "    a\n    c\n", HUNKS, "hunks"),
        ("    a\n    b\n", "    a\n    c\n", CUT, "snippet"),
        ("a\n    b", "a\n    c", HUNKS, "hunks"),
        ("b", "c", HUNKS, "snippet"),
        ("b", "c", CUT, "snippet"),
        ("    a\n    b\n", "    a\n    c\n", None, "snippet"),
    ],
)
@pytest.mark.asr("ASR-455")
def test_a_diff_for_display_is_used_only_where_its_indentation_is_whole(old, new, hunks, precision):
    given = {"filePath": FILE, "oldString": old, "newString": new}
    (edit,) = parts_changed("edit", given, {} if hunks is None else {"diff": diff(hunks)})
    assert (edit.precision, edit.hunks) == (precision, hunks if precision == "hunks" else None)


@pytest.mark.parametrize(
    ("name", "given", "metadata", "expected"),
    [
        ("write", {"content": "x"}, {"exists": True}, ("modify", "exact", "x")),
        ("write", {"content": "x"}, {}, ("modify", "exact", "x")),
        ("write", {"content": 7}, {"exists": True}, ("modify", "unknown", None)),
        ("edit", {"oldString": "", "newString": "x"}, {}, ("modify", "exact", "x")),
        (
            "edit",
            {"oldString": "a", "newString": "b"},
            {"filediff": {"before": "a", "after": "b"}},
            ("modify", "exact", "b"),
        ),
        (
            "multiedit",
            {"edits": [{"oldString": "a", "newString": "b"}]},
            {"results": [{"filediff": {"before": "a", "after": "b"}}] * 2},
            ("modify", "exact", "b"),
        ),
        ("multiedit", {"edits": []}, {}, ("modify", "snippet", None)),
    ],
)
@pytest.mark.asr("ASR-454", "ASR-455")
def test_an_edit_is_as_precise_as_what_is_kept(name, given, metadata, expected):
    (edit,) = parts_changed(name, {"filePath": FILE, **given}, metadata)
    assert (edit.op, edit.precision, edit.after) == expected


def test_a_patch_without_a_list_of_files_is_what_was_asked_for():
    text = (
        "*** Begin Patch\n*** Add File: b\n+x\n*** Update File: a.py\n-o\n+n\n*** Delete File: c\n"
        "*** End Patch"
    )
    assert [
        (edit.path, edit.op, edit.precision, edit.after)
        for edit in parts_changed("apply_patch", {"patchText": text}, {})
    ] == [
        ("b", "add", "exact", "x\n"),
        ("a.py", "modify", "snippet", None),
        ("c", "delete", "exact", None),
    ]


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({"status": "pending"}, []),
        ({"status": "running"}, [("tool_call", None)]),
        (
            {"status": "error", "error": "Error: no"},
            [("tool_call", None), ("tool_result", "failed"), ("file_change", "failed")],
        ),
        (
            {"status": "error", "error": "The user rejected permission to use this tool"},
            [("tool_call", None), ("tool_result", "cancelled"), ("file_change", "skipped")],
        ),
    ],
)
@pytest.mark.asr("ASR-451")
def test_a_call_without_success_is_not_applied(tmp_path, state, expected):
    part = tool(1, "write", {"filePath": FILE, "content": "x"}, **state)
    (session,) = read(save(tmp_path / "x.json", export(part)))
    assert [(each["type"], each.get("status")) for each in session.records][1:] == expected


def test_what_a_fork_copied_belongs_to_the_older_session(tmp_path):
    late = tool(9, "write", {"filePath": FILE, "content": "two\n"}, {"exists": True})
    copied = [part | {"id": part["id"].replace("_", "_f")} for part in (WRITE, COMMIT)]
    fork = export(*copied, late, session="ses_0", at=5000, message="msg_2")
    paths = [save(tmp_path / "f.json", fork), save(tmp_path / "o.json", export(WRITE, COMMIT))]
    origin, younger = read(*paths)
    assert (origin.id, types(origin).count("file_change")) == ("ses_1", 1)
    assert (younger.id, types(younger)) == (
        "ses_0",
        ["workspace_state", "tool_call", "tool_result", "file_change"],
    )
    assert "change/prt_f01" in younger.elsewhere


def test_snapshots_are_checkpoints_and_what_differs_between_them_is_net(tmp_path):
    parts = [
        {"id": "prt_0", "type": "step-start", "snapshot": "1" * 40},
        {"id": "prt_1", "type": "step-finish", "snapshot": "2" * 40},
        {"id": "prt_2", "type": "patch", "hash": "1" * 40, "files": [FILE, 7, "../x"]},
        {"id": "prt_3", "type": "step-start", "snapshot": "2" * 40},
    ]
    (session,) = read(save(tmp_path / "x.json", export(*parts)))
    assert types(session) == ["workspace_state", "checkpoint", "checkpoint", "file_change"]
    net = session.records[-1]
    assert net["basis"] == "net"
    assert net["endpoints"] == {"from": "snapshot/prt_0", "to": "snapshot/prt_1"}
    assert [change["path"] for change in net["changes"]] == ["a.py", f"{APP}/../x"]


@pytest.mark.parametrize(
    ("content", "notice"),
    [
        (b'{"info": {"id": "ses_1"}, "messages": [{"parts": 1}]}', "message 1: has no parts"),
        (
            b'{"info": {"id": "ses_1"}, "messages": [{"info": 1, "parts": [{}]}]}',
            "message 1: has a part without an ID",
        ),
        (b'{"info": {"id": "ses_1"}, "messages": [', "is no JSON"),
        (b'{"info": {"id": "ses_1"}, "n": ' + b"1" * 5000 + b"}", "is no JSON"),
        (b'{"info": {"id": "ses_1"}, "n": ' + b"[" * 9**5, "is nested too deeply"),
        (b'{"info": {"x": {"id": "ses_1"}}}', "names no session"),
    ],
)
def test_what_cannot_be_read_is_told(tmp_path, content, notice):
    path = tmp_path / "x.json"
    path.write_bytes(content)
    (session,) = read(path)
    assert [str(each) for each in session.notices] == [f"{path}: {notice}"]


def test_a_damaged_file_of_the_tree_is_told_and_the_rest_goes_on(tmp_path):
    path = as_tree(tmp_path, export(WRITE, COMMIT))
    broken = tmp_path / "storage" / "part" / "msg_1" / "prt_01.json"
    broken.write_bytes(broken.read_bytes()[:40])
    (session,) = read(path)
    assert [str(notice) for notice in session.notices] == [f"{broken}: is no JSON"]
    assert "vcs" in types(session)


def test_a_database_in_use_is_read_and_left_alone(tmp_path):
    path = as_database(tmp_path / "opencode.db", export(WRITE))
    writer = sqlite3.connect(path)
    writer.execute("PRAGMA journal_mode = WAL")
    fill(writer, export(COMMIT, session="ses_2", message="msg_2"))
    writer.commit()
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    assert [session.id for session in read(path)] == ["ses_1", "ses_2"]
    assert OpenCode().mentions(path, [APP])
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before
    writer.close()


def test_rows_of_any_type_give_notices(tmp_path):
    path = as_database(tmp_path / "opencode.db", export(WRITE))
    database = sqlite3.connect(path)
    database.execute("INSERT INTO session VALUES (7, 7, x'ff', 'soon')")
    database.execute("INSERT INTO part VALUES ('prt_x', 'msg_1', 'ses_1', '[1]')")
    database.execute("INSERT INTO part VALUES ('prt_y', NULL, 'ses_1', x'ff')")
    database.commit()
    database.close()
    session, rest = sorted(read(path), key=lambda session: session.id != "ses_1")
    assert [str(notice) for notice in (*session.notices, *rest.notices)] == [
        f"{path}: table 'part' row 2: is no part of a message",
        f"{path}: table 'part' row 3: is no part of a message",
        f"{path}: table 'session' row 2: is a session without an ID",
    ]
    assert types(session).count("file_change") == 1


def test_only_own_files_are_recognized(tmp_path):
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE session (id)")
    other.commit()
    other.close()
    save(tmp_path / "package.json", {"info": {"id": "x"}})
    (tmp_path / "torn.db").write_bytes(b"SQLite format 3\0")
    own = as_database(tmp_path / "opencode.db", export(WRITE))
    tree = as_tree(tmp_path, export(WRITE))
    assert list(OpenCode().logs(tmp_path)) == [own, tree]


EXPORT = json.loads(SAMPLE.read_text(encoding="utf-8"))


@given(changed(EXPORT["messages"][1]["parts"]))
def test_any_value_anywhere_gives_records_and_notices(tmp_path_factory, parts):
    document = {"info": EXPORT["info"], "messages": [EXPORT["messages"][1] | {"parts": parts}]}
    assert errors_of(read(save(tmp_path_factory.mktemp("w") / "x.json", document))) == []


@given(changed([EXPORT["info"], EXPORT["messages"]]))
def test_any_value_about_a_session_gives_records_and_notices(tmp_path_factory, document):
    info = document[0] if document else {}
    held = {"info": info, "messages": document[1] if len(document) > 1 else None}
    assert errors_of(read(save(tmp_path_factory.mktemp("w") / "x.json", held))) == []


@pytest.mark.git
def test_a_session_that_went_on_only_appends(tmp_path, monkeypatch, capsys):
    app = init(tmp_path / "app")
    monkeypatch.chdir(app)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path, kept = tmp_path / "data" / "opencode" / "opencode.db", b""
    running = tool(3, "write", {"filePath": "b", "content": "x"}, status="running")
    done = tool(3, "write", {"filePath": "b", "content": "x"}, {"exists": False})
    for parts in ((WRITE,), (WRITE, COMMIT, running), (WRITE, COMMIT, done)):
        path.unlink(missing_ok=True)
        as_database(path, export(*parts, folder=str(app)))
        for _ in range(2):
            assert main(["import", "opencode"]) == 0
        (stream,) = (app / ".git/attrib/sessions/opencode").rglob("*.jsonl")
        assert stream.read_bytes().startswith(kept)
        kept = stream.read_bytes()
    assert capsys.readouterr().err.splitlines() == [
        "imported 1 session, 4 records",
        "imported 0 sessions, 0 records; 1 unchanged",
        "imported 1 session, 4 records",
        "imported 0 sessions, 0 records; 1 unchanged",
        "imported 1 session, 2 records",
        "imported 0 sessions, 0 records; 1 unchanged",
    ]


@pytest.mark.git
@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("edit", {"filePath": "a.py", "oldString": "two words", "newString": "2 words here"}),
        (
            "apply_patch",
            {
                "patchText": "*** Begin Patch\n*** Update File: a.py\n@@\n-two words\n"
                "+2 words here\n*** End Patch"
            },
        ),
    ],
)
def test_a_committed_snippet_is_found_through_its_call(tmp_path, monkeypatch, capsys, name, given):
    app = init(tmp_path / "app")
    monkeypatch.chdir(app)
    commit(app, {"a.py": b"one\ntwo words\nthree\n"}, date="2026-10-20T08:00:00+00:00")
    log = save(tmp_path / "x.json", export(tool(1, name, given, {}), folder=str(app)))
    assert main(["import", "opencode", str(log)]) == 0
    commit(app, {"a.py": b"one\n2 words here\nthree\n"}, date="2026-10-20T09:10:00+00:00")
    capsys.readouterr()
    assert main(["commit", git(app, "rev-parse", "HEAD").decode()]) == 0
    assert "ses_1" in capsys.readouterr().out


def test_all_forms_of_an_installation_have_one_namespace(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "opencode"
    paths = [
        as_tree(folder, export(WRITE)),
        as_database(folder / "opencode.db", export(WRITE)),
        save(tmp_path / "elsewhere" / "x.json", export(WRITE)),
    ]
    assert len({OpenCode().namespace_of(path) for path in paths}) == 1
    monkeypatch.setenv("XDG_DATA_HOME", "/other")
    assert len({OpenCode().namespace_of(path) for path in paths}) == 2
