"""What a record states of itself: status, cause, time, the user's hand, an incomplete list."""

from __future__ import annotations

from typing import Any

import pytest

from attrib.model.ids import Oid
from attrib.model.records import Cause
from tests.support.memory import MemoryRepository
from tests.support.streams import (
    BASE,
    EXTERNAL,
    HOOK,
    HUMAN,
    RESTORE,
    Recorder,
    put,
    said,
)

ONE = put(BASE, 2, b"bravo line edited\n")
BY_HAND = put(ONE, 5, b"echo by hand\n")
OTHER = put(BASE, 5, b"another before\n")

#: What the record says; what follows for a transition, an after-state, and lines.
CASES: list[tuple[dict[str, Any], str, str, str]] = [
    ({}, "strong +2 -2", "strong +2 -2", "moderate +2 -2"),
    (
        {"status": "partial"},
        "moderate +2 -2 status-partial",
        "moderate +2 -2 status-partial",
        "weak +2 -2 status-partial",
    ),
    (
        {"status": "unknown"},
        "weak +2 -2 status-unknown",
        "weak +2 -2 status-unknown",
        "weak +2 -2 status-unknown",
    ),
    (
        {"status": "a later word"},
        "weak +2 -2 status-unknown",
        "weak +2 -2 status-unknown",
        "weak +2 -2 status-unknown",
    ),
    (
        {"modified_by_user": True},
        "moderate +2 -2 user-modified",
        "moderate +2 -2 user-modified",
        "weak +2 -2 user-modified",
    ),
    (
        {"more_files": True},
        "strong +2 -2 incomplete-list",
        "strong +2 -2 incomplete-list",
        "moderate +2 -2 incomplete-list",
    ),
    (
        {"cause": None},
        "strong +2 -2",
        "moderate +2 -2 cause-unstated",
        "moderate +2 -2 cause-unstated",
    ),
    (
        {"at": None},
        "strong +2 -2",
        "moderate +2 -2 time-unknown",
        "moderate +2 -2 time-unknown",
    ),
]


def _commit(content: bytes) -> tuple[MemoryRepository, Oid]:
    repository = MemoryRepository()
    repository.commit({"f": BASE})
    return repository, repository.commit({"f": content})


@pytest.mark.asr("ASR-451")
@pytest.mark.parametrize(("members", "transition", "after_state", "lines"), CASES)
def test_what_a_record_states_limits_each_kind_of_relation(
    members: dict[str, Any], transition: str, after_state: str, lines: str
) -> None:
    given = {"at": 0.5} | members
    found = []
    for before, content in ((BASE, ONE), (OTHER, ONE), (BASE, BY_HAND)):
        repository, commit = _commit(content)
        session = Recorder()
        session.change("f", before, ONE, **given)
        found += said(repository, session, at=commit)
    assert found == [
        f"S1#r1 transition {transition}",
        f"S1#r1 after-state {after_state}",
        f"S1#r1 lines {lines}",
    ]


@pytest.mark.asr("ASR-451")
@pytest.mark.parametrize("status", ["proposed", "failed", "skipped"])
def test_what_was_not_applied_never_counts(status: str) -> None:
    repository, commit = _commit(ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5, status=status)
    assert said(repository, session, at=commit) == []


@pytest.mark.asr("ASR-474")
def test_a_net_difference_is_not_added_to_the_changes_it_spans() -> None:
    two = put(ONE, 4, b"delta line edited\n")
    repository, commit = _commit(two)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.3)
    session.change("f", ONE, two, at=0.4)
    session.change("f", BASE, two, at=0.5, basis="net")
    assert said(repository, session, at=commit) == [
        "S1#r1 chain strong +2 -2",
        "S1#r2 chain strong +4 -4",
    ]


@pytest.mark.asr("ASR-452")
@pytest.mark.parametrize(
    ("cause", "actor"),
    [
        (EXTERNAL, "external"),
        (HUMAN, "human"),
        (HOOK, "hook"),
        (RESTORE, "restore"),
        (Cause(actor="harness"), "harness"),
        (Cause(actor="a later word"), "external"),
    ],
)
def test_what_others_did_is_shown_by_its_cause(cause: Cause, actor: str) -> None:
    repository, commit = _commit(ONE)
    session = Recorder()
    session.change("f", BASE, ONE, at=0.5, cause=cause)
    assert said(repository, session, at=commit) == [f"S1#r1 transition strong {actor} +2 -2"]


def test_one_record_that_states_its_cause_is_enough() -> None:
    repository, commit = _commit(ONE)
    session = Recorder()
    session.change("f", OTHER, ONE, at=0.4, cause=None)
    session.change("f", OTHER, ONE, at=0.5)
    assert said(repository, session, at=commit) == ["S1#r1,r2 after-state strong +2 -2"]


def test_one_record_with_a_time_is_enough() -> None:
    repository, commit = _commit(ONE)
    first, second = Recorder("S1"), Recorder("S2")
    first.change("f", OTHER, ONE, at=0.5)
    second.change("f", OTHER, ONE, at=None, cause=EXTERNAL)
    assert said(repository, first, second, at=commit) == [
        "S1#r1 after-state strong +2 -2",
        "S2#r1 after-state strong external +2 -2",
    ]
