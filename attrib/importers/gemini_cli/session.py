"""The ASR records of one session of Gemini CLI, made of its conversations."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import Row, mapping_at, text_at
from attrib.importers.common.outcomes import result_status
from attrib.importers.common.places import joined
from attrib.importers.common.spots import SpotReader
from attrib.importers.gemini_cli.changes import EDIT_TOOLS, STATUSES, given_to, part_of
from attrib.importers.gemini_cli.projects import (
    Snapshot,
    hashed_root,
    marked_root,
    resolved_root,
    snapshots_of,
)
from attrib.importers.gemini_cli.rows import Call, Place, calls_in, output_of

_SHELL = "run_shell_command"
_LABEL = re.compile(r"^(?:Output|Stdout): ", re.M)
_EXIT = re.compile(r"^Exit Code: (-?[1-9]\d{0,8})$", re.M)


@dataclass(slots=True)
class _Known:
    """The last version of a call: where its row stands, which call of the row it is."""

    place: Place
    index: int
    digest: bytes


class _Mark(NamedTuple):
    """An added folder, or a rewind, and how many calls stand before it."""

    place: Place
    calls: int


@dataclass(slots=True)
class Conversation:
    """What the rows of a session's logs say, contents left in the logs."""

    logs: list[Path] = field(default_factory=list)
    project: str | None = None
    started: str | None = None
    calls: dict[str, _Known] = field(default_factory=dict)
    marks: dict[tuple[str, str], _Mark] = field(default_factory=dict)

    def take(self, place: Place, row: Row) -> None:
        """Add what a row says."""
        for facts in (row, mapping_at(row, "$set")):
            self.project = self.project or text_at(facts, "projectHash")
            self.started = self.started or text_at(facts, "startTime")
            named = facts.get("directories")
            for folder in named if isinstance(named, list) else ():
                if isinstance(folder, str):
                    self.marks.setdefault(("folder", folder), _Mark(place, len(self.calls)))
        target = text_at(row, "$rewindTo")
        if target is not None:
            self.marks.setdefault(("rewind", target), _Mark(place, len(self.calls)))
        for index, (_, call) in enumerate(calls_in(row)):
            digest = sha256(repr(call).encode("utf-8", "replace")).digest()
            known = self.calls.get(call["id"])
            if known is None:
                self.calls[call["id"]] = _Known(place, index, digest)
            elif known.digest != digest:
                # A message comes again as it grows: what was said of a call last holds.
                known.place, known.index, known.digest = place, index, digest


