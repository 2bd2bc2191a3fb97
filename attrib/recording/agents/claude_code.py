"""Claude Code's hooks: `hooks` in its settings files, one JSON object on stdin for each event.

`PreToolUse` and `PostToolUse` (after success) or `PostToolUseFailure` stand around a call and name
it by `tool_use_id`. An edit that is refused before it begins has no second event. Hooks of
subagents name the session that started them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrib.installations import home_of, namespace_of
from attrib.recording.agents.interface import (
    Call,
    Kind,
    Observation,
    Payload,
    Registration,
    Scope,
    Tool,
)
from attrib.recording.agents.shapes import (
    by_matcher,
    folder_of,
    mapping_at,
    pairing_of,
    paths_in,
    text_at,
)

KINDS = {
    "SessionStart": Kind.START,
    "SessionEnd": Kind.END,
    "PreToolUse": Kind.BEFORE,
    "PostToolUse": Kind.AFTER,
    "PostToolUseFailure": Kind.AFTER,
}
_OPS = {"create": "add", "update": "modify"}


class ClaudeCode:
    """Claude Code, and what agents with the same hooks have in common with it."""

    alias = "claude-code"
    scopes: tuple[Scope, ...] = (Scope.LOCAL, Scope.PROJECT, Scope.USER)
    required: Mapping[str, Any] = {}
    hint: str | None = None
    tools: Mapping[str, Tool] = {
        "Edit": Tool.EDIT,
        "MultiEdit": Tool.EDIT,
        "Write": Tool.EDIT,
        "NotebookEdit": Tool.EDIT,
        "Bash": Tool.SHELL,
    }
    #: Edit tools that may make a file, so that without a state before the operation is not known.
    may_add = frozenset({"Write"})
    kinds: Mapping[str, Kind] = KINDS
    timeouts: Mapping[str, int] = {"": 10}
    _folder, _variable = ".claude", "CLAUDE_CONFIG_DIR"

    def settings(self, scope: Scope, top: Path) -> Path:
        """`settings.json`, or for one worktree alone `settings.local.json`."""
        if scope is Scope.USER:
            return home_of(self._variable, self._folder) / "settings.json"
        name = "settings.local.json" if scope is Scope.LOCAL else "settings.json"
        return top / self._folder / name

    def registrations(self, command: str) -> Iterator[Registration]:
        """One element an event; those of tools match the tools that are observed."""
        named = "|".join(self.tools)
        calls = (Kind.BEFORE, Kind.AFTER)
        matchers = {name: named if kind in calls else None for name, kind in self.kinds.items()}
        return by_matcher(command, matchers, self.timeouts)

    def namespace_of(self, log: str | None) -> str:
        """By the folder that holds `projects`, where the log lies in one."""
        home = home_of(self._variable, self._folder)
        return namespace_of(Path(log) if log else home, "projects", home)

    def read(self, event: str, payload: Payload) -> Observation | None:
        """What an event tells; nothing where another agent runs these hooks as its own."""
        kind, session = self.kinds.get(event), text_at(payload, "session_id")
        if kind is None or session is None or self.is_foreign(payload):
            return None
        folder, log = folder_of(payload), text_at(payload, "transcript_path")
        if kind in (Kind.START, Kind.END):
            return Observation(kind, session, folder, log)
        name, given = text_at(payload, "tool_name") or "", mapping_at(payload, "tool_input")
        call = self.call_of(name, given, event, payload, folder)
        return None if call is None else Observation(kind, session, folder, log, call)

    def is_foreign(self, payload: Payload) -> bool:
        """True for input of Cursor, which runs hooks of Claude Code's settings, too."""
        return "cursor_version" in payload

    def call_of(
        self, name: str, given: Payload, event: str, payload: Payload, folder: str
    ) -> Call | None:
        """The call that an event tells of; `None` for a tool that is not observed."""
        tool = self.tools.get(name)
        paths = paths_in(given, folder) if tool is Tool.EDIT else ()
        if tool is None or (tool is Tool.EDIT and not paths):
            return None
        call, response = text_at(payload, "tool_use_id"), payload.get("tool_response")
        said = response if isinstance(response, dict) else {}
        return Call(
            tool,
            name,
            call,
            pairing_of(call, name, given),
            paths,
            status="failed" if event in FAILURES or has_failed(said) else "applied",
            op=_OPS.get(str(said.get("type")), "unknown" if name in self.may_add else "modify"),
            modified_by_user=said.get("userModified") is True,
        )


FAILURES = frozenset({"PostToolUseFailure", "postToolUseFailure"})


def has_failed(response: Payload) -> bool:
    """True when a tool's response says that it failed."""
    return (
        bool(response.get("error"))
        or response.get("success") is False
        or response.get("is_error") is True
    )
