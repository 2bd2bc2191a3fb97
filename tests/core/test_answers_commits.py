"""`attrib commit`: the sessions linked to commits, path by path."""

from __future__ import annotations

import pytest

from attrib.answers import commits, explain_commit
from attrib.answers.commits import is_under, op_of
from attrib.errors import RevisionError
from attrib.model.commits import CommitChange, TreeEntry
from attrib.model.evidence import Strength, Unseen
from attrib.model.ids import Oid, RepoPath
from tests.support.memory import MemoryRepository
from tests.support.streams import BASE, Recorder, key_of, line_of, put, workspace_of

ONE = put(BASE, 2, b"bravo line edited\n")
F, G = RepoPath(b"f"), RepoPath(b"g")


def _two_files() -> tuple[MemoryRepository, Oid, Recorder]:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    commit = repository.commit({"f": ONE, "g": b"put in by hand\n"})
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    session.vcs(commit, at=1)
    return repository, commit, session


def test_a_commit_is_answered_path_by_path_and_session_by_session() -> None:
    repository, commit, session = _two_files()
    (report,) = commits(workspace_of(repository, session), ["HEAD"]).commits
    assert (report.commit.oid, report.strength, report.unseen) == (commit, Strength.STRONG, None)
    assert [
        (p.path, p.op, [line_of(item) for item in p.evidence], p.unseen) for p in report.paths
    ] == [
        (F, "modify", ["S1#r1 transition strong +2 -2"], None),
        (G, "add", [], Unseen.NO_RECORD),
    ]
    (link,) = report.links
    assert (link.session, [line_of(item) for item in link.evidence]) == (
        key_of("S1"),
        ["S1#r1 transition strong +2 -2", "S1#r2 named strong commit"],
    )


def test_only_the_paths_asked_for_are_answered() -> None:
    repository, _, session = _two_files()
    (report,) = commits(workspace_of(repository, session), ["HEAD"], [G]).commits
    assert [finding.path for finding in report.paths] == [G]


def test_revisions_are_answered_in_order_and_each_commit_once() -> None:
    repository, commit, session = _two_files()
    first = repository.commits([commit])[commit].parents[0]
    found = commits(workspace_of(repository, session), [commit, first[:10], "HEAD"])
    assert [report.commit.oid for report in found.commits] == [commit, first]
    assert [info.key for info in found.sessions] == [key_of("S1")]


def test_a_revision_that_names_nothing_is_an_error() -> None:
    repository, _, session = _two_files()
    with pytest.raises(RevisionError, match="bad revision 'nowhere'"):
        commits(workspace_of(repository, session), ["nowhere"])


def test_a_commit_without_a_link_says_why() -> None:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    (report,) = commits(workspace_of(repository), ["HEAD"]).commits
    assert (report.links, report.strength, report.unseen) == ((), None, Unseen.RECORDER_ABSENT)
    assert [finding.unseen for finding in report.paths] == [Unseen.RECORDER_ABSENT]


def test_a_commit_explained_names_its_records_and_what_did_not_hold() -> None:
    repository, _, session = _two_files()
    other = Recorder("S2")
    other.change("g", None, b"another text entirely\n", at=0.7, op="add")
    answer = explain_commit(workspace_of(repository, session, other), "HEAD")
    assert [(str(facts.ref), facts.cause) for facts in answer.records] == [
        ("S1#r1", "call call_1"),
        ("S1#r2", "call call_1"),
    ]
    by_path = {p.path: [item.reason for item in p.tried] for p in answer.report.paths}
    assert by_path[G] == ["none of its lines is among those that the commit adds"]


@pytest.mark.parametrize(
    ("path", "given", "wanted"),
    [
        (b"a/f", [], True),
        (b"a/f", [b"a/f"], True),
        (b"a/f", [b"a"], True),
        (b"a/f", [b"a/"], True),
        (b"a/f", [b""], True),
        (b"a/f", [b"."], True),
        (b"ab/f", [b"a"], False),
        (b"a/f", [b"b", b"a"], True),
        (b"a", [b"a/f"], False),
    ],
)
def test_a_path_is_under_a_given_one_by_whole_folders(
    path: bytes, given: list[bytes], wanted: bool
) -> None:
    assert is_under(RepoPath(path), [RepoPath(each) for each in given]) is wanted


ENTRY = TreeEntry(0o100644, Oid("1" * 40))


@pytest.mark.parametrize(
    ("old_paths", "olds", "new", "wanted"),
    [
        ((), (), ENTRY, "add"),
        ((F,), (None,), ENTRY, "add"),
        ((F,), (ENTRY,), None, "delete"),
        ((F,), (ENTRY,), ENTRY, "modify"),
        ((G,), (ENTRY,), ENTRY, "move"),
    ],
)
def test_a_change_is_named_in_one_word(
    old_paths: tuple[RepoPath, ...],
    olds: tuple[TreeEntry | None, ...],
    new: TreeEntry | None,
    wanted: str,
) -> None:
    assert op_of(CommitChange(None, F, old_paths, olds, new)) == wanted


def test_a_named_session_whose_records_are_not_here_says_so() -> None:
    repository, commit, _ = _two_files()
    repository.messages[commit] = b"title\n\nAsr-Session: S9\n"
    (report,) = commits(workspace_of(repository), ["HEAD"]).commits
    assert report.strength is Strength.DECLARED
    assert report.unseen is Unseen.RECORDS_NOT_SHARED
    assert {finding.unseen for finding in report.paths} == {Unseen.RECORDS_NOT_SHARED}


def test_a_named_session_whose_records_are_here_does_not() -> None:
    repository, commit, session = _two_files()
    repository.messages[commit] = b"title\n\nAsr-Session: S1\n"
    (report,) = commits(workspace_of(repository, session), ["HEAD"]).commits
    assert report.unseen is None
    assert [finding.unseen for finding in report.paths] == [None, Unseen.NO_RECORD]
