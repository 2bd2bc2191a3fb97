"""From a match to evidence: what of it is limited, and what the whole evidence says."""

from __future__ import annotations

from attrib.model.evidence import Covers, Equality, Evidence, Relation, Side, Strength
from attrib.model.ids import LineRange, RecordRef, RepoPath
from tests.support.memory import TIME, MemoryRepository
from tests.support.streams import (
    BASE,
    EXTERNAL,
    Recorder,
    evidence_of,
    file_through,
    key_of,
    put,
    said,
    text_only,
    workspace_of,
)

ONE = put(BASE, 2, b"bravo line edited\n")


def test_evidence_says_everything_that_it_rests_on() -> None:
    repository, commit = file_through(BASE, ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    assert evidence_of(workspace_of(repository, session), commit) == (
        Evidence(
            session=key_of("S1"),
            commit=commit,
            relation=Relation.TRANSITION,
            strength=Strength.STRONG,
            covers=Covers.LINE,
            records=(RecordRef(key_of("S1"), "r1"),),
            equality=Equality.IDENTICAL,
            qualifiers=(),
            actor="session",
            path=RepoPath(b"f"),
            old_path=None,
            lines=(LineRange(2, 2),),
            removed=(LineRange(2, 2),),
            notes=(),
            sides=(
                Side(
                    "after",
                    f"worktree {repository.blob(ONE)[:8]}",
                    repository.blob(ONE),
                    "the recorded ID is the blob's own",
                ),
                Side(
                    "before",
                    f"worktree {repository.blob(BASE)[:8]}",
                    repository.blob(BASE),
                    "the recorded ID is the blob's own",
                ),
            ),
            time=TIME + 30,
        ),
    )


def test_a_moved_file_says_where_it_was() -> None:
    repository = MemoryRepository()
    repository.commit({"old": BASE})
    commit = repository.commit({"old": None, "new": ONE})
    session = Recorder()
    session.change("old", BASE, ONE, at=0.5)
    (item,) = evidence_of(workspace_of(repository, session), commit)
    assert (item.path, item.old_path) == (b"new", b"old")


def test_the_sides_are_told_in_words() -> None:
    repository, commit = file_through(BASE, put(ONE, 5, b"echo by hand\n"))
    session = Recorder()
    session.change("f", None, text_only(ONE), at=0.5, cause=None)
    (item,) = evidence_of(workspace_of(repository, session), commit)
    assert [(side.name, side.recorded, side.how) for side in item.sides] == [
        ("after", f"recorded content, {len(ONE)} bytes", "differs from the commit's"),
        ("before", "not recorded", "not recorded"),
    ]
    assert item.actor == "unstated"


def test_the_latest_record_gives_the_time() -> None:
    repository, commit = file_through(BASE, ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5)
    session.change("f", BASE, ONE, at=0.7)
    (item,) = evidence_of(workspace_of(repository, session), commit)
    assert (item.time, [ref.record for ref in item.records]) == (TIME + 42, ["r1", "r2"])


def test_a_session_that_made_and_saw_the_step_is_shown_as_having_made_it() -> None:
    repository, commit = file_through(BASE, ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.4)
    session.change("f", BASE, ONE, at=0.5, cause=EXTERNAL)
    (item,) = evidence_of(workspace_of(repository, session), commit)
    assert item.actor == "session"


def test_limits_that_hold_for_some_lines_split_the_evidence() -> None:
    old = put(BASE, 3, b"a line that came back\n", instead_of=0)
    new = put(old, 4, b"a line that is new\n", b"another that is new\n", instead_of=0)
    repository, commit = file_through(BASE, old, BASE, put(new, 8, b"echo by hand\n"))
    session = Recorder()
    session.change("f", BASE, new, at=2.5)
    items = evidence_of(workspace_of(repository, session), commit)
    assert [(item.strength, item.lines) for item in items] == [
        (Strength.MODERATE, (LineRange(4, 5),)),
        (Strength.WEAK, (LineRange(3, 3),)),
    ]
    assert {item.notes for item in items} == {("3 of 3 added lines stand here",)}


def test_limits_are_listed_in_the_order_of_their_closed_list() -> None:
    repository, commit = file_through(BASE, put(BASE, 3, b"x = 1\n", b"y\n", instead_of=0))
    session = Recorder()
    session.change(
        "f",
        BASE,
        text_only(put(BASE, 3, b"x = 1\n", instead_of=0)),
        at=0.5,
        status="partial",
        modified_by_user=True,
        more_files=True,
        cause=None,
    )
    assert said(repository, session, at=commit) == [
        "S1#r1 lines weak +3 cause-unstated trivial user-modified status-partial incomplete-list"
    ]


def test_the_weakest_limit_decides() -> None:
    repository, commit = file_through(BASE, ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5, status="unknown", modified_by_user=True)
    assert said(repository, session, at=commit) == [
        "S1#r1 transition weak +2 -2 user-modified status-unknown"
    ]
