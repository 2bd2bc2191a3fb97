"""Each kind of row of CodeBuddy's command line becomes the records that it supports."""

from __future__ import annotations

import json

import pytest

from attrib.importers.codebuddy import CodeBuddy
from attrib.model.records import Root
from tests.importers.codebuddy_log import (
    call,
    notices,
    prompt,
    read,
    records,
    result,
    row,
    snapshot,
    write_pair,
)
from tests.importers.logs import APP, at, save

PATH = f"{APP}/src/a.py"
EDIT = {"file_path": PATH, "old_string": "two", "new_string": "2", "replace_all": False}
EDITED = f"Successfully edited file: {PATH}"


def change_of(tmp_path, name, given, text, **members):
    """The `file_change` of one call, without its type, time and cause."""
    rows = [call("c1", name, given, 1), result("c1", name, text, 2, **members)]
    (record,) = records(save(tmp_path / "S.jsonl", rows), of="file_change")
    assert record.pop("type") == "file_change"
    assert record.pop("ts") == at(2)
    assert record.pop("cause") == {"callId": "c1"}
    return record


def test_whole_session_becomes_records_with_what_is_current_at_the_end(tmp_path):
    backups = {"f": {"version": 1, "backupFileName": "b@v1"}, "odd": {"version": None}, "x": 1}
    log = save(
        tmp_path / "S.jsonl",
        [
            prompt("u1", 0),
            row("ai-title", 0, aiTitle="Work"),
            *write_pair("c1", "one\n", 1),
            snapshot("u1", 1, backups),
            call("c2", "Bash", {"command": "git commit -qam x", "description": "save"}, 2),
            result("c2", "Bash", "[main 1a2b3c4] x\n 1 file changed", 3),
            call("c3", "Read", {"file_path": PATH}, 4),
            result("c3", "Read", "one", 4),
        ],
    )
    session, nobody = read(log)
    assert (session.id, session.agent) == ("S", "com.tencent.codebuddy")
    assert (session.started, session.parent) == (at(0), None)
    assert (session.folders, session.roots) == ((APP,), (Root("root", APP),))
    assert (session.notices, session.meta) == ((), {})
    assert (nobody.records, nobody.notices) == ((), ())
    change = {"op": "add", "root": "root", "path": "f", "fileType": "text"}
    here = {"root": "root", "path": "."}
    given = {"file_path": f"{APP}/f", "content": "one\n"}
    assert records(log) == [
        {"type": "workspace_state", "ts": at(0), "root": "root", "cwd": here},
        {"type": "tool_call", "ts": at(1), "callId": "c1", "name": "Write", "input": given},
        {"type": "tool_result", "ts": at(1), "callId": "c1", "status": "completed"},
        {
            "type": "file_change",
            "ts": at(1),
            "status": "applied",
            "precision": "exact",
            "changes": [{**change, "after": {"text": "one\n"}}],
            "cause": {"callId": "c1"},
        },
        {
            "type": "tool_call",
            "ts": at(2),
            "callId": "c2",
            "name": "Bash",
            "input": {"command": "git commit -qam x"},
        },
        {"type": "tool_result", "ts": at(3), "callId": "c2", "status": "completed"},
        {
            "type": "vcs",
            "ts": at(3),
            "action": "commit",
            "commitPrefix": "1a2b3c4",
            "branch": "main",
            "root": "root",
            "cause": {"callId": "c2"},
            "evidence": "parsed_output",
        },
        {"type": "com.tencent.codebuddy/ai-title", "ts": at(0)},
        {
            "type": "checkpoint",
            "ts": at(1),
            "kind": "snapshot",
            "ref": "u1",
            "files": [{"root": "root", "path": "f", "version": "1"}],
        },
    ]


def test_every_record_names_its_whole_row(tmp_path):
    log = save(tmp_path / "S.jsonl", [prompt("u1", 0), *write_pair("c1", "one\n", 1)])
    session, _ = read(log)
    lines = log.read_bytes().splitlines()
    assert [native.read() for native in session.natives] == lines
    named = {native.member["blob"]["blob"] for native in session.natives}
    assert {record["native"]["blob"]["blob"] for record in session.records} == named


@pytest.mark.parametrize(
    ("text", "op"),
    [
        ("Successfully created and wrote to new file: x", "add"),
        ("Successfully overwrote file: x", "modify"),
        ("已写入", "unknown"),
    ],
)
@pytest.mark.asr("ASR-454")
def test_write_is_exact_and_does_what_its_result_says(tmp_path, text, op):
    assert change_of(tmp_path, "Write", {"file_path": PATH, "content": ""}, text) == {
        "status": "applied",
        "precision": "exact",
        "changes": [
            {
                "op": op,
                "root": "root",
                "path": "src/a.py",
                "fileType": "text",
                "after": {"text": ""},
            }
        ],
    }


