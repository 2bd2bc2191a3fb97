"""Carrying lines through recorded steps, by git's own diff."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from attrib.git.libgit2 import diff_lines
from attrib.model.commits import Hunk
from attrib.patches import split_lines
from attrib.walk import Leg, Share, split_by, walk_back, walk_forward


def shares_of(legs: list[Leg], final: bytes, lines: set[int] | None = None) -> list[set[int]]:
    """What each leg added of the lines of `final`."""
    wanted = range(len(split_lines(final))) if lines is None else lines
    return [share.added for share in walk_back(legs, final, wanted, diff_lines)]


def removed_by(legs: list[Leg], start: bytes) -> list[set[int]]:
    """What each leg removed of the lines of `start`."""
    shares = [Share(leg) for leg in legs]
    walk_forward(shares, start, range(len(split_lines(start))), diff_lines)
    return [share.removed for share in shares]


def test_a_line_goes_to_the_leg_that_added_it() -> None:
    legs = [Leg((0,), b"a\n", b"a\nb\n"), Leg((1,), b"a\nb\n", b"x\na\nb\n")]
    assert shares_of(legs, b"x\na\nb\n") == [{2}, {0}]


def test_a_line_that_no_leg_added_goes_to_none() -> None:
    assert shares_of([Leg((0,), b"a\n", b"a\nb\n")], b"a\nb\nhand\n") == [{1}]


def test_a_line_replaced_later_goes_to_the_later_leg() -> None:
    legs = [Leg((0,), b"", b"one\n"), Leg((1,), b"one\n", b"two\n")]
    assert shares_of(legs, b"two\n") == [set(), {0}]


def test_an_unrecorded_change_between_legs_keeps_what_survives_it() -> None:
    legs = [Leg((0,), b"", b"a\nb\nc\n"), Leg((1,), b"a\nhand\nc\n", b"a\nhand\nc\nd\n")]
    assert shares_of(legs, b"a\nhand\nc\nd\n") == [{0, 2}, {3}]


def test_an_unrecorded_change_after_the_last_leg_keeps_what_survives_it() -> None:
    assert shares_of([Leg((0,), b"", b"a\nb\n")], b"hand\na\n") == [{1}]


def test_only_the_wanted_lines_are_carried() -> None:
    assert shares_of([Leg((0,), b"", b"a\nb\n")], b"a\nb\n", {1}) == [{1}]


def test_an_unknown_before_keeps_the_origin_of_what_the_leg_before_left() -> None:
    legs = [Leg((0,), b"", b"a\nb\n"), Leg((1,), None, b"a\nb\nc\n")]
    assert shares_of(legs, b"a\nb\nc\n") == [{0, 1}, {2}]


def test_an_unknown_before_at_the_beginning_may_have_held_nothing() -> None:
    assert shares_of([Leg((0,), None, b"a\nb\n")], b"a\nb\n") == [{0, 1}]


def test_a_leg_tells_its_lines_when_its_before_is_known_and_it_is_one_sessions() -> None:
    assert [
        Leg((0,), b"", b"a\n").tells_lines,
        Leg((0,), None, b"a\n").tells_lines,
        Leg((0, 1), b"", b"a\n", is_whole=False).tells_lines,
    ] == [True, False, False]


def test_a_removed_line_goes_to_the_leg_that_removed_it() -> None:
    legs = [Leg((0,), b"a\nb\nc\n", b"a\nc\n"), Leg((1,), b"a\nc\n", b"a\n")]
    assert removed_by(legs, b"a\nb\nc\n") == [{1}, {2}]


def test_a_line_that_an_unrecorded_change_removed_goes_to_no_leg() -> None:
    legs = [Leg((0,), b"b\nc\n", b"b\n")]
    assert removed_by(legs, b"a\nb\nc\n") == [{2}]


def test_an_unknown_before_removes_what_its_after_has_not() -> None:
    assert removed_by([Leg((0,), None, b"a\n")], b"a\nb\n") == [{1}]


def test_tracked_lines_move_with_a_diff_and_those_inside_it_are_lost() -> None:
    hunks = (Hunk(1, 1, 1, 2), Hunk(3, 0, 4, 1))
    tracked = {0: 10, 1: 11, 2: 12, 3: 13, 4: 14, 5: 15}
    assert split_by(tracked, hunks, backwards=True) == {11, 12, 14}
    assert tracked == {0: 10, 2: 13, 3: 15}
    forward = {0: 0, 1: 1, 2: 2, 3: 3}
    assert split_by(forward, hunks, backwards=False) == {1}
    assert forward == {0: 0, 3: 2, 5: 3}


CONTENTS = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n", b"d\n", b"\n"]), max_size=7).map(
    b"".join
)


@given(st.lists(st.tuples(CONTENTS, CONTENTS), max_size=4), CONTENTS, CONTENTS)
def test_only_lines_that_the_commit_adds_are_claimed_and_each_at_most_once(
    pairs: list[tuple[bytes, bytes]], parent: bytes, final: bytes
) -> None:
    added = {
        index
        for hunk in diff_lines(parent, final)
        for index in range(hunk.new_start, hunk.new_start + hunk.new_count)
    }
    legs = [Leg((index,), before, after) for index, (before, after) in enumerate(pairs)]
    shares = shares_of(legs, final, added)
    assert set().union(*shares) <= added
    assert sum(map(len, shares)) == len(set().union(*shares))


@given(st.lists(CONTENTS, min_size=1, max_size=5))
def test_a_gapless_walk_claims_every_line_that_is_not_of_its_beginning(
    versions: list[bytes],
) -> None:
    legs = [
        Leg((index,), before, after) for index, (before, after) in enumerate(pairwise(versions))
    ]
    final = versions[-1]
    left = set(range(len(split_lines(final)))).difference(*shares_of(legs, final))
    lines = split_lines(final)
    assert all(lines[index] in split_lines(versions[0]) for index in left)


@given(st.lists(st.tuples(CONTENTS, CONTENTS), max_size=4), CONTENTS)
def test_each_removed_line_has_at_most_one_leg(
    pairs: list[tuple[bytes, bytes]], start: bytes
) -> None:
    legs = [Leg((index,), before, after) for index, (before, after) in enumerate(pairs)]
    removed = removed_by(legs, start)
    assert sum(map(len, removed)) == len(set().union(*removed))
