"""C09: what must be true of two sessions, one file and one commit."""

from __future__ import annotations

from fixture_repos.asking import SaidLine, Tool


def s2_recorded_a_state_that_holds_both_edits(tool: Tool) -> None:
    """The trap of the case: the committed blob equals S2's after-state, line 2 included."""
    assert tool.commit_of("HEAD:f") in (tool.place.sessions / "S2.asr.jsonl").read_text("utf-8")
    assert tool.commit_of("HEAD:f") not in (tool.place.sessions / "S1.asr.jsonl").read_text("utf-8")


def line_2_is_s1_and_line_8_is_s2(tool: Tool) -> None:
    """Each line has the session that recorded it, and that one alone."""
    lines = tool.blame_json("f")
    assert lines[2].sessions == {"S1"}
    assert lines[8].sessions == {"S2"}
    assert lines[2].strength == "strong"
    assert lines[8].strength == "strong"
    assert all(line.is_silent for number, line in lines.items() if number not in (2, 8))


def g_has_no_session(tool: Tool) -> None:
    """A checkpoint that holds g is a state, never a change of g."""
    assert all(line.is_silent for line in tool.blame_json("g").values())


def the_commit_lists_s1_and_s2_and_not_s0(tool: Tool) -> None:
    """Both with evidence at f; S0 nowhere."""
    commit = tool.commit_json("HEAD")
    assert set(commit.links) == {"S1", "S2"}
    assert all(any(said.path == "f" for said in links) for links in commit.links.values())


def the_commit_names_s2s_vcs_record(tool: Tool) -> None:
    """S2's shell made the commit; its record is evidence of its own, on the commit."""
    named = [said for said in tool.commit_json("HEAD").links["S2"] if said.relation == "named"]
    assert [(said.covers, said.strength) for said in named] == [("commit", "moderate")]


def s2s_whole_blob_does_not_cover_line_2(tool: Tool) -> None:
    """No evidence of S2 at f covers a line but 8."""
    links = tool.commit_json("HEAD").links
    assert {number for said in links["S2"] for number in said.numbers if said.path == "f"} == {8}
    assert {number for said in links["S1"] for number in said.numbers if said.path == "f"} == {2}


def the_order_of_reading_changes_nothing(tool: Tool) -> None:
    """S1 then S2, S2 then S1: the same lines with the same evidence."""
    first, second = (tool.place.sessions / f"{name}.asr.jsonl" for name in ("S1", "S2"))
    there = tool.blame_json("f", sessions=[first, second])
    back = tool.blame_json("f", sessions=[second, first])
    assert there == back


def without_s1s_log_line_2_is_silent(tool: Tool) -> None:
    """The line was present before S2's edit; line 8 stays S2's."""
    lines = _without_s1(tool)
    assert lines[2].is_silent
    assert lines[8].sessions == {"S2"}


def _without_s1(tool: Tool) -> dict[int, SaidLine]:
    sessions = [tool.place.sessions / f"{name}.asr.jsonl" for name in ("S0", "S2")]
    return tool.blame_json("f", sessions=sessions)
