"""`attrib import` on a machine where all agents have worked in a repository."""

from __future__ import annotations

import hashlib
import sqlite3
import subprocess
from pathlib import Path

import pytest

from attrib.cli.main import main
from tests.importers.kept_rules import errors_in
from tests.importers.linked import streams_of
from tests.importers.sample_home import fill

pytestmark = pytest.mark.git

#: By agent: logs, sessions, records.
COUNTS = {
    "claude-code": "2 logs\t1 session of this repository\t26 records",
    "codebuddy": "4 logs\t4 sessions of this repository\t31 records",
    "codex": "3 logs\t3 sessions of this repository\t23 records",
    "copilot-cli": "2 logs\t2 sessions of this repository\t25 records",
    "cursor": "3 logs\t3 sessions of this repository\t38 records",
    "gemini-cli": "3 logs\t3 sessions of this repository\t30 records",
    "opencode": "2 logs\t2 sessions of this repository\t17 records",
    "pioneer": "2 logs\t3 sessions of this repository\t19 records",
    "t3-code": "1 log\t2 sessions of this repository\t9 records",
}


@pytest.fixture
def machine(repository, home, tmp_path):
    fill(home, repository, tmp_path / "spare")
    return home


def listed(out: str) -> dict[str, str]:
    """What is listed of the agents that have logs, without the places."""
    rows = [line.split("\t") for line in out.splitlines()]
    return {alias: "\t".join(rest[:-1]) for alias, *rest in rows if len(rest) > 1}


def contents(folder: Path) -> dict[str, str]:
    """The names and hashes of all files below a folder."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_all_agents_are_listed_imported_and_left_as_they_are(machine, repository, capsys):
    before = contents(machine)
    assert main(["import", "--dry-run"]) == 0
    told = capsys.readouterr()
    assert listed(told.out) == COUNTS
    assert told.err.splitlines()[-1] == "would import 23 sessions, 218 records"
    assert contents(machine) == before
    assert not (repository / ".git" / "attrib").exists()

    assert main(["import"]) == 0
    done = capsys.readouterr()
    assert done.out == told.out
    assert done.err.splitlines() == [
        *told.err.splitlines()[:-1],
        "imported 23 sessions, 218 records",
    ]
    assert before.items() <= contents(machine).items()


def test_importing_all_again_changes_nothing_and_says_so(machine, repository, capsys):
    assert main(["import", "-q"]) == 0
    assert capsys.readouterr() == ("", "")
    held = {path: path.read_bytes() for path in streams_of(repository)}
    assert main(["import"]) == 0
    last = capsys.readouterr().err.splitlines()[-1]
    assert last == "imported 0 sessions, 0 records; 23 unchanged"
    assert {path: path.read_bytes() for path in streams_of(repository)} == held
    assert main(["check", *map(str, held)]) == 0
    assert capsys.readouterr().err == (
        "checked 23 streams, 241 records: 0 errors, 0 warnings, 0 notices\n"
    )


def test_of_sessions_of_other_folders_only_the_number_is_told(machine, tmp_path, capsys):
    other = tmp_path / "other"
    subprocess.run(["git", "init", "-q", str(other)], check=True)
    assert main(["-C", str(other), "import"]) == 0
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith("imported 0 sessions, 0 records; left out ")
    assert told.endswith(" sessions of other folders")


def test_a_forgotten_session_comes_back_alone(machine, repository, capsys):
    assert main(["import", "-q"]) == 0
    held = {path: path.read_bytes() for path in streams_of(repository)}
    assert main(["session", "forget", "5e550001"]) == 0
    assert len(streams_of(repository)) == 22
    capsys.readouterr()
    assert main(["import", "claude-code"]) == 0
    assert capsys.readouterr().err == "imported 1 session, 26 records\n"
    assert {path: path.read_bytes() for path in streams_of(repository)} == held


def test_damage_is_told_by_its_place_and_counted_by_its_kind(machine, repository, capsys):
    (log,) = machine.glob(".claude/projects/*/*.jsonl")
    lines = log.read_bytes()
    log.write_bytes(lines + b'{bad}\n{"torn')
    database = machine / ".local" / "share" / "opencode" / "opencode.db"
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE part SET data = '[1]' WHERE rowid = 1")
    connection.close()
    number = lines.count(b"\n") + 1
    assert main(["import", "claude-code"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        f"notice: {log}:{number}: is no JSON",
        f"notice: {log}:{number + 1}: is not complete yet",
        "imported 1 session, 26 records; 1 line skipped",
    ]
    assert main(["import", "opencode"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        f"notice: {database}: table 'part' row 1: is no part of a message",
        "imported 2 sessions, 12 records; 1 file or row skipped",
    ]
    assert errors_in(repository / ".git") == []
