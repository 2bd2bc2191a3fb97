"""Each kind of row of a Claude Code log becomes the records that it supports, and no more."""

from __future__ import annotations

import pytest

from attrib.importers.claude_code import ClaudeCode
from attrib.model.records import Root
from tests.importers.claude_log import call, edited, prompt, read, records, result, row, written
from tests.importers.logs import APP, at, save

INPUT = {"file_path": f"{APP}/src/a.py", "old_string": "two", "new_string": "2"}


def change_of(tmp_path, name, given, value, **members):
    """The `file_change` of one call, without its type and time."""
    log = save(
        tmp_path / "S.jsonl", [call("t1", name, given, 1), result("t1", value, 2, **members)]
    )
    (record,) = records(log, of="file_change")
    assert record.pop("type") == "file_change"
    assert record.pop("ts") == at(2)
    assert record.pop("cause") == {"callId": "t1"}
    return record


def test_whole_session_becomes_records_in_order(tmp_path):
    log = save(
        tmp_path / "S.jsonl",
        [
            prompt("u1", 0),
            call("t1", "Write", {"file_path": f"{APP}/a.py", "content": "one\n"}, 1),
            result("t1", written(f"{APP}/a.py", "one\n"), 2),
            call("t2", "Bash", {"command": "git commit -qam x", "description": "save"}, 3),
            result("t2", {"stdout": "[main 1a2b3c4] x\n 1 file changed\n", "stderr": ""}, 4),
            {"type": "summary", "summary": "work", "leafUuid": "u1"},
        ],
    )
    (session,) = read(log)
    assert session.id == "S"
    assert session.agent == "com.anthropic.claude-code"
    assert session.started == at(0)
    assert session.parent is None
    assert session.folders == (APP,)
    assert session.roots == (Root("root", APP),)
    assert session.notices == ()
    assert [
        {name: value for name, value in record.items() if name != "native"}
        for record in session.records
    ] == [
        {
            "type": "workspace_state",
            "ts": at(0),
            "root": "root",
            "cwd": {"root": "root", "path": "."},
            "branch": "main",
            "_meta": {"attrib/source": "state/u1"},
        },
        {
            "type": "tool_call",
            "ts": at(1),
            "callId": "t1",
            "name": "Write",
            "input": {"file_path": f"{APP}/a.py", "content": "one\n"},
            "_meta": {"attrib/source": "call/t1"},
        },
        {
            "type": "tool_result",
            "ts": at(2),
            "callId": "t1",
            "status": "completed",
            "_meta": {"attrib/source": "result/t1/tool_result"},
        },
        {
            "type": "file_change",
            "ts": at(2),
            "status": "applied",
            "precision": "exact",
            "changes": [
                {
                    "op": "add",
                    "root": "root",
                    "path": "a.py",
                    "fileType": "text",
                    "after": {"text": "one\n"},
                }
            ],
            "cause": {"callId": "t1"},
            "_meta": {"attrib/source": "result/t1/file_change"},
        },
        {
            "type": "tool_call",
            "ts": at(3),
            "callId": "t2",
            "name": "Bash",
            "input": {"command": "git commit -qam x"},
            "_meta": {"attrib/source": "call/t2"},
        },
        {
            "type": "tool_result",
            "ts": at(4),
            "callId": "t2",
            "status": "completed",
            "_meta": {"attrib/source": "result/t2/tool_result"},
        },
        {
            "type": "vcs",
            "ts": at(4),
            "action": "commit",
            "commitPrefix": "1a2b3c4",
            "branch": "main",
            "root": "root",
            "evidence": "parsed_output",
            "cause": {"callId": "t2"},
            "_meta": {"attrib/source": "result/t2/vcs"},
        },
    ]


def test_every_record_names_the_whole_row_it_was_read_from(tmp_path):
    given = {"file_path": f"{APP}/a.py", "content": "one\n"}
    rows = [call("t1", "Write", given, 1), result("t1", written(f"{APP}/a.py", "one\n"), 2)]
    log = save(tmp_path / "S.jsonl", rows)
    (session,) = read(log)
    lines = log.read_bytes().splitlines()
    held = {f"sha256:{native.digest}": native.read() for native in session.natives}
    read_from = [held[record["native"]["blob"]["blob"]] for record in session.records]
    # The folder, the call, its result and the change.
    assert read_from == [lines[0], lines[0], lines[1], lines[1]]


