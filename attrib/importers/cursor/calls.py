"""Calls of tools in any of Cursor's forms, and the records that they become."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import Row, text_at
from attrib.importers.common.losses import ALWAYS, LINE_ENDS, SHELL_EDITS
from attrib.importers.common.outcomes import result_status
from attrib.importers.common.parts import Part, members_of
from attrib.importers.common.places import joined, portable
from attrib.importers.cursor.edits import input_of, is_edit, is_shell, parts_changed, path_in
from attrib.importers.interface import Native, Notice

LOSSES = ALWAYS | SHELL_EDITS | LINE_ENDS
_FAILED = re.compile(r"\s*(error|failed|invalid)\b", re.I)
_REFUSED = re.compile(r"\s*(rejected|skipped|user (chose|declined|rejected|skipped))\b", re.I)


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a tool as one of the forms has it.

    `status` is that of the change: `unknown` where the form has no results. `known` are edits
    that the form tells better than the input does. `begun` and `ended` are times.
    """

    id: str
    tool: str
    given: Row
    status: str
    output: str = ""
    known: Sequence[Part] = ()
    begun: str | None = None
    ended: str | None = None
    native: Native | None = None


@dataclass
class Workspace:
    """The folder of a session, if it is recorded, and changes that could not be placed in it."""

    draft: Draft
    folder: str | None = None
    lost: int = 0
    _seen: set[str] = field(default_factory=set)

    def enter(self, folder: str | None) -> None:
        """Know the session's folder."""
        self.folder = self.folder or folder
        self.draft.enter(folder)

    def note(self, path: str | None) -> None:
        """Without a recorded folder, those of named files say where the session was at work."""
        if self.folder is None and path is not None and (native := portable(path)) is not None:
            above = native.rpartition("/")[0]
            if above and above not in self._seen:
                self._seen.add(above)
                self.draft.folders.append(above)

    def tell(self, place: str) -> None:
        """Add a notice of the changes that could not be placed."""
        if self.lost:
            many = "1 change names" if self.lost == 1 else f"{self.lost} changes name"
            why = "" if self.folder is not None else ": its folder is not recorded"
            reason = f"{many} no certain place{why}"
            self.draft.notices.append(Notice(place, reason, skips=False))


def is_used(tool: object) -> bool:
    """True for the tools whose calls are read."""
    return isinstance(tool, str) and (is_edit(tool) or is_shell(tool))


def status_of(output: str, *, is_error: bool) -> str:
    """What a result says of the change, where it is a text alone."""
    if _REFUSED.match(output):
        return "skipped"
    return "failed" if is_error or _FAILED.match(output) else "applied"


def add_request(call: Call, workspace: Workspace) -> None:
    """Add the record of the call itself."""
    command = text_at(call.given, "command", "cmd")
    asked = {"command": command} if command else {}
    given = input_of(call.given) if is_edit(call.tool) else asked
    record = {"type": "tool_call", "callId": call.id, "name": call.tool, "input": given}
    workspace.draft.add(record, f"call/{call.id}", stamp=call.begun, native=call.native)


def add_outcome(call: Call, workspace: Workspace) -> None:
    """Add the result of a call, where there is one, and what the call did."""
    draft, stamp = workspace.draft, call.ended or call.begun
    made = _changes(call, workspace) if is_edit(call.tool) else _actions(call, workspace)
    if call.status != "unknown":
        status = result_status(call.status) or "failed"
        result = {"type": "tool_result", "callId": call.id, "status": status}
        draft.add(result, f"result/{call.id}", stamp=stamp, native=call.native)
    for number, each in enumerate(made):
        cause = {"cause": {"callId": call.id}}
        source = f"{each['type']}/{call.id}/{number}"
        draft.add(each | cause, source, stamp=stamp, native=call.native)


def add_call(call: Call, workspace: Workspace) -> None:
    """Add all records of a call; one that is not over yet is told by itself alone."""
    add_request(call, workspace)
    if call.status != "pending":
        add_outcome(call, workspace)


def _changes(call: Call, workspace: Workspace) -> list[dict[str, Any]]:
    is_over = call.status in ("applied", "unknown")
    known = list(call.known) if is_over else []
    found: list[dict[str, Any]] = []
    workspace.note(path_in(call.given))
    for part in known or parts_changed(call.tool, call.given, is_over=is_over):
        workspace.note(part.path)
        made = members_of([part], workspace.draft.roots, workspace.folder)
        if made.members:
            found.append({"type": "file_change", "status": call.status, **made.members})
        else:
            workspace.lost += 1
    return found


def _actions(call: Call, workspace: Workspace) -> list[dict[str, Any]]:
    given = text_at(call.given, "working_directory", "cwd", "workdir")
    folder = joined(workspace.folder, given) if given else workspace.folder
    workspace.note(f"{given}/." if given else None)
    command = text_at(call.given, "command", "cmd")
    return list(workspace.draft.actions(command, call.output, folder))
