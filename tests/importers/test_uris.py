"""File URIs become paths by the rules of URIs, or stay as they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attrib.importers.common.places import Roots
from attrib.importers.common.uris import is_uri, native_of, ref_of

_DECODED = {
    "file:///home/dev/app/a.py": "/home/dev/app/a.py",
    "FILE:///home/dev": "/home/dev",
    "file:/home/dev": "/home/dev",
    "file://localhost/home/dev": "/home/dev",
    "file:///home/dev/a%20b%25c/%C3%A9.txt": "/home/dev/a b%c/é.txt",
    "file:///home/dev/a%23b%3Fc": "/home/dev/a#b?c",
    "file:///home/dev/back%5Cslash": "/home/dev/back\\slash",
    "file:///home/dev/a+b": "/home/dev/a+b",
    "file:///home/dev/%FF": "/home/dev/\udcff",
    "file:///c%3A/Users/dev/a.py": "c:/Users/dev/a.py",
    "file:///C:/Users/dev/a.py": "C:/Users/dev/a.py",
    "file:///C:/": "C:/",
    "file://server/share/a.py": "//server/share/a.py",
    "file://wsl.localhost/Ubuntu/home/dev": "//wsl.localhost/Ubuntu/home/dev",
    "file://wsl%24/Ubuntu/home/dev": "//wsl$/Ubuntu/home/dev",
    "vscode-remote://wsl%2Bubuntu/home/dev": "/home/dev",
    "vscode-remote://ssh-remote%2Bbox/srv/app": "/srv/app",
    "vscode-remote://ssh-remote+box/c%3A/app": "c:/app",
}


@pytest.mark.asr("ASR-477")
@pytest.mark.parametrize("uri", _DECODED)
def test_uri_is_decoded_by_the_rules_of_uris(uri: str) -> None:
    assert native_of(uri) == _DECODED[uri]


@pytest.mark.asr("ASR-477")
@pytest.mark.parametrize(
    "uri",
    [
        "/home/dev",
        "C:/Users/dev",
        "a/b.py",
        "",
        "file:relative",
        "file://",
        "file://server",
        "file://server/",
        "file:////server/share/x",
        "file://us%20er@host/x",
        "file:///home/dev?line=3",
        "file:///home/dev#L3",
        "file:///home/%zz",
        "file:///home/a%2Fb",
        "file:///home/%00",
        "file:///home/\0",
        "file:///c:/a%5Cb",
        "vscode-remote://unknown%2Bbox/srv",
        "vscode-vfs://github/acme/app/a.py",
        "untitled:Untitled-1",
        "https://example.org/a.py",
    ],
)
def test_what_is_not_certain_is_not_decoded(uri: str) -> None:
    assert native_of(uri) is None


@pytest.mark.asr("ASR-471", "ASR-477")
def test_reference_of_a_uri_keeps_the_uri() -> None:
    roots = Roots()
    roots.declare("c:\\work\\app")
    assert ref_of(roots, "file:///c%3A/work/app/a%20b.py", None) == {
        "root": "root",
        "path": "a b.py",
        "nativePath": "file:///c%3A/work/app/a%20b.py",
    }
    assert ref_of(roots, "lib/x.py", "c:\\work\\app") == {
        "root": "root",
        "path": "lib/x.py",
        "nativePath": "c:\\work\\app\\lib/x.py",
    }
    assert ref_of(roots, "vscode-vfs://github/acme/app", None) is None


@given(st.text())
def test_any_text_is_decoded_or_not(text: str) -> None:
    for uri in (text, "file://" + text, "file:///" + text, "vscode-remote://" + text):
        native = native_of(uri)
        assert native is None or is_uri(uri)
