"""The ASR records of one session of Copilot CLI, made of its events in the order they stand."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from attrib.importers.common.commits import is_commit_id
from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import Row, mapping_at, text_at
from attrib.importers.common.outcomes import result_status
from attrib.importers.common.spots import Spot, SpotReader
from attrib.importers.common.uris import path_of
from attrib.importers.copilot_cli.changes import (
    EDIT_TOOLS,
    SHELL_TOOLS,
    changed_by,
    given_to,
    kept_of,
    output_of,
    status_of,
)

_EXIT = re.compile(r"<(?:command )?exited with exit code -?[1-9]\d{0,8}>\s*\Z")
_CONTEXTS = frozenset({"session.start", "session.resume", "session.context_changed"})


class _Call(NamedTuple):
    """A call whose result is awaited: its tool, what is kept of its input, and its folder."""

    tool: str
    given: dict[str, Any]
    folder: str | None


class SessionMaker:
    """Adds the records of events to a draft; of an event that comes again, the first counts."""

    def __init__(self, draft: Draft, reader: SpotReader) -> None:
        self._draft = draft
        self._reader = reader
        self._folder: str | None = None
        self._seen: set[str] = set()
        self._called: set[str] = set()
        self._calls: dict[str, _Call] = {}

    def take(self, spot: Spot, row: Row) -> None:
        """Add the records of one event."""
        name, kind = text_at(row, "id"), text_at(row, "type") or ""
        if name is not None and name in self._seen:
            return
        if name is not None:
            self._seen.add(name)
        data = mapping_at(row, "data")
        if kind in _CONTEXTS:
            self._moved(spot, row, data)
        elif kind == "assistant.message":
            requests = data.get("toolRequests")
            for request in requests if isinstance(requests, list) else ():
                if isinstance(request, dict):
                    self._asked(spot, row, request, text_at(request, "name"))
        elif kind == "tool.execution_start":
            self._asked(spot, row, data, text_at(data, "toolName"))
        elif kind == "tool.execution_complete":
            self._completed(spot, row, data)
        elif kind == "session.snapshot_rewind":
            self._rewound(spot, row, data)

    def _add(self, spot: Spot, row: Row, record: dict[str, Any], source: str) -> None:
        agent = text_at(row, "agentId")
        if agent is not None and record["type"] in ("file_change", "vcs"):
            record = record | {"_meta": {"attrib/subagent": agent}}
        native, stamp = self._reader.native(spot), text_at(row, "timestamp")
        self._draft.add(record, source, stamp=stamp, native=native)

    def _moved(self, spot: Spot, row: Row, data: Row) -> None:
        """The folder, HEAD and branch from here on."""
        context = mapping_at(data, "context") or data
        top, folder = path_of(text_at(context, "gitRoot")), path_of(text_at(context, "cwd"))
        self._draft.enter(top)
        self._folder = folder or self._folder
        if folder is None:
            return
        head, branch = text_at(context, "headCommit"), text_at(context, "branch")
        members: dict[str, str] = {}
        if is_commit_id(head):
            members["head"] = str(head)
        if branch is not None:
            members["branch"] = branch
        stamp = text_at(row, "timestamp")
        source = f"state/{text_at(row, 'id') or stamp or spot.offset}"
        native = self._reader.native(spot)
        self._draft.state(folder, source, stamp=stamp, native=native, **members)

    def _asked(self, spot: Spot, row: Row, request: Row, tool: str | None) -> None:
        call = text_at(request, "toolCallId")
        if call is None or tool is None or tool not in EDIT_TOOLS | SHELL_TOOLS:
            return
        given = kept_of(tool, given_to(request.get("arguments")))
        if call in self._called or (
            tool == "str_replace_editor" and given.get("command") == "view"
        ):
            return
        self._called.add(call)
        self._calls[call] = _Call(tool, given, self._folder)
        record = {"type": "tool_call", "callId": call, "name": tool, "input": given}
        self._add(spot, row, record, f"call/{call}")

    def _completed(self, spot: Spot, row: Row, data: Row) -> None:
        name = text_at(data, "toolCallId") or ""
        call = self._calls.pop(name, None)
        if call is None:
            return
        status = status_of(data)
        output = output_of(data)
        result = result_status(status) or "completed"
        if call.tool in SHELL_TOOLS and status == "applied" and _EXIT.search(output):
            result = "failed"
        record = {"type": "tool_result", "callId": name, "status": result}
        self._add(spot, row, record, f"result/{name}/tool_result")
        cause = {"cause": {"callId": name}}
        if call.tool in SHELL_TOOLS:
            command = str(call.given.get("command", ""))
            for record in self._draft.actions(command, output, call.folder):
                self._add(spot, row, record | cause, f"result/{name}/vcs")
            return
        parts = changed_by(call.tool, call.given, data)
        made = self._draft.changes(parts, call.folder, spot.place)
        if made:
            change = {"type": "file_change", **cause, "status": status, **made}
            self._add(spot, row, change, f"result/{name}/file_change")

    def _rewound(self, spot: Spot, row: Row, data: Row) -> None:
        """The session went back to an earlier event; which files did is not recorded."""
        target = text_at(data, "upToEventId")
        meta = {"attrib/rewindTo": target} if target is not None else {}
        source = f"rewind/{text_at(row, 'id') or spot.offset}"
        self._add(spot, row, {"type": "rewind", "_meta": meta}, source)
