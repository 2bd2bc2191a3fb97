"""Gemini CLI's hooks: `hooks` in `settings.json`, with names of its own, and timeouts in ms.

Events name no call, so that `BeforeTool` and `AfterTool` are paired by what the tool was given.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrib.installations import home_of, namespace_of
from attrib.recording.agents.claude_code import ClaudeCode
from attrib.recording.agents.interface import Kind, Payload, Scope, Tool


class GeminiCli(ClaudeCode):
    """Gemini CLI."""

    alias = "gemini-cli"
    scopes = (Scope.PROJECT, Scope.USER)
    tools: Mapping[str, Tool] = {
        "write_file": Tool.EDIT,
        "replace": Tool.EDIT,
        "run_shell_command": Tool.SHELL,
    }
    may_add = frozenset({"write_file", "replace"})
    kinds: Mapping[str, Kind] = {
        "SessionStart": Kind.START,
        "SessionEnd": Kind.END,
        "BeforeTool": Kind.BEFORE,
        "AfterTool": Kind.AFTER,
    }
    timeouts: Mapping[str, int] = {"": 10_000}
    _folder = ".gemini"

    def settings(self, scope: Scope, top: Path) -> Path:
        """`settings.json` of the user or of the worktree."""
        home = home_of(None, self._folder) if scope is Scope.USER else top / self._folder
        return home / "settings.json"

    def namespace_of(self, log: str | None) -> str:
        """By the folder that holds `tmp`, where the conversation lies in one."""
        home = home_of(None, self._folder)
        return namespace_of(Path(log) if log else home, "tmp", home)

    def is_foreign(self, payload: Payload) -> bool:
        """Never: nobody else is known to run hooks of these settings."""
        return False
