"""CodeBuddy's hooks, which its makers document as Claude Code's; its editor's tools beside them.

The editor extension names no call, so that its calls are paired by what the tool was given.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrib.installations import home_of, namespace_of
from attrib.recording.agents.claude_code import ClaudeCode
from attrib.recording.agents.interface import Payload, Tool


class CodeBuddy(ClaudeCode):
    """CodeBuddy Code, the command line, and the editor extension."""

    alias = "codebuddy"
    tools: Mapping[str, Tool] = {
        **ClaudeCode.tools,
        "write_to_file": Tool.EDIT,
        "replace_in_file": Tool.EDIT,
        "execute_command": Tool.SHELL,
    }
    may_add = frozenset({"Write", "write_to_file"})
    hint = "review them in CodeBuddy with /hooks: it runs changed hooks only after that"
    _folder, _variable = ".codebuddy", "CODEBUDDY_CONFIG_DIR"

    def namespace_of(self, log: str | None) -> str:
        """By the folder that holds `projects`, of the extension's messages that of `history`."""
        home = home_of(self._variable, self._folder)
        path = Path(log) if log else home
        inner = "history" if path.name == "index.json" else "projects"
        return namespace_of(path, inner, path.parent if inner == "history" else home)

    def is_foreign(self, payload: Payload) -> bool:
        """Never: nobody else is known to run hooks of these settings."""
        return False
