"""`attrib audit` where five tools left their words: each named, each against content."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from attrib.cli.main import main
from attrib.model.evidence import STATEMENT
from tests.cli.conftest import Answer
from tests.support import repos
from tests.support.declaring import NEW, OLD, branch, note

pytestmark = pytest.mark.git

Attrib = Callable[..., Answer]
CHECKPOINT = "a1/b2c3d4e5f6"
MESSAGE = "add two lines\n\nClaude-Session: session_01ab\nEntire-Checkpoint: a1b2c3d4e5f6\n"
SESSIONS = {"S1": (OLD, NEW.replace(b"three = 3\n", b"")), "S2": (NEW[:25], NEW)}


def stream(root: Path, name: str, before: bytes, after: bytes) -> bytes:
    """A session of Claude Code that recorded one change of `app.py` with its content."""
    header = {
        "type": "session",
        "id": "0",
        "version": 0,
        "sessionId": name,
        "agent": "com.anthropic.claude-code",
        "namespace": "laptop",
        "ts": "2026-10-20T11:00:00Z",
        "profiles": ["coding"],
        "roots": [{"id": "repo", "path": str(root)}],
    }
    states = {"before": {"text": before.decode()}, "after": {"text": after.decode()}}
    change = {
        "type": "file_change",
        "v": 0,
        "id": "r1",
        "ts": f"2026-10-20T11:30:0{name[-1]}Z",
        "status": "applied",
        "precision": "exact",
        "cause": {"callId": "call_1"},
        "changes": [{"op": "modify", "root": "repo", "path": "app.py", **states}],
    }
    return b"".join(json.dumps(row).encode() + b"\n" for row in (header, change))


def _notes(repo: Path) -> None:
    people = {
        "aaaa": ("claude", "S1"),
        "bbbb": ("claude", "S2"),
        "cccc": ("cursor", "gone\x1b[m\nzzz\u202e"),
    }
    prompts = {key: {"agent_id": {"tool": t, "id": i}} for key, (t, i) in people.items()}
    lists = "app.py\n  aaaa 1-4\n  bbbb 2\n  cccc 4\n  dddd 4\n"
    note(repo, "ai", lists.encode() + b"---\n" + json.dumps({"prompts": prompts}).encode())
    spoken = {"url": "https://example.invalid/c/S2", "ranges": [{"start_line": 4, "end_line": 4}]}
    files = [{"path": "app.py", "conversations": [spoken]}]
    note(repo, "agent-trace", json.dumps({"version": "0.1.0", "files": files}).encode())
    rows = [{"path": "app.py", "provider": "claude", "startLine": 1, "endLine": 4}]
    note(repo, "agentblame", json.dumps({"version": 2, "attributions": rows}).encode())
    own = f"{CHECKPOINT}/0/metadata.json"
    checkpoint = {
        f"{CHECKPOINT}/metadata.json": {"sessions": [{"metadata": f"/{own}"}]},
        own: {"session_id": "2026-10-20-S1", "agent": "Claude Code"},
    }
    contents = {path: json.dumps(value).encode() for path, value in checkpoint.items()}
    branch(repo, "refs/heads/entire/checkpoints/v1", contents)


@pytest.fixture
def attrib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: Any) -> Attrib:
    """`attrib` in a repository whose last commit five tools speak of."""
    repo = repos.init(tmp_path / "r")
    repos.commit(repo, {"app.py": OLD}, message="start")
    repos.commit(repo, {"app.py": NEW}, message=MESSAGE)
    _notes(repo)
    folder = tmp_path / "sessions"
    folder.mkdir()
    for name, states in SESSIONS.items():
        (folder / f"{name}.asr.jsonl").write_bytes(stream(repo, name, *states))
    monkeypatch.setenv("ATTRIB_SESSIONS", str(folder))
    monkeypatch.chdir(repo)

    def run(*arguments: str) -> Answer:
        capfdbinary.readouterr()
        code = main(arguments)
        return Answer(code, *capfdbinary.readouterr())

    return run


def test_each_tool_is_named_and_set_against_content(attrib: Attrib) -> None:
    answer = attrib("audit", "HEAD~1..HEAD")
    commit = "46fb7497"
    head = f"  {commit}  2026-10-20 12:00  add two lines\n            "
    stands = "its recorded content stands"
    assert answer.out.decode() == (
        "1 commit, 7 findings\n\n"
        "contradicted                1\n"
        "declared, unsupported       2\n"
        "supported, undeclared       0\n"
        "declared and supported      4\n\n"
        "                     contradicted   unsupported     supported\n"
        "Agent Trace                     0             0             1\n"
        "Claude-Session                  0             1             0\n"
        "Entire-Checkpoint               0             0             1\n"
        "agentblame                      0             0             1\n"
        "git-ai                          1             1             1\n\n"
        "contradicted\n"
        f"{head}git-ai: S2, claude-code, 1 line; strong claude-code S2;"
        " every declared line is recorded by another session, and none by it\n\n"
        "declared, unsupported\n"
        f"{head}Claude-Session: session_01ab, claude-code; its records are not here\n"
        f"{head}git-ai: gone^[[m zzz<U+202E>, cursor, 1 line; its records are not here\n\n"
        "declared and supported\n"
        f"{head}Entire-Checkpoint: a1b2c3d4e5f6, session S1, claude-code;"
        f" strong claude-code S1; {stands} in the commit\n"
        f"{head}git-ai: S1, claude-code, 2 lines;"
        f" strong claude-code S1; {stands} on 1 of 2 declared lines\n"
        f"{head}Agent Trace: S2, 1 line; strong claude-code S2; {stands} on 1 of 1 declared line\n"
        f"{head}agentblame: claude, 2 lines; strong claude-code S2; recorded content"
        " of a session of this agent stands on 2 of 2 declared lines\n"
    )
    place = f"note refs/notes/ai of {commit}"
    odd = "its lists name 'dddd', and nothing tells who that is"
    assert answer.err.decode() == f"notice: {place}: {odd}\n{STATEMENT}\n"


def test_json_has_the_tool_and_the_lines(attrib: Attrib) -> None:
    found = json.loads(attrib("audit", "--json", "HEAD~1..HEAD").out)["findings"]
    assert {(each["declaration"] or {}).get("tool") for each in found} == {
        "Claude Code",
        "Entire",
        "git-ai",
        "Agent Trace",
        "agentblame",
    }


@pytest.mark.parametrize(
    "arguments",
    [
        ("commit", "HEAD"),
        ("explain", "HEAD"),
        ("report", "HEAD"),
        *(("graph", "--format", form) for form in ("dot", "mermaid", "html", "graphml", "prov")),
    ],
)
def test_no_control_of_a_tool_reaches_the_terminal(
    attrib: Attrib, arguments: tuple[str, ...]
) -> None:
    answer = attrib(*arguments)
    assert answer.code == 0
    for raw in (b"\x1b", "\u202e".encode(), b"\nzzz"):
        assert raw not in answer.out + answer.err
