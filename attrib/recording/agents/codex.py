"""Codex's hooks: `hooks.json` beside a `config.toml`, with events and input as Claude Code's.

`apply_patch` has its patch in `tool_input.command`. A call that fails has no event after it.
Codex runs hooks of a project only where the project is trusted, and each only once its user has
reviewed it. `config.toml`, which may hold hooks too, is left alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from attrib.installations import home_of, namespace_of
from attrib.recording.agents.claude_code import KINDS, ClaudeCode
from attrib.recording.agents.interface import Call, Kind, Payload, Scope, Tool
from attrib.recording.agents.shapes import absolute, text_at
from attrib.v4a import edits_in, holds_patch


class Codex(ClaudeCode):
    """Codex, the command line and its app."""

    alias = "codex"
    scopes = (Scope.PROJECT, Scope.USER)
    tools: Mapping[str, Tool] = {"apply_patch": Tool.EDIT, "Bash": Tool.SHELL}
    kinds: Mapping[str, Kind] = {
        name: kind for name, kind in KINDS.items() if name != "PostToolUseFailure"
    }
    #: In seconds; Codex gives the end of a session three at most.
    timeouts: Mapping[str, int] = {"": 10, "SessionEnd": 3}
    hint = "review them in Codex with /hooks: it runs new hooks only after that"
    _folder, _variable = ".codex", "CODEX_HOME"

    def settings(self, scope: Scope, top: Path) -> Path:
        """`hooks.json` of the user or of the worktree."""
        if scope is Scope.USER:
            return home_of(self._variable, self._folder) / "hooks.json"
        return top / self._folder / "hooks.json"

    def namespace_of(self, log: str | None) -> str:
        """By the folder that holds `sessions`, where the rollout lies in one."""
        home = home_of(self._variable, self._folder)
        path = Path(log) if log else home
        inner = "archived_sessions" if "archived_sessions" in path.parts else "sessions"
        return namespace_of(path, inner, home)

    def call_of(
        self, name: str, given: Payload, event: str, payload: Payload, folder: str
    ) -> Call | None:
        """A patch names its files, also one that the shell is given."""
        command = text_at(given, "command", "input", "patch") or ""
        if name in self.tools and holds_patch(command):
            edits = edits_in(command)
            named = [path for edit in edits for path in (edit.old_path, edit.path) if path]
            paths = absolute(named, folder)
            call = super().call_of("Bash", given, event, payload, folder)
            if call is not None and paths:
                return replace(call, tool=Tool.EDIT, name=name, paths=paths, op="unknown")
        return super().call_of(name, given, event, payload, folder)
