"""Each event of Copilot CLI becomes the records that it supports, and no more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from attrib.cli.main import main
from attrib.importers.copilot_cli import CopilotCli
from tests.importers.kept_rules import errors_of
from tests.importers.linked import imports_and_growth, links_of
from tests.importers.logs import APP, Reading, Row, at, save
from tests.importers.wild import changed
from tests.support.repos import commit, init

SAMPLE = Path(__file__).with_name("samples") / "copilot-cli" / "log"
HEAD = "8e2f4a6c1b3d5e7f9a0b2c4d6e8f1a3b5c7d9e0f"
EDIT = {"path": f"{APP}/src/a.py", "old_str": "one", "new_str": "two"}
HUNK = "@@ -1,2 +1,2 @@\n keep\n-one\n+two\n"


def event(kind: str, minute: int, **data: Any) -> Row:
    return {"type": kind, "id": f"{kind}/{minute}", "timestamp": at(minute), "data": data}


def start(cwd: str = APP, **context: Any) -> Row:
    return event("session.start", 0, sessionId="S", context={"cwd": cwd, **context})


def asked(tool: str, arguments: Any, call: str = "c") -> Row:
    made = event("tool.execution_start", 1, toolCallId=call, toolName=tool, arguments=arguments)
    return made | {"id": f"ask/{call}"}


def done(call: str = "c", success: object = True, minute: int = 2, **data: Any) -> Row:
    given = {"toolCallId": call, "success": success, **data}
    return event("tool.execution_complete", minute, **given) | {"id": f"done/{call}"}


def shown(*sections: tuple[str, str]) -> str:
    return "".join(
        f"\ndiff --git a{path} b{path}\nindex 0000000..0000000 100644\n"
        f"--- a{path}\n+++ b{path}\n{hunk}"
        for path, hunk in sections
    )


def log_of(folder: Path, *rows: Row) -> Path:
    return save(folder / "S" / "events.jsonl", list(rows))


READING = Reading(CopilotCli())
read = READING.sessions
records = READING.records


def change_of(tmp_path, tool, arguments, **data):
    """The only `file_change` of one call, without type, time and cause."""
    log = log_of(tmp_path, start(), asked(tool, arguments), done(**data))
    (record,) = records(log, of="file_change")
    assert record.pop("type") == "file_change"
    assert record.pop("ts") == at(2)
    assert record.pop("cause") == {"callId": "c"}
    return record


def placed(path="src/a.py", op="modify", **members):
    return {"op": op, "root": "root", "path": path, "fileType": "text", **members}


@pytest.mark.parametrize(
    ("tool", "more"), [("create", {}), ("str_replace_editor", {"command": "create"})]
)
def test_created_file_is_exact(tmp_path, tool, more):
    arguments = {"path": f"{APP}/a.md", "file_text": "one\n", **more}
    assert change_of(tmp_path, tool, arguments) == {
        "status": "applied",
        "precision": "exact",
        "changes": [placed("a.md", "add", after={"text": "one\n"})],
    }


@pytest.mark.asr("ASR-455", "ASR-456")
@pytest.mark.parametrize("arguments", [EDIT, json.dumps(EDIT)])
def test_edit_has_the_hunks_that_were_shown(tmp_path, arguments):
    result = {"content": "done", "detailedContent": shown((EDIT["path"], HUNK + "\n\n"))}
    assert change_of(tmp_path, "edit", arguments, result=result) == {
        "status": "applied",
        "precision": "hunks",
        "changes": [placed()],
        "patch": {"format": "unified", "text": HUNK},
    }


@pytest.mark.asr("ASR-455")
@pytest.mark.parametrize("shown_text", [None, "", "no diff", 7])
def test_edit_without_a_diff_is_a_snippet(tmp_path, shown_text):
    result = {"content": "done", "detailedContent": shown_text}
    made = change_of(tmp_path, "edit", EDIT, result=result)
    assert (made["precision"], "patch" in made) == ("snippet", False)


def test_inserted_lines_are_known_by_the_diff_alone(tmp_path):
    insert = {"command": "insert", "path": EDIT["path"], "insert_line": 1, "new_str": "x"}
    result = {"detailedContent": shown((EDIT["path"], "@@ -1,1 +1,2 @@\n a\n+x\n"))}
    assert change_of(tmp_path, "str_replace_editor", insert, result=result)["precision"] == "hunks"
    assert change_of(tmp_path, "str_replace_editor", insert)["precision"] == "unknown"


@pytest.mark.parametrize("wrap", [lambda text: text, lambda text: {"input": text}])
def test_patch_of_several_files_has_the_hunks_of_each(tmp_path, wrap):
    patch = (
        "*** Begin Patch\n*** Add File: new.md\n+new\n*** Update File: src/a.py\n-one\n+two\n"
        f"*** Update File: {APP}/b.py\n-one\n+two\n*** End Patch"
    )
    detail = shown((f"{APP}/new.md", "@@ -1,0 +1,1 @@\n+new\n"), (EDIT["path"], HUNK))
    made = change_of(tmp_path, "apply_patch", wrap(patch), result={"detailedContent": detail})
    assert made["precision"] == "snippet"
    assert made["changes"] == [
        placed("new.md", "add", after={"text": "new\n"}),
        placed(),
        placed("b.py"),
    ]
    assert made["patch"]["text"].endswith(HUNK)


@pytest.mark.asr("ASR-451")
@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"success": False}, "failed"),
        ({"success": False, "error": {"message": "no", "code": "denied"}}, "skipped"),
        ({"success": False, "error": {"message": "no", "code": "rejected"}}, "skipped"),
        ({"success": None, "result": {"result_type": "success"}}, "applied"),
        ({"success": None, "result": {"resultType": "failure"}}, "failed"),
        ({"success": None, "error": {"message": "no"}}, "failed"),
        ({"success": "yes"}, "unknown"),
    ],
)
def test_status_is_the_recorded_one(tmp_path, data, status):
    assert change_of(tmp_path, "edit", EDIT, **data)["status"] == status


def test_call_is_read_from_the_message_that_asks_for_it(tmp_path):
    request = {"toolCallId": "c", "name": "edit", "arguments": json.dumps(EDIT)}
    message = event("assistant.message", 1, content="", toolRequests=[request, 7])
    made = records(log_of(tmp_path, start(), message, asked("edit", EDIT), done()))
    assert [record["type"] for record in made] == [
        "workspace_state",
        "tool_call",
        "tool_result",
        "file_change",
    ]
    assert made[1]["input"] == EDIT


@pytest.mark.parametrize(
    "rows",
    [
        [asked("edit", EDIT)],
        [done()],
        [done(), asked("edit", EDIT)],
        [asked("view", {"path": "a"}), done()],
        [asked("str_replace_editor", {"command": "view", "path": "a"}), done()],
    ],
)
def test_call_without_a_result_or_an_edit_is_no_change(tmp_path, rows):
    assert records(log_of(tmp_path, start(), *rows), of="file_change") == []


def test_event_that_comes_again_counts_once(tmp_path):
    rows = [start(), asked("edit", EDIT), done()]
    log = log_of(tmp_path, *rows, *rows)
    older = save(tmp_path / "S.jsonl", rows)
    assert len(records(log, older)) == 4


@pytest.mark.asr("ASR-463", "ASR-465")
@pytest.mark.parametrize(
    ("code", "status"),
    [("<exited with exit code 0>", "completed"), ("<exited with exit code 1>", "failed")],
)
def test_commit_line_is_a_commit(tmp_path, code, status):
    command = {"command": "git commit -m x; false", "description": "made up"}
    result = {"content": f"[main 1a2b3c4] x\n{code}"}
    log = log_of(tmp_path, start(), asked("bash", command), done(result=result))
    (call, outcome, vcs) = records(log)[1:]
    assert call["input"] == {"command": "git commit -m x; false"}
    assert outcome["status"] == status
    assert vcs == {
        "type": "vcs",
        "ts": at(2),
        "action": "commit",
        "commitPrefix": "1a2b3c4",
        "branch": "main",
        "root": "root",
        "cause": {"callId": "c"},
        "evidence": "parsed_output",
    }


@pytest.mark.asr("ASR-466")
def test_context_is_the_state_of_the_workspace(tmp_path):
    rows = [
        start(f"{APP}/src", gitRoot=APP, headCommit=HEAD, branch="main"),
        event(
            "session.resume", 1, context={"cwd": f"{APP}/src", "branch": "main", "headCommit": HEAD}
        ),
        event("session.context_changed", 2, cwd=APP, gitRoot=APP, headCommit="0" * 40),
    ]
    common = {"type": "workspace_state", "root": "root"}
    assert records(log_of(tmp_path, *rows)) == [
        {
            **common,
            "ts": at(0),
            "cwd": {"root": "root", "path": "src"},
            "head": HEAD,
            "branch": "main",
        },
        {**common, "ts": at(2), "cwd": {"root": "root", "path": "."}},
    ]


def test_rewind_is_recorded_and_takes_no_change_away(tmp_path):
    rewind = event("session.snapshot_rewind", 3, upToEventId="e1", eventsRemoved=2)
    (session,) = read(log_of(tmp_path, start(), asked("edit", EDIT), done(), rewind))
    assert [record["type"] for record in session.records][-2:] == ["file_change", "rewind"]
    assert session.records[-1]["_meta"]["attrib/rewindTo"] == "e1"


@pytest.mark.asr("ASR-477")
def test_uri_is_decoded_and_what_names_no_place_is_noticed(tmp_path):
    edit = {**EDIT, "path": "file:///home/dev/app/a%20b"}
    assert change_of(tmp_path, "edit", edit)["changes"] == [
        placed("a b", nativePath="file:///home/dev/app/a%20b")
    ]
    log = log_of(tmp_path, start(), asked("edit", {**EDIT, "path": "vscode-vfs://x/y"}), done())
    (session,) = read(log)
    assert [notice.reason for notice in session.notices] == [
        "'vscode-vfs://x/y' names no certain place"
    ]


def test_parent_is_the_recorded_one(tmp_path):
    begun = event("session.start", 0, sessionId="S", parentSessionId="P", context={"cwd": APP})
    (session,) = read(log_of(tmp_path, begun))
    assert session.parent == "P"


def test_log_without_a_start_is_named_by_its_place(tmp_path):
    log = log_of(tmp_path, asked("edit", EDIT), done())
    older = save(tmp_path / "T.jsonl", [asked("edit", EDIT), done()])
    assert [session.id for session in read(log, older)] == ["S", "T"]


def test_damaged_lines_are_noticed_and_the_rest_is_read(tmp_path):
    log = log_of(tmp_path, start(), asked("edit", EDIT), done())
    log.write_bytes(log.read_bytes() + b"\0\0\n" + b"[" * 100_000 + b'\n{"type": "torn')
    (session,) = read(log)
    assert "file_change" in {record["type"] for record in session.records}
    assert [(notice.reason, notice.pending) for notice in session.notices] == [
        ("holds no row", False),
        ("is nested too deeply", False),
        ("is not complete yet", True),
    ]


ROWS = [
    json.loads(line)
    for path in sorted(SAMPLE.rglob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=changed(ROWS))
def test_any_value_in_any_member_gives_streams_that_keep_the_rules(tmp_path, rows):
    log = tmp_path / "S.jsonl"
    log.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert errors_of(read(log)) == []


@pytest.fixture
def repository(tmp_path, monkeypatch):
    folder = init(tmp_path / "app")
    commit(folder, {"app.py": b"import sys\n\nprint('hello', sys.argv[1])\n"})
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.git
@pytest.mark.parametrize("has_diff", [True, False])
def test_recorded_edits_are_linked_to_the_commit_that_holds_them(
    repository, tmp_path, capsys, has_diff
):
    old, new = ("print('hello', sys.argv[1])", "print('good morning to', sys.argv[1])")
    path = f"{repository}/app.py"
    hunk = f"@@ -1,3 +1,3 @@\n import sys\n \n-{old}\n+{new}\n"
    result = {"detailedContent": shown((path, hunk))} if has_diff else {}
    rows = [
        start(str(repository)),
        asked("edit", {"path": path, "old_str": old, "new_str": new}),
        done(result=result),
        asked("create", {"path": "docs/hello.md", "file_text": "# Good morning\n\nto you\n"}, "d"),
        done("d", minute=3),
    ]
    assert main(["import", "copilot-cli", "--namespace", "n", str(log_of(tmp_path, *rows))]) == 0
    files = {
        "app.py": f"import sys\n\n{new}\n".encode(),
        "docs/hello.md": b"# Good morning\n\nto you\n",
    }
    commit(repository, files, date="2026-10-20T13:00:00+00:00")
    assert links_of(capsys) == [
        ("app.py", "strong", "replayed"),
        ("docs/hello.md", "strong", "transition"),
    ]


@pytest.mark.git
def test_import_is_repeated_and_grows_without_a_change(repository, tmp_path, capsys):
    (log,) = SAMPLE.rglob("events.jsonl")
    copy = tmp_path / "S" / log.name
    copy.parent.mkdir()
    copy.write_bytes(log.read_bytes())
    imports_and_growth("copilot-cli", copy, repository, capsys)
