"""An object ID finds its records and its commits, also through a conversion."""

from __future__ import annotations

import pytest

from attrib.answers.find import find
from attrib.errors import UsageError
from attrib.git.convert import hash_of
from attrib.model.evidence import Equality
from attrib.model.ids import ObjectIdType
from tests.support.memory import MemoryRepository
from tests.support.streams import Recorder, id_only, workspace_of

LF = b"one\ntwo\n" * 20
CRLF = LF.replace(b"\n", b"\r\n")


def found(workspace, oid):
    report = find(workspace, oid)
    records = [(each.record.session.id, each.side, each.equality) for each in report.records]
    places = [(each.commit, each.path, each.equality) for each in report.places]
    return records, places


def story(recorded):
    repository = MemoryRepository()
    repository.commit({"other": b"x\n"})
    commit = repository.commit({"a": LF})
    recorder = Recorder()
    recorder.change("a", None, id_only(recorded), at=0.5)
    return workspace_of(repository, recorder), repository, commit


def test_blob_is_found_by_a_prefix_with_its_record_and_its_commit():
    workspace, repository, commit = story(LF)
    assert found(workspace, repository.blob(LF)[:6].upper()) == (
        [("S1", "after", Equality.IDENTICAL)],
        [(commit, b"a", Equality.IDENTICAL)],
    )


def test_blob_finds_the_record_of_the_same_file_with_other_line_ends():
    workspace, repository, commit = story(CRLF)
    assert found(workspace, repository.blob(LF)) == (
        [("S1", "after", Equality.AFTER_EOL)],
        [(commit, b"a", Equality.IDENTICAL)],
    )


def test_recorded_id_finds_the_commit_that_holds_it_in_another_form():
    workspace, _, commit = story(CRLF)
    assert found(workspace, hash_of(CRLF, ObjectIdType.GIT_BLOB_SHA1)) == (
        [("S1", "after", Equality.IDENTICAL)],
        [(commit, b"a", Equality.AFTER_EOL)],
    )


def test_commits_are_named_with_the_branches_that_contain_them():
    workspace, repository, commit = story(LF)
    (place,) = find(workspace, repository.blob(LF)).places
    assert place.refs == (commit[:8],)


def test_unknown_id_finds_nothing():
    workspace, _, _ = story(LF)
    assert find(workspace, "f" * 40).is_empty


@pytest.mark.parametrize("text", ["abc", "xyzw", "", "a" * 65, "--all"])
def test_what_is_no_object_id_is_refused(text):
    workspace, _, _ = story(LF)
    with pytest.raises(UsageError):
        find(workspace, text)
