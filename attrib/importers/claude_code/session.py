"""The ASR records of one session, made of its events in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrib.importers.claude_code.catalog import TOOLS, Event
from attrib.importers.claude_code.changes import (
    EDIT_TOOLS,
    Result,
    part_of,
    result_of,
    status_of,
    tool_of,
)
from attrib.importers.claude_code.commits import pull_request, reported_actions
from attrib.importers.claude_code.rows import unwrapped
from attrib.importers.common.commits import folder_of, is_commit_id
from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import Row, mapping_at, text_at
from attrib.importers.common.outcomes import result_status
from attrib.importers.common.spots import Spot, SpotReader


class LogReader(SpotReader):
    """Rows of logs by their spots, without what only wraps them, and their content blocks."""

    def row(self, spot: Spot) -> Row:
        """The row at a spot; an empty one if the log has changed since it was listed."""
        return unwrapped(super().row(spot))

    def block(self, event: Event) -> Row:
        """The content block that records an event, or an empty one."""
        content = mapping_at(self.row(event.spot), "message").get("content")
        if isinstance(content, list) and 0 <= event.block < len(content):
            block = content[event.block]
            return block if isinstance(block, dict) else {}
        return {}


class SessionMaker:
    """Adds the records of a session's events to its draft."""

    def __init__(self, draft: Draft, reader: LogReader, events: Mapping[str, Event]) -> None:
        self._draft = draft
        self._reader = reader
        self._events = events
        self._state: tuple[str | None, str | None] = (None, None)
        self._versions: dict[str, str] = {}

    def make(self, events: Iterable[Event]) -> None:
        """Add the records of these events, in order."""
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
            makers[event.kind](event, self._reader.row(event.spot))

    def _add(self, event: Event, row: Row, record: Mapping[str, Any]) -> None:
        source = event.source
        if event.kind == "result":
            source += f"/{record['type']}"
        agent = text_at(row, "agentId")
        if agent is not None and record["type"] in ("file_change", "vcs"):
            notes = {**record.get("_meta", {}), "attrib/subagent": agent}
            record = {**record, "_meta": notes}
        native = self._reader.native(event.spot)
        self._draft.add(record, source, stamp=event.stamp, native=native)

    def _call(self, event: Event, row: Row) -> None:
        block = self._reader.block(event)
        name, given = str(block.get("name")), mapping_at(block, "input")
        if name == "Bash":
            given = {"command": given["command"]} if "command" in given else {}
        self._draft.enter(text_at(row, "cwd"))
        record = {"type": "tool_call", "callId": _call_id(event), "name": name, "input": given}
        self._add(event, row, record)

    def _result(self, event: Event, row: Row) -> None:
        result = result_of(row, self._reader.block(event))
        call = self._events.get(f"call/{_call_id(event)}")
        block = self._reader.block(call) if call else {}
        asked = self._reader.row(call.spot) if call else row
        tool = str(block.get("name")) if call else tool_of(result.value or {})
        if tool not in TOOLS:
            return
        folder = text_at(asked, "cwd") or text_at(row, "cwd")
        self._draft.enter(folder)
        if call is not None:
            status = result_status(result.status) or "failed"
            record = {"type": "tool_result", "callId": _call_id(event), "status": status}
            self._add(event, row, record)
        given = mapping_at(block, "input")
        if tool in EDIT_TOOLS:
            made = self._change(event, tool, given, result, folder)
        else:
            made = self._actions(given, result, folder)
        for record in made:
            self._add(event, row, record | {"cause": {"callId": _call_id(event)}})

    def _change(
        self, event: Event, tool: str, given: Row, result: Result, folder: str | None
    ) -> Iterator[dict[str, Any]]:
        part = part_of(tool, given, result)
        made = self._draft.changes([part] if part else [], folder, event.spot.place)
        if made:
            user = (
                {"modifiedByUser": True} if (result.value or {}).get("userModified") is True else {}
            )
            yield {"type": "file_change", "status": status_of(result), **made, **user}

    def _actions(self, given: Row, result: Result, folder: str | None) -> Iterator[dict[str, Any]]:
        command = text_at(given, "command") or ""
        operation = mapping_at(result.value or {}, "gitOperation")
        if operation:
            root = self._draft.root_member(folder_of(command, folder))
            for members in reported_actions(operation):
                yield {"type": "vcs", **members, **root, "evidence": "parsed_output"}
            return
        output = text_at(result.value, "stdout") if result.value else result.text
        yield from self._draft.actions(command, output or "", folder)

    def _moved(self, event: Event, row: Row) -> None:
        """A new working directory or branch, where it differs from the last one."""
        folder, branch = text_at(row, "cwd"), text_at(row, "gitBranch")
        if (folder, branch) != self._state and folder is not None:
            self._state = (folder, branch)
            self._draft.enter(folder)
            self._workspace(event, row, folder, branch)

    def _workspace(
        self, event: Event, row: Row, folder: str, branch: str | None, **more: Any
    ) -> None:
        ref = self._draft.ref(folder, None)
        if ref is None:
            return
        state: dict[str, Any] = {"type": "workspace_state"}
        if ref["root"] is not None:
            state["root"] = ref["root"]
        state["cwd"] = ref
        # git's own word for a detached HEAD, as the source asked for it.
        if branch == "HEAD":
            state["detached"] = True
        elif branch:
            state["branch"] = branch
        self._add(event, row, state | more)

    def _worktree(self, event: Event, row: Row) -> None:
        """A linked worktree that the session entered: a root of its own; or a moved folder."""
        session = mapping_at(row, "worktreeSession")
        origin = text_at(session, "originalCwd")
        head = text_at(session, "originalHeadCommit")
        if origin is not None:
            self._draft.enter(origin)
            if is_commit_id(head):
                branch = text_at(session, "originalBranch")
                self._workspace(event, row, origin, branch, head=head)
        folder = text_at(session, "worktreePath") or text_at(row, "relocatedCwd")
        if folder is None:
            return
        self._draft.enter(folder, inside="worktreePath" in session)
        branch, name = text_at(session, "worktreeBranch"), text_at(session, "worktreeName")
        linked = {"linked": True} | ({"name": name} if name else {})
        more = {"worktree": linked} if session else {}
        self._workspace(event, row, folder, branch, **more)

    def _noticed(self, event: Event, row: Row) -> None:
        """A file that the source saw changed by something that it does not name."""
        attachment = mapping_at(row, "attachment")
        path, snippet = text_at(attachment, "filename"), text_at(attachment, "snippet")
        folder = text_at(row, "cwd")
        self._draft.enter(folder)
        ref = self._draft.ref(path, folder)
        if ref is None:
            return
        record = {
            "type": "file_change",
            "status": "applied",
            "precision": "snippet" if snippet else "unknown",
            "changes": [{"op": "modify", **ref}],
            "cause": {"actor": "external", "observed": True},
        }
        self._add(event, row, record | ({"_meta": {"attrib/snippet": snippet}} if snippet else {}))

    def _snapshot(self, event: Event, row: Row) -> None:
        """A checkpoint of the files whose version is new since the last snapshot."""
        snapshot = mapping_at(row, "snapshot")
        name = text_at(snapshot, "messageId") or text_at(row, "messageId")
        folder = self._state[0] or text_at(row, "cwd")
        files = []
        for path, backup in sorted(mapping_at(snapshot, "trackedFileBackups").items()):
            version = backup.get("version") if isinstance(backup, dict) else None
            if version is None or self._versions.get(path) == str(version):
                continue
            self._versions[path] = str(version)
            ref = self._draft.ref(path, folder)
            if ref is not None:
                files.append(ref | {"version": str(version)})
        if files and name:
            record = {"type": "checkpoint", "kind": "snapshot", "ref": name, "files": files}
            self._add(event, row, record)

    def _linked(self, event: Event, row: Row) -> None:
        """A link to a pull request that the source keeps; no action. Spec: ASR-476."""
        request = pull_request(row.get("prUrl"), row.get("prNumber"), row.get("prRepository"))
        if request:
            record = {"type": "vcs", "action": "pr_link", "pr": request, "evidence": "reported"}
            self._add(event, row, record)


def _call_id(event: Event) -> str:
    return event.key.partition("/")[2]
