"""Are these two states the same bytes, and by which step."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attrib.equality import Comparer
from attrib.git.hashing import hash_of
from attrib.git.interface import Attributes, EolSettings
from attrib.model.commits import TreeEntry
from attrib.model.evidence import Equality, Qualifier
from attrib.model.ids import ObjectIdType, RepoPath, Representation
from attrib.model.states import ABSENT, ASSUMED_ABSENT, UNKNOWN, Presence, RecordedState
from tests.support.memory import MemoryRepository

SCENE = (None, RepoPath(b"f"))
SHA1, SHA256 = ObjectIdType.GIT_BLOB_SHA1, ObjectIdType.GIT_BLOB_SHA256
WORKTREE, STORED = Representation.WORKTREE, Representation.GIT_OBJECT
TEXT = b"one\ntwo\n"
CRLF = b"one\r\ntwo\r\n"

Found = tuple[Equality, tuple[Qualifier, ...]] | None


def by_id(
    content: bytes,
    kind: ObjectIdType = SHA1,
    form: Representation | None = WORKTREE,
    size: int | None = None,
) -> RecordedState:
    """A state known by the ID of these bytes."""
    return RecordedState(Presence.PRESENT, hash_of(content, kind), kind, form, size)


def held(content: bytes) -> RecordedState:
    """A state known by content alone."""
    return RecordedState(Presence.PRESENT, content=content)


def compared(
    state: RecordedState,
    blob: bytes,
    attributes: Attributes | None = None,
    *,
    eol: EolSettings | None = None,
    mode: int = 0o100644,
    object_format: str = "sha1",
    lfs: bytes | None = None,
    parent: bytes | None = None,
) -> Found:
    """By which step the state equals the blob, and with which qualifiers."""
    repository = MemoryRepository(object_format=object_format)
    entry = TreeEntry(mode, repository.blob(blob))
    repository.attributes[SCENE] = attributes or Attributes()
    repository.eol = eol or EolSettings()
    if lfs is not None:
        repository.lfs[hashlib.sha256(lfs).hexdigest()] = lfs
    before = repository.blob(parent) if parent is not None else None
    found = Comparer(repository).compare(state, entry, SCENE, parent=before)
    return (found.equality, found.qualifiers) if found else None


# No file


@pytest.mark.parametrize("absent", [ABSENT, ASSUMED_ABSENT])
def test_no_file_equals_no_file_and_nothing_else(absent: RecordedState) -> None:
    repository = MemoryRepository()
    comparer = Comparer(repository)
    found = comparer.compare(absent, None, SCENE)
    assert found is not None
    assert (found.equality, found.how) == (Equality.IDENTICAL, "no file on both sides")
    assert comparer.compare(absent, TreeEntry(0o100644, repository.blob(b"")), SCENE) is None
    assert comparer.compare(by_id(b""), None, SCENE) is None


def test_an_unknown_state_equals_nothing() -> None:
    assert compared(UNKNOWN, TEXT) is None
    assert compared(RecordedState(Presence.PRESENT), TEXT) is None
    assert Comparer(MemoryRepository()).compare(UNKNOWN, None, SCENE) is None


# IDs


@pytest.mark.asr("ASR-459")
def test_the_blobs_own_id_is_identical_whatever_the_attributes() -> None:
    attributes = Attributes(text=True, eol="crlf")
    assert compared(by_id(TEXT), TEXT, attributes) == (Equality.IDENTICAL, ())
    assert compared(by_id(TEXT, form=STORED), TEXT, attributes) == (Equality.IDENTICAL, ())


def test_the_blobs_own_id_is_identical_though_the_blob_is_not_here() -> None:
    repository = MemoryRepository()
    entry = TreeEntry(0o100644, repository.blob(TEXT))
    repository.missing.add(entry.oid)
    found = Comparer(repository).compare(by_id(TEXT), entry, SCENE)
    assert found is not None
    assert found.equality is Equality.IDENTICAL
    assert Comparer(repository).compare(by_id(CRLF), entry, SCENE) is None


def test_another_id_is_another_state() -> None:
    assert compared(by_id(b"one\n"), TEXT) is None


@pytest.mark.asr("ASR-458")
@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
@pytest.mark.parametrize("kind", list(ObjectIdType))
def test_ids_of_every_kind_equal_the_content_that_they_name(
    kind: ObjectIdType, object_format: str
) -> None:
    same, other = by_id(TEXT, kind), by_id(b"x\n", kind)
    assert compared(same, TEXT, object_format=object_format) == (Equality.IDENTICAL, ())
    assert compared(other, TEXT, object_format=object_format) is None


@pytest.mark.asr("ASR-459")
def test_without_a_representation_the_one_that_matches_is_named() -> None:
    unstated = Qualifier.REPRESENTATION_UNSTATED
    assert compared(by_id(TEXT, form=None), TEXT) == (Equality.IDENTICAL, (unstated,))
    assert compared(by_id(CRLF, form=None), TEXT) == (Equality.AFTER_EOL, (unstated,))


@pytest.mark.asr("ASR-459")
def test_a_label_that_the_bytes_contradict_is_said() -> None:
    found = compared(by_id(CRLF, form=STORED), TEXT)
    assert found == (Equality.AFTER_EOL, (Qualifier.REPRESENTATION_CONTRADICTED,))


# Conversions


@pytest.mark.parametrize("autocrlf", ["true", "false", "input"])
def test_either_line_end_is_tried_whatever_is_configured_here(autocrlf: str) -> None:
    eol = EolSettings(autocrlf=autocrlf)
    assert compared(by_id(CRLF), TEXT, eol=eol) == (Equality.AFTER_EOL, ())
    assert compared(by_id(TEXT), TEXT, eol=eol) == (Equality.IDENTICAL, ())


def test_an_expanded_ident_is_the_same_file() -> None:
    blob = b"# $Id$\n"
    oid = MemoryRepository().blob(blob)
    written = b"# $Id: %s $\n" % oid.encode()
    assert compared(by_id(written), blob, Attributes(ident=True)) == (Equality.AFTER_IDENT, ())
    assert compared(by_id(written), blob) is None


def test_a_file_written_in_its_encoding_is_the_same_file() -> None:
    attributes = Attributes(text=True, working_tree_encoding="UTF-16LE")
    written = "one\ntwo\n".encode("utf-16-le")
    assert compared(by_id(written), TEXT, attributes) == (Equality.AFTER_ENCODING, ())
    assert compared(by_id(written), TEXT) is None


def test_a_worktree_with_mixed_line_ends_is_known_by_the_blob_before() -> None:
    parent, written = b"one\n", b"one\r\ntwo\n"
    assert compared(by_id(written), TEXT, parent=parent) == (Equality.AFTER_EOL, ())


LFS = b"x" * 1000
POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 1000\n" % (
    hashlib.sha256(LFS).hexdigest().encode()
)


def test_an_lfs_pointer_names_the_files_sha256() -> None:
    state = by_id(LFS, ObjectIdType.SHA256, size=1000)
    assert compared(state, POINTER, Attributes(filter="lfs")) == (Equality.AFTER_LFS, ())


def test_an_lfs_pointer_of_another_size_is_another_file() -> None:
    state = by_id(LFS, ObjectIdType.SHA256, size=999)
    assert compared(state, POINTER, Attributes(filter="lfs")) is None


def test_an_lfs_object_that_is_here_answers_git_ids_too() -> None:
    lfs = Attributes(filter="lfs")
    assert compared(by_id(LFS), POINTER, lfs, lfs=LFS) == (Equality.AFTER_LFS, ())
    assert compared(by_id(LFS), POINTER, lfs) is None


def test_recorded_content_is_what_an_lfs_pointer_names() -> None:
    derived = (Qualifier.DERIVED,)
    lfs = Attributes(filter="lfs")
    assert compared(held(LFS), POINTER, lfs) == (Equality.AFTER_LFS, derived)
    assert compared(held(b"y" * 1000), POINTER, lfs) is None
    assert compared(held(LFS), b"no pointer\n", lfs) is None


def test_the_pointer_itself_is_identical() -> None:
    assert compared(by_id(POINTER), POINTER, Attributes(filter="lfs")) == (Equality.IDENTICAL, ())


@pytest.mark.parametrize(
    ("attributes", "wanted"),
    [
        (Attributes(filter="strip"), "strip"),
        (Attributes(filter="lfs"), None),
        (Attributes(filter=True), None),
        (Attributes(filter=False), None),
        (Attributes(), None),
    ],
)
def test_a_filter_that_is_not_run_here_is_named(attributes: Attributes, wanted: str | None) -> None:
    repository = MemoryRepository()
    repository.attributes[SCENE] = attributes
    assert Comparer(repository).filter_of(SCENE) == wanted


# Content


@pytest.mark.asr("ASR-460")
def test_content_is_hashed_as_it_stands_and_as_git_would_store_it() -> None:
    derived = (Equality.DERIVED, (Qualifier.DERIVED,))
    assert compared(held(TEXT), TEXT) == derived
    assert compared(held(CRLF), TEXT) == derived
    assert compared(held(CRLF), CRLF) == derived
    assert compared(held(b"one\n"), TEXT) is None


def test_content_is_stored_without_its_expanded_ident_and_in_utf_8() -> None:
    derived = (Equality.DERIVED, (Qualifier.DERIVED,))
    assert compared(held(b"# $Id: 1234 $\n"), b"# $Id$\n", Attributes(ident=True)) == derived
    encoded = Attributes(text=True, working_tree_encoding="UTF-16LE")
    assert compared(held("one\ntwo\n".encode("utf-16-le")), TEXT, encoded) == derived


def test_an_id_is_asked_before_the_content() -> None:
    both = RecordedState(Presence.PRESENT, hash_of(TEXT, SHA1), SHA1, WORKTREE, content=TEXT)
    assert compared(both, TEXT) == (Equality.IDENTICAL, ())


def test_content_is_asked_where_the_id_does_not_say() -> None:
    both = RecordedState(Presence.PRESENT, hash_of(b"x\n", SHA1), SHA1, WORKTREE, content=TEXT)
    assert compared(both, TEXT) == (Equality.DERIVED, (Qualifier.DERIVED,))


# Other kinds of entries


def test_a_link_is_its_target_without_conversions() -> None:
    link = 0o120000
    assert compared(by_id(b"there"), b"there", mode=link) == (Equality.IDENTICAL, ())
    assert compared(held(b"there"), b"there", mode=link) == (
        Equality.DERIVED,
        (Qualifier.DERIVED,),
    )
    assert compared(held(b"a\r\nb"), b"a\nb", mode=link) is None
    assert compared(by_id(b"a\r\nb"), b"a\nb", mode=link) is None


def test_a_submodule_equals_nothing() -> None:
    assert compared(by_id(TEXT), TEXT, mode=0o160000) is None
    assert compared(held(TEXT), TEXT, mode=0o160000) is None


# Contents at hand


def test_contents_come_from_the_record_or_the_repository() -> None:
    repository = MemoryRepository()
    repository.blob(TEXT)
    comparer = Comparer(repository)
    assert comparer.content_of(held(b"recorded\n")) == b"recorded\n"
    assert comparer.content_of(by_id(TEXT)) == TEXT
    assert comparer.content_of(by_id(b"nowhere\n")) is None
    assert comparer.content_of(by_id(TEXT, SHA256)) is None
    assert comparer.content_of(UNKNOWN) is None


def test_a_remembered_content_is_at_hand_under_its_own_id() -> None:
    repository = MemoryRepository()
    comparer = Comparer(repository)
    oid = comparer.own_id(TEXT)
    assert comparer.blob(oid) is None
    comparer.remember(oid, TEXT)
    assert (comparer.blob(oid), oid) == (TEXT, hash_of(TEXT, SHA1))


@given(
    st.lists(st.sampled_from([b"a", b"b\r", b"\xe4", b"$Id$", b""]), max_size=5).map(b"\n".join),
    st.sampled_from([Attributes(), Attributes(text=True), Attributes(ident=True)]),
)
def test_content_agrees_with_the_blob_that_git_would_make_of_it(
    content: bytes, attributes: Attributes
) -> None:
    from attrib.git.convert import clean

    stored = clean(content, attributes, EolSettings())
    assert compared(held(content), stored, attributes) == (
        Equality.DERIVED,
        (Qualifier.DERIVED,),
    )
