"""Tool calls as their updates leave them, and the records of those that came to an end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from attrib.importers.acp.diffs import Changes, diffs_in, replaced_in
from attrib.importers.acp.rows import Update
from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import Row, mapping_at, text_at
from attrib.importers.common.places import joined
from attrib.importers.common.spots import Located
from attrib.importers.interface import Native

#: How a call ends, and what that says of the changes that it shows.
_ENDS = {"completed": "applied", "failed": "failed", "cancelled": "skipped"}
_OUTPUTS = ("stdout", "output", "formatted_output", "aggregated_output")


@dataclass(slots=True)
class Call:
    """What is known of a call so far, and the row that gave its content.

    Nothing is kept of a call that is over.
    """

    stamp: str | None
    native: Native
    kind: str | None = None
    status: str = "pending"
    content: list[Any] = field(default_factory=list)
    raw_input: Row = field(default_factory=dict)
    raw_output: object = None
    is_proposed: bool = False


class Calls:
    """The calls of one session; makes the records of each, once."""

    def __init__(self, draft: Draft) -> None:
        self.folder: str | None = None
        self._draft = draft
        self._place = ""
        self._running: dict[str, Call] = {}
        self._over: set[str] = set()

    def update(self, update: Update, stamp: str | None, found: Located) -> None:
        """Take an update; a call that is over takes no more of them."""
        if update.call in self._over:
            return
        native, self._place = found.native, found.place
        call = self._running.setdefault(update.call, Call(stamp, native))
        if "content" in update.members or "rawInput" in update.members:
            call.native = native
        _merge(call, update)
        end = _ENDS.get(call.status)
        if end is not None:
            self._over.add(update.call)
            del self._running[update.call]
            self._finish(update.call, call, end, stamp, native)
        elif not call.is_proposed and (diffs := diffs_in(call.content)):
            call.is_proposed = True
            for number, members in enumerate(self._changes(diffs, is_applied=False)):
                record = {"type": "file_change", "status": "proposed", **members}
                cause = {"cause": {"callId": update.call}}
                source = f"proposed/{update.call}/{number}"
                self._draft.add(record | cause, source, stamp=stamp, native=native)

    def _changes(self, diffs: list[Row], *, is_applied: bool) -> Iterator[dict[str, Any]]:
        changes = Changes(self._draft, self.folder, self._place, is_applied=is_applied)
        yield from changes.members_of(diffs)

    def _finish(self, name: str, call: Call, end: str, stamp: str | None, native: Native) -> None:
        diffs = diffs_in(call.content)
        command = _command(call.raw_input)
        made = [
            {"type": "file_change", "status": end, **members}
            for members in self._changes(diffs, is_applied=end == "applied")
        ]
        if command is not None and not made:
            made = list(self._actions(call, command))
        elif not made:
            return
        given = replaced_in(diffs) if diffs else {"command": command}
        asked = {"type": "tool_call", "callId": name, "name": call.kind or "other", "input": given}
        self._draft.add(asked, f"call/{name}", stamp=call.stamp, native=call.native)
        result = {"type": "tool_result", "callId": name, "status": call.status}
        self._draft.add(result, f"result/{name}", stamp=stamp, native=native)
        for number, record in enumerate(made):
            source = f"{record['type']}/{name}/{number}"
            row = call.native if record["type"] == "file_change" else native
            cause = {"cause": {"callId": name}}
            self._draft.add(record | cause, source, stamp=stamp, native=row)

    def _actions(self, call: Call, command: str) -> Iterator[dict[str, Any]]:
        given = text_at(call.raw_input, "workdir", "cwd")
        folder = joined(self.folder, given) if given else self.folder
        yield from self._draft.actions(command, _output(call), folder)


def _merge(call: Call, update: Update) -> None:
    """Absent members leave what was known, `null` takes it away. A chunk adds to the content."""
    given = update.members
    if update.is_chunk:
        call.content.append(given.get("content"))
        return
    call.kind = text_at(given, "kind") or call.kind
    call.status = text_at(given, "status") or call.status
    if "content" in given:
        content = given["content"]
        call.content = list(content) if isinstance(content, list) else []
    if "rawInput" in given:
        call.raw_input = mapping_at(given, "rawInput")
    if "rawOutput" in given:
        call.raw_output = given["rawOutput"]


def _command(given: Mapping[str, Any]) -> str | None:
    """The command of a shell call, as its input has it."""
    command = given.get("command")
    if isinstance(command, list) and command and all(isinstance(word, str) for word in command):
        # A shell and its option before the command itself; else there is no shell to speak of.
        return str(command[-1]) if len(command) == 3 and command[1].startswith("-") else None
    return text_at(given, "command", "cmd")


def _output(call: Call) -> str:
    """The text that the call gave back: of its result, else of its content."""
    if isinstance(call.raw_output, str):
        return call.raw_output
    if isinstance(call.raw_output, dict) and (text := text_at(call.raw_output, *_OUTPUTS)):
        return text
    parts = [
        text_at(mapping_at(item, "content"), "text")
        for item in call.content
        if isinstance(item, dict) and item.get("type") == "content"
    ]
    return "\n".join(part for part in parts if part)
