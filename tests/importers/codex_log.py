"""Made-up rows of Codex, as its rollouts have them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from attrib.importers.codex import Codex
from tests.importers.logs import APP, Reading, Row, at, save


def row(kind: str, minute: int, **payload: Any) -> Row:
    return {"timestamp": at(minute), "type": kind, "payload": payload}


def item(kind: str, minute: int, **payload: Any) -> Row:
    return row("response_item", minute, type=kind, **payload)


def event(kind: str, minute: int, **payload: Any) -> Row:
    return row("event_msg", minute, type=kind, **payload)


def meta(session: str = "S", minute: int = 0, **payload: Any) -> Row:
    return row("session_meta", minute, **{"id": session, "cwd": APP, **payload})


def turn(name: str, minute: int, cwd: str = APP, **payload: Any) -> Row:
    return row("turn_context", minute, turn_id=name, cwd=cwd, **payload)


def asked(call: str, patch: str, minute: int = 1) -> Row:
    """A call of `apply_patch`."""
    text = f"*** Begin Patch\n{patch}*** End Patch"
    return item("custom_tool_call", minute, call_id=call, name="apply_patch", input=text)


def answered(call: str, output: object, minute: int = 2) -> Row:
    return item("custom_tool_call_output", minute, call_id=call, output=output)


def ended(call: str, changes: object, minute: int = 2, **payload: Any) -> Row:
    """A structured row of a patch that was applied."""
    given = {"call_id": call, "success": True, "changes": changes, **payload}
    return event("patch_apply_end", minute, **given)


def completed(call: str, changes: object, minute: int = 2, **members: Any) -> Row:
    """The same, as later versions have it."""
    given = {"type": "FileChange", "id": call, "changes": changes, **members}
    return event("item_completed", minute, thread_id="S", item=given)


def ran(call: str, given: object, output: object, minute: int = 3) -> list[Row]:
    """A call of the shell, and its output."""
    arguments = given if isinstance(given, str) else json.dumps(given)
    return [
        item("function_call", minute, call_id=call, name="exec_command", arguments=arguments),
        item("function_call_output", minute, call_id=call, output=output),
    ]


def log_of(folder: Path, rows: list[Row], name: str = "rollout-S.jsonl") -> Path:
    return save(folder / name, rows)


READING = Reading(Codex())
read = READING.sessions
records = READING.records
