"""Which blobs are Git LFS pointers."""

from __future__ import annotations

import pytest

from attrib.git.lfs import LfsPointer, parse_pointer

VERSION = b"version https://git-lfs.github.com/spec/v1\n"
HEX = "4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393"
OID = b"oid sha256:" + HEX.encode() + b"\n"
SIZE = b"size 12345\n"
POINTER = VERSION + OID + SIZE


def extension(priority: int, name: bytes = b"case") -> bytes:
    return b"ext-%d-%s sha256:%s\n" % (priority, name, HEX.encode())


def test_canonical_pointer_names_the_worktree_file():
    assert parse_pointer(POINTER) == LfsPointer(HEX, 12345, has_extensions=False)


@pytest.mark.parametrize("lines", [extension(0), extension(1) + extension(3, b"other_1")])
def test_pointer_with_extensions_says_so(lines):
    assert parse_pointer(VERSION + lines + OID + SIZE) == LfsPointer(HEX, 12345, True)


@pytest.mark.parametrize(
    "blob",
    [
        b"",
        b"some text\n",
        POINTER.replace(b"\n", b"\r\n"),
        POINTER[:-1],
        POINTER + b"\n",
        POINTER + b"more 1\n",
        b" " + POINTER,
        VERSION + SIZE + OID,
        POINTER.replace(b"git-lfs.github.com/spec", b"hawser.github.com/spec"),
        POINTER.replace(b"sha256", b"sha1"),
        POINTER.replace(HEX.encode(), HEX.upper().encode()),
        POINTER.replace(HEX.encode(), HEX[:-1].encode()),
        VERSION + OID + b"size 012\n",
        VERSION + OID + b"size -1\n",
        VERSION + OID + b"size +1\n",
        VERSION + OID + b"size 0\n",
        VERSION + OID + b"size 1.5\n",
        VERSION + extension(1) + extension(0) + OID + SIZE,
        VERSION + extension(1) + extension(1, b"twice") + OID + SIZE,
        VERSION + OID + extension(0) + SIZE,
        POINTER + b"x" * 2000,
    ],
)
def test_anything_but_a_canonical_pointer_is_content(blob):
    assert parse_pointer(blob) is None
