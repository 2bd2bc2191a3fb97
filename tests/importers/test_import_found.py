"""`attrib import` without an agent: what is on this machine is listed first, then imported."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import threading

import pytest

from attrib.cli.main import main
from attrib.importers import IMPORTERS
from tests.importers.linked import streams_of
from tests.importers.logs import save
from tests.importers.test_import_command import project, rich

pytestmark = pytest.mark.git
OTHERS = [importer.alias for importer in IMPORTERS if importer.alias != "claude-code"]


def listing(*lines):
    """What is listed: one line an agent, in their order."""
    known = {alias: f"{alias}\tno logs here" for alias in OTHERS}
    known |= {line.partition("\t")[0]: line for line in lines}
    return "".join(f"{known[importer.alias]}\n" for importer in IMPORTERS)


def test_what_there_is_is_listed_and_imported(repository, home, capsys):
    save(project(home, "p") / "S.jsonl", rich(repository))
    save(project(home, "q") / "T.jsonl", rich("/srv/other", "T"))
    assert main(["import"]) == 0
    place = home / ".claude" / "projects"
    assert capsys.readouterr() == (
        listing(f"claude-code\t2 logs\t1 session of this repository\t22 records\t{place}"),
        "imported 1 session, 22 records; left out 1 session of other folders\n",
    )
    assert [path.name for path in streams_of(repository)] == ["S.import.asr.jsonl"]
    before = streams_of(repository)[0].read_bytes()
    assert main(["import", "-q"]) == 0
    assert capsys.readouterr() == ("", "")
    assert streams_of(repository)[0].read_bytes() == before


def test_dry_run_lists_and_writes_nothing(repository, home, capsys):
    save(project(home, "p") / "S.jsonl", rich(repository))
    assert main(["import", "--dry-run"]) == 0
    place = home / ".claude" / "projects"
    assert capsys.readouterr() == (
        listing(f"claude-code\t1 log\t1 session of this repository\t22 records\t{place}"),
        "would import 1 session, 22 records\n",
    )
    assert not (repository / ".git" / "attrib").exists()
    assert not (home / ".local").exists()


def test_a_machine_without_logs_says_so(repository, capsys):
    assert main(["import"]) == 0
    assert capsys.readouterr() == (
        listing("claude-code\tno logs here"),
        "imported 0 sessions, 0 records\n",
    )


def test_notices_are_told_once(repository, home, capsys):
    log = save(project(home, "p") / "S.jsonl", rich(repository), tail=b"{bad}\n")
    assert main(["import"]) == 0
    assert capsys.readouterr().err == (
        f"notice: {log}:16: is no JSON\nimported 1 session, 22 records; 1 line skipped\n"
    )


def test_a_terminal_sees_no_trace_of_the_progress_afterwards(repository, home):
    save(project(home, "p") / "S.jsonl", rich(repository))
    ours, theirs = pty.openpty()
    shown: list[bytes] = []

    def read() -> None:
        while True:
            try:
                data = os.read(ours, 65536)
            except OSError:
                return
            if not data:
                return
            shown.append(data)

    reader = threading.Thread(target=read)
    reader.start()
    command = [sys.executable, "-m", "attrib", "import"]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=theirs, check=True)
    os.close(theirs)
    reader.join()
    os.close(ours)
    assert b"".join(shown).endswith(b"imported 1 session, 22 records\r\n")
