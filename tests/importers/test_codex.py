"""Each kind of row of a Codex rollout becomes the records that it supports, and no more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from attrib.importers.codex import Codex
from tests.importers.codex_log import (
    answered,
    asked,
    completed,
    ended,
    event,
    item,
    log_of,
    meta,
    ran,
    read,
    records,
    turn,
)
from tests.importers.kept_rules import errors_of
from tests.importers.logs import APP, at, save
from tests.importers.wild import changed

SAMPLE = Path(__file__).with_name("samples") / "codex" / "log"
UPDATE = "*** Update File: src/a.py\n@@ def f():\n keep\n-one\n+two\n"
DIFF = "@@ -1,2 +1,2 @@\n keep\n-one\n+two\n"
SUCCESS = "Success. Updated the following files:\nM src/a.py\n"


def change_of(tmp_path, *rows):
    """The only `file_change` of a session, without its type and cause."""
    (record,) = records(log_of(tmp_path, [meta(), *rows]), of="file_change")
    assert record.pop("type") == "file_change"
    assert record.pop("cause", {"callId": "c1"}) == {"callId": "c1"}
    return record


def placed(path, op="modify", **members):
    return {"op": op, "root": "root", "path": path, "fileType": "text", **members}


@pytest.mark.parametrize("row", [ended, completed])
def test_added_file_is_exact(tmp_path, row):
    changes = {f"{APP}/new.md": {"type": "add", "content": "one\n"}}
    made = change_of(tmp_path, row("c1", changes, status="completed"))
    assert made == {
        "ts": at(2),
        "status": "applied",
        "precision": "exact",
        "changes": [placed("new.md", "add", after={"text": "one\n"})],
    }


@pytest.mark.parametrize("row", [ended, completed])
def test_deleted_file_is_exact_and_keeps_the_content_before(tmp_path, row):
    changes = {f"{APP}/old.md": {"type": "delete", "content": "one\n"}}
    made = change_of(tmp_path, row("c1", changes, status="completed"))
    assert made["precision"] == "exact"
    assert made["changes"] == [placed("old.md", "delete", before={"text": "one\n"})]


@pytest.mark.asr("ASR-455", "ASR-456")
@pytest.mark.parametrize("row", [ended, completed])
def test_updated_file_has_the_recorded_hunks(tmp_path, row):
    changes = {f"{APP}/src/a.py": {"type": "update", "unified_diff": DIFF, "move_path": None}}
    made = change_of(tmp_path, row("c1", changes, status="completed"))
    assert made["precision"] == "hunks"
    assert made["changes"] == [placed("src/a.py")]
    assert made["patch"] == {"format": "unified", "text": DIFF}


def test_moved_file_names_both_paths(tmp_path):
    changes = {f"{APP}/a": {"type": "update", "unified_diff": "", "move_path": "/srv/b"}}
    made = change_of(tmp_path, ended("c1", changes))
    assert made["precision"] == "exact"
    assert made["changes"] == [
        {"op": "move", "root": None, "path": "/srv/b", "fileType": "text", "oldPath": "a",
         "oldRoot": "root"}
    ]  # fmt: skip


@pytest.mark.asr("ASR-455", "ASR-456")
def test_patch_of_several_files_is_one_change_of_the_least_precision(tmp_path):
    changes = {
        f"{APP}/new.md": {"type": "add", "content": "one\n"},
        f"{APP}/src/a.py": {"type": "update", "unified_diff": DIFF.rstrip("\n")},
    }
    made = change_of(tmp_path, ended("c1", changes))
    assert made["precision"] == "hunks"
    assert [change["op"] for change in made["changes"]] == ["add", "modify"]
    path = f"{APP}/src/a.py"
    assert made["patch"] == {
        "format": "git_patch",
        "text": f"diff --git {path} {path}\n--- {path}\n+++ {path}\n{DIFF}",
    }


@pytest.mark.asr("ASR-455")
@pytest.mark.parametrize(
    "change",
    [
        {"type": "update", "unified_diff": "no hunk"},
        {"type": "update"},
        {"type": "add"},
        {"type": "later"},
    ],
)
def test_change_without_content_is_unknown(tmp_path, change):
    made = change_of(tmp_path, ended("c1", {f"{APP}/a": change}))
    assert (made["precision"], "patch" in made) == ("unknown", False)


@pytest.mark.asr("ASR-451")
@pytest.mark.parametrize(
    ("members", "status"),
    [
        ({"success": False}, "failed"),
        ({"success": False, "status": "declined"}, "skipped"),
        ({"status": "failed"}, "failed"),
        ({"success": None}, "unknown"),
        ({"success": True, "status": "later"}, "applied"),
    ],
)
def test_status_is_the_recorded_one(tmp_path, members, status):
    changes = {f"{APP}/a": {"type": "add", "content": ""}}
    assert change_of(tmp_path, ended("c1", changes, **members))["status"] == status


@pytest.mark.asr("ASR-455")
def test_patch_that_was_asked_for_is_a_snippet(tmp_path):
    made = change_of(tmp_path, asked("c1", UPDATE), answered("c1", SUCCESS))
    assert made == {
        "ts": at(2),
        "status": "applied",
        "precision": "snippet",
        "changes": [placed("src/a.py")],
    }


def test_whole_files_that_were_asked_for_are_exact(tmp_path):
    patch = "*** Add File: new.md\n+one\n*** Delete File: old.md\n"
    made = change_of(tmp_path, asked("c1", patch), answered("c1", SUCCESS))
    assert made["precision"] == "exact"
    assert made["changes"] == [
        placed("new.md", "add", after={"text": "one\n"}),
        {"op": "delete", "root": "root", "path": "old.md"},
    ]


@pytest.mark.asr("ASR-451")
@pytest.mark.parametrize(
    ("output", "status"),
    [
        (SUCCESS, "applied"),
        (json.dumps({"output": SUCCESS, "metadata": {"exit_code": 0}}), "applied"),
        (json.dumps({"output": "no", "metadata": {"exit_code": 1}}), "failed"),
        (f"Exit code: 0\nWall time: 0 seconds\nOutput:\n{SUCCESS}", "applied"),
        ([{"type": "input_text", "text": SUCCESS}], "applied"),
        ({"content": SUCCESS, "success": True}, "applied"),
        ({"content": "no", "success": False}, "failed"),
        ("apply_patch verification failed: no such lines", "failed"),
        ("patch rejected by user", "skipped"),
        ({"content": "patch rejected by user", "success": False}, "skipped"),
        ("it says patch rejected by user somewhere", "unknown"),
        (None, "unknown"),
        (7, "unknown"),
    ],
)
def test_status_of_a_patch_that_was_asked_for_is_told_by_its_output(tmp_path, output, status):
    assert change_of(tmp_path, asked("c1", UPDATE), answered("c1", output))["status"] == status


def test_structured_row_without_files_gives_the_status_only(tmp_path):
    end = event("patch_apply_end", 2, call_id="c1", success=False)
    made = change_of(tmp_path, asked("c1", UPDATE), end, answered("c1", "done"))
    assert (made["status"], made["precision"]) == ("failed", "snippet")


def test_three_forms_of_one_patch_are_one_change(tmp_path):
    changes = {f"{APP}/src/a.py": {"type": "update", "unified_diff": DIFF}}
    rows = [
        asked("c1", UPDATE),
        ended("c1", changes),
        completed("c1", changes, status="completed"),
        answered("c1", SUCCESS),
    ]
    assert change_of(tmp_path, *rows)["precision"] == "hunks"


@pytest.mark.asr("ASR-453")
def test_change_names_its_call_where_the_rollout_has_it(tmp_path):
    changes = {f"{APP}/src/a.py": {"type": "update", "unified_diff": DIFF}}
    rows = [meta(), asked("c1", UPDATE), ended("c1", changes), completed("nested", changes)]
    made = records(log_of(tmp_path, rows), of="file_change")
    assert [record.get("cause") for record in made] == [{"callId": "c1"}, None]


def test_call_without_a_result_is_no_change(tmp_path):
    log = log_of(tmp_path, [meta(), asked("c1", UPDATE)])
    assert [record["type"] for record in records(log)] == ["workspace_state", "tool_call"]


@pytest.mark.asr("ASR-453")
def test_call_holds_the_whole_patch_and_nothing_else(tmp_path):
    rows = [meta(), asked("c1", UPDATE), *ran("c2", {"cmd": "ls", "workdir": "/", "tty": [1]}, "")]
    rows += ran("c3", "{not json", "")
    (patch, shell, broken) = records(log_of(tmp_path, rows), of="tool_call")
    assert patch["input"] == {"input": f"*** Begin Patch\n{UPDATE}*** End Patch"}
    assert shell["input"] == {"cmd": "ls"}
    assert broken["input"] == {}


@pytest.mark.parametrize(
    ("command", "path"),
    [
        ("apply_patch <<'EOF'\n{}EOF\n", "src/a.py"),
        ("cd lib && apply_patch <<'EOF'\n{}EOF\n", "lib/src/a.py"),
        ("cd /srv && apply_patch <<'EOF'\n{}EOF\n", None),
    ],
)
def test_patch_in_a_heredoc_is_read_from_the_folder_it_runs_in(tmp_path, command, path):
    text = command.format(f"*** Begin Patch\n{UPDATE}*** End Patch\n")
    made = change_of(tmp_path, *ran("c1", {"cmd": text}, SUCCESS))
    expected = placed(path) if path else {**placed("/srv/src/a.py"), "root": None}
    assert (made["status"], made["changes"]) == ("applied", [expected])


def test_patch_below_a_folder_that_only_a_shell_knows_is_no_change(tmp_path):
    text = f"cd $DIR && apply_patch <<'EOF'\n*** Begin Patch\n{UPDATE}*** End Patch\nEOF\n"
    (session,) = read(log_of(tmp_path, [meta(), *ran("c1", {"cmd": text}, SUCCESS)]))
    assert "file_change" not in {record["type"] for record in session.records}
    assert [notice.reason for notice in session.notices] == ["'src/a.py' names no certain place"]


def test_patch_that_a_command_only_writes_down_is_no_change(tmp_path):
    text = f"cat > p <<'EOF'\n*** Begin Patch\n{UPDATE}*** End Patch\nEOF\n"
    assert (
        records(log_of(tmp_path, [meta(), *ran("c1", {"cmd": text}, "")]), of="file_change") == []
    )


@pytest.mark.asr("ASR-451")
def test_success_of_a_command_is_not_that_of_the_patch_in_it(tmp_path):
    text = f"apply_patch <<'EOF'\n*** Begin Patch\n{UPDATE}*** End Patch\nEOF\necho done"
    output = "Process exited with code 0\nOutput:\ndone\n"
    assert change_of(tmp_path, *ran("c1", {"cmd": text}, output))["status"] == "unknown"


@pytest.mark.asr("ASR-463", "ASR-465")
@pytest.mark.parametrize(
    "rows",
    [
        ran("c1", {"cmd": "git commit"}, "Process exited with code 0\nOutput:\n[main 1a2b3c4] x\n"),
        ran("c1", {"command": ["bash", "-lc", "git commit -m x"]}, "[main 1a2b3c4] x\n"),
        [
            *ran("c1", {"cmd": "git commit -m x"}, "")[:1],
            event("exec_command_end", 3, call_id="c1", command=["bash", "-lc", "git commit -m x"],
                  cwd=APP, aggregated_output="[main 1a2b3c4] x\n", exit_code=0),
        ],
        [
            item("local_shell_call", 3, call_id="c1", action={"command": ["git", "commit"]}),
            *ran("c1", {}, "[main 1a2b3c4] x\n")[1:],
        ],
    ],
)  # fmt: skip
def test_commit_line_is_a_commit(tmp_path, rows):
    log = log_of(tmp_path, [meta(), *rows])
    assert records(log, of="vcs") == [
        {
            "type": "vcs",
            "ts": at(3),
            "action": "commit",
            "commitPrefix": "1a2b3c4",
            "branch": "main",
            "root": "root",
            "cause": {"callId": "c1"},
            "evidence": "parsed_output",
        }
    ]
    assert [record["status"] for record in records(log, of="tool_result")] == ["completed"]


def test_commit_line_of_a_command_that_went_on_is_that_commands(tmp_path):
    def resumed(call, number):
        arguments = json.dumps({"session_id": number, "chars": ""})
        return item("function_call", 4, call_id=call, name="write_stdin", arguments=arguments)

    rows = [
        *ran("c1", {"cmd": "git commit"}, "Process running with session ID 7\nOutput:\n"),
        resumed("c2", 8),
        item("function_call_output", 4, call_id="c2", output="[main 5d6e7f8] x\n"),
        resumed("c3", 7),
        item("function_call_output", 5, call_id="c3", output="Output:\n[main 1a2b3c4] x\n"),
    ]
    (made,) = records(log_of(tmp_path, [meta(), *rows]), of="vcs")
    assert (made["commitPrefix"], made["cause"], made["ts"]) == ("1a2b3c4", {"callId": "c1"}, at(5))


@pytest.mark.asr("ASR-466")
def test_session_begins_at_a_head_and_moves_between_folders(tmp_path):
    head = "8e2f4a6c1b3d5e7f9a0b2c4d6e8f1a3b5c7d9e0f"
    rows = [
        meta(git={"commit_hash": head, "branch": "main"}),
        turn("t1", 1),
        turn("t1", 2),
        turn("t2", 3, f"{APP}/src"),
        turn("t3", 4, f"{APP}/src", workspace_roots=[f"{APP}/src", "/srv/lib", 7]),
        turn("t4", 5),
    ]
    common = {"type": "workspace_state", "root": "root"}
    top, below = ({"root": "root", "path": path} for path in (".", "src"))
    assert records(log_of(tmp_path, rows)) == [
        {**common, "ts": at(0), "cwd": top, "head": head, "branch": "main"},
        {**common, "ts": at(3), "cwd": below},
        {"type": "root", "root": "root-2", "path": "/srv/lib"},
        {**common, "ts": at(5), "cwd": top},
    ]


@pytest.mark.parametrize("head", ["0" * 40, "abc", 7, None])
def test_head_that_names_no_commit_is_left_out(tmp_path, head):
    (state,) = records(log_of(tmp_path, [meta(git={"commit_hash": head})]))
    assert "head" not in state


@pytest.mark.asr("ASR-467")
def test_ghost_snapshot_is_a_checkpoint(tmp_path):
    commit = "1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b9c0d"
    rows = [meta(), item("ghost_snapshot", 1, ghost_commit={"id": commit})]
    rows += [item("ghost_snapshot", 2, ghost_commit={"id": "HEAD"})]
    assert records(log_of(tmp_path, rows), of="checkpoint") == [
        {"type": "checkpoint", "ts": at(1), "kind": "other", "ref": commit, "root": "root"}
    ]


@pytest.mark.asr("ASR-477")
def test_uri_is_decoded_and_kept(tmp_path):
    changes = {
        "file:///c%3A/app/a%20b": {"type": "add", "content": "x"},
        "vscode-vfs://x/y": {"type": "add", "content": "x"},
    }
    rows = [meta(cwd="c:\\app"), ended("c1", changes)]
    (session,) = read(log_of(tmp_path, rows))
    (record,) = [record for record in session.records if record["type"] == "file_change"]
    assert record["moreFiles"] is True
    assert record["changes"] == [
        placed("a b", "add", nativePath="file:///c%3A/app/a%20b", after={"text": "x"})
    ]
    assert [notice.reason for notice in session.notices] == [
        "'vscode-vfs://x/y' names no certain place"
    ]


def test_damaged_lines_are_noticed_and_the_rest_is_read(tmp_path):
    first, second = asked("c1", UPDATE), answered("c1", SUCCESS)
    log = save(tmp_path / "rollout-S.jsonl", [meta()])
    lines = [
        b"\0\0\0",
        b"[" * 100_000,
        b'{"n":' + b"1" * 5000 + b"}",
        b'{"type":"event_msg","payload":{"n":NaN}}',
        b"\xff\xfe",
        json.dumps(first).encode() + json.dumps(second).encode(),
    ]
    log.write_bytes(log.read_bytes() + b"\n".join(lines) + b'\n{"torn')
    (session,) = read(log)
    assert "file_change" in {record["type"] for record in session.records}
    assert [(str(n).removeprefix(f"{log}:"), n.pending) for n in session.notices] == [
        ("2: holds no row", False),
        ("3: is nested too deeply", False),
        ("4: is no JSON", False),
        ("5: is no JSON", False),
        ("6: is no JSON", False),
        ("8: is not complete yet", True),
    ]


def test_compressed_rollout_is_named_with_the_remedy(tmp_path):
    log = tmp_path / "sessions" / "rollout-a.jsonl.zst"
    log.parent.mkdir()
    log.write_bytes(b"\x28\xb5\x2f\xfd")
    importer = Codex()
    assert list(importer.logs(tmp_path)) == [log]
    (session,) = importer.sessions([log])
    assert (session.records, [str(notice) for notice in session.notices]) == (
        (),
        [f"{log}: 1 rollout is compressed; unpack with zstd -d, then import again"],
    )
    log_of(log.parent, [meta()], "rollout-a.jsonl")
    assert list(importer.logs(tmp_path)) == [log.with_suffix("")]


def test_logs_lie_where_codex_keeps_them(tmp_path, monkeypatch):
    monkeypatch.setenv("CODEX_HOME", str(tmp_path))
    assert Codex().where() == []
    for name in ("sessions", "archived_sessions"):
        log_of(tmp_path / name / "2026", [meta()])
    assert Codex().where() == [tmp_path / "sessions", tmp_path / "archived_sessions"]
    names = {Codex().namespace_of(next(Codex().logs(folder))) for folder in Codex().where()}
    assert len(names) == 1


ROWS = [
    json.loads(line)
    for path in sorted(SAMPLE.rglob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=changed(ROWS))
def test_any_value_in_any_member_gives_streams_that_keep_the_rules(tmp_path, rows):
    log = tmp_path / "rollout-S.jsonl"
    log.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert errors_of(read(log)) == []
