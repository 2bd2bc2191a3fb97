"""C08: what must be true of a hand edit inside recorded lines, and of a later rewrite."""

from __future__ import annotations

from fixture_repos.asking import Tool


def at_mixed_four_lines_are_s1_by_lines(tool: Tool) -> None:
    """Lines 1, 2, 4, 5 stand as recorded."""
    lines = tool.blame_json("n.py", revision="HEAD~1")
    assert [number for number, line in lines.items() if "S1" in line.sessions] == [1, 2, 4, 5]
    for number in (1, 2, 4, 5):
        assert {said.relation for said in lines[number].evidence} == {"lines"}


def at_mixed_line_3_is_silent(tool: Tool) -> None:
    """`a3 # by hand` is not `a3`; nothing is matched by likeness."""
    line = tool.blame_json("n.py", revision="HEAD~1")[3]
    assert line.text == b"a3 # by hand"
    assert line.is_silent


def explain_says_what_was_recorded_for_line_3(tool: Tool) -> None:
    """The recorded line was `a3`."""
    outcome = tool.run("attrib", "explain", "HEAD~1", "-L", "3,3", "--", "n.py")
    assert outcome.code == 0
    words = outcome.stdout.decode("utf-8").replace("a3 # by hand", "")
    assert "a3" in words


def mixed_counts_four_of_five(tool: Tool) -> None:
    """The link says how many of the recorded lines stand in the commit."""
    links = tool.commit_json("HEAD~1").links
    assert set(links) == {"S1"}
    assert {number for said in links["S1"] for number in said.numbers} == {1, 2, 4, 5}
    assert any("4 of 5" in note for said in links["S1"] for note in said.notes)


def at_rewrite_one_line_of_three_is_s1(tool: Tool) -> None:
    """Lines 1 and 2 are silent; line 3 is still blamed to `mixed`, with S1."""
    lines = tool.blame_json("n.py")
    assert sorted(lines) == [1, 2, 3]
    assert lines[1].is_silent
    assert lines[2].is_silent
    assert lines[3].text == b"a4"
    assert lines[3].commit == tool.commit_of("HEAD~1")
    assert lines[3].sessions == {"S1"}


def rewrite_has_no_session(tool: Tool) -> None:
    """What it adds was recorded nowhere."""
    assert tool.commit_json("HEAD").links == {}
