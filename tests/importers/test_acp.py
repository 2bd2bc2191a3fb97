"""Messages of the Agent Client Protocol become the records that they support, and no more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given

from attrib.cli.main import main
from attrib.importers.acp import Acp
from tests.importers.kept_rules import errors_of
from tests.importers.logs import APP, Reading, at, save
from tests.importers.wild import changed
from tests.support.repos import commit, git, init

SAMPLE = Path(__file__).with_name("samples") / "acp" / "log.jsonl"


def update(call, minute=1, session="S", **members):
    body = {"sessionUpdate": "tool_call_update", "toolCallId": call, **members}
    params = {"sessionId": session, "update": body}
    message = {"jsonrpc": "2.0", "method": "session/update", "params": params}
    return {"timestamp": at(minute), "message": message}


def opened(folder=APP, session="S"):
    params = {"sessionId": session, "cwd": folder, "mcpServers": []}
    message = {"jsonrpc": "2.0", "id": 1, "method": "session/load", "params": params}
    return {"timestamp": at(0), "message": message}


def diff(old, new, path="a.txt"):
    return {"type": "diff", "path": f"{APP}/{path}", "oldText": old, "newText": new}


def listed(operation, patch=None, path="a.txt", **members):
    change = {"operation": operation, "path": f"{APP}/{path}", **members}
    text = None if patch is None else {"format": "git_patch", "text": patch}
    return {"type": "diff", "changes": [change], "patch": text}


read = Reading(Acp()).sessions


def changes_of(tmp_path, *rows):
    """The `file_change` records of a session, as status, precision, and changes."""
    (session,) = read(save(tmp_path / "log.jsonl", [opened(), *rows]))
    found = [each for each in session.records if each["type"] == "file_change"]
    return [(each["status"], each["precision"], each["changes"]) for each in found]


def done(*content, call="c"):
    return update(call, status="completed", content=list(content))


FILE = {"root": "root", "path": "a.txt"}
TEXT = FILE | {"fileType": "text"}


@pytest.mark.parametrize(
    ("content", "precision", "change"),
    [
        (diff(None, "one\n"), "exact", {"op": "add", **TEXT, "after": {"text": "one\n"}}),
        (diff("one", "1"), "snippet", {"op": "modify", **TEXT}),
        (diff("one", None), "unknown", {"op": "modify", **TEXT}),
        (diff("one", "") | {"deleted": True}, "exact", {"op": "delete", **FILE}),
        (listed("delete"), "exact", {"op": "delete", **FILE}),
        (listed("modify"), "unknown", {"op": "modify", **FILE}),
        (listed("add"), "unknown", {"op": "add", **FILE}),
        (listed("_vendor"), "unknown", {"op": "_vendor", **FILE}),
        (listed("move"), "unknown", {"op": "unknown", **FILE}),
        (
            listed("move", oldPath="/srv/b.txt"),
            "unknown",
            {"op": "move", **FILE, "oldRoot": None, "oldPath": "/srv/b.txt"},
        ),
    ],
)
@pytest.mark.asr("ASR-454", "ASR-455")
def test_a_diff_is_as_precise_as_what_it_holds(tmp_path, content, precision, change):
    assert changes_of(tmp_path, done(content)) == [("applied", precision, [change])]


HEAD = f"diff --git a{APP}/a.txt b{APP}/a.txt\n"
SIDES = HEAD + f"--- a{APP}/a.txt\n+++ b{APP}/a.txt\n"
ADDED = HEAD + f"new file mode 100644\n--- /dev/null\n+++ b{APP}/a.txt\n"


@pytest.mark.parametrize(
    ("operation", "patch", "precision", "after"),
    [
        ("add", ADDED + "@@ -0,0 +1,2 @@\n+one\n+two\n", "exact", "one\ntwo\n"),
        (
            "add",
            ADDED + "@@ -0,0 +1 @@\n+one\n\\ No newline at end of file\n",
            "exact",
            "one",
        ),
        ("add", ADDED + "@@ -0,0 +1,3 @@\n+one\n+two\n", "hunks", None),
        ("add", ADDED.replace(f"b{APP}", "b") + "@@ -0,0 +1 @@\n+one\n", "exact", "one\n"),
        ("add", HEAD + "new file mode 100644\nBinary files differ\n", "unknown", None),
        ("modify", SIDES + "@@ -1 +1 @@\n-a\n+b\n", "hunks", None),
        ("modify", HEAD.replace("a.txt", "z.txt") + "@@ -1 +1 @@\n-a\n+b\n", "unknown", None),
        ("modify", "no patch at all", "unknown", None),
    ],
)  # fmt: skip
@pytest.mark.asr("ASR-455", "ASR-456")
def test_a_git_patch_tells_added_files_whole_and_changed_ones_in_hunks(
    tmp_path, operation, patch, precision, after
):
    change = {"op": operation, **FILE} | ({} if after is None else {"after": {"text": after}})
    found = changes_of(tmp_path, done(listed(operation, patch)))
    assert found == [("applied", precision, [change])]


def test_a_file_that_moved_as_it_is_is_exact(tmp_path):
    patch = (
        f"diff --git a{APP}/b.txt b{APP}/a.txt\nsimilarity index 100%\n"
        f"rename from {APP[1:]}/b.txt\nrename to {APP[1:]}/a.txt\n"
    )
    change = {"op": "move", **FILE, "oldPath": "b.txt"}
    found = changes_of(tmp_path, done(listed("move", patch, oldPath=f"{APP}/b.txt")))
    assert found == [("applied", "exact", [change])]


def test_several_files_have_the_least_of_their_precisions(tmp_path):
    patch = ADDED + "@@ -0,0 +1 @@\n+one\n"
    content = listed("add", patch)
    content["changes"].append({"operation": "modify", "path": f"{APP}/b.txt"})
    ((_, precision, changes),) = changes_of(tmp_path, done(content))
    assert (precision, len(changes)) == ("unknown", 2)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ("pending", ["proposed"]),
        ("in_progress", ["proposed"]),
        ("completed", ["applied"]),
        ("failed", ["failed"]),
        ("cancelled", ["skipped"]),
        ("_held", ["proposed"]),
        (7, ["proposed"]),
    ],
)
@pytest.mark.asr("ASR-451")
def test_a_status_says_no_more_than_the_call(tmp_path, status, said):
    rows = [update("c", status=status, content=[diff(None, "one\n")])]
    assert [found[0] for found in changes_of(tmp_path, *rows)] == said


def test_a_call_is_what_its_updates_leave(tmp_path):
    found = changes_of(
        tmp_path,
        update("c", status="pending", content=[diff(None, "o")]),
        update("c", content=[diff(None, "one\n")]),
        update("c", status="completed"),
        update("c", status="failed", content=None),
    )
    assert [(status, precision) for status, precision, _ in found] == [
        ("proposed", "unknown"),
        ("applied", "exact"),
    ]
    assert found[1][2][0]["after"] == {"text": "one\n"}


def test_a_chunk_adds_to_the_content(tmp_path):
    chunk = update("c", content=diff(None, "one\n"))
    chunk["message"]["params"]["update"]["sessionUpdate"] = "tool_call_content_chunk"
    found = changes_of(tmp_path, update("c", kind="edit"), chunk, update("c", status="completed"))
    assert [status for status, _, _ in found] == ["proposed", "applied"]


def test_a_session_loaded_again_repeats_nothing(tmp_path):
    rows = [opened(), done(diff(None, "one\n"))]
    once = read(save(tmp_path / "a.jsonl", rows))[0].records
    twice = read(save(tmp_path / "b.jsonl", rows + rows))[0].records
    assert twice == once


def test_bare_calls_belong_to_the_session_named_like_the_file(tmp_path):
    row = {"toolCallId": "c", "kind": "edit", "status": "completed", "content": [diff("a", "b")]}
    (session,) = read(save(tmp_path / "one.jsonl", [row]))
    assert (session.id, session.agent, session.roots) == ("one", "acp", ())
    assert [record["type"] for record in session.records] == [
        "tool_call",
        "tool_result",
        "file_change",
    ]


@pytest.mark.parametrize(
    "wrapped",
    [
        lambda update: update,
        lambda update: {"type": "update", "seq": 4, "update": update},
        lambda update: {"type": "sessionUpdate", "data": {"sessionId": "S", "update": update}},
        lambda update: {
            "dir": "in",
            "payload": json.dumps(
                {"jsonrpc": "2.0", "method": "session/update", "params": {"update": update}}
            ),
        },
    ],
)
def test_updates_are_read_out_of_what_wraps_them(tmp_path, wrapped):
    said = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "x"}}
    ended = {"sessionUpdate": "tool_call_update", "toolCallId": "c", "status": "completed"}
    rows = [wrapped(said), wrapped(ended | {"content": [diff(None, "one\n")]})]
    log = save(tmp_path / "S.jsonl", rows)
    assert Acp().recognizes(log)
    (session,) = read(log)
    assert (session.id, len(session.records)) == ("S", 3)


def test_the_agent_has_the_name_that_it_gives(tmp_path):
    hello = {"protocolVersion": 1, "agentInfo": {"name": "gemini-cli"}}
    rows = [{"jsonrpc": "2.0", "id": 0, "result": hello}, opened(), done(diff(None, "x"))]
    (session,) = read(save(tmp_path / "log.jsonl", rows))
    assert session.agent == "com.google.gemini-cli"


def test_two_sessions_in_a_log_stay_apart(tmp_path):
    rows = [opened(), opened("/srv/b", "T"), done(diff(None, "x")), update("c", session="T")]
    rows += [update("c", session="T", status="completed", content=[diff(None, "y")])]
    sessions = read(save(tmp_path / "log.jsonl", rows))
    assert [(session.id, session.folders) for session in sessions] == [
        ("S", (APP,)),
        ("T", ("/srv/b",)),
    ]


def test_damaged_lines_are_told_and_the_rest_goes_on(tmp_path):
    log = save(tmp_path / "log.jsonl", [opened()])
    whole = json.dumps(done(diff(None, "caf\udce9 a\u2028b\0", "b.txt"), call="d")).encode()
    lines = [
        b"\0" * 300,
        b"[" * 100_000,
        b'{"n":' + b"1" * 5000 + b"}",
        b"\xff\xfe",
        json.dumps(done(diff(None, "1\n"))).encode() + whole + b"\0" * 9,
    ]
    log.write_bytes(log.read_bytes() + b"\n".join(lines) + b'\n{"jsonrpc":"2.0","met')
    before = log.read_bytes()
    (session,) = read(log)
    texts = [
        each["changes"][0]["after"]["text"]
        for each in session.records
        if each["type"] == "file_change"
    ]
    assert texts == ["1\n", "caf\udce9 a\u2028b\0"]
    notices = [(str(each).removeprefix(f"{log}:"), each.pending) for each in session.notices]
    assert notices == [
        ("2: holds no row", False),
        ("3: is nested too deeply", False),
        ("4: is no JSON", False),
        ("5: is no JSON", False),
        ("7: is not complete yet", True),
    ]  # fmt: skip
    assert log.read_bytes() == before


SAMPLE_ROWS = [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]


@given(changed(SAMPLE_ROWS))
def test_any_value_anywhere_gives_records_and_notices(tmp_path_factory, rows):
    assert errors_of(read(save(tmp_path_factory.mktemp("w") / "log.jsonl", rows))) == []


@pytest.mark.git
def test_a_grown_log_only_appends(tmp_path, monkeypatch, capsys):
    app = init(tmp_path / "app")
    monkeypatch.chdir(app)
    log = tmp_path / "log.jsonl"
    lines = SAMPLE.read_bytes().splitlines(keepends=True)
    streams, kept = app / ".git" / "attrib" / "sessions", b""
    for count in (7, 9, len(lines), len(lines)):
        log.write_bytes(b"".join(lines[:count]))
        assert main(["import", "acp", "--namespace", "n", str(log)]) == 0
        (stream,) = streams.rglob("*.jsonl")
        assert stream.read_bytes().startswith(kept)
        kept = stream.read_bytes()
    assert capsys.readouterr().err.splitlines()[-1] == "imported 0 sessions, 0 records; 1 unchanged"


@pytest.mark.git
@pytest.mark.asr("ASR-455")
def test_a_committed_snippet_is_found_through_its_call(tmp_path, monkeypatch, capsys):
    app = init(tmp_path / "app")
    monkeypatch.chdir(app)
    commit(app, {"a.txt": b"one\ntwo words\nthree\n"})
    edits = [
        {"type": "diff", "path": f"{app}/a.txt", "oldText": "two words", "newText": "2 words here"},
        {"type": "diff", "path": f"{app}/b.txt", "oldText": "two words", "newText": "no such text"},
    ]
    log = save(tmp_path / "log.jsonl", [opened(str(app)), done(*edits)])
    assert main(["import", "acp", str(log)]) == 0
    commit(app, {"a.txt": b"one\n2 words here\nthree\n"}, date="2026-10-20T09:10:00+00:00")
    oid = git(app, "rev-parse", "HEAD").decode()
    capsys.readouterr()
    assert main(["commit", oid]) == 0
    said = capsys.readouterr().out
    assert "replayed" in said or "snippet" in said


def test_the_folder_of_a_log_is_its_namespace(tmp_path):
    names = [Acp().namespace_of(tmp_path / folder / "log.jsonl") for folder in "aab"]
    assert names[0] == names[1] != names[2]
