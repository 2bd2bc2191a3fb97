"""Chats of the CLI: `chats/<MD5 of the folder>/<session>/store.db`.

`meta` tells the session, as hex digits of a JSON text; `blobs` holds the messages, each under the
SHA-256 of its bytes, beside binary ones that only arrange them. Messages count in the order in
which they were stored; what a rewind left behind was asked for all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from hashlib import md5
from pathlib import Path

from attrib.errors import StreamError
from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import Row, object_in, text_at
from attrib.importers.common.natives import native_of
from attrib.importers.common.places import bytes_of, portable
from attrib.importers.common.stamps import stamp_of_milliseconds
from attrib.importers.cursor.calls import (
    LOSSES,
    Call,
    Workspace,
    add_outcome,
    add_request,
    is_used,
    status_of,
)
from attrib.importers.interface import ImportedSession, Native, Notice
from attrib.index.foreign import ForeignDatabase

TABLES = frozenset({"meta", "blobs"})
_PATH = re.compile(r"^Workspace Path: ?(\S.*?)\s*$", re.M)


def hash_of(folder: str) -> str:
    """What the CLI calls a folder."""
    return md5(bytes_of(folder), usedforsecurity=False).hexdigest()


def read_chat(path: Path, agent: str) -> ImportedSession:
    """The session in one `store.db`."""
    draft = Draft(path.parent.name, agent, losses=LOSSES)
    workspace = Workspace(draft)
    rows: list[tuple[Row, Native | None]] = []
    try:
        with ForeignDatabase(path) as database:
            about = _meta(database)
            for row in database.rows("blobs", None, "1 ORDER BY rowid"):
                message = _message(row.get("data"))
                if message is not None:
                    rows.append((message, native_of(row)))
    except StreamError as error:
        draft.notices.append(Notice(str(path), str(error)))
        return draft.finished()
    draft.id = text_at(about, "agentId") or draft.id
    workspace.enter(_folder(path, [message for message, _ in rows]))
    _add(rows, workspace, stamp_of_milliseconds(about.get("createdAt")))
    workspace.tell(str(path))
    return draft.finished()


def _add(rows: list[tuple[Row, Native | None]], workspace: Workspace, begun: str | None) -> None:
    """Add the calls; the time at which the session began stands with the folder alone."""
    if workspace.folder is not None:
        workspace.draft.state(workspace.folder, "state", stamp=begun)
    asked: dict[str, Call] = {}
    over: set[str] = set()
    for row, native in rows:
        for name, block in _parts(row, "tool-call"):
            tool, given = block.get("toolName"), block.get("args")
            if name not in asked and isinstance(tool, str) and is_used(tool):
                text = {"input": given} if isinstance(given, str) else {}
                call = Call(name, tool, object_in(given) or text, "pending", native=native)
                asked[name] = call
                add_request(call, workspace)
        for name, block in _parts(row, "tool-result"):
            if name in asked and name not in over:
                over.add(name)
                output = _output(block)
                status = status_of(output, is_error=block.get("isError") is True)
                add_outcome(replace(asked[name], status=status, output=output), workspace)


def _meta(database: ForeignDatabase) -> Row:
    for row in database.rows("meta", ("value",), "key = '0'"):
        value = row.get("value")
        text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
        try:
            return object_in(bytes.fromhex(text).decode("utf-8", "replace"))
        except ValueError:
            return object_in(text)
    return {}


def _message(data: object) -> Row | None:
    """The message that a blob is; `None` for what only arranges messages."""
    if isinstance(data, bytes):
        if not data.startswith(b"{"):
            return None
        data = data.decode("utf-8", "surrogateescape")
    row = object_in(data)
    return row if isinstance(row.get("role"), str) else None


def _parts(row: Row, kind: str) -> Iterator[tuple[str, Row]]:
    content = row.get("content")
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict) and block.get("type") == kind:
            name = text_at(block, "toolCallId")
            if name is not None:
                yield name, block


def _output(block: Row) -> str:
    result = block.get("result", block.get("output"))
    if isinstance(result, dict):
        return text_at(result, "value", "output", "stdout", "text") or ""
    return result if isinstance(result, str) else ""


def _folder(path: Path, messages: list[Row]) -> str | None:
    """The folder that the product tells the model, where its hash is the chat's folder."""
    wanted = path.parent.parent.name
    for row in messages:
        if row.get("role") != "user":
            continue
        for text in _texts(row.get("content")):
            for match in _PATH.finditer(text):
                if hash_of(match[1]) == wanted and portable(match[1]) is not None:
                    return match[1]
    return None


def _texts(content: object) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    for block in content if isinstance(content, list) else ():
        text = text_at(block, "text") if isinstance(block, dict) else None
        if text is not None:
            yield text
