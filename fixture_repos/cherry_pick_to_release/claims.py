"""What must be true of an edit that was cherry-picked onto a release branch."""

from __future__ import annotations

from fixture_repos.asking import Tool


def on_main_the_edit_is_strong(tool: Tool) -> None:
    """The recorded before and after are the commit's two blobs."""
    line = tool.blame_json("net.py", revision="main")[5]
    assert line.commit == tool.commit_of("fix")
    assert (line.strength, line.sessions) == ("strong", {"S1"})


def the_picked_line_is_s1_by_its_lines_and_moderate(tool: Tool) -> None:
    """No recorded state equals the release's blob; the fix on main is no ancestor of it."""
    line = tool.blame_json("net.py")[5]
    assert line.commit == tool.commit_of("picked")
    assert line.sessions == {"S1"}
    assert {said.relation for said in line.evidence} <= {"lines", "hunks", "rewritten"}
    assert line.strength == "moderate"
    for said in line.evidence:
        assert "already-committed" not in said.qualifiers


def only_the_picked_line_is_the_session_s(tool: Tool) -> None:
    """The rest of the file on the release branch is the base's."""
    lines = tool.blame_json("net.py")
    assert all(line.is_silent for number, line in lines.items() if number != 5)


def the_commit_between_has_no_session(tool: Tool) -> None:
    """The other change on main was made before the session."""
    assert tool.commit_json("next").links == {}
