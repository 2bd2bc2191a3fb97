"""What must be true of a recorded file that was renamed before its commit."""

from __future__ import annotations

from fixture_repos.asking import Tool

OWN_LINES = (1, 4, 5)


def its_lines_are_s1_elsewhere_and_moderate(tool: Tool) -> None:
    """The recorded path has no file, and the commit introduces the blob at one path alone."""
    lines = tool.blame_json("src/count.py")
    for number in OWN_LINES:
        assert lines[number].commit == tool.commit_of("HEAD")
        assert lines[number].strength == "moderate"
        assert [said.relation for said in lines[number].of("S1")] == ["elsewhere"]


def the_recorded_path_is_said(tool: Tool) -> None:
    """A reader learns where the record has the file."""
    (said,) = tool.blame_json("src/count.py")[1].of("S1")
    assert any("draft.py" in note for note in said.notes)


def the_answer_by_commit_equals_the_one_by_line(tool: Tool) -> None:
    """One link, by the same relation, at the path that the commit has."""
    commit = tool.commit_json("HEAD")
    assert commit.strengths == {"S1": "moderate"}
    assert {(said.relation, said.path) for said in commit.links["S1"]} == {
        ("elsewhere", "src/count.py")
    }


def the_session_shows_where_its_file_went(tool: Tool) -> None:
    """`attrib session` names the commit, although it has no file at the recorded path."""
    outcome = tool.run("attrib", "session", "S1")
    assert outcome.code == 0
    assert tool.commit_of("HEAD")[:8].encode() in outcome.stdout
