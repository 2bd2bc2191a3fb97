"""What must be true of a commit that was taken back and made again."""

from __future__ import annotations

from fixture_repos.asking import Tool
from fixture_repos.support import CODEBUDDY


def the_edit_is_strong_in_the_second_commit(tool: Tool) -> None:
    """The same two blobs: the commit that was taken back is no ancestor and uses nothing up."""
    line = tool.blame_json("area.py")[2]
    assert line.commit == tool.commit_of("again")
    assert line.strength == "strong"
    (said,) = line.of("S1")
    assert (said.relation, said.qualifiers) == ("transition", ())


def the_first_commit_s_record_names_no_other_commit(tool: Tool) -> None:
    """The recorded ID is the lost commit's; the second one is not named by it."""
    links = tool.commit_json("again").links
    assert {said.relation for said in links["S1"]} == {"transition"}
    first = tool.git("rev-parse", "ORIG_HEAD").decode().strip()
    assert first != tool.commit_of("again")
    assert {said.relation for said in tool.commit_json(first).links["S1"]} == {
        "named",
        "transition",
    }


def the_file_by_hand_is_silent(tool: Tool) -> None:
    """It was added with the second commit and no session recorded it."""
    assert all(line.is_silent for line in tool.blame_json("NOTES").values())
    assert tool.commit_json("again").paths["NOTES"]["strength"] is None


def git_s_own_rows_stay_as_they_are(tool: Tool) -> None:
    """The first line is the base's, with nothing said; one agent is in the whole answer."""
    answer = tool.blame_answer("area.py")
    assert answer["lines"][0]["commit"] == tool.commit_of("base")
    assert answer["lines"][0]["evidence"] == []
    assert [session["agent"] for session in answer["sessions"]] == [CODEBUDDY]
