"""The ASR records of one session of OpenCode, made of its parts in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import Row, mapping_at, text_at
from attrib.importers.common.places import joined
from attrib.importers.common.stamps import stamp_of_milliseconds
from attrib.importers.opencode.edits import TOOLS, input_of, parts_asked, parts_changed
from attrib.importers.opencode.forms import Part

_SHELLS = frozenset({"bash", "shell"})
_STEPS = frozenset({"step-start", "step-finish", "snapshot"})
#: The kinds of parts that records are made of.
_KINDS = _STEPS | {"tool", "patch"}
#: How the product begins the error of a call that the user did not allow.
_REFUSAL = "The user rejected"


def is_used(part: Part) -> bool:
    """True for a part that may give records."""
    kind = part.data.get("type")
    if kind == "tool":
        return text_at(part.data, "tool") in TOOLS | _SHELLS
    return isinstance(kind, str) and kind in _KINDS


def is_over(part: Part) -> bool:
    """True for a part that will not change any more."""
    if part.data.get("type") != "tool":
        return True
    return mapping_at(part.data, "state").get("status") in ("completed", "error")


def sources_of(part: Part) -> list[str]:
    """What the records of a part name as their source, as far as they may have been made."""
    return [f"{kind}/{part.id}" for kind in ("call", "result", "change", "vcs", "snapshot", "net")]


class SessionRecords:
    """Adds the records of parts to a draft; knows the last snapshot."""

    def __init__(self, draft: Draft, directory: str | None) -> None:
        self._draft = draft
        self._directory = directory
        self._snapshot: str | None = None
        self._places: dict[str, str] = {}
        draft.enter(directory)

    def add(self, part: Part) -> None:
        """Add the records of a part."""
        folder = text_at(mapping_at(part.message, "path"), "cwd")
        times = mapping_at(part.message, "time")
        begun = stamp_of_milliseconds(times.get("created"))
        if folder is not None:
            self._draft.state(folder, f"state/{part.message_id}", stamp=begun)
        folder = folder or self._directory
        kind = part.data["type"]
        if kind == "tool":
            self._tool(part, folder)
        elif kind == "patch":
            self._net(part, folder, stamp_of_milliseconds(times.get("completed")) or begun)
        else:
            ended = stamp_of_milliseconds(times.get("completed")) if kind == "step-finish" else None
            self._step(part, ended or begun)

    def _tool(self, part: Part, folder: str | None) -> None:
        state = mapping_at(part.data, "state")
        status = state.get("status")
        tool, given = str(part.data["tool"]), mapping_at(state, "input")
        if status not in ("running", "completed", "error"):
            return
        asked = {"command": given["command"]} if text_at(given, "command") else {}
        call = text_at(part.data, "callID") or part.id
        times = mapping_at(state, "time")
        start, end = (stamp_of_milliseconds(times.get(name)) for name in ("start", "end"))
        record = {
            "type": "tool_call",
            "callId": call,
            "name": tool,
            "input": asked if tool in _SHELLS else input_of(given),
        }
        self._draft.add(record, f"call/{part.id}", stamp=start, native=part.native)
        if status == "running":
            return
        result = {"type": "tool_result", "callId": call, "status": _result(state)}
        self._draft.add(result, f"result/{part.id}", stamp=end or start, native=part.native)
        if tool in _SHELLS:
            made = self._actions(state, folder)
        else:
            made = self._changes(part, state, folder)
        for number, each in enumerate(made):
            kind = "change" if each["type"] == "file_change" else "vcs"
            source = f"{kind}/{part.id}/{number}"
            record = each | {"cause": {"callId": call}}
            self._draft.add(record, source, stamp=end or start, native=part.native)

    def _changes(self, part: Part, state: Row, folder: str | None) -> Iterator[dict[str, Any]]:
        tool, given = str(part.data["tool"]), mapping_at(state, "input")
        result = _result(state)
        if result == "completed":
            status, files = "applied", parts_changed(tool, given, mapping_at(state, "metadata"))
        else:
            status = "skipped" if result == "cancelled" else "failed"
            files = parts_asked(tool, given)
        for file in files:
            made = self._draft.changes([file], folder, part.place)
            if made:
                yield {"type": "file_change", "status": status, **made}

    def _actions(self, state: Row, folder: str | None) -> Iterator[dict[str, Any]]:
        given, metadata = mapping_at(state, "input"), mapping_at(state, "metadata")
        workdir = text_at(given, "workdir")
        place = joined(folder, workdir) if workdir else folder
        output = text_at(state, "output") or text_at(metadata, "output") or ""
        yield from self._draft.actions(text_at(given, "command"), output, place)

    def _step(self, part: Part, stamp: str | None) -> None:
        """A checkpoint of the worktree: a tree in a repository of the product's own."""
        tree = text_at(part.data, "snapshot")
        if tree is None or tree == self._snapshot:
            return
        self._snapshot, source = tree, f"snapshot/{part.id}"
        self._places[tree] = source
        root = self._draft.root_member(self._directory)
        record = {"type": "checkpoint", "kind": "shadow_git", "ref": tree, **root}
        self._draft.add(record, source, stamp=stamp, native=part.native)

    def _net(self, part: Part, folder: str | None, stamp: str | None) -> None:
        """The files that differ from the snapshot before a step, whoever changed them."""
        files = part.data.get("files")
        paths = [path for path in files if isinstance(path, str)] if isinstance(files, list) else []
        refs = [ref for path in paths if (ref := self._draft.ref(path, folder)) is not None]
        if not refs:
            return
        before = text_at(part.data, "hash") or ""
        ends = {"from": self._places.get(before), "to": self._places.get(self._snapshot or "")}
        known = {name: end for name, end in ends.items() if end is not None}
        record: dict[str, Any] = {
            "type": "file_change",
            "status": "applied",
            "precision": "unknown",
            "changes": [{"op": "unknown", **ref} for ref in refs],
            "basis": "net",
        }
        if known and before != self._snapshot:
            record["endpoints"] = known
        self._draft.add(record, f"net/{part.id}", stamp=stamp, native=part.native)


def _result(state: Row) -> str:
    """How a call ended, in the words of a `tool_result`."""
    if state.get("status") == "completed":
        return "completed"
    error = state.get("error")
    refused = isinstance(error, str) and error.removeprefix("Error: ").startswith(_REFUSAL)
    return "cancelled" if refused else "failed"
