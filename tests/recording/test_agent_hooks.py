"""Each agent's documented hooks, driven by real processes: what they record is what blame shows."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from attrib.importers import IMPORTERS
from attrib.model.agents import name_of
from attrib.recording.live_marks import live_in
from tests.support.agent_hooks import PROGRAMS, Agent, environment, records_in, run

pytestmark = [pytest.mark.git, pytest.mark.slow]

SESSION = "5e55a001-0000-4000-8000-000000000001"
BEFORE, AFTER = "one\ntwo\nthree\n", "one\n2\nthree\n"
PATCH = "*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two\n+2\n three\n*** End Patch\n"


@dataclass(frozen=True)
class Case:
    """How one agent names its events and tools, and where it says that its logs lie."""

    alias: str
    settings: str
    log: str
    edit: str
    given: Mapping[str, Any]
    shell: str
    events: tuple[str, str, str, str] = ("SessionStart", "PreToolUse", "PostToolUse", "SessionEnd")
    names_calls: bool = True
    names_session: str = "session_id"


EDIT = {"file_path": "{top}/a.txt", "old_string": "two", "new_string": "2"}
CASES = [
    Case(
        "claude-code",
        ".claude/settings.local.json",
        ".claude/projects/-x/S.jsonl",
        "Edit",
        EDIT,
        "Bash",
    ),
    Case(
        "codebuddy",
        ".codebuddy/settings.local.json",
        ".codebuddy/projects/x/S.jsonl",
        "Edit",
        EDIT,
        "Bash",
    ),
    Case(
        "codex",
        ".codex/hooks.json",
        ".codex/sessions/2026/11/30/rollout-S.jsonl",
        "apply_patch",
        {"command": PATCH},
        "Bash",
    ),
    Case(
        "gemini-cli",
        ".gemini/settings.json",
        ".gemini/tmp/x/chats/session-S.json",
        "replace",
        EDIT,
        "run_shell_command",
        events=("SessionStart", "BeforeTool", "AfterTool", "SessionEnd"),
        names_calls=False,
    ),
    Case(
        "cursor",
        ".cursor/hooks.json",
        ".cursor/projects/x/agent-transcripts/S/S.jsonl",
        "Write",
        {"path": "{top}/a.txt", "contents": AFTER},
        "Shell",
        events=("sessionStart", "preToolUse", "postToolUse", "sessionEnd"),
        names_session="conversation_id",
    ),
]


@pytest.fixture
def top(tmp_path: Path) -> Path:
    folder = (tmp_path / "app").resolve()
    run("git", "init", "-q", str(folder), cwd=tmp_path)
    (folder / "a.txt").write_text(BEFORE)
    run("git", "add", ".", cwd=folder)
    run("git", "commit", "-qm", "base", cwd=folder)
    return folder


def _agent(case: Case, top: Path) -> Agent:
    run("attrib", "hook", "install", "--agent", case.alias, cwd=top)
    common = {
        case.names_session: SESSION,
        "transcript_path": str(Path.home() / case.log),
        "cwd": str(top),
        "workspace_roots": [str(top)],
    }
    return Agent(top / case.settings, top, common)


def _call(case: Case, name: str) -> dict[str, str]:
    return {"tool_use_id": name} if case.names_calls else {}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.alias)
def test_session_that_hooks_recorded_is_what_blame_shows(case: Case, top: Path) -> None:
    run("attrib", "hook", "install", cwd=top)
    agent = _agent(case, top)
    start, before, after, end = case.events
    given = json.loads(json.dumps(case.given).replace("{top}", str(top)))

    agent.tell(start, source="startup")
    agent.tell(before, case.edit, tool_input=given, **_call(case, "c1"))
    (top / "a.txt").write_text(AFTER)
    response = {"filePath": str(top / "a.txt")}
    agent.tell(after, case.edit, tool_input=given, tool_response=response, **_call(case, "c1"))
    command = {"command": "git commit -qam work"}
    agent.tell(before, case.shell, tool_input=command, **_call(case, "c2"))
    run("git", "commit", "-qam", "work", cwd=top)
    agent.tell(after, case.shell, tool_input=command, tool_response={}, **_call(case, "c2"))
    assert [each.key.id for each in live_in(top / ".git", top, _now(top))] == [SESSION]
    agent.tell(end, reason="other")

    assert agent.said == [""] * 6
    assert live_in(top / ".git", top, _now(top)) == []
    _assert_recorded(case, top)
    run("attrib", "check", "--strict", str(top / ".git" / "attrib" / "sessions"), cwd=top)
    shown = json.loads(run("git-asr-blame", "--json", "a.txt", cwd=top))
    [line] = [each for each in shown["lines"] if each["number"] == 2]
    [evidence] = [e for e in line["evidence"] if e["relation"] == "transition"]
    assert evidence["strength"] == "strong"
    assert evidence["session"]["id"] == SESSION
    assert evidence["session"]["agent"] == name_of(case.alias)


def _now(top: Path) -> float:
    return float(run("git", "log", "-1", "--format=%ct", cwd=top))


def _assert_recorded(case: Case, top: Path) -> None:
    header, *records = records_in(top, "agent-hook")
    [importer] = [each for each in IMPORTERS if each.alias == case.alias]
    assert header["namespace"] == importer.namespace_of(Path.home() / case.log)
    assert (header["agent"], header["sessionId"]) == (name_of(case.alias), SESSION)
    [change] = [record for record in records if record["type"] == "file_change"]
    before, after = (
        {
            "objectId": run("git", "rev-parse", f"{revision}:a.txt", cwd=top).strip(),
            "objectIdType": "git-blob-sha1",
            "representation": "worktree",
            "size": len(text),
        }
        for revision, text in (("HEAD~1", BEFORE), ("HEAD", AFTER))
    )
    root = header["roots"][0]["root"]
    assert header["roots"] == [{"root": root, "path": str(top)}]
    assert (change["status"], change["precision"]) == ("applied", "exact")
    assert change.get("cause") == ({"callId": "c1"} if case.names_calls else None)
    assert change["changes"] == [
        {"op": "modify", "root": root, "path": "a.txt", "before": before, "after": after}
    ]
    committed = [record for record in records_in(top, "hook") if record["type"] == "vcs"]
    assert [record["commit"] for record in committed] == [
        run("git", "rev-parse", "HEAD", cwd=top).strip()
    ]
    calls = [record.get("cause") for record in committed]
    assert calls == [{"callId": "c2"} if case.names_calls else None]


def test_commit_of_somebody_else_while_a_command_runs_is_in_no_call(top: Path) -> None:
    run("attrib", "hook", "install", cwd=top)
    agent = _agent(CASES[0], top)
    agent.tell("PreToolUse", "Bash", tool_input={"command": "make"}, tool_use_id="c1")
    for name in ("go", "done"):
        os.mkfifo(top / name)
    # The shell that starts it has ended when it commits: nothing leads from the agent to it.
    waiting = "{ read x <go; git commit -qm x --allow-empty; echo >done; } </dev/null >&0 2>&0 &"
    run("sh", "-c", waiting, cwd=top)
    (top / "go").write_text("\n")
    assert (top / "done").read_text() == "\n"
    [commit] = [record for record in records_in(top, "hook") if record["type"] == "vcs"]
    assert "cause" not in commit


@pytest.mark.parametrize("given", [b"", b"{", b"[]", b"{}", b'{"session_id": 1}', b"\xff" * 99])
def test_odd_input_is_passed_over_and_ends_well(top: Path, given: bytes) -> None:
    for words in (("claude-code", "PreToolUse"), ("claude-code", "Odd"), ("nobody", "X"), ()):
        done = subprocess.run(
            ["attrib", "hook", "run", "agent", *words],
            cwd=top,
            env=environment(),
            input=given,
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (0, b"")
        assert b"Traceback" not in done.stderr
    assert not (top / ".git" / "attrib").exists()


def test_settings_that_are_no_json_are_named_and_left_alone(top: Path) -> None:
    path = top / ".claude" / "settings.local.json"
    path.parent.mkdir()
    path.write_text('{"a": 1 "b"}')
    done = subprocess.run(
        ["attrib", "hook", "install", "--agent", "claude-code"],
        cwd=top,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (129, "")
    assert done.stderr == (
        f"fatal: '{path}' is not JSON: line 1: neither ',' nor '}}' follows\n"
        "hint: nothing was changed\n"
    )
    assert path.read_text() == '{"a": 1 "b"}'


def test_status_tells_of_agents_whose_settings_hold_hooks(top: Path) -> None:
    run("attrib", "hook", "install", "--agent", "codex", cwd=top)
    shown = run("attrib", "hook", "status", cwd=top)
    assert shown.splitlines()[-1] == "codex (project): installed"
    assert run("attrib", "hook", "status", "--agent", "cursor", cwd=top).splitlines() == [
        "cursor (project): not installed",
        "cursor (user): not installed",
    ]


def test_users_own_settings_need_no_repository(tmp_path: Path, home: Path) -> None:
    words = ("attrib", "hook", "install", "--agent", "claude-code", "--scope", "user")
    run(*words, cwd=tmp_path)
    text = (home / ".claude" / "settings.json").read_text()
    assert f"{PROGRAMS}/attrib hook run agent claude-code PreToolUse" in text


def test_calls_that_end_at_the_same_time_are_all_recorded_in_order(top: Path) -> None:
    def start(event: str, number: int) -> subprocess.Popen[bytes]:
        name = f"f{number}"
        told = {"session_id": SESSION, "cwd": str(top), "tool_name": "Write"}
        told |= {"tool_use_id": name}
        given = {"tool_input": {"file_path": str(top / name)}}
        process = subprocess.Popen(
            ["attrib", "hook", "run", "agent", "claude-code", event],
            cwd=top,
            env=environment(),
            stdin=subprocess.PIPE,
        )
        assert process.stdin is not None
        process.stdin.write(json.dumps({**told, **given}).encode())
        process.stdin.close()
        return process

    for event in ("PreToolUse", "PostToolUse"):
        running = [start(event, number) for number in range(8)]
        assert [process.wait() for process in running] == [0] * 8
        for number in range(8):
            (top / f"f{number}").write_text("x")
    _, *records = records_in(top, "agent-hook")
    assert [record["seq"] for record in records] == list(range(2, 2 + 3 * 8))
    changed = [r["changes"][0]["path"] for r in records if r["type"] == "file_change"]
    assert sorted(changed) == [f"f{number}" for number in range(8)]
    run("attrib", "check", "--strict", str(top / ".git" / "attrib" / "sessions"), cwd=top)


def test_variable_turns_hooks_off(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATTRIB", "0")
    agent = _agent(CASES[0], top)
    agent.tell("SessionStart", source="startup")
    assert not (top / ".git" / "attrib").exists()
