"""C02: what must be true when one recorded edit is committed in two halves."""

from __future__ import annotations

from fixture_repos.asking import Tool
from fixture_repos.c02_one_edit_two_commits.story import HALF, WHOLE


def each_commit_holds_its_half(tool: Tool) -> None:
    """`first` equals no recorded state, `second` the recorded after-state."""
    assert tool.git("cat-file", "blob", "HEAD~1:f") == HALF
    assert tool.git("cat-file", "blob", "HEAD:f") == WHOLE
    stream = (tool.place.sessions / "S1.asr.jsonl").read_text("utf-8")
    assert tool.commit_of("HEAD:f") in stream
    assert tool.commit_of("HEAD~1:f") not in stream


def line_2_is_s1_by_lines_or_hunks_in_first(tool: Tool) -> None:
    """Its commit's blob equals no recorded state, and it has a session all the same."""
    line = tool.blame_json("f")[2]
    assert line.commit == tool.commit_of("HEAD~1")
    assert line.sessions == {"S1"}
    assert {said.relation for said in line.evidence} <= {"lines", "hunks"}


def line_11_is_strong_s1_in_second(tool: Tool) -> None:
    """The after-state equals the blob, the before is known."""
    line = tool.blame_json("f")[11]
    assert line.commit == tool.commit_of("HEAD")
    assert line.sessions == {"S1"}
    assert line.strength == "strong"


def all_other_lines_are_silent(tool: Tool) -> None:
    """A whole blob that equals says nothing of the lines that stood before."""
    lines = tool.blame_json("f")
    assert sorted(lines) == list(range(1, 13))
    assert [number for number, line in lines.items() if line.evidence] == [2, 11]
    assert all(line.is_silent for number, line in lines.items() if number not in (2, 11))


def first_lists_one_of_two_hunks(tool: Tool) -> None:
    """`first` has one hunk of S1, and the answer says that one was not in it."""
    commit = tool.commit_json("HEAD~1")
    assert set(commit.links) == {"S1"}
    assert {number for said in commit.links["S1"] for number in said.numbers} == {2}
    assert any("1 of 2" in note for said in commit.links["S1"] for note in said.notes)


def second_covers_line_11_alone(tool: Tool) -> None:
    """No hunk counts in both commits."""
    commit = tool.commit_json("HEAD")
    assert commit.strengths == {"S1": "strong"}
    assert {number for said in commit.links["S1"] for number in said.numbers} == {11}


def base_has_no_session(tool: Tool) -> None:
    """Nothing recorded stands in the base commit."""
    assert tool.commit_json("HEAD~2").links == {}
