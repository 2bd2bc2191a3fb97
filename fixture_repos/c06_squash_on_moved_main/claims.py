"""C06: what must be true of a squash merge on a main that moved."""

from __future__ import annotations

from fixture_repos.asking import Tool
from fixture_repos.c06_squash_on_moved_main.story import SQUASHED, WITH_BOTH
from fixture_repos.support import worktree_id


def the_squash_equals_no_recorded_state(tool: Tool) -> None:
    """And the recorded states are no objects of the repository any more."""
    assert tool.git("cat-file", "blob", "squash:f") == SQUASHED
    assert tool.run("git", "cat-file", "-e", worktree_id(WITH_BOTH)).code != 0


def lines_3_and_6_are_s1_and_s2_in_the_squash(tool: Tool) -> None:
    """By lines or hunks, since no whole state can be equal."""
    lines = tool.blame_json("f")
    for number, session in ((3, "S1"), (6, "S2")):
        assert lines[number].commit == tool.commit_of("squash")
        assert lines[number].sessions == {session}
        assert {said.relation for said in lines[number].evidence} <= {"lines", "hunks"}


def all_other_lines_are_silent(tool: Tool) -> None:
    """Line 1 is m1's, the rest the base's."""
    lines = tool.blame_json("f")
    assert lines[1].commit == tool.commit_of("m1")
    assert all(line.is_silent for number, line in lines.items() if number not in (3, 6))


def commits_of_main_have_no_session(tool: Tool) -> None:
    """Nothing maps p1 to m1 by counting commits; the outer merge adds nothing."""
    for name in ("m1", "m2", "outer"):
        assert tool.commit_json(name).links == {}, name


def the_squash_lists_both_sessions(tool: Tool) -> None:
    """Each with its own line."""
    links = tool.commit_json("squash").links
    assert {number for said in links["S1"] for number in said.numbers} == {3}
    assert {number for said in links["S2"] for number in said.numbers} == {6}
