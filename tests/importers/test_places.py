"""Native paths as ASR writes them, and the roots that hold them."""

from __future__ import annotations

import pytest

from attrib.importers.common.places import Roots, bytes_of, joined, portable


@pytest.mark.asr("ASR-470", "ASR-471")
@pytest.mark.parametrize(
    ("native", "path"),
    [
        ("/srv/app/a", "/srv/app/a"),
        ("/srv//app/./a/", "/srv/app/a"),
        ("/srv/app/../a", "/srv/app/../a"),
        ("/", "/"),
        ("//", "/"),
        ("///srv/a", "/srv/a"),
        ("//a.txt", "/a.txt"),
        ("//server/share", "//server/share"),
        ("//server/share/a", "//server/share/a"),
        ("\\\\server\\share\\a", "//server/share/a"),
        ("\\\\server", None),
        ("\\\\", None),
        ("C:\\", "C:/"),
        ("C:\\app\\a", "C:/app/a"),
        ("c:/app/a", "c:/app/a"),
        ("C:a", None),
        ("a/b", None),
        ("~/a", None),
        ("", None),
    ],
)
def test_native_path_is_written_absolute_with_slashes_or_not_at_all(native, path):
    assert portable(native) == path


@pytest.mark.asr("ASR-469", "ASR-470")
def test_a_file_below_the_root_of_all_has_a_path_of_its_own():
    roots = Roots()
    roots.declare("/")
    assert roots.ref("//a.txt") == {"root": "root", "path": "a.txt", "nativePath": "//a.txt"}
    assert roots.ref("/") == {"root": "root", "path": "."}
    assert Roots().ref("//a.txt") == {"root": None, "path": "/a.txt", "nativePath": "//a.txt"}


def test_a_relative_path_is_taken_from_its_folder():
    assert joined("/srv/app", "a/b") == "/srv/app/a/b"
    assert joined("C:\\app", "a") == "C:\\app\\a"
    assert joined("/", "a") == "/a"
    assert joined("/srv/app", "~/a") == "~/a"
    assert joined(None, "a") == "a"


@pytest.mark.parametrize("native", ["/caf\udce9", "/\ud800", "/\udce9\ud800", "/x\0y"])
def test_every_text_has_bytes(native):
    assert isinstance(bytes_of(native), bytes)
    assert bytes_of("/caf\udce9") == b"/caf\xe9"
