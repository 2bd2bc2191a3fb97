"""Made-up rows of CodeBuddy's command line, as its logs have them."""

from __future__ import annotations

import json
from typing import Any

from attrib.importers.codebuddy import CodeBuddy
from tests.importers.logs import APP, START, Reading, Row


def row(kind: str, minute: int, session: str | None = "S", **members: Any) -> Row:
    named = {} if session is None else {"sessionId": session}
    return {"timestamp": START + minute * 60_000, "type": kind, "cwd": APP, **named, **members}


def prompt(name: str, minute: int, session: str = "S", **members: Any) -> Row:
    content = [{"type": "input_text", "text": "please look"}]
    return row("message", minute, session, id=name, role="user", content=content, **members)


def call(
    call_id: str, name: str, given: object, minute: int, session: str = "S", **members: Any
) -> Row:
    arguments = given if isinstance(given, str) else json.dumps(given)
    more = {"id": f"a-{call_id}", "callId": call_id, "name": name, "arguments": arguments}
    return row("function_call", minute, session, **(more | members))


def result(
    call_id: str, name: str, text: str, minute: int, session: str = "S", **members: Any
) -> Row:
    output = {"type": "text", "text": text}
    more = {"id": f"r-{call_id}", "callId": call_id, "name": name, "status": "completed"}
    return row("function_call_result", minute, session, **(more | {"output": output} | members))


def write_pair(call_id: str, content: str, minute: int, session: str = "S") -> list[Row]:
    """A call that writes `f` anew, and its result."""
    path = f"{APP}/f"
    text = f"Successfully created and wrote to new file: {path}"
    return [
        call(call_id, "Write", {"file_path": path, "content": content}, minute, session),
        result(call_id, "Write", text, minute, session),
    ]


def meta(session: str, minute: int) -> Row:
    return row("session-meta", minute, session)


def snapshot(message: str, minute: int, files: dict[str, Any], **members: Any) -> Row:
    state = {"messageId": message, "trackedFileBackups": files}
    return row("file-history-snapshot", minute, None, id=message, snapshot=state, **members)


READING = Reading(CodeBuddy())
read = READING.sessions
records = READING.records
notices = READING.notices
