"""Hooks are put into agents' settings beside what is there, once, and taken out exactly."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from attrib.errors import StreamError, UsageError
from attrib.recording.agent_settings import Standing, install, standing_of, uninstall
from attrib.recording.agents import AGENTS
from attrib.recording.agents.claude_code import ClaudeCode
from attrib.recording.agents.cursor import Cursor
from attrib.recording.agents.interface import HookedAgent, Scope

CLAUDE, CURSOR = ClaudeCode(), Cursor()
ATTRIB = "/opt/a b/attrib"
OWN = """{
  // my own
  "model": "x", // kept
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [ { "type": "command", "command": "./guard.sh" } ] } // first
    ],
    "Stop": []
  },
  "version": 1,
}
"""


@pytest.fixture
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ATTRIB_DATA_HOME", str(tmp_path / "data"))
    folder = tmp_path / "app"
    folder.mkdir()
    return folder


def _write(agent: HookedAgent, top: Path, text: str) -> Path:
    path = agent.settings(agent.scopes[0], top)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, newline="")
    return path


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: agent.alias)
def test_file_and_folder_that_were_not_there_are_gone_again(agent: HookedAgent, top: Path) -> None:
    scope = agent.scopes[0]
    assert standing_of(agent, scope, top, ATTRIB) is Standing.ABSENT
    assert install(agent, scope, top, ATTRIB).changed
    assert standing_of(agent, scope, top, ATTRIB) is Standing.INSTALLED
    assert not install(agent, scope, top, ATTRIB).changed
    assert uninstall(agent, scope, top).changed
    assert list(top.iterdir()) == []
    assert not uninstall(agent, scope, top).changed


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: agent.alias)
@pytest.mark.parametrize("text", ["{}", OWN, OWN.replace("\n", "\r\n"), '\ufeff{"hooks": {}}'])
def test_bytes_from_before_come_back(agent: HookedAgent, top: Path, text: str) -> None:
    path = _write(agent, top, text)
    path.chmod(0o640)
    before = path.read_bytes()
    install(agent, agent.scopes[0], top, ATTRIB)
    held = path.read_bytes()
    assert held != before
    install(agent, agent.scopes[0], top, ATTRIB)
    assert path.read_bytes() == held
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    uninstall(agent, agent.scopes[0], top)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_other_hooks_comments_and_keys_stay(top: Path) -> None:
    path = _write(CLAUDE, top, OWN)
    install(CLAUDE, Scope.LOCAL, top, ATTRIB)
    text = path.read_text()
    lines = [line.rstrip(",") for line in text.splitlines()]
    assert [line for line in OWN.splitlines() if line.rstrip(",") not in lines] == [
        '      { "matcher": "Bash", "hooks": [ { "type": "command", "command": "./guard.sh" } ] }'
        " // first"
    ]
    assert '"./guard.sh" } ] }, // first' in text


def test_what_was_changed_since_stays_when_ours_goes(top: Path) -> None:
    path = _write(CLAUDE, top, '{"model": "x", "hooks": {}}')
    install(CLAUDE, Scope.LOCAL, top, ATTRIB)
    value = json.loads(path.read_text())
    value["hooks"]["PreToolUse"].insert(0, {"hooks": [{"type": "command", "command": "mine"}]})
    value["added"] = True
    path.write_text(json.dumps(value, indent=4))
    uninstall(CLAUDE, Scope.LOCAL, top)
    assert json.loads(path.read_text()) == {
        "model": "x",
        "hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "mine"}]}]},
        "added": True,
    }


def test_lost_receipt_still_lets_ours_go(top: Path, tmp_path: Path) -> None:
    path = _write(CLAUDE, top, OWN)
    install(CLAUDE, Scope.LOCAL, top, ATTRIB)
    for receipt in (tmp_path / "data" / "agent-hooks").iterdir():
        assert stat.S_IMODE(receipt.stat().st_mode) == 0o600
        assert "guard" not in receipt.read_text()
        receipt.unlink()
    uninstall(CLAUDE, Scope.LOCAL, top)
    assert path.read_text() == OWN


def test_program_that_moved_is_put_in_anew_and_still_taken_out_exactly(top: Path) -> None:
    path = _write(CURSOR, top, OWN)
    install(CURSOR, Scope.PROJECT, top, "/old/attrib")
    assert standing_of(CURSOR, Scope.PROJECT, top, ATTRIB) is Standing.OTHER
    assert install(CURSOR, Scope.PROJECT, top, ATTRIB).changed
    assert "/old/attrib" not in path.read_text()
    assert standing_of(CURSOR, Scope.PROJECT, top, ATTRIB) is Standing.INSTALLED
    uninstall(CURSOR, Scope.PROJECT, top)
    assert path.read_text() == OWN


def test_file_that_was_made_and_then_used_by_others_stays(top: Path) -> None:
    install(CURSOR, Scope.PROJECT, top, ATTRIB)
    path = CURSOR.settings(Scope.PROJECT, top)
    value = json.loads(path.read_text())
    value["hooks"]["stop"] = [{"command": "mine"}]
    path.write_text(json.dumps(value))
    uninstall(CURSOR, Scope.PROJECT, top)
    assert json.loads(path.read_text()) == {"version": 1, "hooks": {"stop": [{"command": "mine"}]}}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "is empty"),
        (b"{", "is not JSON: line 1"),
        (b"[]", "is no object"),
        (b'{"hooks": []}', "has 'hooks' that are no object"),
        (b'{"hooks": {"PreToolUse": {}}}', "has 'PreToolUse' that is no list"),
        (b'{"hooks": {"a": [], "a": []}}', "names an event twice"),
        (b"\xff{}", "is not UTF-8 at byte 0"),
    ],
)
def test_settings_that_cannot_be_read_are_left_alone(top: Path, text: bytes, why: str) -> None:
    path = _write(CLAUDE, top, "")
    path.write_bytes(text)
    with pytest.raises(UsageError, match=why):
        install(CLAUDE, Scope.LOCAL, top, ATTRIB)
    assert path.read_bytes() == text
    assert list(path.parent.iterdir()) == [path]


def test_settings_of_a_repository_are_not_written_through_a_link(top: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.write_text("{}")
    path = CLAUDE.settings(Scope.LOCAL, top)
    path.parent.mkdir()
    path.symlink_to(outside)
    with pytest.raises(StreamError, match="symbolic link"):
        install(CLAUDE, Scope.LOCAL, top, ATTRIB)
    assert outside.read_text() == "{}"


def test_users_own_settings_may_be_a_link(top: Path, home: Path, tmp_path: Path) -> None:
    kept = tmp_path / "dotfiles.json"
    kept.write_text("{}\n")
    (home / ".claude").mkdir()
    (home / ".claude" / "settings.json").symlink_to(kept)
    install(CLAUDE, Scope.USER, top, ATTRIB)
    assert "hook run agent claude-code PreToolUse" in kept.read_text()
    uninstall(CLAUDE, Scope.USER, top)
    assert kept.read_text() == "{}\n"
    assert (home / ".claude" / "settings.json").is_symlink()


def test_scope_that_an_agent_has_not_is_refused(top: Path) -> None:
    with pytest.raises(UsageError, match="no 'local' settings"):
        install(CURSOR, Scope.LOCAL, top, ATTRIB)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_settings_that_may_not_be_read_are_said_and_left_alone(top: Path) -> None:
    path = _write(CLAUDE, top, "{}")
    path.chmod(0)
    with pytest.raises(StreamError, match="cannot read"):
        install(CLAUDE, Scope.LOCAL, top, ATTRIB)
