"""git objects taken apart: IDs recomputed, commits and trees as values."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Container, Iterator

from attrib.model.commits import Commit, TreeEntry
from attrib.model.ids import Oid

_HASHES = {"sha1": hashlib.sha1, "sha256": hashlib.sha256}
_LENGTHS = {"sha1": 40, "sha256": 64}
#: Mode, name and raw ID; what stands in a well-formed tree is such entries and nothing else.
_ENTRIES = {
    name: re.compile(rb"([0-7]+) ([^\0]+)\0(.{%d})" % (length // 2), re.DOTALL)
    for name, length in _LENGTHS.items()
}
_HEX = re.compile(r"[0-9a-f]+")
_STAMP = re.compile(rb"(.*?) ?(-?\d+)(?: [+-]\d+)?")


def is_full_id(text: str, object_format: str) -> bool:
    """True for a full object ID in lower case hex, as this format has them."""
    return len(text) == _LENGTHS[object_format] and _HEX.fullmatch(text) is not None


def id_of(kind: str, content: bytes, object_format: str) -> Oid:
    """The ID of an object of `kind` (`blob`, `tree`, `commit`) with this content."""
    # Git's own use of SHA-1 is not for security.
    digest = _HASHES[object_format](b"%s %d\0" % (kind.encode(), len(content)))
    digest.update(content)
    return Oid(digest.hexdigest())


def commit_of(oid: Oid, content: bytes, shallow: Container[str]) -> Commit:
    """The commit with this content; one that `shallow` lists has no parents here."""
    head, _, message = content.partition(b"\n\n")
    parents: list[Oid] = []
    author = committer = b""
    for line in head.split(b"\n"):
        key, _, value = line.partition(b" ")
        if key == b"parent":
            parents.append(Oid(value.decode("ascii", "replace")))
        elif key == b"author" and not author:
            author = value
        elif key == b"committer" and not committer:
            committer = value
    name, author_time = _stamp(author)
    boundary = oid in shallow and bool(parents)
    return Commit(
        oid=oid,
        parents=() if boundary else tuple(parents),
        author_time=author_time,
        committer_time=_stamp(committer)[1],
        author=name,
        subject=_subject(message),
        is_boundary=boundary,
    )


def message_of(content: bytes) -> bytes:
    """The message of a commit with this content."""
    return content.partition(b"\n\n")[2]


def _stamp(line: bytes) -> tuple[bytes, int]:
    found = _STAMP.fullmatch(line)
    return (found[1], int(found[2])) if found else (line, 0)


def _subject(message: bytes) -> bytes:
    paragraph = message.lstrip(b"\n").partition(b"\n\n")[0]
    return b" ".join(line.rstrip() for line in paragraph.split(b"\n")).strip()


class Tree:
    """The entries of a tree by name; directories have mode `0o40000`.

    Thousands of trees are looked through for one name each: an entry is a value when asked for.
    """

    def __init__(self, content: bytes, object_format: str) -> None:
        found = _ENTRIES[object_format].findall(content)
        self._rows = {name: (mode, oid) for mode, name, oid in found}

    def get(self, name: bytes) -> TreeEntry | None:
        """The entry of this name, or `None`."""
        row = self._rows.get(name)
        return None if row is None else TreeEntry(int(row[0], 8), Oid(row[1].hex()))

    def items(self) -> Iterator[tuple[bytes, TreeEntry]]:
        """Every name and its entry, in the order of the tree."""
        for name, (mode, oid) in self._rows.items():
            yield name, TreeEntry(int(mode, 8), Oid(oid.hex()))
