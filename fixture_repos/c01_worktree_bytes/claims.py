"""C01: what must be true of worktree bytes under `core.autocrlf`, an encoding and a filter."""

from __future__ import annotations

import json

from fixture_repos.asking import Tool
from fixture_repos.support import worktree_id


def the_repository_holds_lf_and_the_worktree_crlf(tool: Tool) -> None:
    """The two sides of the case: neither recorded ID is the other."""
    assert tool.git("cat-file", "blob", "HEAD:w.txt") == b"one\ntwo\n"
    assert (tool.place.repository / "w.txt").read_bytes() == b"one\r\ntwo\r\n"
    first = (tool.place.home / "sessions" / "S1.asr.jsonl").read_text("utf-8")
    second = (tool.place.home / "sessions-second" / "S2.asr.jsonl").read_text("utf-8")
    assert worktree_id(b"one\r\ntwo\r\n") in first
    assert tool.commit_of("HEAD:w.txt") in second
    assert tool.commit_of("HEAD:w.txt") not in first


def both_lines_are_a_strong_transition_of_s1_after_eol(tool: Tool) -> None:
    """The worktree ID equals the blob as written with CRLF."""
    lines = tool.blame_json("w.txt")
    assert sorted(lines) == [1, 2]
    for line in lines.values():
        assert line.commit == tool.commit_of("HEAD")
        assert line.strength == "strong"
        assert line.sessions == {"S1"}
        best = line.of("S1")[0]
        assert (best.relation, best.equality, best.covers) == ("transition", "after-eol", "line")


def the_commit_links_s1_by_the_same_transition(tool: Tool) -> None:
    """The answer by commit equals the answer by line."""
    commit = tool.commit_json("HEAD")
    assert commit.strengths == {"S1": "strong"}
    best = commit.links["S1"][0]
    assert (best.relation, best.equality, best.numbers) == ("transition", "after-eol", [1, 2])


def both_lines_are_a_strong_transition_of_s2_identical(tool: Tool) -> None:
    """In the second run the ID that git stores is compared as it stands."""
    for line in tool.blame_json("w.txt", sessions=[tool.place.home / "sessions-second"]).values():
        assert line.strength == "strong"
        assert line.sessions == {"S2"}
        best = line.of("S2")[0]
        assert (best.relation, best.equality) == ("transition", "identical")


def the_line_in_utf_16_is_a_strong_transition_of_s1_after_encoding(tool: Tool) -> None:
    """The worktree ID equals the blob as written in UTF-16LE."""
    (line,) = tool.blame_json("t.u16").values()
    assert (line.strength, line.sessions) == ("strong", {"S1"})
    best = line.of("S1")[0]
    assert (best.relation, best.equality, best.covers) == ("transition", "after-encoding", "line")


def the_line_behind_a_filter_cannot_be_compared_unless_filters_are_allowed(tool: Tool) -> None:
    """A recorded ID alone says nothing of what the filter makes; the repository allows nothing."""
    for _ in range(2):
        (line,) = tool.blame_json("n.nb").values()
        assert line.is_silent
        assert line.unseen == "filter-unavailable"
        tool.git("config", "attrib.allowFilters", "true")


def the_line_behind_a_filter_is_a_strong_transition_of_s1_where_filters_run(tool: Tool) -> None:
    """The worktree's file has the recorded ID, and the filter makes the blob of it."""
    done = tool.run("git", "-c", "attrib.allowFilters=true", "asr-blame", "--json", "n.nb")
    (line,) = json.loads(done.stdout)["lines"]
    assert (line["strength"], line["text"]) == ("strong", "code")
    best = line["evidence"][0]
    assert (best["session"]["id"], best["relation"]) == ("S1", "transition")
    assert (best["equality"], best["covers"]) == ("after-filter", "line")


def blame_adds_no_object_to_the_database(tool: Tool) -> None:
    """Asking leaves no trace among the objects."""
    before = tool.git("count-objects", "-v")
    tool.blame_json("w.txt")
    tool.commit_json("HEAD")
    assert tool.git("count-objects", "-v") == before


def without_autocrlf_lines_are_uncommitted_and_s1_is_still_named(tool: Tool) -> None:
    """As git says it, with S1 for the text, and never without any session."""
    tool.git("config", "core.autocrlf", "false")
    plain = tool.git("blame", "--porcelain", "w.txt")
    assert plain.startswith(b"0" * 40)
    for line in tool.blame_json("w.txt").values():
        assert line.commit is None
        assert "S1" in line.sessions