def test_native_record_of_a_log_that_changed_is_not_another_one(tmp_path):
    log = save(tmp_path / "S.jsonl", [call("t1", "Bash", {"command": "echo one"}, 1)])
    (session,) = read(log)
    log.write_bytes(log.read_bytes().replace(b"one", b"two"))
    assert None in [native.read() for native in session.natives]


@pytest.mark.asr("ASR-455")
def test_edit_with_its_original_has_hunks_that_keep_tabs(tmp_path):
    value = edited(f"{APP}/src/a.py", "\tone\n\ttwo\n\tthree\n", "two", "2")
    assert change_of(tmp_path, "Edit", INPUT, value) == {
        "status": "applied",
        "precision": "hunks",
        "changes": [
            {
                "op": "modify",
                "root": "root",
                "path": "src/a.py",
                "fileType": "text",
                "before": {"text": "\tone\n\ttwo\n\tthree\n"},
            }
        ],
        "patch": {
            "format": "unified",
            "text": "@@ -1,3 +1,3 @@\n \tone\n-\ttwo\n+\t2\n \tthree\n",
        },
    }


@pytest.mark.asr("ASR-455")
def test_edit_without_its_original_is_a_snippet(tmp_path):
    made = change_of(tmp_path, "Edit", INPUT, edited(f"{APP}/src/a.py", None, "two", "2"))
    assert made == {
        "status": "applied",
        "precision": "snippet",
        "changes": [{"op": "modify", "root": "root", "path": "src/a.py", "fileType": "text"}],
    }


def test_edit_whose_string_is_not_in_the_original_is_a_snippet(tmp_path):
    made = change_of(tmp_path, "Edit", INPUT, edited(f"{APP}/src/a.py", "three\n", "two", "2"))
    assert (made["precision"], "patch" in made) == ("snippet", False)


def test_edit_that_changes_nothing_keeps_both_states(tmp_path):
    made = change_of(tmp_path, "Edit", INPUT, edited(f"{APP}/src/a.py", "two\n", "two", "two"))
    assert made["precision"] == "exact"
    assert made["changes"][0]["before"] == made["changes"][0]["after"] == {"text": "two\n"}


def test_edit_of_an_empty_string_fills_a_file(tmp_path):
    made = change_of(tmp_path, "Edit", INPUT, edited(f"{APP}/src/a.py", None, "", "new\n"))
    assert (made["precision"], made["changes"][0]["op"]) == ("exact", "add")
    assert made["changes"][0]["after"] == {"text": "new\n"}


def test_multiedit_makes_its_edits_one_after_the_other(tmp_path):
    edits = [
        {"old_string": "one", "new_string": "two"},
        {"old_string": "two", "new_string": "2", "replace_all": True},
    ]
    value = {
        "filePath": f"{APP}/a",
        "edits": edits,
        "originalFileContents": "one\ntwo\nthree",
        "structuredPatch": [],
        "userModified": True,
    }
    made = change_of(tmp_path, "MultiEdit", {"file_path": f"{APP}/a", "edits": edits}, value)
    assert made["modifiedByUser"] is True
    assert made["patch"]["text"] == (
        "@@ -1,3 +1,3 @@\n-one\n-two\n+2\n+2\n three\n\\ No newline at end of file\n"
    )


def test_write_over_a_file_keeps_the_text_before(tmp_path):
    given = {"file_path": f"{APP}/a", "content": "new\n"}
    made = change_of(tmp_path, "Write", given, written(f"{APP}/a", "new\n", "old\n"))
    assert made["changes"] == [
        {
            "op": "modify",
            "root": "root",
            "path": "a",
            "fileType": "text",
            "before": {"text": "old\n"},
            "after": {"text": "new\n"},
        }
    ]


def test_notebook_edit_is_exact(tmp_path):
    value = {"notebook_path": f"{APP}/n.ipynb", "original_file": "{}", "updated_file": '{"a":1}'}
    made = change_of(tmp_path, "NotebookEdit", {"notebook_path": f"{APP}/n.ipynb"}, value)
    assert made["precision"] == "exact"
    assert made["changes"][0]["after"] == {"text": '{"a":1}'}


@pytest.mark.asr("ASR-451")
def test_edit_held_for_review_is_only_proposed(tmp_path):
    value = edited(f"{APP}/src/a.py", "two\n", "two", "2", staged=True)
    assert change_of(tmp_path, "Edit", INPUT, value)["status"] == "proposed"