@pytest.mark.asr("ASR-455")
@pytest.mark.parametrize(
    ("name", "given", "precision"),
    [
        ("Edit", EDIT, "snippet"),
        ("MultiEdit", {"file_path": PATH, "edits": [EDIT]}, "snippet"),
        ("NotebookEdit", {"notebook_path": PATH, "new_source": "x"}, "unknown"),
        ("Write", {"file_path": PATH}, "unknown"),
    ],
)
def test_edits_hold_no_content_of_their_own(tmp_path, name, given, precision):
    record = change_of(tmp_path, name, given, EDITED)
    assert (record["status"], record["precision"]) == ("applied", precision)
    assert "after" not in record["changes"][0]


def test_edit_of_nothing_that_made_a_file_is_exact(tmp_path):
    given = {"file_path": PATH, "old_string": "", "new_string": "x\n"}
    record = change_of(tmp_path, "Edit", given, f"Successfully created file: {PATH}")
    assert record["precision"] == "exact"
    assert record["changes"][0]["op"] == "add"
    assert record["changes"][0]["after"] == {"text": "x\n"}


@pytest.mark.asr("ASR-451")
@pytest.mark.parametrize(
    ("members", "text", "status"),
    [
        ({}, EDITED, "applied"),
        ({"status": None}, EDITED, "applied"),
        ({"status": None}, "ok", "unknown"),
        ({"status": "incomplete"}, "", "unknown"),
        ({"status": "brand-new"}, EDITED, "unknown"),
        ({"status": "failed"}, "", "failed"),
        ({}, "Error: string not found", "failed"),
        ({"providerData": {"toolResult": {"error": "no"}}}, EDITED, "failed"),
        ({"providerData": {"skipRun": True}}, "", "skipped"),
        ({"status": "cancelled"}, "", "skipped"),
    ],
)
def test_status_is_what_the_result_says(tmp_path, members, text, status):
    record = change_of(tmp_path, "Edit", EDIT, text, **members)
    assert record["status"] == status
    assert (record["precision"] == "snippet") == (status == "applied")


def test_output_may_be_a_list_of_texts(tmp_path):
    output = [{"type": "input_text", "text": "[main 1a2b3c4] x"}, {"type": "image"}, 3]
    rows = [
        call("c1", "Bash", {"command": "cd /srv/lib && git commit -m x"}, 1),
        result("c1", "Bash", "", 2, output=output),
    ]
    (record,) = records(save(tmp_path / "S.jsonl", rows), of="vcs")
    assert record["commitPrefix"] == "1a2b3c4"
    assert "root" not in record


def test_call_without_a_result_is_proposed_only_when_the_session_went_on(tmp_path):
    asked = [prompt("u1", 0), call("c1", "Edit", EDIT, 1)]
    log = save(tmp_path / "S.jsonl", asked)
    assert records(log, of="file_change") == []
    save(log, [*asked, prompt("u2", 2)])
    (record,) = records(log, of="file_change")
    assert (record["status"], record["precision"]) == ("proposed", "unknown")


@pytest.mark.parametrize(
    "arguments",
    [
        '{"file_path": "/home/dev/app/f", "old_str',
        '{"file_path": "/a", "file_path": "/b"}',
        '{"file_path": "/a", "limit": 9007199254740993}',
        '{"file_path": "/a", "limit": NaN}',
        f'{{"file_path": "/a", "limit": {"1" * 5000}}}',
        f'{{"file_path": {"[" * 200}1{"]" * 200}}}',
        "[" * 100_000,
        '"text"',
    ],
)
@pytest.mark.asr("ASR-035")
def test_arguments_that_cannot_be_decoded_exactly_stay_text(tmp_path, arguments):
    rows = [call("c1", "Edit", arguments, 1), result("c1", "Edit", EDITED, 2)]
    found = records(save(tmp_path / "S.jsonl", rows))
    assert [record["type"] for record in found] == ["workspace_state", "tool_call", "tool_result"]
    assert found[1]["input"] == arguments


