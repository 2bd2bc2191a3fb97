"""What must be true of three edits in a very long file."""

from __future__ import annotations

from fixture_repos.asking import Tool
from fixture_repos.long_file.story import COUNT, EDITED


def the_three_edited_lines_are_strong(tool: Tool) -> None:
    """Each asked for by its number."""
    for number in EDITED:
        lines = tool.blame_json("ledger.txt", "-L", f"{number - 1},{number + 1}")
        assert sorted(lines) == [number - 1, number, number + 1]
        assert lines[number].commit == tool.commit_of("HEAD")
        assert (lines[number].strength, lines[number].sessions) == ("strong", {"S1"})
        assert lines[number - 1].is_silent
        assert lines[number + 1].is_silent


def no_other_line_of_the_file_is_the_session_s(tool: Tool) -> None:
    """Asked for as a whole: a hundred thousand rows, three of them with a session."""
    lines = tool.blame_json("ledger.txt")
    assert len(lines) == COUNT
    assert tuple(number for number, line in lines.items() if line.evidence) == EDITED


def the_commit_covers_three_lines(tool: Tool) -> None:
    """The commit was made of the recorded edit and nothing else."""
    (said,) = tool.commit_json("HEAD").links["S1"]
    assert said.relation == "transition"
    assert tuple(said.numbers) == EDITED