@pytest.mark.asr("ASR-451")
@pytest.mark.parametrize(
    ("value", "members", "status"),
    [
        ("Error: String to replace not found in file.", {"is_error": True}, "failed"),
        ("Error: The user doesn't want to proceed.", {"is_error": True}, "skipped"),
        ("User rejected tool use", {"is_error": True}, "skipped"),
        ({"is_error": True}, {"toolDenialKind": "user-rejected"}, "skipped"),
        (None, {"is_error": True}, "failed"),
    ],
)
def test_edit_that_was_not_made_says_so(tmp_path, value, members, status):
    assert change_of(tmp_path, "Edit", INPUT, value, **members) == {
        "status": status,
        "precision": "unknown",
        "changes": [{"op": "modify", "root": "root", "path": "src/a.py", "fileType": "text"}],
    }


@pytest.mark.asr("ASR-460")
def test_no_object_id_is_ever_written(tmp_path):
    value = edited(f"{APP}/src/a.py", "two\n", "two", "2")
    assert "objectId" not in repr(change_of(tmp_path, "Edit", INPUT, value))


def test_call_without_a_result_is_no_change(tmp_path):
    log = save(tmp_path / "S.jsonl", [call("t1", "Edit", INPUT, 1)])
    assert [record["type"] for record in records(log)] == ["workspace_state", "tool_call"]


def test_result_without_its_call_is_known_by_its_shape(tmp_path):
    log = save(tmp_path / "S.jsonl", [result("t1", written(f"{APP}/a", "x\n"), 1)])
    assert [record["type"] for record in records(log)] == ["workspace_state", "file_change"]


@pytest.mark.asr("ASR-452")
def test_notice_of_a_foreign_edit_names_no_person(tmp_path):
    note = {"type": "edited_text_file", "filename": f"{APP}/a", "snippet": ""}
    log = save(tmp_path / "S.jsonl", [row("attachment", "x1", 1, attachment=note)])
    assert records(log, of="file_change") == [
        {
            "type": "file_change",
            "ts": at(1),
            "status": "applied",
            "precision": "unknown",
            "changes": [{"op": "modify", "root": "root", "path": "a"}],
            "cause": {"actor": "external", "observed": True},
        }
    ]


@pytest.mark.asr("ASR-467")
def test_snapshots_are_checkpoints_of_versions_that_are_new(tmp_path):
    def snapshot(name, minute, versions):
        backups = {path: {"backupFileName": None, "version": v} for path, v in versions.items()}
        inner = {"messageId": name, "trackedFileBackups": backups, "timestamp": at(minute)}
        return {"type": "file-history-snapshot", "messageId": name, "snapshot": inner}

    rows = [
        prompt("u1", 0),
        snapshot("u1", 1, {"a": 1, f"{APP}/b": 1}),
        snapshot("u2", 2, {"a": 2, f"{APP}/b": 1}),
        snapshot("u3", 3, {"a": 2}),
    ]
    assert records(save(tmp_path / "S.jsonl", rows), of="checkpoint") == [
        {
            "type": "checkpoint",
            "ts": at(1),
            "kind": "snapshot",
            "ref": "u1",
            "files": [
                {"root": "root", "path": "b", "version": "1"},
                {"root": "root", "path": "a", "version": "1"},
            ],
        },
        {
            "type": "checkpoint",
            "ts": at(2),
            "kind": "snapshot",
            "ref": "u2",
            "files": [{"root": "root", "path": "a", "version": "2"}],
        },
    ]


@pytest.mark.asr("ASR-476")
def test_link_to_a_pull_request_counts_once_with_its_earliest_time(tmp_path):
    url = "https://example.invalid/acme/app/pull/7"
    links = [
        {
            "type": "pr-link",
            "sessionId": "S",
            "prNumber": 7,
            "prUrl": url,
            "prRepository": "acme/app",
            "timestamp": at(minute),
        }
        for minute in (5, 3, 8)
    ]
    assert records(save(tmp_path / "S.jsonl", [prompt("u1", 0), *links]), of="vcs") == [
        {
            "type": "vcs",
            "ts": at(3),
            "action": "pr_link",
            "pr": {"url": url, "number": 7, "repository": "acme/app"},
            "evidence": "reported",
        }
    ]


@pytest.mark.asr("ASR-466")
def test_folder_outside_of_every_root_is_a_root_of_its_own(tmp_path):
    rows = [prompt("u1", 0), prompt("u2", 1, cwd=f"{APP}/src"), prompt("u3", 2, cwd="/srv/lib")]
    assert records(save(tmp_path / "S.jsonl", rows)) == [
        {
            "type": "workspace_state",
            "ts": at(0),
            "root": "root",
            "cwd": {"root": "root", "path": "."},
            "branch": "main",
        },
        {
            "type": "workspace_state",
            "ts": at(1),
            "root": "root",
            "cwd": {"root": "root", "path": "src"},
            "branch": "main",
        },
        {"type": "root", "root": "root-2", "path": "/srv/lib"},
        {
            "type": "workspace_state",
            "ts": at(2),
            "root": "root-2",
            "cwd": {"root": "root-2", "path": "."},
            "branch": "main",
        },
    ]


