"""The recorded steps at one path, in order, with the states between them resolved."""

from __future__ import annotations

from itertools import permutations

import pytest

from attrib.model.ids import RepoPath
from attrib.timeline import Timeline
from tests.support.memory import MemoryRepository
from tests.support.streams import (
    BASE,
    EXTERNAL,
    Recorder,
    id_only,
    put,
    text_only,
    without_times,
    workspace_of,
)

ONE = put(BASE, 2, b"bravo line edited\n")
TWO = put(ONE, 4, b"delta line edited\n")
SIDE = put(BASE, 1, b"alpha line aside\n")
TO_ONE = (
    b"@@ -1,3 +1,3 @@\n alpha line one\n-bravo line two\n+bravo line edited\n charlie line three\n"
)


def timeline_of(*recorders: Recorder, path: bytes = b"f") -> Timeline:
    """The timeline of a path in a repository that holds nothing."""
    return workspace_of(MemoryRepository(), *recorders).timeline([RepoPath(path)])


def steps_of(timeline: Timeline) -> list[str]:
    """Each step's records, in order."""
    return [
        " ".join(f"{change.session.id}#{change.ref.record}" for change in node.step.changes)
        for node in timeline.nodes
    ]


def links_of(timeline: Timeline) -> list[tuple[int | None, bool]]:
    """Each step's parent, and whether it starts from the parent's end."""
    return [(node.parent, node.is_linked) for node in timeline.nodes]


# Order


def test_the_order_of_a_stream_decides_before_its_clocks() -> None:
    session = Recorder()
    session.change("f", BASE, ONE, at=5)
    session.change("f", ONE, TWO, at=1)
    assert steps_of(timeline_of(session)) == ["S1#r1", "S1#r2"]


def test_time_decides_between_streams() -> None:
    first, second = Recorder("S1"), Recorder("S2")
    first.change("f", BASE, SIDE, at=2)
    second.change("f", BASE, ONE, at=1)
    second.change("f", ONE, TWO, at=3)
    assert steps_of(timeline_of(first, second)) == ["S2#r1", "S1#r1", "S2#r2"]


def test_without_times_a_step_stands_after_the_one_whose_end_it_starts_from() -> None:
    first, second, third = Recorder("S1"), Recorder("S2"), Recorder("S3")
    first.change("f", ONE, TWO, at=None)
    second.change("f", BASE, ONE, at=None)
    third.change("f", TWO, SIDE, at=None)
    for recorders in permutations((first, second, third)):
        timeline = timeline_of(*recorders)
        assert steps_of(timeline) == ["S2#r1", "S1#r1", "S3#r1"]
        assert links_of(timeline) == [(None, False), (0, True), (1, True)]


def test_the_order_of_reading_changes_nothing() -> None:
    sessions = [Recorder("S1"), Recorder("S2"), Recorder("S3")]
    for number, session in enumerate(sessions):
        session.change("f", BASE, ONE, at=1)
        session.change("f", ONE, put(ONE, 1, b"line of %d\n" % number), at=2)
    wanted = steps_of(timeline_of(*sessions))
    for order in permutations(sessions):
        assert steps_of(timeline_of(*order)) == wanted


# Steps


def test_records_with_the_same_before_and_after_are_one_step() -> None:
    first, second = Recorder("S1"), Recorder("S2")
    first.change("f", BASE, ONE, at=1)
    second.change("f", id_only(BASE), text_only(ONE), at=2)
    assert steps_of(timeline_of(first, second)) == ["S1#r1 S2#r1"]


def test_hunks_that_turn_the_before_into_the_after_are_the_same_step() -> None:
    first, second = Recorder("S1"), Recorder("S2")
    first.change("f", BASE, ONE, at=1)
    second.change("f", at=2, patch=TO_ONE)
    assert steps_of(timeline_of(first, second)) == ["S1#r1 S2#r1"]


def test_hunks_that_apply_elsewhere_are_a_step_of_their_own() -> None:
    first, second = Recorder("S1"), Recorder("S2")
    first.change("f", BASE, ONE, at=1)
    second.change("f", at=2, patch=TO_ONE.replace(b"edited", b"edited otherwise"))
    assert steps_of(timeline_of(first, second)) == ["S1#r1", "S2#r1"]


def test_a_step_made_again_after_its_start_was_reached_again_is_another() -> None:
    session = Recorder()
    session.change("f", BASE, ONE, at=1)
    session.change("f", ONE, BASE, at=2)
    session.change("f", BASE, ONE, at=3)
    assert steps_of(timeline_of(session)) == ["S1#r1", "S1#r2", "S1#r3"]


def test_a_sessions_own_record_stands_before_an_observed_one() -> None:
    first, second = Recorder("S1"), Recorder("S2")
    first.change("f", BASE, ONE, at=1, cause=EXTERNAL)
    second.change("f", BASE, ONE, at=2)
    assert steps_of(timeline_of(first, second)) == ["S2#r1 S1#r1"]


