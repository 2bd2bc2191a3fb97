"""Made-up rows of Claude Code, as its logs have them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from attrib.importers.claude_code import ClaudeCode
from attrib.importers.interface import ImportedSession

APP = "/home/dev/app"
Row = dict[str, Any]


def at(minute: int) -> str:
    return f"2026-10-20T09:{minute:02d}:00.000Z"


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


def save(path: Path, rows: list[Row], tail: bytes = b"") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in rows]
    path.write_bytes("".join(f"{line}\n" for line in lines).encode() + tail)
    return path


def read(*paths: Path) -> list[ImportedSession]:
    return list(ClaudeCode().sessions(paths))


def records(*paths: Path, of: str | None = None) -> list[Row]:
    """All records, or those of one type, without `_meta` and what they were read from."""
    return [
        {name: value for name, value in record.items() if name not in ("_meta", "native")}
        for session in read(*paths)
        for record in session.records
        if of is None or record["type"] == of
    ]