@pytest.mark.asr("ASR-469", "ASR-470", "ASR-471")
@pytest.mark.parametrize(
    ("path", "ref"),
    [
        ("src/a.py", {"root": "root", "path": "src/a.py", "nativePath": f"{APP}/src/a.py"}),
        ("/etc/motd", {"root": None, "path": "/etc/motd"}),
        ("C:\\x\\a", {"root": None, "path": "C:/x/a", "nativePath": "C:\\x\\a"}),
    ],
)
def test_paths_are_taken_from_the_folder_of_the_call(tmp_path, path, ref):
    change = change_of(tmp_path, "Edit", {**EDIT, "file_path": path}, EDITED)["changes"][0]
    ref = {
        name: value
        for name, value in ref.items()
        if name != "nativePath" or value != f"{APP}/{path}"
    }
    assert {name: change[name] for name in change if name not in ("op", "fileType")} == ref


def test_path_from_a_home_folder_is_not_resolved(tmp_path):
    rows = [call("c1", "Edit", {**EDIT, "file_path": "~/a"}, 1), result("c1", "Edit", EDITED, 2)]
    assert records(save(tmp_path / "S.jsonl", rows), of="file_change") == []


def test_new_folder_becomes_a_state_and_a_root(tmp_path):
    rows = [prompt("u1", 0), prompt("u2", 1), prompt("u3", 2, cwd="/srv/lib")]
    found = records(save(tmp_path / "S.jsonl", rows))
    assert [record["type"] for record in found] == ["workspace_state", "root", "workspace_state"]


def test_file_of_a_later_version_only_is_in_a_later_checkpoint(tmp_path):
    one, two = {"version": 1}, {"version": 2}
    rows = [
        prompt("u1", 0),
        snapshot("u1", 1, {"a": one, "b": one}),
        snapshot("u1", 2, {"a": one, "b": two}, isSnapshotUpdate=True),
        snapshot("u1", 3, {"a": one, "b": two}),
    ]
    found = records(save(tmp_path / "S.jsonl", rows), of="checkpoint")
    assert [[file["path"] for file in each["files"]] for each in found] == [["a", "b"], ["b"]]


def test_its_logs_are_told_from_others(tmp_path):
    importer = CodeBuddy()
    own = save(tmp_path / "S.jsonl", [prompt("u1", 0)])
    claude = {"type": "user", "uuid": "u", "sessionId": "S", "timestamp": at(1), "cwd": APP}
    other = save(tmp_path / "C.jsonl", [claude])
    assert [importer.recognizes(log) for log in (own, other)] == [True, False]
    assert list(importer.logs(tmp_path)) == [own]


def test_places_follow_the_environment(home, monkeypatch, tmp_path):
    importer = CodeBuddy()
    assert importer.where() == []
    folder = tmp_path / "config" / "projects"
    folder.mkdir(parents=True)
    data = home / ".local" / "share" / "CodeBuddyExtension" / "Data"
    data.mkdir(parents=True)
    monkeypatch.setenv("CODEBUDDY_CONFIG_DIR", str(tmp_path / "config"))
    assert importer.where() == [folder, data]


def test_namespace_is_that_of_the_installation(tmp_path):
    importer = CodeBuddy()
    names = [
        importer.namespace_of(tmp_path / config / "projects" / project / "S.jsonl")
        for config in ("a", "b")
        for project in ("p", "q")
    ]
    assert names[0] == names[1] != names[2] == names[3]
    assert all(name.startswith("local-") and len(name) == 14 for name in names)


@pytest.mark.parametrize(
    ("tail", "told"),
    [
        (b'{"type":"mes', "S.jsonl:4: is not complete yet"),
        (b"nonsense\n", "S.jsonl:4: is no JSON"),
        (b"[" * 100_000 + b"\n", "S.jsonl:4: is nested too deeply"),
        (b"3\n", "S.jsonl:4: is no JSON object"),
    ],
)
def test_damaged_lines_are_told_and_the_rest_is_read(tmp_path, tail, told):
    log = save(tmp_path / "S.jsonl", [prompt("u1", 0), *write_pair("c1", "one\n", 1)], tail)
    assert notices(log) == [told]
    assert len(records(log, of="file_change")) == 1


def test_welded_rows_nul_bytes_and_odd_characters_are_read(tmp_path):
    text = "a\u2028b\ud800\0"
    one, two = (json.dumps(each).encode() for each in write_pair("c1", text, 1))
    log = tmp_path / "S.jsonl"
    log.write_bytes(b"\0\0" + one + two + b"\n\n")
    (record,) = records(log, of="file_change")
    assert record["changes"][0]["after"] == {"text": text}
    assert notices(log) == []
