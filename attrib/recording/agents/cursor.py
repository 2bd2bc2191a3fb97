"""Cursor's hooks: `hooks.json`, version 1, one JSON object on stdin for each event.

`preToolUse` and `postToolUse` or `postToolUseFailure` stand around a call and name it by
`tool_use_id`. Versions before them have `afterFileEdit` alone, which tells of the state after an
edit and of no call; it is passed over where the others told of the same edit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from attrib.installations import home_of, namespace_of
from attrib.recording.agents.claude_code import ClaudeCode
from attrib.recording.agents.interface import (
    Call,
    Kind,
    Observation,
    Payload,
    Registration,
    Scope,
    Tool,
)
from attrib.recording.agents.shapes import folder_of, pairing_of, paths_in, text_at

_LONE = "afterFileEdit"
_EDITS = ("Write", "StrReplace", "Edit", "MultiEdit", "EditNotebook", "Delete")


class Cursor(ClaudeCode):
    """Cursor, the editor and the command line."""

    alias = "cursor"
    scopes = (Scope.PROJECT, Scope.USER)
    required: Mapping[str, Any] = {"version": 1}
    tools: Mapping[str, Tool] = {"Shell": Tool.SHELL} | dict.fromkeys(_EDITS, Tool.EDIT)
    may_add = frozenset({"Write", "Edit"})
    kinds: Mapping[str, Kind] = {
        "sessionStart": Kind.START,
        "beforeSubmitPrompt": Kind.START,
        "sessionEnd": Kind.END,
        "preToolUse": Kind.BEFORE,
        "postToolUse": Kind.AFTER,
        "postToolUseFailure": Kind.AFTER,
        _LONE: Kind.AFTER,
    }
    _folder, _variable = ".cursor", "CURSOR_DATA_DIR"

    def settings(self, scope: Scope, top: Path) -> Path:
        """`hooks.json` of the user or of the worktree."""
        home = Path.home() / self._folder if scope is Scope.USER else top / self._folder
        return home / "hooks.json"

    def registrations(self, command: str) -> Iterator[Registration]:
        """Elements `{command}`, for calls with a matcher."""
        for event, kind in self.kinds.items():
            element = {"command": f"{command} {event}"}
            if kind in (Kind.BEFORE, Kind.AFTER) and event != _LONE:
                element["matcher"] = "|".join(self.tools)
            yield Registration(event, element)

    def is_foreign(self, payload: Payload) -> bool:
        """Never: nobody else is known to run hooks of these settings."""
        return False

    def read(self, event: str, payload: Payload) -> Observation | None:
        """A conversation is a session."""
        session = text_at(payload, "conversation_id", "session_id")
        if session is None:
            return None
        if event != _LONE:
            return super().read(event, {**payload, "session_id": session})
        folder = folder_of(payload)
        paths = paths_in(payload, folder)
        if not paths:
            return None
        edits = payload.get("edits")
        is_change = any(
            isinstance(edit, dict) and edit.get("old_string")
            for edit in (edits if isinstance(edits, list) else ())
        )
        op = "modify" if is_change else "unknown"
        call = Call(Tool.EDIT, _LONE, None, pairing_of(None, _LONE, paths), paths, op=op)
        log = text_at(payload, "transcript_path")
        return Observation(Kind.AFTER, session, folder, log, replace(call, is_lone=True))

    def namespace_of(self, log: str | None) -> str:
        """By `~/.cursor`, or the folder that holds `projects`, where the transcript lies in one."""
        home = home_of(self._variable, self._folder)
        path = Path(log) if log else home
        return namespace_of(path, "projects" if "agent-transcripts" in path.parts else None, home)
