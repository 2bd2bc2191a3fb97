"""`attrib import` writes streams that keep the rules, and says what it did."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from attrib.cli.main import main
from tests.importers.claude_log import call, edited, prompt, result, row, write_pair, written
from tests.importers.kept_rules import findings_in
from tests.importers.linked import streams_of
from tests.importers.logs import APP, save

pytestmark = pytest.mark.git


def placed(rows, folder, session):
    """The rows as if the session had worked in this folder, with IDs of its own."""
    text = json.dumps(rows).replace(json.dumps(APP), json.dumps(str(folder)))
    for name in ("id", "tool_use_id", "uuid"):
        text = text.replace(f'"{name}": "', f'"{name}": "{session}-')
    return json.loads(text)


def project(home: Path, name: str) -> Path:
    return home / ".claude" / "projects" / name


def rich(folder, session="S"):
    """A session with every kind of row."""
    path = f"{folder}/src/a.py"
    given = {"file_path": path, "old_string": "one", "new_string": "1"}
    return placed(
        [
            prompt("u1", 0, session),
            *write_pair("t1", "one\n", 1, session),
            call("t2", "Edit", given, 2, session),
            result("t2", edited(path, "one\ntwo", "one", "1"), 3, session),
            call("t3", "Edit", given, 4, session),
            result("t3", "Error: not found", 4, session, is_error=True),
            call("t4", "Bash", {"command": "git commit -qam x"}, 5, session),
            result("t4", {"stdout": "[main 1a2b3c4] x\n", "stderr": ""}, 6, session),
            prompt("u2", 7, session, cwd="/srv/lib"),
            row(
                "attachment",
                "x1",
                8,
                session,
                attachment={"type": "edited_text_file", "filename": path, "snippet": "1\tone"},
            ),
            {
                "type": "pr-link",
                "sessionId": session,
                "prUrl": "https://example.invalid/p/1",
                "prNumber": 1,
                "timestamp": "2026-10-20T09:09:00.000Z",
            },
            {
                "type": "file-history-snapshot",
                "messageId": "u2",
                "snapshot": {
                    "messageId": "u2",
                    "trackedFileBackups": {"src/a.py": {"version": 1, "backupFileName": None}},
                    "timestamp": "2026-10-20T09:10:00.000Z",
                },
            },
            call("t5", "Write", {"file_path": "/etc/motd", "content": "x"}, 11, session),
            result("t5", written("/etc/motd", "x"), 11, session),
        ],
        folder,
        session,
    )


def test_streams_keep_every_rule(repository, home):
    save(project(home, "p") / "S.jsonl", rich(repository))
    assert main(["import", "claude-code"]) == 0
    assert findings_in(repository / ".git") == []


def test_import_twice_changes_nothing(repository, home, capsys):
    save(project(home, "p") / "S.jsonl", rich(repository))
    assert main(["import", "claude-code"]) == 0
    assert capsys.readouterr().err == "imported 1 session, 22 records\n"
    (stream,) = streams_of(repository)
    before = (stream.read_bytes(), stream.stat().st_mtime_ns)
    assert main(["import", "claude-code"]) == 0
    assert capsys.readouterr() == ("", "imported 0 sessions, 0 records; 1 unchanged\n")
    assert (stream.read_bytes(), stream.stat().st_mtime_ns) == before


def test_grown_log_adds_the_rest(repository, home, capsys):
    rows = rich(repository)
    log = project(home, "p") / "S.jsonl"
    save(log, rows[:5], tail=b'{"type":"us')
    assert main(["import", "claude-code"]) == 0
    (stream,) = streams_of(repository)
    before = stream.read_bytes()
    assert capsys.readouterr().err == (
        f"notice: {log}:6: is not complete yet\nimported 1 session, 7 records\n"
    )
    save(log, rows)
    native = log.read_bytes()
    assert main(["import", "claude-code"]) == 0
    assert capsys.readouterr().err == "imported 1 session, 15 records\n"
    assert stream.read_bytes().startswith(before)
    assert log.read_bytes() == native


def test_sessions_of_other_folders_are_left_out_and_counted(repository, home, capsys):
    save(project(home, "p") / "S.jsonl", rich(repository))
    save(project(home, "q") / "T.jsonl", rich(repository.with_name("app-2"), "T"))
    save(project(home, "q") / "U.jsonl", rich("/srv/other", "U"))
    assert main(["import", "claude-code"]) == 0
    assert capsys.readouterr().err == (
        "imported 1 session, 22 records; left out 2 sessions of other folders\n"
    )
    assert [path.name for path in streams_of(repository)] == ["S.import.asr.jsonl"]


def test_given_paths_are_imported_wherever_the_sessions_worked(repository, tmp_path, capsys):
    save(tmp_path / "logs" / "U.jsonl", rich("/srv/other", "U"))
    assert main(["import", "claude-code", str(tmp_path / "logs"), "--namespace", "team"]) == 0
    assert capsys.readouterr().err == "imported 1 session, 22 records\n"
    assert [path.parent.name for path in streams_of(repository)] == ["team"]


def test_dry_run_writes_nothing(repository, home, capsys):
    save(project(home, "p") / "S.jsonl", rich(repository))
    assert main(["import", "claude-code", "--dry-run"]) == 0
    assert capsys.readouterr().err == "would import 1 session, 22 records\n"
    assert not (repository / ".git" / "attrib").exists()


def test_since_leaves_out_what_ended_before(repository, home, capsys):
    save(project(home, "p") / "S.jsonl", rich(repository))
    assert main(["import", "claude-code", "--since", "2026-10-21"]) == 0
    assert capsys.readouterr().err == (
        "imported 0 sessions, 0 records; left out 1 session of an earlier date\n"
    )
    assert main(["import", "claude-code", "--since", "2026-10-20"]) == 0
    assert capsys.readouterr().err == "imported 1 session, 22 records\n"


def test_linked_worktree_keeps_its_sessions_in_the_common_folder(repository, home):
    subprocess.run(["git", "commit", "-q", "--allow-empty", "-m", "base"], check=True)
    tree = repository.with_name("tree")
    subprocess.run(["git", "worktree", "add", "-q", str(tree)], check=True)
    save(project(home, "p") / "S.jsonl", rich(tree))
    assert main(["import", "claude-code"]) == 0
    assert [path.name for path in streams_of(repository)] == ["S.import.asr.jsonl"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nobody"], "no importer for agent 'nobody'"),
        (["claude-code", "--since", "soon"], "'soon' is no date"),
        (["claude-code", "absent"], "no file or folder 'absent'"),
        (["claude-code", "other.jsonl"], "'other.jsonl' is no log of claude-code"),
    ],
)
def test_what_cannot_be_done_is_refused(repository, capsys, arguments, message):
    (repository / "other.jsonl").write_text("{}\n", encoding="utf-8")
    assert main(["import", *arguments]) == 129
    assert capsys.readouterr().err.splitlines()[0] == f"fatal: {message}"


def test_a_fork_imported_alone_keeps_the_times_of_its_origin(repository, tmp_path):
    origin = placed([prompt("u0", 0, "P"), *write_pair("t1", "1\n", 1, "P")], repository, "P")
    fork = [
        each
        | {
            "sessionId": "F",
            "uuid": f"copy-{each['uuid']}",
            "timestamp": "2026-10-21T09:00:00.000Z",
            "forkedFrom": {"sessionId": "P", "messageUuid": each["uuid"]},
        }
        for each in origin
    ]
    first, second = save(tmp_path / "P.jsonl", origin), save(tmp_path / "F.jsonl", fork)
    assert main(["import", "claude-code", "--namespace", "n", str(first)]) == 0
    (stream,) = streams_of(repository)
    before = stream.read_bytes()
    assert main(["import", "claude-code", "--namespace", "n", str(second)]) == 0
    assert stream.read_bytes() == before


def test_an_origin_imported_after_its_fork_gives_the_earlier_times(repository, tmp_path):
    origin = placed(write_pair("t1", "1\n", 1, "P"), repository, "P")
    copies = [each | {"timestamp": "2026-10-21T09:00:00.000Z"} for each in origin]
    for name, rows in (("R.jsonl", copies), ("P.jsonl", origin)):
        log = save(tmp_path / name, rows)
        assert main(["import", "claude-code", "--namespace", "n", str(log)]) == 0
    (stream,) = streams_of(repository)
    times = {json.loads(line)["ts"] for line in stream.read_bytes().splitlines()}
    assert times == {"2026-10-20T09:01:00.000Z"}
