from __future__ import annotations

import hashlib
import io
import os
import sys
from pathlib import Path

import pytest

from attrib.codec import encode
from attrib.errors import StreamError
from attrib.model.records import BlobRef
from attrib.stores import open_store
from attrib.stores.bundle import BundleStore
from attrib.stores.folder import FolderStore
from attrib.stores.stream import StreamStore

LINE = encode({"type": "session", "seq": 1, "id": "r1", "sessionId": "s"})


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(path: Path, data: bytes = LINE) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def names(store) -> list[str]:
    return [stream.name for stream in store.streams()]


def test_file_is_a_store_of_one_stream(folder):
    put(folder / "a.txt", b"not checked here\n")
    store = open_store(Path("a.txt"))
    assert isinstance(store, StreamStore)
    assert names(store) == ["a.txt"]
    assert [list(stream.lines()) for stream in store.streams()] == [[(1, 0, b"not checked here\n")]]


def test_dash_is_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINE)))
    (stream,) = open_store(Path("-")).streams()
    assert stream.name == "-"
    assert list(stream.lines()) == [(1, 0, LINE)]


def test_folder_gives_its_streams_by_path_and_passes_over_the_rest(folder):
    for name in ("b.jsonl", "a/c.asr.jsonl", "a/b.json"):
        put(folder / name)
    put(folder / "a" / "notes.md")
    put(folder / "a" / "README")
    put(folder / "package.json", b'{"name":"x","version":"1"}')
    put(folder / "claude.jsonl", b'{"type":"user","uuid":"u","sessionId":"s"}\n')
    put(folder / "codex.jsonl", b'{"type":"session_meta","payload":{}}\n')
    put(folder / ".git" / "x.jsonl")
    put(folder / "node_modules" / "x" / "x.jsonl")
    store = open_store(Path())
    assert isinstance(store, FolderStore)
    assert names(store) == ["a/b.json", "a/c.asr.jsonl", "b.jsonl"]
    assert store.notices == (
        ".: passed over 1 file ending in '.json' without a record",
        ".: passed over 2 files ending in '.jsonl' without a record",
        ".: passed over 1 file of kind '.md'",
        ".: passed over 1 file without a suffix",
    )


def test_many_kinds_of_files_are_few_notices(folder):
    for number in range(40):
        put(folder / f"x.{number}")
    store = open_store(Path())
    assert names(store) == []
    assert len(store.notices) == 9
    assert store.notices[-1] == ".: passed over 32 files of other kinds"


def test_links_out_of_the_folder_are_not_followed(folder):
    put(folder / "outside.jsonl")
    put(folder / "far" / "x.jsonl")
    put(folder / "in" / "a.jsonl")
    (folder / "in" / "inside.jsonl").symlink_to("a.jsonl")
    (folder / "in" / "out.jsonl").symlink_to("../outside.jsonl")
    (folder / "in" / "far").symlink_to("../far")
    (folder / "in" / "loop").symlink_to(".")
    store = open_store(Path("in"))
    assert names(store) == ["in/a.jsonl", "in/inside.jsonl"]
    assert len({stream.identity for stream in store.streams()}) == 1
    assert store.notices == ("in: passed over 1 file linked from outside the folder",)


def test_named_pipe_in_a_folder_does_not_hang(folder):
    os.mkfifo(folder / "pipe.jsonl")
    store = open_store(Path())
    assert names(store) == []
    assert store.notices == (".: passed over 1 file not regular",)


def test_bundle_leaves_its_manifest_out(folder):
    put(folder / "manifest.json", LINE)
    put(folder / "streams" / "a.jsonl")
    store = open_store(Path())
    assert isinstance(store, BundleStore)
    assert names(store) == ["streams/a.jsonl"]
    assert store.notices == ()


CONTENT = b"hello world\n"
DIGEST = hashlib.sha256(CONTENT).hexdigest()
REF = BlobRef(f"sha256:{DIGEST}", 12)


@pytest.mark.parametrize(
    "place",
    [
        DIGEST,
        f"{DIGEST[:2]}/{DIGEST[2:]}",
        f"{DIGEST[:2]}/{DIGEST}",
        f"sha256/{DIGEST}",
        f"sha256/{DIGEST[:2]}/{DIGEST[2:]}",
        f"sha256-{DIGEST}",
    ],
)
def test_blob_is_found_in_the_usual_layouts(folder, place):
    put(folder / "manifest.json", b"{}")
    stream = put(folder / "streams" / "a.jsonl")
    put(folder / "blobs" / place, CONTENT)
    assert open_store(folder).blob(REF) == CONTENT
    assert open_store(stream).blob(REF) == CONTENT


@pytest.mark.parametrize(
    "ref", [REF, BlobRef("sha256:../../x"), BlobRef("sha1:" + "a" * 40), BlobRef("")]
)
def test_blob_with_other_bytes_or_another_name_is_not_there(folder, ref):
    put(folder / "blobs" / DIGEST, b"changed")
    put(folder / "x", CONTENT)
    assert open_store(folder).blob(ref) is None


def test_nothing_there_is_an_error_with_a_hint(folder):
    with pytest.raises(StreamError) as caught:
        open_store(Path("gone/a.jsonl"))
    assert str(caught.value) == "no session stream at 'gone/a.jsonl'"
    assert caught.value.hint == "ls -l 'gone'"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_file_without_permission_is_an_error_with_a_hint(folder):
    put(folder / "a.jsonl").chmod(0)
    with pytest.raises(StreamError) as caught:
        open_store(Path("a.jsonl"))
    assert str(caught.value) == "cannot read 'a.jsonl': permission denied"
    assert caught.value.hint == "ls -ld 'a.jsonl'"
