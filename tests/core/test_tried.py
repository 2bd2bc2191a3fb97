"""What was compared with a commit change and did not hold."""

from __future__ import annotations

from typing import Any

import pytest

from attrib.model.evidence import Tried
from attrib.model.ids import RecordRef, RepoPath
from attrib.pipeline import link
from tests.support.memory import MemoryRepository
from tests.support.streams import BASE, Recorder, key_of, put, workspace_of

ONE = put(BASE, 2, b"bravo line edited\n")
PATH = RepoPath(b"f")


def tried(content: bytes, *recorders: Recorder) -> list[tuple[str, str, int | None]]:
    """Each record that was tried on the change from `BASE`, with why it did not hold."""
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    commit = repository.commit({"f": content})
    workspace = workspace_of(repository, *recorders)
    known = repository.commits([commit])[commit]
    changes = [(change, known) for change in repository.changes_of([commit])[commit]]
    graph = link(workspace, changes, explains=True)
    return [(item.record.record, item.reason, item.line) for item in graph.tried_at(commit, PATH)]


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({"status": "proposed"}, "status proposed, not counted"),
        ({"status": "failed"}, "status failed, not counted"),
        ({"basis": "net"}, "the net difference between two states, not an operation"),
        ({"op": "unknown"}, "operation unknown: tells of no content"),
    ],
)
def test_a_record_that_was_not_used_says_why(members: dict[str, Any], reason: str) -> None:
    session = Recorder()
    session.change("f", BASE, ONE, at=0.4)
    session.change("f", BASE, put(BASE, 4, b"delta line edited\n"), at=0.5, **members)
    assert tried(ONE, session)[1:] == [("r2", reason, None)]


def test_a_record_after_the_commit_says_so() -> None:
    session = Recorder()
    session.change("f", BASE, put(BASE, 4, b"delta line edited\n"), at=60)
    assert tried(ONE, session) == [("r1", "recorded after the commit", None)]


def test_a_record_without_content_says_so() -> None:
    session = Recorder()
    session.change("f", at=0.5)
    assert tried(ONE, session) == [("r1", "its content is not recorded", None)]


def test_a_record_none_of_whose_lines_stands_says_so() -> None:
    session = Recorder()
    session.change("f", BASE, put(BASE, 4, b"delta line edited\n"), at=0.5)
    assert tried(ONE, session) == [
        ("r1", "none of its lines is among those that the commit adds", None)
    ]


def test_a_line_put_in_the_place_of_a_recorded_one_says_what_that_was() -> None:
    recorded = put(ONE, 4, b"delta line edited\n")
    session = Recorder()
    session.change("f", BASE, recorded, at=0.5)
    assert tried(put(recorded, 2, b"bravo by hand\n"), session) == [
        ("r1", "1 of 2 added lines stand here, not this one", None),
        ("r1", "the recorded line was 'bravo line edited'", 2),
    ]


def test_nothing_is_tried_unless_asked() -> None:
    repository = MemoryRepository()
    commit = repository.commit({"f": BASE})
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    known = repository.commits([commit])[commit]
    changes = [(change, known) for change in repository.changes_of([commit])[commit]]
    assert link(workspace_of(repository, session), changes).tried_at(commit, PATH) == ()


def test_what_was_tried_names_its_record() -> None:
    ref = RecordRef(key_of("S1"), "r1")
    assert (str(Tried(ref, PATH, "why").record), Tried(ref, PATH, "why").line) == ("S1#r1", None)
