"""The ASR records of one session, made of its events in order."""

from __future__ import annotations

import os
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from attrib.importers.claude_code.catalog import TOOLS, Event, Spot
from attrib.importers.claude_code.changes import (
    EDIT_TOOLS,
    Result,
    content_of,
    members_of,
    result_of,
    tool_of,
)
from attrib.importers.claude_code.commits import pull_request, reported_actions
from attrib.importers.claude_code.rows import rows_of
from attrib.importers.common.commits import actions_of, folder_of
from attrib.importers.common.lines import Row, mapping_at, text_at
from attrib.importers.common.natives import native_in
from attrib.importers.common.places import Roots, joined
from attrib.importers.interface import SOURCE, Native
from attrib.model.records import Root

Record = dict[str, Any]
_OPEN_LOGS = 32


class LogReader:
    """Rows of logs by their spots; keeps few logs open and the last line parsed."""

    def __init__(self, logs: Sequence[Path]) -> None:
        self._logs = logs
        self._open: OrderedDict[int, BinaryIO] = OrderedDict()
        self._last: tuple[tuple[int, int], list[Row]] | None = None

    def row(self, spot: Spot) -> Row:
        """The row at a spot; an empty one if the log has changed since it was listed."""
        place = (spot.log, spot.offset)
        if self._last is None or self._last[0] != place:
            file = self._file(spot.log)
            data = os.pread(file.fileno(), spot.size, spot.offset)
            self._last = (place, rows_of(data)[0])
        rows = self._last[1]
        return rows[spot.row] if spot.row < len(rows) else {}

    def native(self, spot: Spot) -> Native:
        """The line at a spot as a whole native record."""
        data = os.pread(self._file(spot.log).fileno(), spot.size, spot.offset)
        return native_in(self._logs[spot.log], spot.offset, data)

    def block(self, spot: Spot) -> Row:
        """The content block at a spot, or an empty one."""
        content = mapping_at(self.row(spot), "message").get("content")
        if isinstance(content, list) and spot.block < len(content):
            block = content[spot.block]
            return block if isinstance(block, dict) else {}
        return {}

    def _file(self, log: int) -> BinaryIO:
        file = self._open.pop(log, None)
        if file is None:
            file = self._logs[log].open("rb")
        self._open[log] = file
        if len(self._open) > _OPEN_LOGS:
            self._open.popitem(last=False)[1].close()
        return file

    def close(self) -> None:
        """Close all logs."""
        while self._open:
            self._open.popitem()[1].close()


