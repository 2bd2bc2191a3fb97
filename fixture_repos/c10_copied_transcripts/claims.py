"""C10: what must be true of transcripts that copy each other."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from itertools import permutations
from typing import Any

from fixture_repos.asking import Tool

LOGS = ("P.jsonl", "F.jsonl", "R.jsonl", "P/subagents/agent-7.jsonl")
#: Who added each line of `f`: the fourth came in the fork, the last one a day later.
OWNERS = {1: "P", 2: "P", 3: "P", 4: "F", 5: "P", 6: "F"}


def each_line_has_the_session_that_it_came_from(tool: Tool) -> None:
    """A copied row is the origin's; what the fork, or a subagent, did later is its own."""
    _import(tool, LOGS)
    lines = tool.blame_json("f")
    assert {number: line.sessions for number, line in lines.items()} == {
        number: {owner} for number, owner in OWNERS.items()
    }


def copies_count_once(tool: Tool) -> None:
    """One evidence a line, of one record, as strong as one record makes it."""
    _import(tool, LOGS)
    for line in tool.blame_json("f").values():
        (said,) = line.evidence
        assert len(said.records) == 1
    records = [row for rows in _streams(tool).values() for row in rows]
    calls = [row["cause"]["callId"] for row in records if row["type"] == "file_change"]
    assert sorted(calls) == [f"toolu_r{number}" for number in range(1, 7)]


def the_order_of_the_logs_changes_nothing(tool: Tool) -> None:
    """The streams are the same bytes for every order of the four logs."""
    wanted = None
    for order in list(permutations(LOGS))[::5]:
        shutil.rmtree(tool.place.repository / ".git" / "attrib", ignore_errors=True)
        _import(tool, order)
        streams = _streams(tool)
        wanted = wanted or streams
        assert streams == wanted, order


def importing_again_changes_nothing(tool: Tool) -> None:
    """Neither in the same order nor in another, together nor one by one."""
    _import(tool, LOGS)
    streams = _streams(tool)
    _import(tool, LOGS)
    _import(tool, LOGS[::-1])
    for log in LOGS:
        _import(tool, [log])
    assert _streams(tool) == streams


def logs_that_come_one_by_one_give_the_same_lines(tool: Tool) -> None:
    """A fork's log may be imported before its origin's, and the subagent's before either."""
    for order in (LOGS, LOGS[::-1], ("F.jsonl", "R.jsonl", "P/subagents/agent-7.jsonl", "P.jsonl")):
        shutil.rmtree(tool.place.repository / ".git" / "attrib", ignore_errors=True)
        for log in order:
            _import(tool, [log])
        lines = tool.blame_json("f")
        assert {number: line.sessions for number, line in lines.items()} == {
            number: {owner} for number, owner in OWNERS.items()
        }, order
        assert {len(line.evidence) for line in lines.values()} == {1}, order


def the_fork_is_a_child_of_its_origin(tool: Tool) -> None:
    """Two sessions, one under the other."""
    _import(tool, LOGS)
    headers = {rows[0]["sessionId"]: rows[0] for rows in _streams(tool).values()}
    assert sorted(headers) == ["F", "P"]
    assert headers["F"]["parentSessionId"] == "P"
    assert "parentSessionId" not in headers["P"]


def the_subagent_is_named_in_the_record_of_its_line(tool: Tool) -> None:
    """The fifth line is the session's, by its subagent 7; no other record is a subagent's."""
    _import(tool, LOGS)
    (said,) = tool.blame_json("f")[5].evidence
    records = {
        f"{rows[0]['sessionId']}#{row['id']}": row.get("_meta", {}).get("attrib/subagent")
        for rows in _streams(tool).values()
        for row in rows
        if row["type"] == "file_change"
    }
    assert {name: agent for name, agent in records.items() if agent} == {said.records[0]: "7"}


def a_fuller_second_copy_is_the_one_that_is_read(tool: Tool) -> None:
    """The resumed log has the third call twice, first without its outcome."""
    _import(tool, ["R.jsonl"])
    rows = [row for rows in _streams(tool).values() for row in rows]
    (third,) = (
        row
        for row in rows
        if row["type"] == "file_change" and row["cause"] == {"callId": "toolu_r3"}
    )
    assert third["changes"][0]["after"] == {"text": "l1\nl2\nl3\n"}


def a_later_edit_with_the_same_text_is_kept(tool: Tool) -> None:
    """The fork's last edit adds the text of the second one, after another before-state."""
    _import(tool, LOGS)
    line = tool.blame_json("f")[6]
    assert line.text == b"l2"
    assert (line.strength, line.sessions) == ("strong", {"F"})


def _import(tool: Tool, logs: Sequence[str]) -> None:
    paths = [str(tool.place.home / "logs" / log) for log in logs]
    outcome = tool.run("attrib", "import", "claude-code", "--namespace", "laptop", *paths)
    assert outcome.code == 0, outcome.stderr.decode()


def _streams(tool: Tool) -> dict[str, list[dict[str, Any]]]:
    """The imported streams' records, by the name of their file."""
    folder = tool.place.repository / ".git" / "attrib" / "sessions"
    return {
        file.name: [json.loads(line) for line in file.read_bytes().split(b"\n")[:-1]]
        for file in sorted(folder.rglob("*.jsonl"))
    }
