"""What must be true of the main walk, by the rules of relations and lines."""

from __future__ import annotations

from attrib.demonstration.walk import CLAUDE, CODEBUDDY
from fixture_repos.asking import Tool


def app_py_is_a_transition_for_the_first_edit(tool: Tool) -> None:
    """Line 4 stands as CodeBuddy recorded it; before and after equal the commit's blobs."""
    line = tool.blame_json("app.py")[4]
    assert line.commit == tool.commit_of("HEAD~2")
    assert line.strength == "strong"
    assert line.sessions == {CODEBUDDY}
    best = line.of(CODEBUDDY)[0]
    assert (best.relation, best.equality, best.covers) == ("transition", "identical", "line")
    assert best.records == (f"{CODEBUDDY}#r4",)


def lines_before_the_first_record_are_silent(tool: Tool) -> None:
    """`import sys` and its blank line were there before any session."""
    lines = tool.blame_json("app.py")
    assert lines[2].is_silent
    assert lines[3].is_silent


def lines_of_an_edit_changed_by_hand_are_moderate(tool: Tool) -> None:
    """The after-state differs from the commit; all three added lines stand in it."""
    lines = tool.blame_json("app.py")
    for number in (1, 5, 6):
        assert lines[number].commit == tool.commit_of("HEAD")
        assert lines[number].sessions == {CLAUDE}
        assert lines[number].strength == "moderate"
        assert lines[number].of(CLAUDE)[0].relation == "lines"


def the_line_changed_by_hand_is_silent(tool: Tool) -> None:
    """`print(name.title())` was recorded nowhere."""
    line = tool.blame_json("app.py")[7]
    assert line.text == b"print(name.title())"
    assert line.is_silent


def the_line_not_committed_is_strong(tool: Tool) -> None:
    """The recorded before and after equal HEAD's blob and the worktree."""
    line = tool.blame_json("app.py")[8]
    assert line.commit is None
    assert line.sessions == {CODEBUDDY}
    assert line.strength == "strong"


def the_page_is_a_chain_of_two_sessions(tool: Tool) -> None:
    """Lines 1 and 3 are CodeBuddy's share, 5 and 7 Claude Code's; both strong."""
    lines = tool.blame_json("docs/usage.md")
    for number, session in ((1, CODEBUDDY), (3, CODEBUDDY), (5, CLAUDE), (7, CLAUDE)):
        assert lines[number].sessions == {session}, number
        assert lines[number].strength == "strong", number
        assert lines[number].of(session)[0].relation == "chain", number


def blank_lines_of_the_page_go_with_their_run(tool: Tool) -> None:
    """At most moderate, and never of the other session."""
    lines = tool.blame_json("docs/usage.md")
    for number, session in ((2, CODEBUDDY), (4, CODEBUDDY), (6, CLAUDE)):
        assert lines[number].sessions == {session}, number
        assert lines[number].strength in {"moderate", "weak"}, number


def readme_by_hand_has_no_session(tool: Tool) -> None:
    """It was committed beside a recorded edit, and recorded nowhere."""
    assert all(line.is_silent for line in tool.blame_json("README.md").values())
    path = tool.commit_json("HEAD~2").paths["README.md"]
    assert path["strength"] is None
    assert path["unseen"] is not None


def a_proposal_counts_nowhere(tool: Tool) -> None:
    """Record r5 was proposed and never applied."""
    for revision in ("HEAD", "HEAD~1", "HEAD~2", "HEAD~3"):
        for links in tool.commit_json(revision).links.values():
            assert all(f"{CLAUDE}#r5" not in said.records for said in links)


def the_commit_named_in_output_is_linked_by_name_too(tool: Tool) -> None:
    """CodeBuddy's shell printed the commit's prefix."""
    said = tool.commit_json("HEAD~2").links[CODEBUDDY]
    named = [item for item in said if item.relation == "named"]
    assert [(item.covers, item.strength) for item in named] == [("commit", "moderate")]


def the_start_has_no_session(tool: Tool) -> None:
    """The first commit is older than every record."""
    assert tool.commit_json("HEAD~3").links == {}
