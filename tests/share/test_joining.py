"""Joining notes: commutative, associative, idempotent, without loss; git is the judge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attrib.errors import ObjectMissingError
from attrib.git.notes_trees import NotesTree, fanned, joined, merged, tree_of
from attrib.git.objects import id_of
from attrib.model.commits import TreeEntry
from attrib.model.ids import Oid, RepoPath
from tests.share.team import REF
from tests.support.repos import commit, git, init

LINES = st.lists(st.binary(min_size=0, max_size=6).filter(lambda b: b"\n" not in b), max_size=6)
NOTES = LINES.map(b"\n".join)
TARGETS = [Oid(f"{number:02x}" * 20) for number in range(4)]


@given(NOTES, NOTES, NOTES)
def test_joining_notes_is_an_algebra_without_loss(a: bytes, b: bytes, c: bytes) -> None:
    assert merged(a, b) == merged(b, a)
    assert merged(merged(a, b), c) == merged(a, merged(b, c)) == merged(a, b, c)
    assert merged(merged(a)) == merged(a) == merged(a, a)
    assert set(merged(a, b).split(b"\n")) == (set(a.split(b"\n")) | set(b.split(b"\n")) | {b""})


class Store:
    """Blobs by ID, and notes trees as a commit would hold them."""

    def __init__(self) -> None:
        self.blobs: dict[Oid, bytes] = {}

    def keep(self, content: bytes) -> Oid:
        oid = id_of("blob", content, "sha1")
        self.blobs[oid] = content
        return oid

    def read(self, oids: Iterable[Oid]) -> Mapping[Oid, bytes]:
        return {oid: self.blobs[oid] for oid in oids if oid in self.blobs}

    def tree(self, notes: Mapping[Oid, bytes], total: int = 0) -> NotesTree:
        files = {
            fanned(target, total): TreeEntry(0o100644, self.keep(content))
            for target, content in notes.items()
        }
        return tree_of(files, "sha1")

    def join(self, *trees: NotesTree) -> NotesTree:
        result = joined(trees, {}, self.read)
        files = {
            path: TreeEntry(mode, self.keep(content) if isinstance(content, bytes) else content)
            for path, (mode, content) in result.files.items()
        }
        return tree_of(files, "sha1")


TREES = st.dictionaries(st.sampled_from(TARGETS), NOTES.map(merged).filter(bool), max_size=4)


@given(TREES, TREES, TREES)
def test_joining_trees_is_an_algebra_without_loss(
    a: dict[Oid, bytes], b: dict[Oid, bytes], c: dict[Oid, bytes]
) -> None:
    store = Store()
    one, two, three = store.tree(a), store.tree(b, 300), store.tree(c, 70_000)
    assert store.join(one, two) == store.join(two, one)
    assert store.join(store.join(one, two), three) == store.join(one, store.join(two, three))
    assert store.join(one, one) == store.join(one) == one
    for target in TARGETS:
        lines = {line for each in (a, b) for line in each.get(target, b"").split(b"\n")} - {b""}
        blobs = store.join(one, two).notes.get(target, ())
        held = {line for blob in blobs for line in store.blobs[blob].split(b"\n")} - {b""}
        assert held == lines


def test_a_file_that_is_no_note_is_kept() -> None:
    store = Store()
    other = TreeEntry(0o100644, store.keep(b"a readme\n"))
    tree = tree_of({RepoPath(b"README"): other}, "sha1")
    files = joined([store.tree({TARGETS[0]: b"x\n"}), tree], {}, store.read).files
    assert files[RepoPath(b"README")] == (0o100644, other.oid)


def test_a_note_that_cannot_be_read_is_not_written_over() -> None:
    store = Store()
    tree = store.tree({TARGETS[0]: b"x\n"})
    store.blobs.clear()
    with pytest.raises(ObjectMissingError, match="cannot be read here"):
        joined([tree], {TARGETS[0]: [b"y"]}, store.read)


@pytest.mark.git
def test_git_joins_to_the_same(tmp_path: Path) -> None:
    repo = init(tmp_path)
    target = commit(repo, {"f": b"1\n"})
    notes = {"a": b"b\n\nz\n", "b": b"z\na\n"}
    for name, content in notes.items():
        blob = git(repo, "hash-object", "-w", "--stdin", input=content).decode()
        git(repo, "notes", "--ref", name, "add", "-C", blob, target)
    git(repo, "update-ref", REF, "refs/notes/a")
    git(repo, "notes", "--ref", REF, "merge", "-q", "-s", "cat_sort_uniq", "refs/notes/b")
    blob = git(repo, "notes", "--ref", REF, "list", target).decode()
    assert git(repo, "cat-file", "blob", blob) + b"\n" == merged(*notes.values())
