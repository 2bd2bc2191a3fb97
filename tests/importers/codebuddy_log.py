"""Made-up rows of CodeBuddy's command line, as its logs have them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from attrib.importers.codebuddy import CodeBuddy
from attrib.importers.interface import ImportedSession

APP = "/home/dev/app"
START = 1_792_486_800_000  # 2026-10-20T09:00:00Z
Row = dict[str, Any]


def at(minute: int) -> str:
    return f"2026-10-20T09:{minute:02d}:00.000Z"


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


def save(path: Path, rows: list[Row], tail: bytes = b"") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in rows]
    path.write_bytes("".join(f"{line}\n" for line in lines).encode() + tail)
    return path


def read(*paths: Path) -> list[ImportedSession]:
    """The sessions; the last one, that of nobody, tells what no session has."""
    return list(CodeBuddy().sessions(paths))


def records(*paths: Path, of: str | None = None) -> list[Row]:
    """All records, or those of one type, without `_meta` and what they were read from."""
    return [
        {name: value for name, value in record.items() if name not in ("_meta", "native")}
        for session in read(*paths)
        for record in session.records
        if of is None or record["type"] == of
    ]


def notices(*paths: Path) -> list[str]:
    """All that is told, by the name of the log."""
    return [
        f"{Path(notice.place).name}: {notice.reason}"
        for session in read(*paths)
        for notice in session.notices
    ]