def test_a_change_whose_before_equals_its_after_is_no_step() -> None:
    session = Recorder()
    session.change("f", BASE, BASE, at=1)
    session.change("f", id_only(BASE), text_only(BASE), at=2)
    assert steps_of(timeline_of(session)) == []


def test_the_fullest_record_of_a_step_gives_its_states() -> None:
    first, second = Recorder("S1"), Recorder("S2")
    first.change("f", id_only(BASE), id_only(ONE), at=1)
    second.change("f", BASE, ONE, at=2)
    (node,) = timeline_of(first, second).nodes
    assert (node.step.before.content, node.step.after.content) == (BASE, ONE)


@pytest.mark.asr("ASR-451")
def test_what_makes_no_step_is_kept_aside() -> None:
    session = Recorder()
    session.change("f", BASE, ONE, at=1, status="proposed")
    session.change("f", BASE, TWO, at=2, basis="net")
    session.change("f", BASE, ONE, at=3, op="unknown")
    session.change("g", BASE, ONE, at=4)
    timeline = timeline_of(session)
    assert steps_of(timeline) == []
    assert [change.ref.record for change in timeline.aside] == ["r1", "r2", "r3"]


# Links


def test_steps_from_one_state_are_on_branches_of_their_own() -> None:
    session = Recorder()
    session.change("f", BASE, ONE, at=1)
    session.change("f", ONE, TWO, at=2)
    session.change("f", ONE, SIDE, at=3)
    timeline = timeline_of(session)
    assert links_of(timeline) == [(None, False), (0, True), (0, True)]
    assert (timeline.ancestors(2), dict(timeline.children)) == ([0, 2], {0: [1, 2]})


def test_a_step_from_an_unrecorded_state_stands_after_the_one_before_in_its_worktree() -> None:
    first, second = Recorder("S1"), Recorder("S2", path="/elsewhere")
    first.change("f", BASE, ONE, at=1)
    second.change("f", b"another\n", SIDE, at=2)
    first.change("f", put(ONE, 5, b"echo by hand\n"), TWO, at=3)
    assert links_of(timeline_of(first, second)) == [(None, False), (None, False), (0, False)]


def test_a_step_links_to_the_latest_that_ends_where_it_starts() -> None:
    session = Recorder()
    session.change("f", BASE, ONE, at=1)
    session.change("f", ONE, BASE, at=2)
    session.change("f", BASE, ONE, at=3)
    session.change("f", ONE, TWO, at=4)
    assert links_of(timeline_of(session)) == [(None, False), (0, True), (1, True), (2, True)]


def test_an_add_after_a_delete_links_to_it() -> None:
    session = Recorder()
    session.change("f", BASE, None, at=1, op="delete")
    session.change("f", None, ONE, at=2, op="add")
    assert links_of(timeline_of(session)) == [(None, False), (0, True)]


def test_an_add_where_an_earlier_record_left_a_file_has_no_known_before() -> None:
    session, other = Recorder("S1"), Recorder("S2", path="/elsewhere")
    session.change("f", None, BASE, at=1, op="add")
    session.change("f", None, ONE, at=2, op="add")
    other.change("f", None, TWO, at=3, op="add")
    assert [node.before for node in timeline_of(session, other).nodes] == [0, None, 0]


# States


def test_hunks_rebuild_a_state_known_by_id() -> None:
    session = Recorder()
    session.change("f", BASE, id_only(ONE), at=1, patch=TO_ONE)
    timeline = timeline_of(session)
    assert [timeline.table.content_of(node.after) for node in timeline.nodes] == [ONE]


def test_hunks_undone_rebuild_the_before_known_by_id() -> None:
    session = Recorder()
    session.change("f", id_only(BASE), ONE, at=1, patch=TO_ONE)
    timeline = timeline_of(session)
    assert [timeline.table.content_of(node.before) for node in timeline.nodes] == [BASE]


def test_what_hunks_give_may_be_the_start_of_the_next() -> None:
    to_two = b"@@ -4,1 +4,1 @@\n-delta line four\n+delta line edited\n"
    session = Recorder()
    session.change("f", id_only(ONE), id_only(TWO), at=2, patch=to_two)
    session.change("f", BASE, id_only(ONE), at=1, patch=TO_ONE)
    timeline = timeline_of(session)
    contents = {timeline.table.content_of(node.after) for node in timeline.nodes}
    assert contents == {ONE, TWO}


def test_the_hash_must_confirm_what_hunks_give() -> None:
    session = Recorder()
    session.change("f", BASE, id_only(SIDE), at=1, patch=TO_ONE)
    timeline = timeline_of(session)
    assert [timeline.table.content_of(node.after) for node in timeline.nodes] == [None]


def test_records_without_times_are_known_to_the_timeline() -> None:
    session = Recorder()
    session.change("f", BASE, ONE, at=1)
    assert not timeline_of(session).has_unknown_times
    assert timeline_of(without_times(session)).has_unknown_times
