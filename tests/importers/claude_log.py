"""Made-up rows of Claude Code, as its logs have them."""

from __future__ import annotations

from typing import Any

from attrib.importers.claude_code import ClaudeCode
from tests.importers.logs import APP, Reading, Row, at


def row(kind: str, uuid: str, minute: int, session: str = "S", **members: Any) -> Row:
    return {
        "parentUuid": None,
        "isSidechain": False,
        "cwd": APP,
        "sessionId": session,
        "version": "2.1.0",
        "gitBranch": "main",
        "type": kind,
        "uuid": uuid,
        "timestamp": at(minute),
        **members,
    }


def prompt(uuid: str, minute: int, session: str = "S", **members: Any) -> Row:
    message = {"role": "user", "content": "please look"}
    return row("user", uuid, minute, session, message=message, **members)


def call(
    call_id: str, name: str, given: Row, minute: int, session: str = "S", **members: Any
) -> Row:
    block = {"type": "tool_use", "id": call_id, "name": name, "input": given}
    message = {"role": "assistant", "content": [block]}
    return row("assistant", f"a-{call_id}", minute, session, **{"message": message, **members})


def result(
    call_id: str,
    value: object,
    minute: int,
    session: str = "S",
    *,
    is_error: bool = False,
    **members: Any,
) -> Row:
    block: Row = {"type": "tool_result", "tool_use_id": call_id, "content": "done"}
    if is_error:
        block["is_error"] = True
    message = {"role": "user", "content": [block]}
    more = {} if value is None else {"toolUseResult": value}
    return row("user", f"u-{call_id}", minute, session, **{"message": message, **more, **members})


def written(path: str, content: str, original: str | None = None) -> Row:
    kind = "create" if original is None else "update"
    return {
        "type": kind,
        "filePath": path,
        "content": content,
        "structuredPatch": [],
        "originalFile": original,
    }


def edited(path: str, original: str | None, old: str, new: str, **members: Any) -> Row:
    return {
        "filePath": path,
        "oldString": old,
        "newString": new,
        "originalFile": original,
        "structuredPatch": [],
        "userModified": False,
        "replaceAll": False,
        **members,
    }


def write_pair(call_id: str, content: str, minute: int, session: str = "S") -> list[Row]:
    """A call that writes `f`, and its result."""
    path = f"{APP}/f"
    return [
        call(call_id, "Write", {"file_path": path, "content": content}, minute, session),
        result(call_id, written(path, content), minute, session),
    ]


READING = Reading(ClaudeCode())
read = READING.sessions
records = READING.records
