"""Each part of a conversation of Gemini CLI becomes the records that it supports, and no more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from attrib.cli.main import main
from attrib.importers.gemini_cli import GeminiCli
from attrib.importers.gemini_cli.projects import hash_of
from tests.importers.gemini_log import call, document, head, lines, message, read, records, shown
from tests.importers.kept_rules import errors_of
from tests.importers.linked import imports_and_growth, links_of
from tests.importers.logs import APP, at
from tests.importers.wild import changed
from tests.support.repos import commit, init

SAMPLE = Path(__file__).with_name("samples") / "gemini-cli" / "log"
EDIT = {"file_path": f"{APP}/src/a.py", "old_string": "one", "new_string": "two"}
WRITE = {"file_path": "src/a.py", "content": "one\n"}
CREATED = f"Successfully created and wrote to new file: {APP}/src/a.py."
OVERWROTE = f"Successfully overwrote file: {APP}/src/a.py. Here is the updated code:\none"
MODIFIED = f"Successfully modified file: {APP}/src/a.py (1 replacements)."


def change_of(tmp_path, tool, args, text="", **members):
    """The only `file_change` of one call, without type, time and cause."""
    log = lines(tmp_path, head(), message("m", call("c", tool, args, text, **members)))
    (record,) = records(log, of="file_change")
    assert record.pop("type") == "file_change"
    assert record.pop("ts") == at(1)
    assert record.pop("cause") == {"callId": "c"}
    return record


def placed(op, path="src/a.py", **members):
    return {"op": op, "root": "root", "path": path, "fileType": "text", **members}


@pytest.mark.parametrize(
    ("text", "op"),
    [(CREATED, "add"), (OVERWROTE, "modify"), ("done", "unknown"), ("", "unknown")],
)
def test_written_file_is_exact(tmp_path, text, op):
    args = {**WRITE, "file_path": f"{APP}/src/a.py"}
    extra = call("x", "write_file", WRITE, CREATED)
    log = lines(
        tmp_path, head(), message("m", extra), message("n", call("c", "write_file", args, text))
    )
    made = records(log, of="file_change")[1]
    assert made["precision"] == "exact"
    assert made["changes"] == [placed(op, after={"text": "one\n"})]


def test_written_file_that_was_shown_keeps_both_contents(tmp_path):
    diff = shown(f"{APP}/src/a.py", "zero\n", "other\n", isNewFile=False)
    made = change_of(tmp_path, "write_file", WRITE, OVERWROTE, resultDisplay=diff)
    assert made["changes"] == [
        placed("modify", before={"text": "zero\n"}, after={"text": "other\n"})
    ]


@pytest.mark.parametrize(
    ("diff", "op"),
    [
        (shown(f"{APP}/src/a.py", "", "x", isNewFile=True), "add"),
        (shown(f"{APP}/src/a.py", None, "x"), "add"),
        (shown(f"{APP}/src/a.py", "", "x"), "unknown"),
    ],
)
def test_new_file_has_no_content_before(tmp_path, diff, op):
    made = change_of(tmp_path, "write_file", WRITE, CREATED, resultDisplay=diff)
    assert made["changes"] == [placed(op, after={"text": "x"})]


@pytest.mark.asr("ASR-455")
def test_replacement_is_exact_only_with_the_new_content(tmp_path):
    diff = shown(f"{APP}/src/a.py", "one\n", "two\n", isNewFile=False)
    assert change_of(tmp_path, "replace", EDIT, MODIFIED, resultDisplay=diff) == {
        "status": "applied",
        "precision": "exact",
        "changes": [placed("modify", before={"text": "one\n"}, after={"text": "two\n"})],
    }
    assert change_of(tmp_path, "replace", EDIT, MODIFIED, resultDisplay="made up") == {
        "status": "applied",
        "precision": "snippet",
        "changes": [placed("modify")],
    }


def test_replacement_of_nothing_in_a_new_file_is_its_content(tmp_path):
    text = f"Created new file: {APP}/src/a.py with provided content."
    made = change_of(tmp_path, "replace", {**EDIT, "old_string": ""}, text)
    assert (made["precision"], made["changes"]) == ("exact", [placed("add", after={"text": "two"})])


@pytest.mark.asr("ASR-451")
@pytest.mark.parametrize(("status", "said"), [("error", "failed"), ("cancelled", "skipped")])
def test_edit_that_was_not_made_says_so(tmp_path, status, said):
    diff = shown(f"{APP}/src/a.py", "one\n", "two\n")
    made = change_of(tmp_path, "replace", EDIT, status=status, resultDisplay=diff)
    assert made == {"status": said, "precision": "unknown", "changes": [placed("modify")]}


@pytest.mark.parametrize("status", ["executing", "awaiting_approval", "later", None, 7])
def test_call_without_an_outcome_is_no_change(tmp_path, status):
    log = lines(tmp_path, head(), message("m", call("c", "replace", EDIT, status=status)))
    assert {record["type"] for record in records(log)} - {"workspace_state"} == {"tool_call"}


@pytest.mark.asr("ASR-475")
def test_text_that_a_person_changed_is_marked(tmp_path):
    args = {**WRITE, "modified_by_user": True, "ai_proposed_content": "0\n"}
    assert change_of(tmp_path, "write_file", args, OVERWROTE)["modifiedByUser"] is True


@pytest.mark.asr("ASR-453")
def test_call_holds_the_edit_and_no_prose(tmp_path):
    args = {**EDIT, "instruction": "please", "allow_multiple": True, "expected_replacements": [1]}
    log = lines(tmp_path, head(), message("m", call("c", "replace", args, MODIFIED)))
    (made,) = records(log, of="tool_call")
    assert made["input"] == {**EDIT, "allow_multiple": True}


@pytest.mark.asr("ASR-463", "ASR-465")
@pytest.mark.parametrize(
    "output",
    [
        "Command: git commit\nDirectory: (root)\nOutput: [main 1a2b3c4] x\n 1 file changed",
        "Output: [main 1a2b3c4] x\nProcess Group PGID: 7",
        "[main 1a2b3c4] x",
    ],
)
def test_commit_line_is_a_commit(tmp_path, output):
    shell = call("c2", "run_shell_command", {"command": "git commit", "dir_path": "lib"}, output, 2)
    log = lines(tmp_path, head(), message("m", call("c1", "write_file", WRITE, CREATED), shell))
    assert records(log, of="vcs") == [
        {
            "type": "vcs",
            "ts": at(2),
            "action": "commit",
            "commitPrefix": "1a2b3c4",
            "branch": "main",
            "root": "root",
            "evidence": "parsed_output",
            "cause": {"callId": "c2"},
        }
    ]


def test_message_that_grows_gives_each_call_once(tmp_path):
    first = call("c1", "write_file", WRITE, CREATED)
    running = call("c2", "replace", EDIT, status="executing")
    done = call("c2", "replace", EDIT, MODIFIED, 2)
    rows = [message("m", first), message("m", first, running), message("m", first, done)]
    again = {"$set": {"messages": [message("m", first, done)]}}
    made = records(lines(tmp_path, head(), *rows, again))
    assert [(record["type"], record.get("callId")) for record in made] == [
        ("workspace_state", None),
        ("tool_call", "c1"),
        ("tool_result", "c1"),
        ("file_change", None),
        ("tool_call", "c2"),
        ("tool_result", "c2"),
        ("file_change", None),
    ]


def test_rewind_is_recorded_and_takes_no_change_away(tmp_path):
    rows = [
        message("m", call("c1", "write_file", WRITE, CREATED)),
        {"$rewindTo": "m"},
        message("n", call("c2", "write_file", WRITE, OVERWROTE, 2), minute=2),
    ]
    (session,) = read(lines(tmp_path, head(), *rows))
    kinds = [record["type"] for record in session.records]
    assert kinds.count("file_change") == 2
    rewind = session.records[kinds.index("rewind")]
    assert kinds.index("rewind") == 4
    assert {k: v for k, v in rewind.items() if k != "native"} == {
        "type": "rewind",
        "_meta": {"attrib/source": "rewind/m", "attrib/rewindTo": "m"},
    }


def test_both_forms_of_one_conversation_are_one_session(tmp_path):
    one = message("m", call("c1", "write_file", WRITE, CREATED))
    two = message("n", call("c2", "replace", EDIT, MODIFIED, 2))
    old, new = document(tmp_path, head(), one), lines(tmp_path, head(), one, two)
    (session,) = read(new, old)
    changes = [record for record in session.records if record["type"] == "file_change"]
    assert [change["cause"]["callId"] for change in changes] == ["c1", "c2"]


@pytest.mark.parametrize(
    ("start", "calls"),
    [
        # The hash of a folder above a named file.
        (head(), [call("c", "replace", EDIT, MODIFIED)]),
        # The folder from which a relative path was resolved.
        (head(project="elsewhere"), [call("c", "write_file", WRITE, CREATED)]),
    ],
)
def test_project_is_the_folder_that_the_conversation_names(tmp_path, start, calls):
    (session,) = read(lines(tmp_path, start, message("m", *calls)))
    assert session.folders == (APP,)


def test_project_is_the_folder_that_is_kept_beside_it(tmp_path):
    log = lines(tmp_path, head(), message("m", call("c", "write_file", WRITE)))
    assert [notice.reason for s in read(log) for notice in s.notices] == [
        "'src/a.py' names no certain place"
    ]
    (log.parents[1] / ".project_root").write_text(f"{APP}\n", encoding="utf-8")
    (session,) = read(log)
    assert (session.folders, session.notices) == ((APP,), ())


def test_added_folder_is_a_root_from_then_on(tmp_path):
    rows = [
        message("m", call("c", "replace", EDIT, MODIFIED)),
        {"$set": {"directories": ["/srv/x", 7]}},
    ]
    (session,) = read(lines(tmp_path, head(), *rows))
    assert session.folders == (APP, "/srv/x")
    assert session.records[-1]["type"] == "root"


@pytest.mark.asr("ASR-467")
def test_snapshot_is_a_checkpoint_before_its_call(tmp_path):
    log = lines(tmp_path, head(), message("m", call("c", "replace", EDIT, MODIFIED)))
    folder = log.parents[1] / "checkpoints"
    folder.mkdir()
    kept = {"toolCall": {"name": "replace", "args": EDIT}, "commitHash": "5d6e7f8"}
    for name, prompt in (
        ("2026-10-20T09-00-30_000Z-a.py-replace", "S########1"),
        ("b", "T########1"),
    ):
        (folder / f"{name}.json").write_text(json.dumps({**kept, "messageId": prompt}), "utf-8")
    made = records(log)
    assert [record["type"] for record in made][1:3] == ["checkpoint", "tool_call"]
    assert made[1] == {
        "type": "checkpoint",
        "ts": "2026-10-20T09:00:30.000Z",
        "kind": "shadow_git",
        "ref": "5d6e7f8",
        "root": "root",
        "cause": {"callId": "c"},
    }


def test_subagent_is_a_session_of_its_own(tmp_path):
    start = head("A", kind="subagent")
    (session,) = read(lines(tmp_path, start, message("m"), name="S/A.jsonl"))
    assert (session.id, session.parent) == ("A", "S")


def test_conversation_is_asked_for_by_the_folder_or_its_hash(tmp_path):
    importer = GeminiCli()
    log = lines(tmp_path, head(), message("m", call("c", "write_file", WRITE)))
    assert importer.mentions(log, [APP])
    assert not importer.mentions(log, ["/srv/lib"])
    (log.parents[1] / ".project_root").write_text("/srv/lib/sub", encoding="utf-8")
    assert importer.mentions(log, ["/srv/lib"])
    named = lines(tmp_path / "x", {"sessionId": "S"})
    named = named.parents[2].rename(tmp_path / "y") / "app"
    named = named.rename(named.with_name(hash_of("/srv/z"))) / "chats" / "session-S.jsonl"
    assert importer.mentions(named, ["/srv/z"])


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"sessionId": "S", "projectHash": "x", "messages": [', "is no JSON"),
        (b"[" * 100_000, "is nested too deeply"),
        (b'{"n": ' + b"1" * 5000 + b"}", "is no JSON"),
        (b"[7]", "is no JSON object"),
    ],
)
def test_damaged_document_is_noticed(tmp_path, data, reason):
    log = tmp_path / "session-S.json"
    log.write_bytes(data)
    (session,) = read(log)
    assert (session.id, session.records) == ("session-S", ())
    assert [str(notice) for notice in session.notices] == [f"{log}: {reason}"]


def test_damaged_lines_are_noticed_and_the_rest_is_read(tmp_path):
    log = lines(tmp_path, head(), message("m", call("c", "replace", EDIT, MODIFIED)))
    log.write_bytes(log.read_bytes() + b'\0\0\n{"a": NaN}\n{"id": "torn')
    (session,) = read(log)
    assert "file_change" in {record["type"] for record in session.records}
    assert [(notice.reason, notice.pending) for notice in session.notices] == [
        ("holds no row", False),
        ("is no JSON", False),
        ("is not complete yet", True),
    ]


OLD = json.loads(next(iter(SAMPLE.rglob("*5e55a001.json"))).read_text(encoding="utf-8"))
NEW = [
    json.loads(line)
    for path in sorted(SAMPLE.rglob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=changed(NEW), whole=changed([OLD]))
def test_any_value_in_any_member_gives_streams_that_keep_the_rules(tmp_path, rows, whole):
    log, other = tmp_path / "session-S.jsonl", tmp_path / "session-T.json"
    log.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    other.write_text(json.dumps(whole[0]), encoding="utf-8")
    assert errors_of(read(log, other)) == []


@pytest.fixture
def repository(tmp_path, monkeypatch):
    folder = init(tmp_path / "app")
    commit(folder, {"app.py": b"import sys\n\nprint('hello', sys.argv[1])\n"})
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.git
def test_recorded_edits_are_linked_to_the_commit_that_holds_them(repository, tmp_path, capsys):
    edit = {
        "file_path": "app.py",
        "old_string": "print('hello', sys.argv[1])",
        "new_string": "print('good morning to', sys.argv[1])",
    }
    text = f"Successfully modified file: {repository}/app.py (1 replacements)."
    new = {"file_path": "docs/hello.md", "content": "# Good morning\n\nto you\n"}
    made = f"Successfully created and wrote to new file: {repository}/docs/hello.md."
    calls = [call("c1", "replace", edit, text), call("c2", "write_file", new, made, 2)]
    log = lines(tmp_path, head(project=str(repository)), message("m", *calls))
    assert main(["import", "gemini-cli", "--namespace", "n", str(log)]) == 0
    files = {
        "app.py": b"import sys\n\nprint('good morning to', sys.argv[1])\n",
        "docs/hello.md": b"# Good morning\n\nto you\n",
    }
    commit(repository, files, date="2026-10-20T13:00:00+00:00")
    assert links_of(capsys) == [
        ("app.py", "strong", "replayed"),
        ("docs/hello.md", "strong", "transition"),
    ]


@pytest.mark.git
def test_import_is_repeated_and_grows_without_a_change(repository, tmp_path, capsys):
    (log,) = SAMPLE.rglob("*5e55a002.jsonl")
    copy = tmp_path / "app" / "chats" / log.name
    copy.parent.mkdir()
    copy.write_bytes(log.read_bytes())
    imports_and_growth("gemini-cli", copy, repository, capsys)
