"""Why nothing can be said: never a weak strength, and never a person."""

from __future__ import annotations

import pytest

from attrib.git.interface import Attributes
from attrib.model.evidence import Unseen
from attrib.model.ids import Oid, RepoPath
from attrib.model.records import BadRecord, Place
from attrib.unseen import covers_time, unseen_at, unseen_of
from attrib.workspace import Workspace
from tests.support.memory import MemoryRepository
from tests.support.streams import BASE, Recorder, id_only, put, workspace_of

ONE = put(BASE, 2, b"bravo line edited\n")
PATH = RepoPath(b"f")


def _history() -> tuple[MemoryRepository, Oid]:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    return repository, repository.commit({"f": ONE})


def at_path(workspace: Workspace, commit: Oid, *, is_boundary: bool = False) -> Unseen:
    """The reason at the path in the commit."""
    (change,) = workspace.repository.changes_of([commit])[commit]
    known = workspace.repository.commits([commit])[commit]
    return unseen_at(workspace, change, known, is_boundary=is_boundary)


def of_commit(workspace: Workspace, commit: Oid) -> Unseen:
    """The reason for the commit as a whole."""
    return unseen_of(workspace, workspace.repository.commits([commit])[commit])


def unbound(workspace: Workspace) -> Workspace:
    """The workspace, saying that the roots of its sessions are not this repository."""
    from attrib.binding import Bindings, UnboundRoot

    left = [
        UnboundRoot(session.key, session.roots[0], "not this repository")
        for session in workspace.sessions
    ]
    workspace.bindings = Bindings({}, left, workspace.repository.worktrees)
    return workspace


def test_a_session_of_the_time_and_place_that_recorded_none_of_this() -> None:
    repository, commit = _history()
    session = Recorder()
    session.change("another", BASE, ONE, at=0.5)
    workspace = workspace_of(repository, session)
    assert at_path(workspace, commit) is Unseen.NO_RECORD
    assert of_commit(workspace, commit) is Unseen.NO_RECORD


def test_a_record_of_the_path_that_does_not_agree() -> None:
    repository, commit = _history()
    session = Recorder()
    session.change("f", b"x\n", b"y\n", at=0.5)
    assert at_path(workspace_of(repository, session), commit) is Unseen.NO_RECORD


@pytest.mark.parametrize("times", [(), (-60, -50), (60, 70)])
def test_no_session_covered_the_time(times: tuple[float, ...]) -> None:
    repository, commit = _history()
    sessions = []
    if times:
        sessions.append(Recorder())
        for at in times:
            sessions[0].change("another", BASE, ONE, at=at)
    workspace = workspace_of(repository, *sessions)
    assert at_path(workspace, commit) is Unseen.RECORDER_ABSENT
    assert of_commit(workspace, commit) is Unseen.RECORDER_ABSENT


def test_a_record_that_holds_no_content() -> None:
    repository, commit = _history()
    session = Recorder()
    session.change("f", at=0.5)
    assert at_path(workspace_of(repository, session), commit) is Unseen.CONTENT_NOT_RECORDED


@pytest.mark.parametrize("status", ["proposed", "failed", "skipped"])
def test_what_was_not_applied_is_no_missing_content(status: str) -> None:
    repository, commit = _history()
    session = Recorder()
    session.change("f", at=0.5, status=status)
    assert at_path(workspace_of(repository, session), commit) is Unseen.NO_RECORD


def test_a_blob_that_is_not_here() -> None:
    repository, commit = _history()
    repository.missing.add(repository.blob(ONE))
    session = Recorder()
    session.change("f", BASE, id_only(b"other\n"), at=0.5)
    assert at_path(workspace_of(repository, session), commit) is Unseen.OBJECT_MISSING


def test_parents_that_are_not_here() -> None:
    repository, commit = _history()
    workspace = workspace_of(repository)
    assert at_path(workspace, commit, is_boundary=True) is Unseen.HISTORY_ENDS
    repository.boundaries.add(commit)
    assert at_path(workspace_of(repository), commit) is Unseen.HISTORY_ENDS


def test_a_filter_that_is_not_run_here() -> None:
    repository, commit = _history()
    repository.attributes[commit, PATH] = Attributes(filter="strip")
    session = Recorder()
    session.change("f", BASE, id_only(b"before the filter\n"), at=0.5)
    assert at_path(workspace_of(repository, session), commit) is Unseen.FILTER_UNAVAILABLE


def test_a_session_that_touched_more_files_than_it_lists() -> None:
    repository, commit = _history()
    session = Recorder()
    session.change("another", BASE, ONE, at=0.5, more_files=True)
    workspace = workspace_of(repository, session)
    assert at_path(workspace, commit) is Unseen.INCOMPLETE_LIST
    assert of_commit(workspace, commit) is Unseen.INCOMPLETE_LIST


def test_a_session_of_the_time_whose_root_is_not_known_to_be_here() -> None:
    repository, commit = _history()
    session = Recorder(is_bound=False)
    session.change("f", BASE, ONE, at=0.5)
    workspace = unbound(workspace_of(repository, session))
    assert at_path(workspace, commit) is Unseen.ROOT_UNBOUND
    assert of_commit(workspace, commit) is Unseen.ROOT_UNBOUND


@pytest.mark.parametrize(
    ("is_pending", "wanted"), [(False, Unseen.UNREADABLE_RECORD), (True, Unseen.RECORDER_ABSENT)]
)
def test_a_record_that_cannot_be_read(is_pending: bool, wanted: Unseen) -> None:
    repository, commit = _history()
    bad = BadRecord(Place("S1.asr.jsonl", 1, 0), "no JSON", pending=is_pending)
    assert of_commit(workspace_of(repository, bad=[bad]), commit) is wanted


@pytest.mark.parametrize(
    ("times", "wanted"),
    [
        ([], True),
        ([0.5], True),
        ([-60, 60], True),
        ([-60, 0], True),
        ([-60, -1], False),
        ([1, 60], True),
        ([2, 60], False),
    ],
)
def test_a_session_covers_what_lies_between_the_parents_and_the_commit(
    times: list[float], wanted: bool
) -> None:
    repository, commit = _history()
    session = Recorder()
    for at in times:
        session.change("f", BASE, ONE, at=at)
    known = repository.commits([commit])[commit]
    since = repository.commits(known.parents)[known.parents[0]].committer_time
    assert covers_time(session.session, known, since) is wanted
    assert covers_time(session.session, None, since)
