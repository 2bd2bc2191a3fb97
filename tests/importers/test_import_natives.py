"""An import keeps the whole native records that its streams name, outside the repository."""

from __future__ import annotations

import json

import pytest

from attrib.cli.main import main
from attrib.model.ids import SessionKey
from attrib.recording.natives import NativeFolder
from tests.importers.linked import streams_of
from tests.importers.logs import save
from tests.importers.test_import_command import project, rich

pytestmark = pytest.mark.git


def kept(repository):
    """The native rows by the records that name them, as they are read back."""
    (stream,) = streams_of(repository)
    rows = [json.loads(line) for line in stream.read_bytes().splitlines()]
    key = SessionKey(rows[0]["agent"], rows[0]["namespace"], rows[0]["sessionId"])
    named = {row["id"]: row["native"]["blob"]["blob"] for row in rows if "native" in row}
    folder = NativeFolder()
    return {name: folder.read(key, blob.removeprefix("sha256:")) for name, blob in named.items()}


def test_every_native_record_that_a_stream_names_can_be_read_back(repository, home):
    log = save(project(home, "p") / "S.jsonl", rich(repository))
    assert main(["import", "claude-code"]) == 0
    found = kept(repository)
    assert len(found) == 21
    assert set(found.values()) <= set(log.read_bytes().splitlines())
    assert not list((repository / ".git").rglob("*.zip"))


def test_native_records_stay_when_the_log_is_gone(repository, home):
    log = save(project(home, "p") / "S.jsonl", rich(repository))
    assert main(["import", "claude-code"]) == 0
    before = kept(repository)
    log.unlink()
    assert main(["import", "claude-code"]) == 0
    assert kept(repository) == before


def test_a_grown_log_adds_its_native_records(repository, home):
    rows = rich(repository)
    log = save(project(home, "p") / "S.jsonl", rows[:5])
    assert main(["import", "claude-code"]) == 0
    before = kept(repository)
    save(log, rows)
    assert main(["import", "claude-code"]) == 0
    after = kept(repository)
    assert before.items() <= after.items()
    assert None not in after.values()


def test_streams_are_imported_though_the_data_folder_cannot_be_written(
    repository, home, capsys, monkeypatch
):
    save(project(home, "p") / "S.jsonl", rich(repository))
    save(project(home, "p") / "T.jsonl", rich(repository, "T"))
    (home / "file").write_bytes(b"")
    monkeypatch.setenv("ATTRIB_DATA_HOME", str(home / "file"))
    assert main(["import", "claude-code"]) == 0
    notice, hint, sentence = capsys.readouterr().err.splitlines()
    assert notice.startswith("notice: native records: cannot write ")
    assert hint.startswith("hint: ls -ld ")
    assert sentence == "imported 2 sessions, 43 records"
    assert len(streams_of(repository)) == 2
