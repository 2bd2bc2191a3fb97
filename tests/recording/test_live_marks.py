"""Marks of live sessions count while their process runs, and lead nowhere else."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from attrib.errors import StreamError
from attrib.model.ids import SessionKey
from attrib.recording.live_marks import LASTS, live_folder, live_in, mark, sweep, unmark

KEY = SessionKey("com.anthropic.claude-code", "local-0f1e2d3c", "S/../x")
OTHER = SessionKey("com.openai.codex", "local-0f1e2d3c", "T")
NOW = 1_750_000_000.0
PROC = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc here")


@pytest.fixture
def common(tmp_path: Path) -> Path:
    (tmp_path / "common").mkdir()
    (tmp_path / "tree").mkdir()
    return tmp_path / "common"


def _marks(common: Path) -> list[Path]:
    return sorted(live_folder(common).glob("*"))


def test_marked_session_is_live_in_its_worktree_only(common: Path, tmp_path: Path) -> None:
    held = mark(common, KEY, tmp_path / "tree", NOW)
    mark(common, OTHER, tmp_path / "tree", NOW + 1)
    (tmp_path / "link").symlink_to("tree")
    assert [m.key for m in live_in(common, tmp_path / "link", NOW + 2)] == [KEY, OTHER]
    assert live_in(common, tmp_path / "tree", NOW + 2)[0] == held
    assert live_in(common, tmp_path, NOW + 2) == []


def test_mark_is_one_private_file_with_a_safe_name(common: Path, tmp_path: Path) -> None:
    for _ in range(2):
        mark(common, KEY, tmp_path / "tree", NOW)
    [file] = _marks(common)
    assert file.parent == live_folder(common)
    assert file.suffix == ".json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_renewed_mark_keeps_when_it_began(common: Path, tmp_path: Path) -> None:
    mark(common, KEY, tmp_path / "tree", NOW)
    held = mark(common, KEY, tmp_path / "tree", NOW + 50)
    assert (held.begun, held.expires) == (NOW, NOW + 50 + LASTS)


def test_mark_expires_and_does_not_count_from_the_future(common: Path, tmp_path: Path) -> None:
    mark(common, KEY, tmp_path / "tree", NOW)
    assert live_in(common, tmp_path / "tree", NOW + LASTS) == []
    assert live_in(common, tmp_path / "tree", NOW - 30 * 24 * 3600) == []
    assert [m.key for m in live_in(common, tmp_path / "tree", NOW - 60)] == [KEY]


def test_unmarked_session_is_not_live(common: Path, tmp_path: Path) -> None:
    (tmp_path / "tree2").mkdir()
    for tree in ("tree", "tree2"):
        mark(common, KEY, tmp_path / tree, NOW)
        mark(common, OTHER, tmp_path / tree, NOW)
    unmark(common, KEY, tmp_path / "tree")
    assert [m.key for m in live_in(common, tmp_path / "tree", NOW)] == [OTHER]
    unmark(common, OTHER)
    assert live_in(common, tmp_path / "tree", NOW) == []
    assert [m.key for m in live_in(common, tmp_path / "tree2", NOW)] == [KEY]


@PROC
def test_mark_counts_no_longer_than_its_process(common: Path, tmp_path: Path) -> None:
    code = "import sys; sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE) as process:
        mark(common, KEY, tmp_path / "tree", NOW, pid=process.pid)
        assert [m.key for m in live_in(common, tmp_path / "tree", NOW)] == [KEY]
        process.communicate()
        assert live_in(common, tmp_path / "tree", NOW) == []
    assert live_in(common, tmp_path / "tree", NOW) == []


@PROC
def test_mark_of_a_process_that_has_ended_does_not_count(common: Path, tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
        mark(common, KEY, tmp_path / "tree", NOW, pid=process.pid)
    assert live_in(common, tmp_path / "tree", NOW) == []


@PROC
def test_number_used_again_by_another_process_is_not_the_same(common: Path, tmp_path: Path) -> None:
    mark(common, KEY, tmp_path / "tree", NOW, pid=os.getpid())
    [file] = _marks(common)
    value = json.loads(file.read_text())
    value["process"]["start"] = "1"
    file.write_text(json.dumps(value))
    assert live_in(common, tmp_path / "tree", NOW) == []
    value["process"]["space"] = "pid:[1]"
    file.write_text(json.dumps(value))
    assert [m.key for m in live_in(common, tmp_path / "tree", NOW)] == [KEY]


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"[]",
        b'{"key":1}',
        b"[" * 10_000,
        b'{"key":{"agent":1,"namespace":"n","id":"i"},"worktree":"/","begun":1,"expires":2,'
        b'"process":null}',
        b" " * 100_000,
        b"\xff\xfe",
    ],
)
def test_damaged_mark_is_passed_over_and_swept(common: Path, tmp_path: Path, damage: bytes) -> None:
    mark(common, KEY, tmp_path / "tree", NOW)
    (live_folder(common) / "bad.json").write_bytes(damage)
    assert [m.key for m in live_in(common, tmp_path / "tree", NOW)] == [KEY]
    sweep(common, NOW)
    assert [m.name for m in _marks(common)] != ["bad.json"]
    assert len(_marks(common)) == 1


def test_links_are_neither_followed_nor_written_through(common: Path, tmp_path: Path) -> None:
    mark(common, KEY, tmp_path / "tree", NOW)
    [file] = _marks(common)
    kept = file.read_bytes()
    (tmp_path / "outside").write_bytes(kept)
    file.unlink()
    file.symlink_to(tmp_path / "outside")
    assert live_in(common, tmp_path / "tree", NOW) == []
    with pytest.raises(StreamError, match="symbolic link"):
        mark(common, KEY, tmp_path / "tree", NOW + 1)
    assert (tmp_path / "outside").read_bytes() == kept


def test_linked_folder_is_not_entered(common: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (common / "attrib").mkdir()
    (common / "attrib" / "live").symlink_to(tmp_path / "outside")
    with pytest.raises(StreamError, match="symbolic link"):
        mark(common, KEY, tmp_path / "tree", NOW)
    assert list((tmp_path / "outside").iterdir()) == []
    assert live_in(common, tmp_path / "tree", NOW) == []


def test_no_folder_means_no_session(common: Path, tmp_path: Path) -> None:
    assert live_in(common, tmp_path / "tree", NOW) == []
    unmark(common, KEY)
    sweep(common, NOW)
    assert not live_folder(common).exists()


def test_nothing_heavy_is_imported() -> None:
    code = (
        "import sys, attrib.recording.live_marks;"
        "print(sorted({'click','msgspec','pygit2','subprocess','sqlite3','tempfile'}"
        " & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"
