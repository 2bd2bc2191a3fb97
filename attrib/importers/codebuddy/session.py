"""The records of one session of the command line, made of its logs' events in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from attrib.importers.codebuddy.catalog import POLICY, Event, Log
from attrib.importers.codebuddy.changes import EDIT_TOOLS, SHELL, part_of
from attrib.importers.codebuddy.rows import arguments_of, output_of, row_stamp, status_of
from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import Row, mapping_at, text_at
from attrib.importers.common.outcomes import result_member
from attrib.importers.common.spots import SpotReader
from attrib.importers.interface import Notice

#: Facts of no session stand in the header's `_meta` under this key. Spec: 004, lane.
UNASSIGNED = "com.tencent.codebuddy/unassigned"
UNASSIGNED_LOSS = "what belongs to no certain session or call is counted, and not kept"
_TAIL = frozenset({"snapshot", "current"})


class SessionMaker:
    """Puts the records of one session into its draft: the transcript, then the snapshot tail."""

    def __init__(self, draft: Draft, logs: Sequence[Log], reader: SpotReader) -> None:
        self._draft = draft
        self._logs = {log.path: log for log in logs}
        self._reader = reader
        self._calls: dict[str, Event] = {}
        self._results: dict[str, Event] = {}
        self._versions: dict[str, str] = {}
        self._unassigned: Counter[tuple[str, str | None]] = Counter()

    def make(self) -> None:
        """Add all records, and what is left unassigned."""
        events = self._own_events()
        self._calls = self._unique(events, "call", "calls whose ID names several calls")
        self._results = self._unique(events, "result", "results whose call ID has several results")
        for event in events:
            if event.kind not in _TAIL:
                self._add(event)
        for event in events:
            if event.kind in _TAIL:
                self._add(event)
        for log in self._logs.values():
            self._draft.notices += log.notices
        self._report()

    def _own_events(self) -> list[Event]:
        """The session's own events by time; what is not its own is counted."""
        own: list[Event] = []
        for log in self._logs.values():
            for name, count in log.names.items():
                if name != log.owner:
                    self._unassigned["rows of another session", name] += count
            if log.unnamed and not log.own(None):
                self._unassigned["rows without a session beside those of several", None] += sum(
                    not self._is_own(log, event) for event in log.events if event.session is None
                )
            own += [event for event in log.events if self._is_own(log, event)]
        return sorted(own, key=lambda event: (event.moment, *event.spot))

    @staticmethod
    def _is_own(log: Log, event: Event) -> bool:
        if event.kind == "snapshot" and event.session is None and event.name in log.messages:
            # A snapshot names a message, which names the session.
            return log.own(log.messages[event.name])
        return log.own(event.session)

    def _unique(self, events: Iterable[Event], kind: str, reason: str) -> dict[str, Event]:
        """The events of this kind by call ID, where the ID has one only; the others are counted."""
        found: dict[str, Event] = {}
        several: set[str] = set()
        for event in events:
            if event.kind != kind:
                continue
            if event.name is None:
                what = f"{kind}s without a call ID, or with several"
                self._unassigned[what, None] += event.is_tool
            elif found.setdefault(event.name, event).mark != event.mark:
                several.add(event.name)
        for name in several:
            self._unassigned[reason, None] += found.pop(name).is_tool
        return found

    def _add(self, event: Event) -> None:
        row = self._reader.row(event.spot)
        match event.kind:
            case "state":
                self._state(event, row)
            case "call" if event.is_tool and self._is_first(event, self._calls):
                self._call(event, row)
            case "result":
                self._result(event, row)
            case "snapshot":
                self._snapshot(event, row)
            case "current":
                kind = f"com.tencent.codebuddy/{row.get('type')}"
                self._record({"type": kind}, f"current/{event.name}", event, row)

    @staticmethod
    def _is_first(event: Event, unique: dict[str, Event]) -> bool:
        """True for the one event of its call ID, not for a repetition."""
        known = unique.get(event.name or "")
        return known is not None and known.spot == event.spot

    def _record(self, record: dict[str, Any], source: str, event: Event, row: Row) -> None:
        native = self._reader.native(event.spot)
        self._draft.add(record, source, stamp=row_stamp(row), native=native)

    def _state(self, event: Event, row: Row) -> None:
        folder = text_at(row, "cwd")
        if folder is not None:
            native = self._reader.native(event.spot)
            self._draft.state(folder, f"state/{event.name}", stamp=row_stamp(row), native=native)

    def _call(self, event: Event, row: Row) -> None:
        name, given = str(row.get("name")), arguments_of(row)
        self._draft.enter(text_at(row, "cwd"))
        if name == SHELL and isinstance(given, dict):
            given = {"command": given["command"]} if "command" in given else {}
        record: dict[str, Any] = {"type": "tool_call", "callId": event.name, "name": name}
        if given is not None:
            record["input"] = given
        self._record(record, f"call/{event.name}", event, row)
        is_over = event.spot.offset < self._logs[event.spot.path].last_message
        if event.name not in self._results and is_over and name in EDIT_TOOLS:
            # The session went on without a result: nothing says that the file changed.
            self._change(event, row, row, "proposed", "")

    def _result(self, event: Event, row: Row) -> None:
        call = self._calls.get(event.name or "")
        is_joined = call is not None and event.name in self._results
        if not is_joined:
            self._unpaired(event, row)
        elif call is not None and call.is_tool and self._is_first(event, self._results):
            asked, text = self._reader.row(call.spot), output_of(row)
            status = status_of(row, text)
            record = {"type": "tool_result", "callId": event.name} | result_member(status)
            self._record(record, f"result/{event.name}/tool_result", event, row)
            if asked.get("name") == SHELL:
                self._actions(event, row, asked, text)
            else:
                self._change(event, row, asked, status, text)

    def _unpaired(self, event: Event, row: Row) -> None:
        """A result that belongs to no certain call keeps the ID that it names. Spec: 004."""
        if event.is_tool and event.name is not None:
            record = {"type": "tool_result"} | result_member(status_of(row, output_of(row)))
            record["nativeCallId"] = event.name
            self._record(record, f"unpaired/{event.name}", event, row)

    def _change(self, event: Event, row: Row, asked: Row, status: str, text: str) -> None:
        given, folder = arguments_of(asked), text_at(asked, "cwd")
        self._draft.enter(folder)
        tool = str(asked.get("name"))
        part = part_of(tool, given, status, text) if isinstance(given, dict) else None
        made = self._draft.changes([part] if part else [], folder, event.spot.place)
        if made:
            cause = {"cause": {"callId": event.name}}
            record = {"type": "file_change", "status": status, **made, **cause}
            self._record(record, f"{event.kind}/{event.name}/file_change", event, row)

    def _actions(self, event: Event, row: Row, asked: Row, text: str) -> None:
        given, folder = arguments_of(asked), text_at(asked, "cwd")
        command = text_at(given, "command") if isinstance(given, dict) else None
        for record in self._draft.actions(command, text, folder):
            cause = {"cause": {"callId": event.name}}
            self._record(record | cause, f"result/{event.name}/vcs", event, row)

    def _snapshot(self, event: Event, row: Row) -> None:
        """A checkpoint of the files whose version is new since the last snapshot."""
        folder = text_at(row, "cwd")
        self._draft.enter(folder)
        files = []
        backups = mapping_at(mapping_at(row, "snapshot"), "trackedFileBackups")
        for path, backup in sorted(backups.items()):
            version = backup.get("version") if isinstance(backup, dict) else None
            if not isinstance(version, int | str) or self._versions.get(path) == str(version):
                continue
            ref = self._draft.ref(path, folder)
            if ref is not None:
                self._versions[path] = str(version)
                files.append(ref | {"version": str(version)})
        if files and event.name:
            record = {"type": "checkpoint", "kind": "snapshot", "ref": event.name, "files": files}
            self._record(record, f"checkpoint/{event.name}", event, row)

    def _report(self) -> None:
        """State what is left unassigned in the header and in the report of the import."""
        facts = sorted((*key, count) for key, count in self._unassigned.items() if count)
        if not facts:
            return
        place = str(next(iter(self._logs.values())).path)
        listed = []
        for reason, session, count in facts:
            of = {"sessionId": session} if session is not None else {}
            listed.append({"reason": reason, **of, "count": count})
            words = f"{count} left unassigned: {reason}" + (f" '{session}'" if session else "")
            self._draft.notices.append(Notice(place, words, skips=False))
        self._draft.notices.append(Notice("codebuddy", POLICY, skips=False))
        self._draft.meta[UNASSIGNED] = {"policy": POLICY, "facts": listed}
        self._draft.lose(UNASSIGNED, UNASSIGNED_LOSS)
