"""What must be true of a file that was copied by hand long after it was recorded."""

from __future__ import annotations

from fixture_repos.asking import Tool


def the_file_itself_is_strong(tool: Tool) -> None:
    """A copy elsewhere takes nothing from it."""
    for line in tool.blame_json("lib/parse.py").values():
        assert (line.strength, line.sessions) == ("strong", {"S1"})


def the_copy_is_weak_and_says_where_it_was_recorded(tool: Tool) -> None:
    """The text is the record's; that the session put it there is not recorded."""
    for line in tool.blame_json("vendor/parse.py").values():
        assert line.commit == tool.commit_of("copy")
        assert line.strength == "weak"
        for said in line.of("S1"):
            assert said.relation == "elsewhere"
            assert any("lib/parse.py" in note for note in said.notes)


def the_copying_commit_is_linked_weakly(tool: Tool) -> None:
    """By content at another path, and by nothing else."""
    assert tool.commit_json("copy").strengths == {"S1": "weak"}


def with_copies_followed_git_names_the_first_commit(tool: Tool) -> None:
    """With -C -C -C the lines are lib/parse.py's, where they are strong."""
    for line in tool.blame_json("vendor/parse.py", "-C", "-C", "-C").values():
        assert line.commit == tool.commit_of("work")
        assert (line.strength, line.sessions) == ("strong", {"S1"})
