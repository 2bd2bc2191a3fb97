"""What Codex recorded is imported once, and linked to the commits that hold it."""

from __future__ import annotations

from pathlib import Path

import pytest

from attrib.cli.main import main
from tests.importers.codex_log import answered, asked, ended, log_of, meta
from tests.importers.linked import imports_and_growth, links_of
from tests.support.repos import commit, init

pytestmark = pytest.mark.git
SAMPLE = Path(__file__).with_name("samples") / "codex" / "log"
OLD = b"import sys\n\n\ndef greet(name):\n    print('hello', name)\n\n\ngreet(sys.argv[1])\n"
NEW = OLD.replace(b"    print('hello', name)\n", b"    print('good morning to you', name)\n")
PATCH = (
    "*** Update File: app.py\n@@ def greet(name):\n-    print('hello', name)\n"
    "+    print('good morning to you', name)\n"
)
DIFF = (
    "@@ -4,2 +4,2 @@\n def greet(name):\n-    print('hello', name)\n"
    "+    print('good morning to you', name)\n"
)


@pytest.fixture
def repository(tmp_path, monkeypatch):
    folder = init(tmp_path / "app")
    commit(folder, {"app.py": OLD}, date="2026-10-20T08:00:00+00:00")
    monkeypatch.chdir(folder)
    return folder


def imported(repository, *rows):
    log = log_of(repository.parent, [meta(cwd=str(repository)), *rows])
    assert main(["import", "codex", "--namespace", "n", str(log)]) == 0


def test_patch_that_was_asked_for_alone_is_linked(repository, capsys):
    imported(
        repository, asked("c1", PATCH), answered("c1", "Success. Updated the following files:")
    )
    commit(repository, {"app.py": NEW})
    assert links_of(capsys) == [("app.py", "strong", "replayed")]


def test_recorded_hunks_are_linked(repository, capsys):
    imported(
        repository,
        ended(
            "c1",
            {
                f"{repository}/app.py": {"type": "update", "unified_diff": DIFF},
                f"{repository}/docs/hello.md": {
                    "type": "add",
                    "content": "# Good morning\n\nto you\n",
                },
            },
        ),
    )
    commit(repository, {"app.py": NEW, "docs/hello.md": b"# Good morning\n\nto you\n"})
    assert links_of(capsys) == [
        ("app.py", "moderate", "replayed"),
        ("docs/hello.md", "strong", "transition"),
    ]


def test_declined_patch_is_not_linked(repository, capsys):
    changes = {f"{repository}/app.py": {"type": "update", "unified_diff": DIFF}}
    imported(repository, ended("c1", changes, success=False, status="declined"))
    commit(repository, {"app.py": NEW})
    assert links_of(capsys) == []


def test_import_is_repeated_and_grows_without_a_change(repository, tmp_path, capsys):
    (log, *_) = sorted(SAMPLE.rglob("*.jsonl"))
    copy = tmp_path / log.name
    copy.write_bytes(log.read_bytes())
    imports_and_growth("codex", copy, repository, capsys)
