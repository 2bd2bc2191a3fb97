"""`attrib import codebuddy`: streams keep the rules, nothing is lost or doubled, edits link."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attrib.cli.importing import write_session
from attrib.cli.main import main
from tests.importers.codebuddy_log import (
    call,
    meta,
    prompt,
    read,
    result,
    row,
    snapshot,
    write_pair,
)
from tests.importers.kept_rules import errors_in
from tests.importers.linked import streams_of
from tests.importers.logs import APP, save
from tests.importers.wild import VALUES

pytestmark = pytest.mark.git


@pytest.fixture
def repository(tmp_path, monkeypatch):
    folder = (tmp_path / "app").resolve()
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    monkeypatch.chdir(folder)
    return folder


def placed(rows, folder):
    return json.loads(json.dumps(rows).replace(APP, str(folder)))


def edit_rows(minute=4):
    edit = {"file_path": f"{APP}/f", "old_string": "two", "new_string": "second of the lines"}
    return [
        call("c2", "Edit", edit, minute),
        result("c2", "Edit", f"Successfully edited file: {APP}/f", minute),
    ]


def log_of(home, name="S"):
    return home / ".codebuddy" / "projects" / "home-dev-app" / f"{name}.jsonl"


def test_import_twice_changes_nothing_and_keeps_every_rule(repository, home, capsys):
    rows = [prompt("u1", 0), *write_pair("c1", "one\ntwo\n", 1), row("ai-title", 3, aiTitle="t")]
    log = save(log_of(home), placed([*rows, snapshot("u1", 3, {"f": {"version": 1}})], repository))
    native = log.read_bytes()
    assert main(["import", "codebuddy"]) == 0
    assert capsys.readouterr().err == "imported 1 session, 6 records\n"
    (stream,) = streams_of(repository)
    before = (stream.read_bytes(), stream.stat().st_mtime_ns)
    assert main(["import", "codebuddy"]) == 0
    assert capsys.readouterr().err == "imported 0 sessions, 0 records; 1 unchanged\n"
    assert (stream.read_bytes(), stream.stat().st_mtime_ns) == before
    assert log.read_bytes() == native
    assert errors_in(repository / ".git") == []


def test_grown_transcript_appends(repository, home):
    rows = placed([prompt("u1", 0), *write_pair("c1", "one\ntwo\n", 1), *edit_rows()], repository)
    save(log_of(home), rows[:3], tail=b'{"type":"func')
    assert main(["import", "codebuddy", "-q"]) == 0
    (stream,) = streams_of(repository)
    before = stream.read_bytes()
    save(log_of(home), rows)
    assert main(["import", "codebuddy", "-q"]) == 0
    assert stream.read_bytes().startswith(before)
    assert stream.read_bytes().count(b'"type": "file_change"') == 2


def test_what_is_current_stays_at_the_end_of_a_grown_stream_and_ids_stay(repository, home):
    rows = placed([prompt("u1", 0), *write_pair("c1", "one\ntwo\n", 1)], repository)
    title, more = row("ai-title", 2, aiTitle="t"), placed(edit_rows(), repository)
    save(log_of(home), [*rows, title])
    assert main(["import", "codebuddy", "-q"]) == 0
    (stream,) = streams_of(repository)
    ids = [json.loads(line)["id"] for line in stream.read_bytes().splitlines()]
    save(log_of(home), [*rows, title, *more])
    assert main(["import", "codebuddy", "-q"]) == 0
    found = [json.loads(line) for line in stream.read_bytes().splitlines()]
    assert found[-1]["type"] == "com.tencent.codebuddy/ai-title"
    assert set(ids) < {record["id"] for record in found}
    assert errors_in(repository / ".git") == []


def test_rewritten_log_is_handled(repository, home, capsys):
    rows = placed([prompt("u1", 0), *write_pair("c1", "one\n", 1)], repository)
    save(log_of(home), rows)
    assert main(["import", "codebuddy"]) == 0
    rows = placed([prompt("u1", 0), *write_pair("c1", "1\n", 1), *edit_rows()], repository)
    save(log_of(home), rows)
    assert main(["import", "codebuddy"]) == 0
    (stream,) = streams_of(repository)
    assert stream.read_bytes().count(b'"type": "file_change"') == 2
    assert errors_in(repository / ".git") == []


def test_report_says_what_is_unassigned_and_how_sessions_were_selected(repository, home, capsys):
    rows = [prompt("p1", 0, "P"), meta("F", 1), *write_pair("c1", "1\n", 2, "F")]
    log = save(log_of(home, "F"), placed(rows, repository))
    assert main(["import", "codebuddy"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        f"notice: {log}: 1 left unassigned: rows of another session 'P'",
        "notice: codebuddy: a log is the session's that its last session-meta row names, else the "
        "one that all its rows name; rows of another session, and of no session, are left "
        "unassigned",
        "imported 1 session, 5 records",
    ]


def test_namespace_is_always_there(repository, home):
    save(log_of(home), placed(write_pair("c1", "1\n", 1), repository))
    assert main(["import", "codebuddy", "-q"]) == 0
    assert main(["import", "codebuddy", "-q", "--namespace", "team", str(log_of(home))]) == 0
    local, named = (
        json.loads(each.read_bytes().splitlines()[0]) for each in streams_of(repository)
    )
    assert local["namespace"].startswith("local-")
    assert named["namespace"] == "team"


def test_edit_known_by_its_strings_links_to_the_commit(repository, home, capsys):
    rows = [prompt("u1", 0), *write_pair("c1", "one\ntwo\nthree\n", 1), *edit_rows()]
    save(log_of(home), placed(rows, repository))
    (repository / "f").write_bytes(b"one\nsecond of the lines\nthree\n")
    subprocess.run(["git", "add", "f"], check=True)
    subprocess.run(["git", "commit", "-qm", "add"], check=True)
    assert main(["import", "codebuddy", "-q"]) == 0
    capsys.readouterr()
    assert main(["commit", "HEAD", "--json"]) == 0
    (commit,) = json.loads(capsys.readouterr().out)["commits"]
    (link,) = commit["links"]
    assert link["session"]["id"] == "S"
    assert "replayed" in [evidence["relation"] for evidence in link["evidence"]]


SEEDS = [
    prompt("u1", 0),
    *write_pair("c1", "one\n", 1),
    *edit_rows(),
    call("c3", "Bash", {"command": "git commit -m x"}, 5),
    result("c3", "Bash", "[main 1a2b3c4] x", 6),
    snapshot("u1", 7, {"f": {"version": 1}}),
    meta("S", 8),
    row("ai-title", 9, aiTitle="t"),
]
MEMBERS = sorted({name for each in SEEDS for name in each} | {"toolCallId", "sessionId"})


@given(
    st.lists(
        st.tuples(st.sampled_from(range(len(SEEDS))), st.sampled_from(MEMBERS), VALUES),
        max_size=6,
    ),
    st.permutations(range(len(SEEDS))),
)
def test_any_values_in_any_members_give_streams_that_keep_the_rules(changes, order):
    rows = [dict(each) for each in SEEDS]
    for index, name, value in changes:
        rows[index][name] = value
    with tempfile.TemporaryDirectory() as folder:
        lines = [json.dumps(rows[index]) for index in order]
        path = Path(folder, "projects", "p", "S.jsonl")
        path.parent.mkdir(parents=True)
        path.write_text("\n".join(lines), encoding="utf-8")
        for session in read(path):
            if session.records:
                write_session(session, "n", Path(folder))
        assert errors_in(Path(folder)) == []
