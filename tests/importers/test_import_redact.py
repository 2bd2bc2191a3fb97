"""`attrib import --redact`: what it writes holds no secret that it found, and stays so."""

from __future__ import annotations

import json
import sys

import pytest

from attrib.cli.main import main
from tests.importers.claude_log import call, edited, prompt, result, written
from tests.importers.kept_rules import findings_in
from tests.importers.linked import streams_of
from tests.importers.logs import save
from tests.importers.test_import_command import placed, project
from tests.recording.secrets_made_up import GITHUB, PASSWORD

pytestmark = pytest.mark.git


@pytest.fixture(name="scanner")
def _scanner(tmp_path_factory, monkeypatch):
    """The scanner with rules that are compiled once for all tests of this run."""
    pytest.importorskip("kingfisher_sdk")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp().parent / "rules"))


def leaky(folder):
    """A session whose file, edit and command hold secrets."""
    path = f"{folder}/app.env"
    text = f"# settings\nTOKEN={GITHUB}\nDEBUG=1\n"
    given = {"file_path": path, "old_string": GITHUB, "new_string": "x"}
    command = f"mysql --password='{PASSWORD}' && git commit -qam x"
    return placed(
        [
            prompt("u1", 0),
            call("t1", "Write", {"file_path": path, "content": text}, 1),
            result("t1", written(path, text), 1),
            call("t2", "Edit", given, 2),
            result("t2", edited(path, text, GITHUB, "x"), 2),
            call("t3", "Edit", given, 3),
            result("t3", edited(path, None, GITHUB, "x"), 3),
            call("t4", "Bash", {"command": command}, 4),
            result("t4", {"stdout": "[main 1a2b3c4] x\n", "stderr": ""}, 5),
        ],
        folder,
        "S",
    )


def everything(folder):
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


@pytest.mark.usefixtures("scanner")
def test_nothing_that_is_written_holds_the_secrets(repository, home, capsys):
    save(project(home, "p") / "S.jsonl", leaky(repository))
    assert main(["import", "claude-code", "--redact"]) == 0
    assert capsys.readouterr().err == "imported 1 session, 13 records; 6 records redacted\n"
    data = everything(repository / ".git" / "attrib")
    assert [secret for secret in (GITHUB, PASSWORD) if secret.encode() in data] == []
    assert b'"native"' not in data
    assert not (home / ".local").exists()
    rows = [json.loads(line) for line in streams_of(repository)[0].read_bytes().splitlines()]
    assert "attrib/redacted" in {loss["key"] for loss in rows[0]["losses"]}
    changes = [row for row in rows if row["type"] == "file_change"]
    assert [row["precision"] for row in changes] == ["unknown", "unknown", "unknown"]
    assert changes[0]["changes"][0]["after"]["text"].split("\n")[::2] == ["# settings", "DEBUG=1"]


@pytest.mark.usefixtures("scanner")
def test_redacted_streams_keep_every_rule(repository, home):
    save(project(home, "p") / "S.jsonl", leaky(repository))
    assert main(["import", "claude-code", "--redact"]) == 0
    assert findings_in(repository / ".git") == []


@pytest.mark.usefixtures("scanner")
def test_redacting_a_session_that_was_imported_whole_rewrites_it(repository, home, capsys):
    rows = leaky(repository)
    log = save(project(home, "p") / "S.jsonl", rows)
    assert main(["import", "claude-code"]) == 0
    assert GITHUB.encode() in everything(repository / ".git" / "attrib")
    assert list((home / ".local").rglob("*.zip"))
    # The log has lost a row since; what was read from it is redacted where it stands.
    save(log, rows[:1] + rows[3:])
    assert main(["import", "claude-code", "--redact"]) == 0
    data = everything(repository / ".git" / "attrib")
    assert [secret for secret in (GITHUB, PASSWORD) if secret.encode() in data] == []
    assert b'"native"' not in data
    assert list((home / ".local").rglob("*.zip")) == []
    before = streams_of(repository)[0].stat().st_ino, data
    capsys.readouterr()
    assert main(["import", "claude-code", "--redact"]) == 0
    assert capsys.readouterr().err.startswith("imported 0 sessions, 0 records; 1 unchanged")
    assert (
        streams_of(repository)[0].stat().st_ino,
        everything(repository / ".git/attrib"),
    ) == before


@pytest.mark.usefixtures("scanner")
def test_an_import_that_does_not_redact_leaves_redacted_sessions_alone(repository, home, capsys):
    log = save(project(home, "p") / "S.jsonl", leaky(repository)[:5])
    assert main(["import", "claude-code", "--redact"]) == 0
    before = everything(repository / ".git" / "attrib")
    save(log, leaky(repository))
    capsys.readouterr()
    assert main(["import", "claude-code"]) == 0
    assert capsys.readouterr().err == (
        "hint: attrib import --redact brings redacted sessions up to date\n"
        "imported 0 sessions, 0 records; left out 1 session redacted here\n"
    )
    assert everything(repository / ".git" / "attrib") == before
    assert not (home / ".local").exists()


@pytest.mark.usefixtures("scanner")
def test_a_grown_log_only_appends_to_a_redacted_stream(repository, home):
    log = save(project(home, "p") / "S.jsonl", leaky(repository)[:5])
    assert main(["import", "claude-code", "--redact"]) == 0
    (stream,) = streams_of(repository)
    before = stream.read_bytes()
    save(log, leaky(repository))
    assert main(["import", "claude-code", "--redact"]) == 0
    assert stream.read_bytes().startswith(before)
    assert len(stream.read_bytes()) > len(before)


def test_redaction_without_the_scanner_is_refused_before_anything_is_written(
    repository, home, capsys, monkeypatch
):
    monkeypatch.setitem(sys.modules, "kingfisher_sdk", None)
    save(project(home, "p") / "S.jsonl", leaky(repository))
    assert main(["import", "claude-code", "--redact"]) == 129
    assert capsys.readouterr().err == (
        "fatal: redaction needs the secret scanner, which is not installed\n"
        "hint: python -m pip install kingfisher-secret-scanner\n"
    )
    assert not (repository / ".git" / "attrib").exists()
