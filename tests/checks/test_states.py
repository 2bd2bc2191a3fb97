from __future__ import annotations

import hashlib

import pytest

from tests.checks.streams import (
    COMMIT,
    HEADER,
    HELLO,
    HELLO_SHA1,
    STATE,
    all_found,
    change,
    found,
    stream,
    vcs,
    without,
)

DIGEST = hashlib.sha256(HELLO.encode()).hexdigest()
BLOB = {"blob": f"sha256:{DIGEST}", "size": 12}
FRAMED = hashlib.sha256(b"blob 12\0" + HELLO.encode()).hexdigest()


def after(**members):
    return change(after=STATE | members)


@pytest.mark.asr("ASR-457")
@pytest.mark.parametrize(
    "record",
    [
        after(),
        after(objectId="a" * 64, objectIdType="git-blob-sha256"),
        after(objectId="a" * 64, objectIdType="sha256"),
        change(before={"text": "x"}),
        change(after={"content": BLOB}),
    ],
)
def test_state_with_a_full_object_id_conforms(record):
    assert found("ASR-457", record) == []


@pytest.mark.asr("ASR-457")
@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (change(after=3), "error changes[0].after is no object"),
        (
            change(after=without(STATE, "objectIdType")),
            "error changes[0].after.objectId has no objectIdType",
        ),
        (
            after(objectIdType="md5"),
            "error changes[0].after.objectIdType 'md5' is none of"
            " git-blob-sha1, git-blob-sha256, sha256",
        ),
        (
            after(objectId=HELLO_SHA1.upper()),
            f"error changes[0].after.objectId '{HELLO_SHA1.upper()}' is not 40 lowercase hex"
            " digits",
        ),
        (
            after(objectId=HELLO_SHA1, objectIdType="sha256"),
            f"error changes[0].after.objectId '{HELLO_SHA1}' is not 64 lowercase hex digits",
        ),
        (after(objectId=7), "error changes[0].after.objectId is no string"),
        (after(size=-1), "error changes[0].after.size '-1' is no non-negative integer"),
        (after(size=12.0), "error changes[0].after.size '12.0' is no non-negative integer"),
        (after(size=True), "error changes[0].after.size 'True' is no non-negative integer"),
        (after(text=1), "error changes[0].after.text is no string"),
        (after(content=BLOB), "error changes[0].after has both text and content"),
        (
            change(after={"text": "x", "size": 1}),
            "warning changes[0].after.size stands without objectId",
        ),
        (
            change(after={"text": "x", "objectIdType": "sha256"}),
            "warning changes[0].after.objectIdType stands without objectId",
        ),
    ],
)
def test_state_of_another_shape_is_found(record, expected):
    assert found("ASR-457", record) == [expected]


@pytest.mark.asr("ASR-458")
@pytest.mark.parametrize(
    "record",
    [
        after(),
        after(objectId=FRAMED, objectIdType="git-blob-sha256"),
        after(objectId=DIGEST, objectIdType="sha256"),
        after(representation="git_object", text="other"),
        after(
            objectId=hashlib.sha256(b"caf\xe9").hexdigest(),
            objectIdType="sha256",
            text="caf\udce9",
            size=4,
        ),
    ],
)
def test_object_id_of_the_text_conforms(record):
    assert found("ASR-458", record) == []


@pytest.mark.asr("ASR-458")
def test_text_with_another_hash_but_its_size_is_a_warning():
    record = after(text="hello earth\n")
    assert found("ASR-458", record) == [
        "warning changes[0].after.text hashes to 'f90ff54f82c585181e1c4f321d415daa5badc351',"
        " not to objectId; its encoding may differ"
    ]


@pytest.mark.asr("ASR-458")
def test_text_with_another_hash_and_size_is_an_error():
    assert found("ASR-458", after(text="hello\n")) == [
        "error changes[0].after.text hashes to 'ce013625030ba8dba906f756967f9e9ca394464a',"
        " not to objectId, and has 6 bytes, not 12"
    ]


@pytest.mark.asr("ASR-458")
def test_size_that_is_not_the_text_s_is_a_warning():
    assert found("ASR-458", after(size=13)) == [
        "warning changes[0].after.size is 13, but text has 12 bytes"
    ]


@pytest.mark.asr("ASR-458")
@pytest.mark.parametrize(
    ("blob", "expected"),
    [
        (HELLO.encode(), []),
        (None, []),
        (
            b"hello\n",
            [
                "error changes[0].after.content hashes to"
                " 'ce013625030ba8dba906f756967f9e9ca394464a', not to objectId"
            ],
        ),
    ],
)
def test_content_bytes_are_hashed_where_they_are_kept(blob, expected):
    record = change(after=without(STATE, "text") | {"content": BLOB})
    assert found("ASR-458", record, blob=lambda ref: blob) == expected


@pytest.mark.asr("ASR-459")
@pytest.mark.parametrize("representation", ["worktree", "git_object"])
def test_known_representation_conforms(representation):
    assert found("ASR-459", after(representation=representation)) == []


@pytest.mark.asr("ASR-459")
def test_object_id_without_representation_is_a_warning():
    assert found("ASR-459", change(after=without(STATE, "representation"))) == [
        "warning changes[0].after.objectId has no representation"
    ]


@pytest.mark.asr("ASR-459")
def test_unknown_representation_is_an_error():
    assert found("ASR-459", after(representation="index")) == [
        "error changes[0].after.representation 'index' is none of worktree, git_object"
    ]


IMPORTED = HEADER | {"_meta": {"attrib/producer": {"name": "import", "version": "1"}}}


@pytest.mark.asr("ASR-460")
def test_importer_with_an_id_of_its_own_conforms():
    records = [IMPORTED, *stream(after(), vcs(commit=COMMIT))[1:]]
    assert [f for f in all_found(*records) if f[1] == "ASR-460"] == []


@pytest.mark.asr("ASR-460")
def test_importer_with_the_id_of_a_later_commit_is_a_warning():
    records = [IMPORTED, *stream(after(objectId=COMMIT), vcs(commit=COMMIT))[1:]]
    assert [f for f in all_found(*records) if f[1] == "ASR-460"] == [
        (
            2,
            "ASR-460",
            "warning",
            f"changes[0].after.objectId '{COMMIT}' is the ID of a commit made later",
        )
    ]


@pytest.mark.asr("ASR-461")
def test_absence_of_object_ids_is_no_finding():
    record = change(precision="exact", after={"text": "x"})
    assert all_found(*stream(record)) == []
