"""What must be true of a fixup that was melted into its commit."""

from __future__ import annotations

from fixture_repos.asking import Tool


def both_edits_are_strong_in_the_one_commit(tool: Tool) -> None:
    """The two recorded steps lead from the base's blob to the commit's without a gap."""
    lines = tool.blame_json("store.py")
    for number in (2, 6):
        assert lines[number].commit == tool.commit_of("HEAD~1")
        assert lines[number].strength == "strong"
        assert [said.relation for said in lines[number].of("S1")] == ["chain"]


def each_line_names_its_own_record(tool: Tool) -> None:
    """Line 6 came with the first edit, line 2 with the second."""
    lines = tool.blame_json("store.py")
    (first,), (second,) = lines[6].of("S1"), lines[2].of("S1")
    assert len(first.records) == len(second.records) == 1
    assert first.records != second.records


def the_commit_by_hand_has_no_session(tool: Tool) -> None:
    """It was moved behind the melted commit and is still nobody's."""
    assert tool.git("log", "-1", "--format=%s") == b"by hand\n"
    assert tool.commit_json("HEAD").links == {}


def lines_of_the_base_are_silent(tool: Tool) -> None:
    """Being in a file that a session edited says nothing of them."""
    lines = tool.blame_json("store.py")
    assert all(lines[number].is_silent for number in (1, 3, 4, 5))
