"""C07: what must be true of a formatter before the commit and a re-indent after it."""

from __future__ import annotations

from fixture_repos.asking import Tool


def formatted_lines_are_reshaped_s1(tool: Tool) -> None:
    """Equal with white space removed and in any order: named apart, never strong."""
    lines = tool.blame_json("m.py")
    for number in (1, 2, 5):
        assert lines[number].commit == tool.commit_of("HEAD~1")
        assert lines[number].sessions == {"S1"}
        assert {said.relation for said in lines[number].evidence} == {"reshaped"}
        assert lines[number].strength != "strong"


def blank_lines_are_trivial_or_silent(tool: Tool) -> None:
    """The formatter's two blank lines show nothing."""
    lines = tool.blame_json("m.py")
    for number in (3, 4):
        assert all("trivial" in said.qualifiers for said in lines[number].evidence)


def the_reindented_line_names_its_earlier_origin(tool: Tool) -> None:
    """Its text is S1's via `formatted`; only white space is new."""
    line = tool.blame_json("m.py")[6]
    assert line.commit == tool.commit_of("HEAD")
    assert "whitespace-only" in {word for said in line.of("S1") for word in said.qualifiers}
    earlier = tool.commit_of("HEAD~1")[:7]
    assert any(earlier in note for said in line.of("S1") for note in said.notes)


def without_white_space_the_line_is_formatteds_and_s1s(tool: Tool) -> None:
    """With -w, and with the re-indent ignored."""
    for options in (("-w",), ("--ignore-revs-file", ".git-blame-ignore-revs")):
        line = tool.blame_json("m.py", *options)[6]
        assert line.commit == tool.commit_of("HEAD~1")
        assert line.sessions == {"S1"}


def totals_name_reshaped_lines_apart(tool: Tool) -> None:
    """`attrib report` does not count them among the other moderate lines without saying so."""
    outcome = tool.run("attrib", "report", "HEAD~2..HEAD")
    assert outcome.code == 0
    assert b"reshaped" in outcome.stdout


def no_line_is_strong(tool: Tool) -> None:
    """The recorded blob is not the commit's, and every line's evidence is S1's or none."""
    for options in ((), ("-w",), ("--ignore-revs-file", ".git-blame-ignore-revs")):
        for line in tool.blame_json("m.py", *options).values():
            assert line.strength != "strong"
            assert line.sessions <= {"S1"}
