"""Messages of the Agent Client Protocol as clients keep them, one JSON object a line.

A row is a JSON-RPC message, or wraps one, or is the update of a tool call alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from attrib.importers.common.lines import Row, mapping_at, text_at
from attrib.importers.common.stamps import stamp_of, stamp_of_milliseconds

_WRAPPERS = ("message", "payload", "data", "notification", "rpc", "msg", "body")
_TIMES = ("timestamp", "ts", "time", "createdAt", "created_at")
_UPDATES = frozenset({"tool_call", "tool_call_update", "tool_call_content_chunk"})
#: A number smaller than this may be seconds or milliseconds, and is no time.
_LEAST_MILLISECONDS = 100_000_000_000


@dataclass(frozen=True, slots=True)
class Message:
    """What a row says: the message itself, and the time and the session that wrap it."""

    body: Row
    stamp: str | None
    session: str | None

    @property
    def params(self) -> Row:
        """The parameters of a request or a notification."""
        return mapping_at(self.body, "params")

    @property
    def result(self) -> Row:
        """The result of a request."""
        return mapping_at(self.body, "result")


@dataclass(frozen=True, slots=True)
class Update:
    """A reported state of a tool call; members that are absent leave what was known before."""

    call: str
    members: Row
    is_chunk: bool = False


def message_of(row: Row) -> Message:
    """The message of a row, out of what wraps it."""
    stamp, session, body = None, None, row
    for _ in range(3):
        stamp = stamp or _stamp(body)
        session = session or text_at(body, "sessionId", "session_id")
        inner = next((found for name in _WRAPPERS if (found := _inner(body.get(name)))), None)
        if inner is None or _is_message(body):
            break
        body = inner
    session = text_at(mapping_at(body, "params"), "sessionId") or session
    return Message(body, stamp, session)


def update_of(message: Message) -> Update | None:
    """The state of a tool call that a message reports, if it reports one."""
    body, params = message.body, message.params
    if body.get("method") == "session/update":
        update = mapping_at(params, "update")
    elif body.get("method") == "session/request_permission":
        update = {"sessionUpdate": "tool_call_update", **mapping_at(params, "toolCall")}
    elif "method" in body or "result" in body or "error" in body:
        return None
    else:
        update = mapping_at(body, "update") or body
    kind = update.get("sessionUpdate")
    call = text_at(update, "toolCallId")
    is_bare = kind is None and any(name in update for name in ("content", "status", "kind"))
    if call is None or not (is_bare or (isinstance(kind, str) and kind in _UPDATES)):
        return None
    return Update(call, update, kind == "tool_call_content_chunk")


def is_own(row: Row) -> bool:
    """True for a row of this protocol."""
    message = message_of(row)
    if message.body.get("jsonrpc") != "2.0":
        update = mapping_at(message.body, "update") or message.body
        return text_at(update, "sessionUpdate") is not None or update_of(message) is not None
    method = message.body.get("method")
    is_session = isinstance(method, str) and method.startswith("session/")
    return is_session or agent_of(message) is not None or _greets(message)


def agent_of(message: Message) -> str | None:
    """The agent's name, in the answer to `initialize`."""
    if "protocolVersion" not in message.result:
        return None
    return text_at(mapping_at(message.result, "agentInfo"), "name")


def _greets(message: Message) -> bool:
    return message.body.get("method") == "initialize" and "protocolVersion" in message.params


def _is_message(body: Mapping[str, Any]) -> bool:
    return "jsonrpc" in body or "toolCallId" in body or "sessionUpdate" in body


def _inner(value: object) -> Row | None:
    if isinstance(value, str) and value.startswith("{") and '"jsonrpc"' in value:
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    return value if isinstance(value, dict) else None


def _stamp(body: Mapping[str, Any]) -> str | None:
    for name in _TIMES:
        value = body.get(name)
        found = stamp_of(value)
        if found is None and isinstance(value, int | float) and value >= _LEAST_MILLISECONDS:
            found = stamp_of_milliseconds(value)
        if found is not None:
            return found
    return None