@pytest.mark.asr("ASR-466")
def test_linked_worktree_is_a_root_inside_the_first_one(tmp_path):
    tree = f"{APP}/.claude/worktrees/fix"
    state = {
        "type": "worktree-state",
        "sessionId": "S",
        "worktreeSession": {
            "originalCwd": APP,
            "worktreePath": tree,
            "worktreeName": "fix",
            "worktreeBranch": "feature/fix",
            "originalBranch": "main",
            "originalHeadCommit": "0123456789abcdef0123456789abcdef01234567",
        },
    }
    given = {"file_path": f"{tree}/a", "content": "x\n"}
    rows = [
        prompt("u1", 0),
        state,
        call("t1", "Write", given, 1, cwd=tree, gitBranch="feature/fix"),
        result("t1", written(f"{tree}/a", "x\n"), 2, cwd=tree, gitBranch="feature/fix"),
    ]
    log = save(tmp_path / "S.jsonl", rows)
    assert [record for record in records(log) if record["type"] in ("root", "workspace_state")] == [
        {
            "type": "workspace_state",
            "ts": at(0),
            "root": "root",
            "cwd": {"root": "root", "path": "."},
            "branch": "main",
        },
        {
            "type": "workspace_state",
            "root": "root",
            "cwd": {"root": "root", "path": "."},
            "branch": "main",
            "head": "0123456789abcdef0123456789abcdef01234567",
        },
        {"type": "root", "root": "root-2", "path": tree},
        {
            "type": "workspace_state",
            "root": "root-2",
            "cwd": {"root": "root-2", "path": "."},
            "branch": "feature/fix",
            "worktree": {"linked": True, "name": "fix"},
        },
        {
            "type": "workspace_state",
            "ts": at(1),
            "root": "root-2",
            "cwd": {"root": "root-2", "path": "."},
            "branch": "feature/fix",
        },
    ]
    (change,) = records(log, of="file_change")
    assert (change["changes"][0]["root"], change["changes"][0]["path"]) == ("root-2", "a")


@pytest.mark.asr("ASR-470", "ASR-471")
@pytest.mark.parametrize(
    ("native", "ref"),
    [
        ("/etc/motd", {"root": None, "path": "/etc/motd"}),
        (f"{APP}//x/./y", {"root": "root", "path": "x/y", "nativePath": f"{APP}//x/./y"}),
        ("x/y", {"root": "root", "path": "x/y"}),
        (f"{APP}-2/x", {"root": None, "path": f"{APP}-2/x"}),
        (f"{APP}/../x", {"root": None, "path": f"{APP}/../x"}),
    ],
)
def test_paths_are_written_under_their_root(tmp_path, native, ref):
    given = {"file_path": native, "content": "x"}
    made = change_of(tmp_path, "Write", given, written(native, "x"))
    assert made["changes"] == [{"op": "add", **ref, "fileType": "text", "after": {"text": "x"}}]


def test_windows_paths_keep_their_native_spelling(tmp_path):
    folder, path = "C:\\Users\\dev\\app", "C:\\Users\\dev\\app\\src\\a.py"
    given = {"file_path": path, "content": "x"}
    log = save(
        tmp_path / "S.jsonl",
        [
            call("t1", "Write", given, 1, cwd=folder),
            result("t1", written(path, "x"), 2, cwd=folder),
        ],
    )
    (session,) = read(log)
    assert session.roots == (Root("root", "C:/Users/dev/app", folder),)
    (change,) = records(log, of="file_change")
    assert change["changes"][0] == {
        "op": "add",
        "root": "root",
        "path": "src/a.py",
        "nativePath": path,
        "fileType": "text",
        "after": {"text": "x"},
    }


@pytest.mark.asr("ASR-473")
def test_path_that_is_no_unicode_declares_its_loss(tmp_path):
    path = f"{APP}/caf?"
    log = save(tmp_path / "S.jsonl", [result("t1", written(path, "x"), 1)])
    text = log.read_text(encoding="utf-8")
    log.write_text(text.replace("caf?", "caf\\udce9"), encoding="utf-8")
    (session,) = read(log)
    assert [loss["key"] for loss in session.losses][-1] == "path.encoding"
    assert session.records[-1]["changes"][0]["path"] == "caf\ufffd"


