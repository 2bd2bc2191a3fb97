"""Logs of Claude Code that copy each other: an origin, a fork, a resumed log, a subagent's log.

No stream is configured; the commands import the logs, into two clones in two orders.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from fixture_repos.support import MadeUpRepository

LINES = [b"l1\n", b"l2\n", b"l3\n", b"l4\n", b"l5\n"]
#: The order in which the lines came, by the call that added each.
ORDER = ("toolu_r1", "toolu_r2", "toolu_r3", "toolu_r4", "toolu_r5")

Row = dict[str, Any]


def build(home: Path) -> Path:
    """The repository, with `f` in its second commit, and the logs; `second` is a clone of it."""
    repository = MadeUpRepository.create(home / "r", home=home)
    repository.commit("base", at="2026-10-20T08:00:00Z", empty=True)
    repository.write("f", b"".join(LINES))
    repository.commit("all", at="2026-10-20T12:00:00Z")
    repository.git("tag", "all")
    repository.write("f", b"".join([*LINES, b"l2\n"]))
    repository.commit("once more", at="2026-10-21T12:00:00Z")
    (home / "sessions").mkdir()
    _write_logs(home / "logs", str(repository.folder))
    return repository.folder


def _write_logs(folder: Path, worktree: str) -> None:
    edits = [pair(worktree, number) for number in range(1, 6)]
    origin = [row for edit in edits[:3] for row in edit]
    _write(folder / "P.jsonl", _of("P", origin))

    fork = [*_copied(origin), *_of("F", edits[3]), *_of("F", again(worktree))]
    _write(folder / "F.jsonl", fork)

    fuller = [dict(row) for row in edits[2]]
    poor = [{key: row[key] for key in row if key != "toolUseResult"} for row in edits[2]]
    poor[1]["uuid"] = "copy-u-3"
    resumed = [*edits[0], *edits[1], *poor, *fuller, *edits[4]]
    _write(folder / "R.jsonl", _of("P", resumed))

    beside = [{**row, "isSidechain": True, "agentId": "7"} for row in edits[4]]
    _write(folder / "P" / "subagents" / "agent-7.jsonl", _of("P", beside))


def pair(worktree: str, number: int) -> list[Row]:
    """The call that adds the line with this number at the end of `f`, and its result."""
    before = b"".join(LINES[: number - 1]).decode()
    after = b"".join(LINES[:number]).decode()
    return _written(worktree, ORDER[number - 1], before, after, f"2026-10-20T09:{number:02}")


def again(worktree: str) -> list[Row]:
    """A real edit, a day later: the text of the second one at the end of a file that has it."""
    before = b"".join(LINES).decode()
    return _written(worktree, "toolu_r6", before, before + "l2\n", "2026-10-21T09:00")


def _written(worktree: str, call: str, before: str, after: str, minute: str) -> list[Row]:
    path = f"{worktree}/f"
    given = {"file_path": path, "content": after}
    outcome: Row = {
        "type": "update" if before else "create",
        "filePath": path,
        "content": after,
        "structuredPatch": [],
        "originalFile": before or None,
    }
    asked = {"type": "tool_use", "id": call, "name": "Write", "input": given}
    answer = {"type": "tool_result", "tool_use_id": call, "content": "done"}
    common = {"cwd": worktree, "gitBranch": "main", "version": "2.1.0", "isSidechain": False}
    return [
        common
        | {
            "type": "assistant",
            "uuid": f"a-{call}",
            "timestamp": f"{minute}:00.000Z",
            "message": {"role": "assistant", "content": [asked]},
        },
        common
        | {
            "type": "user",
            "uuid": f"u-{call}",
            "timestamp": f"{minute}:01.000Z",
            "message": {"role": "user", "content": [answer]},
            "toolUseResult": outcome,
        },
    ]


def _of(session: str, rows: Iterable[Row]) -> list[Row]:
    return [{**row, "sessionId": session} for row in rows]


def _copied(rows: Sequence[Row]) -> list[Row]:
    """The rows as a fork has them: other IDs and times, the same calls, and whose they were."""
    return [
        row
        | {
            "sessionId": "F",
            "uuid": f"copy-{row['uuid']}",
            "timestamp": f"2026-10-20T10:00:{number:02}.000Z",
            "forkedFrom": {"sessionId": "P", "messageUuid": row["uuid"]},
        }
        for number, row in enumerate(rows)
    ]


def _write(path: Path, rows: Sequence[Row]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(row, separators=(",", ":")) for row in rows]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
