"""`attrib audit` over every trailer and tool that is read: each supported once, and once not."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from attrib.cli.main import main
from attrib.declarers import DECLARERS
from attrib.demonstration.repository import MadeUpRepository
from attrib.demonstration.stream import Stream, worktree_state
from tests.support.declaring import branch

pytestmark = pytest.mark.git

OWN, GONE = "5e1f0aaa-0001", "90e00000-0002"
CHECKPOINT = "a1/b2c3d4e5f6"
SCHEMA = Path(__file__).parents[2] / "docs" / "schemas" / "attrib.audit-1.json"
Body = Callable[[str, str], Any]


def trailers(session: str, *, is_own: bool) -> Iterator[tuple[str, str]]:
    """The trailers that name the session, or the agent it is of, by what lists call them."""
    yield "Asr-Session", session
    yield "Claude-Session", f"https://claude.example.invalid/code/{session}"
    yield "Duo-Session", session
    yield "Entire-Session", f"2026-10-20-{session}"
    yield "Entire-Checkpoint", "a1b2c3d4e5f6" if is_own else "ffffffffffff"
    yield "Assisted-by", "Claude:opus" if is_own else "Cursor:any"
    agent = "Claude <noreply@anthropic.com>" if is_own else "Cursor <cursoragent@cursor.com>"
    yield "Co-authored-by", agent


def git_ai(path: str, session: str) -> bytes:
    prompts = {"aaaa": {"agent_id": {"tool": "claude", "id": session}}}
    return f"{path}\n  aaaa 1-2\n---\n".encode() + json.dumps({"prompts": prompts}).encode()


def agent_trace(path: str, session: str) -> bytes:
    spoken = {
        "url": f"https://c.example.invalid/{session}",
        "ranges": [{"start_line": 1, "end_line": 2}],
    }
    return json.dumps({"files": [{"path": path, "conversations": [spoken]}]}).encode()


def agent_trace_cli(path: str, session: str) -> bytes:
    url = f"file:///logs/{session}.jsonl"
    row = {"type": "ai", "start_line": 1, "end_line": 2, "conversation_url": url}
    return json.dumps({"ledger": {"files": {path: {"line_attributions": [row]}}}}).encode()


def agentblame(path: str, session: str) -> bytes:
    name = hashlib.sha256(f"claude:{session}".encode()).hexdigest()[:16]
    files = {path: [{"session": name, "lines": "1-2"}]}
    return json.dumps(
        {"version": 3, "files": files, "sessions": {name: {"agent": "claude"}}}
    ).encode()


NOTES = {
    "git-ai": ("ai", git_ai),
    "Agent Trace": ("agent-trace", agent_trace),
    "agent-trace-cli": ("agent-trace", agent_trace_cli),
    "agentblame": ("agentblame", agentblame),
}
KEYS = sorted([key for key, _ in trailers(OWN, is_own=True)] + [*NOTES])


class Making:
    """Makes commits of one file each, those of the own session recorded."""

    def __init__(self, folder: Path) -> None:
        self.repo = MadeUpRepository.create(folder / "r", home=folder)
        self.repo.write("start", b"start of it\n")
        self.repo.commit("start", at="2026-10-20T09:00:00Z")
        self.stream = Stream(
            "com.anthropic.claude-code",
            "laptop",
            OWN,
            {"repo": self.repo.folder},
            at="2026-10-20T10:00:00Z",
        )
        self.number = 0

    def step(self, message: str, *, is_own: bool) -> tuple[str, str]:
        """A commit and its path."""
        self.number += 1
        path, at = f"file{self.number}.py", f"2026-10-20T10:{self.number:02}"
        rows = [f"value_{self.number}_{each} = read_value({each})" for each in range(5)]
        content = self.repo.write(path, "\n".join([*rows, ""]).encode())
        if is_own:
            after = worktree_state(content, text=True)
            self.stream.change(path, at=f"{at}:00Z", op="add", after=after)
        return self.repo.commit(message, at=f"{at}:30Z"), path


@pytest.fixture
def run(tmp_path: Path, capfdbinary: Any) -> Callable[..., tuple[bytes, bytes]]:
    making = Making(tmp_path)
    for session in (OWN, GONE):
        is_own = session == OWN
        for key, value in trailers(session, is_own=is_own):
            making.step(f"change\n\n{key}: {value}", is_own=is_own)
        for reference, body in NOTES.values():
            oid, path = making.step("change", is_own=is_own)
            note = ("notes", f"--ref={reference}", "add", "-f", "-F", "-", oid)
            making.repo.git(*note, data=body(path, session))
    making.step("nobody declares this", is_own=True)
    own = f"{CHECKPOINT}/0/metadata.json"
    documents = {
        f"{CHECKPOINT}/metadata.json": {"sessions": [{"metadata": f"/{own}"}]},
        own: {"session_id": f"2026-10-20-{OWN}", "agent": "Claude Code"},
    }
    files = {path: json.dumps(value).encode() for path, value in documents.items()}
    branch(making.repo.folder, "refs/heads/entire/checkpoints/v1", files)
    making.stream.write(tmp_path / "sessions" / "own.asr.jsonl")

    def ask(*arguments: str) -> tuple[bytes, bytes]:
        capfdbinary.readouterr()
        sessions = ("--sessions", str(tmp_path / "sessions"))
        assert main(["-C", str(making.repo.folder), *sessions, "audit", *arguments, "main"]) == 0
        return tuple(capfdbinary.readouterr())

    return ask


def test_every_trailer_and_tool_is_supported_once_and_once_not(
    run: Callable[..., tuple[bytes, bytes]],
) -> None:
    out, err = run("-q")
    table = out.decode().split("\n\n")[2].split("\n")
    assert [row.split() for row in table[1:]] == [[*key.split(), "0", "1", "1"] for key in KEYS]
    assert err.count(b"\n") == 1
    found = json.loads(run("--json")[0])
    jsonschema.validate(found, json.loads(SCHEMA.read_text("utf-8")))
    classes = [
        (each["class"], (each["declaration"] or {}).get("key")) for each in found["findings"]
    ]
    assert sorted(classes, key=str) == sorted(
        [
            *(
                (name, key)
                for name in ("declared-unsupported", "declared-supported")
                for key in KEYS
            ),
            ("supported-undeclared", None),
        ],
        key=str,
    )
    for each in found["findings"]:
        assert (each["strength"] is None) == (each["class"] == "declared-unsupported")


def test_every_declarer_takes_part() -> None:
    tools = {declarer.tool for declarer in DECLARERS}
    assert tools == {"trailers", "Entire", *NOTES}
