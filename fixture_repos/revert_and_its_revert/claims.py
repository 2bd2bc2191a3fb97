"""What must be true of a revert and its revert."""

from __future__ import annotations

from fixture_repos.asking import Tool


def the_edit_is_strong_where_it_was_committed_first(tool: Tool) -> None:
    """Later reverts take nothing away from the first commit."""
    line = tool.blame_json("settings.py", revision="work")[3]
    assert (line.strength, line.sessions) == ("strong", {"S1"})
    assert tool.commit_json("work").strengths == {"S1": "strong"}


def the_same_line_that_came_again_is_weak(tool: Tool) -> None:
    """git gives it to the revert's revert; the record was used up by the first commit."""
    line = tool.blame_json("settings.py")[3]
    assert line.commit == tool.commit_of("redo")
    assert line.strength == "weak"
    for said in line.of("S1"):
        assert "already-committed" in said.qualifiers


def the_revert_has_no_session(tool: Tool) -> None:
    """It leads away from the recorded state, and no record says who took the line away."""
    assert tool.commit_json("undo").links == {}


def at_the_revert_no_line_is_the_session_s(tool: Tool) -> None:
    """What is left are the base's lines."""
    lines = tool.blame_json("settings.py", revision="undo")
    assert sorted(lines) == [1, 2]
    assert all(line.is_silent for line in lines.values())
