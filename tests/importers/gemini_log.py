"""Made-up conversations of Gemini CLI, in both forms."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrib.importers.gemini_cli import GeminiCli
from tests.importers.logs import APP, Reading, Row, at, save


def head(session: str = "S", project: str = APP, **members: Any) -> Row:
    name = sha256(project.encode()).hexdigest()
    return {"sessionId": session, "projectHash": name, "startTime": at(0), **members}


def call(name: str, tool: str, args: Any, text: str = "", minute: int = 1, **members: Any) -> Row:
    response = {"id": name, "name": tool, "response": {"output": text}}
    return {
        "id": name,
        "name": tool,
        "args": args,
        "result": [{"functionResponse": response}],
        "status": "success",
        "timestamp": at(minute),
        **members,
    }


def message(name: str, *calls: Row, minute: int = 1, **members: Any) -> Row:
    return {
        "id": name,
        "timestamp": at(minute),
        "type": "gemini",
        "content": "",
        "toolCalls": list(calls),
        **members,
    }


def shown(path: str, before: object, after: object, **members: Any) -> Row:
    """What an edit showed, as a diff with both contents."""
    given = {"fileDiff": "", "fileName": "a", "filePath": path, "originalContent": before}
    return given | {"newContent": after} | members


def lines(folder: Path, *rows: Row, name: str = "session-S.jsonl") -> Path:
    return save(folder / "app" / "chats" / name, list(rows))


def document(folder: Path, start: Row, *messages: Row) -> Path:
    log = folder / "app" / "chats" / "session-S.json"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text(json.dumps({**start, "messages": list(messages)}, indent=2), encoding="utf-8")
    return log


READING = Reading(GeminiCli())
read = READING.sessions
records = READING.records