class SessionRecords:
    """Makes the records of one session; after that, knows its roots, folders and losses."""

    def __init__(self, reader: LogReader, events: Mapping[str, Event]) -> None:
        self.roots = Roots()
        self.first_root: Root | None = None
        self.folders: list[str] = []
        self.natives: dict[str, Native] = {}
        self._reader = reader
        self._events = events
        self._state: tuple[str | None, str | None] = (None, None)
        self._versions: dict[str, str] = {}

    def records(self, events: Iterable[Event]) -> Iterator[Record]:
        """The records of these events, each with its source under `_meta`."""
        makers = {
            "call": self._call,
            "result": self._result,
            "state": self._moved,
            "notice": self._noticed,
            "snapshot": self._snapshot,
            "link": self._linked,
            "worktree": self._worktree,
        }
        for event in events:
            row = self._reader.row(event.spot)
            native = self._reader.native(event.spot)
            counts: Counter[str] = Counter()
            for made in makers[event.kind](event, row):
                source = _source(event, made, counts[made["type"]])
                counts[made["type"]] += 1
                if made["type"] != "root":
                    self.natives[native.digest] = native
                    made |= {"native": native.member}
                yield _finished(made, event, row, source)

    def _declared(self, folder: str | None, *, inside: bool = False) -> Iterator[Record]:
        """A `root` record where a folder needs one; the first root stands in the header."""
        root = self.roots.declare(folder, inside=inside) if folder else None
        if root is None or folder is None:
            return
        self.folders.append(folder)
        if self.first_root is None:
            self.first_root = root
            return
        record = {"type": "root", "root": root.id, "path": root.path}
        yield record | ({"nativePath": root.native_path} if root.native_path else {})

    def _call(self, event: Event, row: Row) -> Iterator[Record]:
        block = self._reader.block(event.spot)
        name, given = str(block.get("name")), mapping_at(block, "input")
        if name == "Bash":
            given = {"command": given["command"]} if "command" in given else {}
        yield from self._declared(text_at(row, "cwd"))
        yield {"type": "tool_call", "callId": _call_id(event), "name": name, "input": given}

    def _result(self, event: Event, row: Row) -> Iterator[Record]:
        result = result_of(row, self._reader.block(event.spot))
        call = self._events.get(f"call/{_call_id(event)}")
        block = self._reader.block(call.spot) if call else {}
        asked = self._reader.row(call.spot) if call else row
        tool = str(block.get("name")) if call else tool_of(result.value or {})
        if tool not in TOOLS:
            return
        folder = text_at(asked, "cwd") or text_at(row, "cwd")
        yield from self._declared(folder)
        status = {"applied": "completed", "skipped": "cancelled"}.get(result.status, "failed")
        if call is not None:
            yield {"type": "tool_result", "callId": _call_id(event), "status": status}
        given = mapping_at(block, "input")
        made = (
            self._change(tool, given, result, folder)
            if tool in EDIT_TOOLS
            else self._actions(given, result, folder)
        )
        for record in made:
            yield record | {"cause": {"callId": _call_id(event)}}

    def _change(
        self, tool: str, given: Mapping[str, Any], result: Result, folder: str | None
    ) -> Iterator[Record]:
        content = content_of(tool, given, result)
        ref = self.roots.ref(joined(folder, content.path)) if content else None
        if content is not None and ref is not None:
            yield {"type": "file_change", **members_of(result, content, ref)}

    def _actions(
        self, given: Mapping[str, Any], result: Result, folder: str | None
    ) -> Iterator[Record]:
        command = text_at(given, "command") or ""
        operation = mapping_at(result.value or {}, "gitOperation")
        if operation:
            root = self._root_member(folder_of(command, folder))
            for members in reported_actions(operation):
                yield {"type": "vcs", **members, **root, "evidence": "parsed_output"}
            return
        output = text_at(result.value, "stdout") if result.value else result.text
        for action in actions_of(command, output or "", folder):
            root = self._root_member(action.folder)
            yield {"type": "vcs", **action.members, **root, "evidence": "parsed_output"}

    def _root_member(self, folder: str | None) -> dict[str, str]:
        root = self.roots.root_of(folder)
        return {"root": root} if root is not None else {}

    def _moved(self, event: Event, row: Row) -> Iterator[Record]:
        """A new working directory or branch, where it differs from the last one."""
        del event
        folder, branch = text_at(row, "cwd"), text_at(row, "gitBranch")
        if (folder, branch) != self._state and folder is not None:
            self._state = (folder, branch)
            yield from self._declared(folder)
            yield from self._workspace(folder, branch)

    def _workspace(self, folder: str, branch: str | None, **more: Any) -> Iterator[Record]:
        ref = self.roots.ref(folder)
        if ref is None:
            return
        state: Record = {"type": "workspace_state"}
        if ref["root"] is not None:
            state["root"] = ref["root"]
        state["cwd"] = ref
        # git's own word for a detached HEAD, as the source asked for it.
        if branch == "HEAD":
            state["detached"] = True
        elif branch:
            state["branch"] = branch
        yield state | more

    def _worktree(self, event: Event, row: Row) -> Iterator[Record]:
        """A linked worktree that the session entered: a root of its own; or a moved folder."""
        del event
        session = mapping_at(row, "worktreeSession")
        origin = text_at(session, "originalCwd")
        head = text_at(session, "originalHeadCommit")
        if origin is not None:
            yield from self._declared(origin)
            more = {"head": head} if head and len(head) in (40, 64) and head.isalnum() else {}
            if more:
                yield from self._workspace(origin, text_at(session, "originalBranch"), **more)
        folder = text_at(session, "worktreePath") or text_at(row, "relocatedCwd")
        if folder is None:
            return
        yield from self._declared(folder, inside="worktreePath" in session)
        branch, name = text_at(session, "worktreeBranch"), text_at(session, "worktreeName")
        linked = {"linked": True} | ({"name": name} if name else {})
        yield from self._workspace(folder, branch, **({"worktree": linked} if session else {}))

    def _noticed(self, event: Event, row: Row) -> Iterator[Record]:
        """A file that the source saw changed by something that it does not name."""
        del event
        attachment = mapping_at(row, "attachment")
        path, snippet = text_at(attachment, "filename"), text_at(attachment, "snippet")
        folder = text_at(row, "cwd")
        yield from self._declared(folder)
        ref = self.roots.ref(joined(folder, path)) if path else None
        if ref is None:
            return
        yield {
            "type": "file_change",
            "status": "applied",
            "precision": "snippet" if snippet else "unknown",
            "changes": [{"op": "modify", **ref}],
            "cause": {"actor": "external", "observed": True},
        } | ({"_meta": {"attrib/snippet": snippet}} if snippet else {})

    def _snapshot(self, event: Event, row: Row) -> Iterator[Record]:
        """A checkpoint of the files whose version is new since the last snapshot."""
        del event
        snapshot = mapping_at(row, "snapshot")
        name = text_at(snapshot, "messageId") or text_at(row, "messageId")
        folder = self._state[0] or text_at(row, "cwd")
        files = []
        for path, backup in sorted(mapping_at(snapshot, "trackedFileBackups").items()):
            version = backup.get("version") if isinstance(backup, dict) else None
            if version is None or self._versions.get(path) == str(version):
                continue
            self._versions[path] = str(version)
            ref = self.roots.ref(joined(folder, path))
            if ref is not None:
                files.append(ref | {"version": str(version)})
        if files and name:
            yield {"type": "checkpoint", "kind": "snapshot", "ref": name, "files": files}

    def _linked(self, event: Event, row: Row) -> Iterator[Record]:
        """A link to a pull request that the source keeps; no action. Spec: ASR-476."""
        del event
        request = pull_request(row.get("prUrl"), row.get("prNumber"), row.get("prRepository"))
        if request:
            yield {"type": "vcs", "action": "pr_link", "pr": request, "evidence": "reported"}


def _source(event: Event, made: Record, count: int) -> str:
    """What the record was read from, unique in the session and the same on every run."""
    if made["type"] == "root":
        return f"root/{made['root']}"
    source = event.key.partition("@")[0]
    if event.kind == "result":
        source += f"/{made['type']}"
    return f"{source}.{count}" if count else source


def _call_id(event: Event) -> str:
    return event.key.partition("/")[2]


def _finished(made: Record, event: Event, row: Row, source: str) -> Record:
    """The record with its time, after its type, and what it was read from, at the end."""
    record: Record = {"type": made["type"]}
    if event.stamp is not None and made["type"] != "root":
        record["ts"] = event.stamp
    record |= made
    meta = {SOURCE: source, **made.get("_meta", {})}
    if made["type"] in ("file_change", "vcs") and text_at(row, "agentId"):
        meta["attrib/subagent"] = row["agentId"]
    record["_meta"] = meta
    return record
