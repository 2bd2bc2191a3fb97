"""Whole native records lie in one private zip file a session; what is there stays."""

from __future__ import annotations

import stat
import zipfile
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import pytest

from attrib.errors import StreamError
from attrib.model.ids import SessionKey
from attrib.recording.natives import NativeFolder, data_folder

KEY = SessionKey("com.anthropic.claude-code", "local-0f1e2d3c", "S/../x")


@dataclass
class Row:
    """A native record that counts how often it was read."""

    data: bytes
    is_there: bool = True
    reads: list[bytes] = field(default_factory=list)

    @property
    def digest(self):
        return sha256(self.data).hexdigest()

    def read(self):
        self.reads.append(self.data)
        return self.data if self.is_there else None


ONE, TWO, THREE = (b'{"one":1}', b'{"two":2}\xff', b"x" * 100_000)


@pytest.fixture
def folder(tmp_path):
    return NativeFolder(tmp_path / "data")


def test_records_are_read_back_by_their_hash(folder):
    assert folder.keep(KEY, [Row(ONE), Row(TWO), Row(ONE)]) == 2
    assert [folder.read(KEY, Row(data).digest) for data in (ONE, TWO, THREE)] == [ONE, TWO, None]
    assert folder.read(SessionKey(KEY.agent, KEY.namespace, "other"), Row(ONE).digest) is None


def test_zip_file_lies_at_the_escaped_names_and_is_named_by_hashes(folder, tmp_path):
    folder.keep(KEY, [Row(ONE), Row(THREE)])
    path = tmp_path / "data/native/claude-code/local-0f1e2d3c/S%2F..%2Fx.zip"
    assert folder.path_of(KEY) == path
    with zipfile.ZipFile(path) as kept:
        assert kept.namelist() == sorted([Row(ONE).digest, Row(THREE).digest])
        assert {info.compress_type for info in kept.infolist()} == {zipfile.ZIP_DEFLATED}
    assert path.stat().st_size < 1000


def test_nobody_else_can_read_them(folder, tmp_path):
    folder.keep(KEY, [Row(ONE)])
    modes = {
        path.relative_to(tmp_path).as_posix(): stat.S_IMODE(path.stat().st_mode)
        for path in (tmp_path / "data", *(tmp_path / "data").rglob("*"))
    }
    assert modes == {
        "data": 0o700,
        "data/native": 0o700,
        "data/native/lock": 0o600,
        "data/native/claude-code": 0o700,
        "data/native/claude-code/local-0f1e2d3c": 0o700,
        "data/native/claude-code/local-0f1e2d3c/S%2F..%2Fx.zip": 0o600,
    }


def test_adding_keeps_what_is_there_though_the_log_is_gone(folder):
    folder.keep(KEY, [Row(ONE)])
    assert folder.keep(KEY, [Row(ONE, is_there=False), Row(TWO)]) == 1
    assert [folder.read(KEY, Row(data).digest) for data in (ONE, TWO)] == [ONE, TWO]


def test_bytes_do_not_depend_on_order_or_number_of_imports(folder, tmp_path):
    folder.keep(KEY, [Row(TWO)])
    folder.keep(KEY, [Row(ONE)])
    other = NativeFolder(tmp_path / "other")
    other.keep(KEY, [Row(ONE), Row(TWO)])
    assert folder.path_of(KEY).read_bytes() == other.path_of(KEY).read_bytes()


def test_nothing_new_writes_and_reads_nothing(folder):
    folder.keep(KEY, [Row(ONE), Row(TWO)])
    before = folder.path_of(KEY).stat()
    row = Row(TWO)
    assert folder.keep(KEY, [row]) == 0
    assert row.reads == []
    after = folder.path_of(KEY).stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_record_that_is_not_there_any_more_is_left_out(folder):
    assert folder.keep(KEY, [Row(ONE, is_there=False)]) == 0
    assert not folder.path_of(KEY).exists()
    assert [path.name for path in folder.path_of(KEY).parent.iterdir()] == []


@pytest.mark.parametrize("part", ["native", "native/claude-code", "the zip file itself"])
def test_symbolic_links_are_refused(folder, tmp_path, part):
    outside = tmp_path / "outside"
    outside.mkdir()
    path = folder.path_of(KEY)
    link = path if part.startswith("the") else tmp_path / "data" / part
    link.parent.mkdir(parents=True)
    link.symlink_to(outside / "x.zip" if link == path else outside)
    with pytest.raises(StreamError, match="is a symbolic link"):
        folder.keep(KEY, [Row(ONE)])
    assert list(outside.iterdir()) == []
    assert folder.forget(KEY) is None


def test_a_damaged_file_is_told_and_left_as_it_is(folder):
    folder.keep(KEY, [Row(ONE)])
    path = folder.path_of(KEY)
    path.write_bytes(b"no zip file")
    for run in (
        lambda: folder.read(KEY, Row(ONE).digest),
        lambda: folder.keep(KEY, [Row(TWO)]),
    ):
        with pytest.raises(StreamError, match="is no sound zip file"):
            run()
    assert path.read_bytes() == b"no zip file"


def test_changed_bytes_are_not_given_out(folder):
    folder.keep(KEY, [Row(ONE)])
    with zipfile.ZipFile(folder.path_of(KEY), "w") as kept:
        kept.writestr(Row(ONE).digest, b"something else")
    assert folder.read(KEY, Row(ONE).digest) is None


def test_forgetting_removes_one_session(folder):
    other = SessionKey(KEY.agent, KEY.namespace, "T")
    folder.keep(KEY, [Row(ONE)])
    folder.keep(other, [Row(ONE)])
    assert folder.forget(KEY) == folder.path_of(KEY)
    assert folder.forget(KEY) is None
    assert folder.read(other, Row(ONE).digest) == ONE


def test_folder_of_the_user_follows_the_environment(home, monkeypatch, tmp_path):
    monkeypatch.setattr("sys.platform", "linux")
    assert data_folder() == Path(home, ".local/share/attrib")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert data_folder() == tmp_path / "xdg" / "attrib"
    monkeypatch.setenv("ATTRIB_DATA_HOME", str(tmp_path / "own"))
    assert data_folder() == tmp_path / "own"