def test_subagent_belongs_to_the_session_that_its_rows_name(tmp_path):
    path = f"{APP}/f"
    own = call("t1", "Write", {"file_path": path, "content": "x"}, 1, isSidechain=True)
    done = result("t1", written(path, "x"), 2, isSidechain=True, agentId="7")
    main = save(tmp_path / "S.jsonl", [prompt("u1", 0)])
    sub = save(tmp_path / "S" / "subagents" / "agent-7.jsonl", [own, done])
    (session,) = read(sub, main)
    assert session.id == "S"
    assert [record["type"] for record in session.records] == [
        "workspace_state",
        "tool_call",
        "tool_result",
        "file_change",
    ]
    assert session.records[-1]["_meta"]["attrib/subagent"] == "7"


def test_subagents_rows_inside_progress_rows_count_once(tmp_path):
    path = f"{APP}/f"
    own = call("t1", "Write", {"file_path": path, "content": "x"}, 1)
    done = result("t1", written(path, "x"), 2)
    inner = [
        {name: value for name, value in each.items() if name not in ("sessionId", "cwd")}
        for each in (own, done)
    ]
    rows = [
        row(
            "progress", f"p{n}", n, data={"type": "agent_progress", "agentId": "7", "message": each}
        )
        for n, each in enumerate(inner)
    ]
    main = save(tmp_path / "S.jsonl", rows)
    sub = save(tmp_path / "S" / "subagents" / "agent-7.jsonl", [own, done])
    assert len(records(main, of="file_change")) == 1
    assert len(records(main, sub, of="file_change")) == 1


def test_rows_without_a_session_take_the_files_name(tmp_path):
    bare = call("t1", "Bash", {"command": "ls"}, 1)
    del bare["sessionId"]
    assert [session.id for session in read(save(tmp_path / "0f1e.jsonl", [bare]))] == ["0f1e"]


def test_damaged_lines_are_told_and_the_rest_is_read(tmp_path):
    good = [prompt("u1", 0), *(call(f"t{n}", "Bash", {"command": "ls"}, n) for n in (1, 2, 3))]
    lines = [save(tmp_path / "x", [each]).read_bytes() for each in good]
    log = tmp_path / "S.jsonl"
    log.write_bytes(
        lines[0]
        + b"{torn\n"
        + lines[1].rstrip(b"\n")
        + lines[2]
        + b"\0" * 300
        + lines[3]
        + b"[" * 100_000
        + b"\n"
        + b'{"n":'
        + b"1" * 5000
        + b"}\n[1]\n\n"
        + lines[0][:-30]
    )
    (session,) = read(log)
    assert [record["type"] for record in session.records] == [
        "workspace_state",
        "tool_call",
        "tool_call",
        "tool_call",
    ]
    assert [(str(notice), notice.pending) for notice in session.notices] == [
        (f"{log}:2: is no JSON", False),
        (f"{log}:5: is nested too deeply", False),
        (f"{log}:6: is no JSON", False),
        (f"{log}:7: is no JSON object", False),
        (f"{log}:9: is not complete yet", True),
    ]


def test_only_own_logs_are_recognized(tmp_path):
    importer = ClaudeCode()
    assert importer.recognizes(save(tmp_path / "S.jsonl", [prompt("u1", 0)]))
    other = {"type": "session_meta", "payload": {"id": "x"}}
    assert not importer.recognizes(save(tmp_path / "rollout.jsonl", [other]))
    assert not importer.recognizes(tmp_path / "absent.jsonl")


def test_namespace_is_the_installation_that_holds_the_log(tmp_path, monkeypatch):
    importer = ClaudeCode()
    one = importer.namespace_of(tmp_path / "one" / "projects" / "p" / "S.jsonl")
    two = importer.namespace_of(tmp_path / "two" / "projects" / "p" / "S.jsonl")
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "one"))
    assert importer.namespace_of(tmp_path / "elsewhere.jsonl") == one != two
    assert one.startswith("local-")
    assert len(one) == len("local-") + 8


def test_place_is_the_configured_one(tmp_path, monkeypatch, home):
    assert ClaudeCode().where() == []
    (home / ".claude" / "projects").mkdir(parents=True)
    assert ClaudeCode().where() == [home / ".claude" / "projects"]
    (tmp_path / "c" / "projects").mkdir(parents=True)
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "c"))
    assert ClaudeCode().where() == [tmp_path / "c" / "projects"]
