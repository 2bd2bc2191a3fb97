"""The ASR records of one Codex session, made of its events in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from attrib.importers.codex.catalog import Catalog, Event
from attrib.importers.codex.changes import asked_parts, recorded_parts, shell_parts
from attrib.importers.codex.rows import (
    PATCH_TOOLS,
    RESUMING_TOOL,
    SHELL_TOOLS,
    Output,
    command_of,
    given_to,
    output_of,
    patch_status,
    patched_by,
    payload_of,
    script_of,
)
from attrib.importers.common.commits import is_commit_id
from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import Row, mapping_at, text_at
from attrib.importers.common.parts import Part
from attrib.importers.common.places import joined
from attrib.importers.common.spots import SpotReader
from attrib.importers.common.uris import path_of


class _Command(NamedTuple):
    """A command of the shell: the call that began it, its text, its folder."""

    call: str
    text: str
    folder: str | None


class SessionMaker:
    """Adds the records of a session's events to its draft."""

    def __init__(self, draft: Draft, reader: SpotReader, catalog: Catalog) -> None:
        self._draft = draft
        self._reader = reader
        self._events = catalog.events
        self._folder: str | None = None
        self._calls: dict[str, tuple[str, Row, str | None]] = {}
        self._running: dict[str, _Command] = {}
        self._resumed: dict[str, _Command] = {}

    def make(self, events: Iterable[Event]) -> None:
        """Add the records of these events, in order."""
        makers = {
            "meta": self._begun,
            "state": self._moved,
            "call": self._called,
            "output": self._answered,
            "command": self._ran,
            "patch": self._patched,
            "ghost": self._snapshot,
        }
        for event in events:
            row = self._reader.row(event.spot)
            makers[event.kind](event, payload_of(row))

    def _add(self, event: Event, record: Mapping[str, Any], source: str | None = None) -> None:
        self._draft.add(
            record,
            source or event.source,
            stamp=event.stamp,
            native=self._reader.native(event.spot),
            turn=event.turn,
        )

    def _begun(self, event: Event, payload: Row) -> None:
        """The folder, HEAD and branch that the session began with."""
        git = mapping_at(payload, "git")
        head, branch = text_at(git, "commit_hash"), text_at(git, "branch")
        members = {"head": str(head)} if is_commit_id(head) else {}
        if branch:
            members["branch"] = branch
        self._enter(event, text_at(payload, "cwd"), members)

    def _moved(self, event: Event, payload: Row) -> None:
        folder = path_of(text_at(payload, "cwd"))
        if folder != self._folder:
            self._enter(event, folder, {})
        roots = payload.get("workspace_roots")
        for root in roots if isinstance(roots, list) else ():
            if isinstance(root, str):
                self._draft.enter(path_of(root))

    def _enter(self, event: Event, folder: str | None, members: Mapping[str, str]) -> None:
        self._folder = path_of(folder) or self._folder
        if self._folder is not None:
            native = self._reader.native(event.spot)
            self._draft.state(
                self._folder, event.source, stamp=event.stamp, native=native, **members
            )

    def _called(self, event: Event, payload: Row) -> None:
        name = text_at(payload, "name") or str(payload.get("type")).removesuffix("_call")
        given = given_to(payload)
        if name in SHELL_TOOLS:
            kept = {key: given[key] for key in ("cmd", "command") if _is_command(given.get(key))}
            folder = text_at(given, "workdir", "working_directory", "cwd")
        elif name in PATCH_TOOLS:
            kept = {
                key: given[key] for key in ("input", "patch") if isinstance(given.get(key), str)
            }
            folder = None
        elif name == RESUMING_TOOL and str(given.get("session_id")) in self._running:
            self._resumed[event.id] = self._running[str(given["session_id"])]
            return
        else:
            return
        place = joined(self._folder, path_of(folder) or "") if folder else self._folder
        self._calls[event.id] = (name, kept, place)
        record = {"type": "tool_call", "callId": event.id, "name": name, "input": kept}
        self._add(event, record)

    def _answered(self, event: Event, payload: Row) -> None:
        output = output_of(payload)
        resumed = self._resumed.pop(event.id, None)
        if resumed is not None:
            self._committed(event, resumed, output.text)
        call = self._calls.pop(event.id, None)
        if call is None:
            return
        name, given, folder = call
        in_shell = name in SHELL_TOOLS
        self._add(event, self._result(event, output), f"{event.source}/tool_result")
        if ("patch", event.id) not in self._events or not self._has_changes(event.id):
            parts = asked_parts(given)
            if in_shell:
                parts, folder = shell_parts(command_of(given), folder)
            status = self._verdict(event.id) or patched_by(output, in_shell=in_shell)
            self._change(event, parts, status, folder)
        if in_shell:
            command = _Command(event.id, command_of(given), call[2])
            self._committed(event, command, output.text)
            if output.running is not None:
                self._running[output.running] = command

    def _has_changes(self, call: str) -> bool:
        """True when a structured row of the call lists its files."""
        event = self._events[("patch", call)]
        return bool(recorded_parts(_patch_of(self._reader.row(event.spot)).get("changes")))

    def _verdict(self, call: str) -> str | None:
        """The status that a structured row without files gives to a call."""
        event = self._events.get(("patch", call))
        if event is None:
            return None
        status = patch_status(_patch_of(self._reader.row(event.spot)))
        return status if status != "unknown" else None

    def _ran(self, event: Event, payload: Row) -> None:
        """A command whose output no other row of the call has."""
        item = mapping_at(payload, "item") or payload
        if ("output", event.id) in self._events:
            return
        call = self._calls.pop(event.id, None)
        output = output_of(item)
        if call is not None:
            self._add(event, self._result(event, output), f"output/{event.id}/tool_result")
        command = item.get("command")
        script = script_of(command) if isinstance(command, list) else command_of(item)
        folder = path_of(text_at(item, "cwd")) or (call[2] if call else self._folder)
        self._committed(event, _Command(event.id, script, folder), output.text)

    def _result(self, event: Event, output: Output) -> dict[str, Any]:
        status = "failed" if output.exit_code or output.success is False else "completed"
        if output.is_refused:
            status = "cancelled"
        return {"type": "tool_result", "callId": event.id, "status": status}

    def _patched(self, event: Event, payload: Row) -> None:
        patch = mapping_at(payload, "item") or payload
        parts = recorded_parts(patch.get("changes"))
        call = self._calls.get(event.id)
        self._change(event, parts, patch_status(patch), call[2] if call else self._folder)

    def _change(self, event: Event, parts: list[Part], status: str, folder: str | None) -> None:
        made = self._draft.changes(parts, folder, event.spot.place)
        if made:
            record = {"type": "file_change", **self._cause(event.id), "status": status}
            self._add(event, record | made, f"change/{event.id}")

    def _cause(self, call: str) -> dict[str, Any]:
        """The call that a row answers, where the rollouts have it; a nested one has no row."""
        return {"cause": {"callId": call}} if ("call", call) in self._events else {}

    def _committed(self, event: Event, command: _Command, output: str) -> None:
        cause = self._cause(command.call)
        for record in self._draft.actions(command.text, output, command.folder):
            self._add(event, record | cause, f"output/{event.id}/vcs")

    def _snapshot(self, event: Event, payload: Row) -> None:
        """A commit of the working tree that no reference holds, in the folder's repository."""
        del payload
        root = self._draft.root_member(self._folder)
        self._add(event, {"type": "checkpoint", "kind": "other", "ref": event.id, **root})


def _patch_of(row: Row) -> Row:
    payload = payload_of(row)
    return mapping_at(payload, "item") or payload


def _is_command(value: object) -> bool:
    is_list = isinstance(value, list) and all(isinstance(word, str) for word in value)
    return isinstance(value, str) or is_list
