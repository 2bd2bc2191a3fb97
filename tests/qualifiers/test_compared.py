"""`representation-…`, `derived`: what limits a comparison of states."""

from __future__ import annotations

import pytest

from attrib.model.evidence import Covers, Equality, Relation
from attrib.model.ids import ObjectIdType, Representation
from attrib.model.records import FileState
from tests.support.memory import MemoryRepository
from tests.support.streams import (
    BASE,
    Recorder,
    evidence_of,
    line_of,
    put,
    state_of,
    text_only,
    workspace_of,
)

ONE = put(BASE, 2, b"bravo line edited\n")
SHA1, SHA256 = ObjectIdType.GIT_BLOB_SHA1, ObjectIdType.GIT_BLOB_SHA256


def _crlf(content: bytes) -> bytes:
    return content.replace(b"\n", b"\r\n")


def _state(
    content: bytes,
    form: Representation | None = Representation.WORKTREE,
    kind: ObjectIdType = SHA1,
) -> FileState:
    return state_of(content, kind, form, text=False)


def _found(before: FileState, after: FileState, **kind: str) -> tuple[str, Equality | None]:
    repository = MemoryRepository(**kind)
    repository.commit({"f": BASE})
    commit = repository.commit({"f": ONE})
    session = Recorder()
    session.change("f", before, after, at=0.5)
    (item,) = evidence_of(workspace_of(repository, session), commit)
    return line_of(item), item.equality


@pytest.mark.asr("ASR-459")
@pytest.mark.parametrize("form", [Representation.WORKTREE, Representation.GIT_OBJECT])
def test_the_blobs_own_id_is_identical_whatever_it_is_called(form: Representation) -> None:
    wanted = ("S1#r1 transition strong +2 -2", Equality.IDENTICAL)
    assert _found(_state(BASE, form), _state(ONE, form)) == wanted


@pytest.mark.asr("ASR-459")
def test_a_state_without_a_representation_is_moderate() -> None:
    found = _found(_state(BASE, None), _state(ONE, None))
    assert found == (
        "S1#r1 transition moderate +2 -2 representation-unstated",
        Equality.IDENTICAL,
    )


@pytest.mark.asr("ASR-460")
@pytest.mark.parametrize("written", [bytes, _crlf], ids=["lf", "crlf"])
def test_content_without_an_id_is_hashed_here_and_said_to_be(written: object) -> None:
    convert = _crlf if written is _crlf else bytes
    found = _found(text_only(convert(BASE)), text_only(convert(ONE)))
    assert found == ("S1#r1 transition strong +2 -2 derived", Equality.DERIVED)


@pytest.mark.asr("ASR-458")
@pytest.mark.parametrize("kind", [ObjectIdType.SHA256, SHA256])
def test_ids_of_other_kinds_agree_by_the_blobs_content(kind: ObjectIdType) -> None:
    worktree = Representation.WORKTREE
    found = _found(_state(BASE, worktree, kind), _state(ONE, worktree, kind))
    assert found == ("S1#r1 transition strong +2 -2", Equality.IDENTICAL)


@pytest.mark.asr("ASR-458")
@pytest.mark.parametrize("kind", list(ObjectIdType))
def test_ids_of_every_kind_agree_in_a_sha256_repository(kind: ObjectIdType) -> None:
    worktree = Representation.WORKTREE
    before, after = _state(BASE, worktree, kind), _state(ONE, worktree, kind)
    found = _found(before, after, object_format="sha256")
    assert found == ("S1#r1 transition strong +2 -2", Equality.IDENTICAL)


def test_ids_of_two_kinds_without_content_are_not_comparable() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    two = put(ONE, 4, b"delta line edited\n")
    commit = repository.commit({"f": two})
    lost = put(ONE, 1, b"a line that nobody kept\n")
    session = Recorder()
    session.change("f", _state(BASE), _state(lost), at=0.3)
    session.change("f", _state(lost, kind=ObjectIdType.SHA256), _state(two), at=0.4)
    (item,) = evidence_of(workspace_of(repository, session), commit)
    assert (item.relation, item.covers) == (Relation.AFTER_STATE, Covers.FILE)