class SessionMaker:
    """Adds the records of a conversation to a draft."""

    def __init__(self, draft: Draft, reader: SpotReader, said: Conversation) -> None:
        self._draft = draft
        self._reader = reader
        self._said = said
        self._root: str | None = None
        self._taken: dict[str, list[Snapshot]] = {}

    def make(self) -> None:
        """Add all records, in order."""
        said, draft = self._said, self._draft
        marked = next((root for log in said.logs if (root := marked_root(log))), None)
        self._root = (
            hashed_root(said.project, (call for _, call, _ in self._calls()))
            or marked
            or resolved_root(call for _, call, _ in self._calls())
        )
        if self._root is not None:
            draft.state(self._root, "state/start", stamp=said.started)
        self._snapshots()
        marks = deque(sorted(said.marks.items(), key=lambda item: item[1].calls))
        for number, (message, call, place) in enumerate(self._calls()):
            while marks and marks[0][1].calls <= number:
                self._marked(*marks.popleft())
            self._add_call(message, call, place)
        for mark in marks:
            self._marked(*mark)
        for snapshot in self._taken.get("", ()):
            self._checkpoint(snapshot, None)

    def _calls(self) -> Iterator[tuple[Row, Row, Place]]:
        last: Place | None = None
        found: list[Call] = []
        for name, known in self._said.calls.items():
            if known.place is not last:
                last, found = known.place, list(calls_in(known.place.row(self._reader)))
            if known.index < len(found) and found[known.index].call["id"] == name:
                yield *found[known.index], known.place

    def _add_call(self, message: Row, call: Row, place: Place) -> None:
        name, tool = call["id"], text_at(call, "name") or ""
        if tool not in EDIT_TOOLS and tool != _SHELL:
            return
        native = place.native(self._reader, message)
        stamp = text_at(call, "timestamp") or text_at(message, "timestamp")
        given = given_to(call) if tool in EDIT_TOOLS else _command(call)
        for snapshot in self._taken.get(_asked(call), ()) if tool in EDIT_TOOLS else ():
            self._checkpoint(snapshot, name)
        record = {"type": "tool_call", "callId": name, "name": tool, "input": given}
        self._draft.add(record, f"call/{name}", stamp=stamp, native=native)
        status = STATUSES.get(str(call.get("status")))
        if status is None:
            return
        has_failed = tool == _SHELL and _EXIT.search(output_of(call))
        result = "failed" if has_failed else result_status(status)
        record = {"type": "tool_result", "callId": name, "status": result}
        self._draft.add(record, f"result/{name}/tool_result", stamp=stamp, native=native)
        if tool in EDIT_TOOLS:
            made = self._change(call, status, place.told(call))
        else:
            made = self._actions(call, given)
        for each in made:
            source = f"result/{name}/{each['type']}"
            cause = {"cause": {"callId": name}}
            self._draft.add(each | cause, source, stamp=stamp, native=native)

    def _change(self, call: Row, status: str, place: str) -> Iterator[dict[str, Any]]:
        part = part_of(call)
        made = self._draft.changes([part] if part else [], self._root, place)
        if made:
            user = mapping_at(call, "args").get("modified_by_user") is True
            more = {"modifiedByUser": True} if user else {}
            yield {"type": "file_change", "status": status, **made, **more}

    def _actions(self, call: Row, given: Row) -> Iterator[dict[str, Any]]:
        inner = text_at(mapping_at(call, "args"), "dir_path", "directory")
        folder = joined(self._root, inner) if inner else self._root
        output = _LABEL.sub("", output_of(call))
        yield from self._draft.actions(given.get("command"), output, folder)

    def _marked(self, name: tuple[str, str], mark: _Mark) -> None:
        """A folder was added, or the conversation went back.

        What became of the files then is not recorded, and neither is the time.
        """
        kind, value = name
        if kind == "folder":
            self._draft.enter(value)
            return
        native = mark.place.native(self._reader, mark.place.row(self._reader))
        record = {"type": "rewind", "_meta": {"attrib/rewindTo": value}}
        self._draft.add(record, f"rewind/{value}", native=native)

    def _snapshots(self) -> None:
        """Sort the snapshots by the call they were taken before, where it is the only such one."""
        asked = Counter(_asked(call) for _, call, _ in self._calls())
        found = {
            snapshot.name: snapshot
            for log in self._said.logs
            for snapshot in snapshots_of(log, self._draft.id)
        }
        for snapshot in found.values():
            key = _asked(snapshot.call)
            self._taken.setdefault(key if asked[key] == 1 else "", []).append(snapshot)

    def _checkpoint(self, snapshot: Snapshot, call: str | None) -> None:
        root = self._draft.root_member(self._root)
        cause = {"cause": {"callId": call}} if call is not None else {}
        record = {"type": "checkpoint", "kind": "shadow_git", "ref": snapshot.ref, **root, **cause}
        source, native = f"checkpoint/{snapshot.name}", snapshot.native
        self._draft.add(record, source, stamp=snapshot.stamp, native=native)


def _asked(call: Row) -> str:
    """What a call asks for, as a text that another of the same has too."""
    return repr((text_at(call, "name"), given_to(call)))


def _command(call: Row) -> Row:
    command = text_at(mapping_at(call, "args"), "command")
    return {"command": command} if command is not None else {}
