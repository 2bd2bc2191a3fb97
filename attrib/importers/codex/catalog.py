"""What rollouts hold and whose it is: one light pass over all rows, contents left on disk.

The first `session_meta` of a rollout names its session. A fork or a subagent begins with copies of
its origin's rows, whose calls have the origin's IDs: an event counts once, in the session that it
came from, whatever the order of the rollouts.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from attrib.importers.codex.rows import payload_of, turn_of
from attrib.importers.common.commits import is_commit_id
from attrib.importers.common.lineage import ancestors, by_owner, descends
from attrib.importers.common.lines import Row, mapping_at, text_at
from attrib.importers.common.spots import Spot, rows_with_spots
from attrib.importers.common.stamps import moment_of
from attrib.importers.interface import Notice

_CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call"})
_OUTPUTS = frozenset({"function_call_output", "custom_tool_call_output"})
_ITEMS = {"FileChange": "patch", "CommandExecution": "command"}
_EVENTS = {"patch_apply_end": "patch", "exec_command_end": "command"}
_NAMED = re.compile(r"rollout-.*?-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")
_V7 = re.compile(r"([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")


@dataclass(slots=True)
class Event:
    """Something that a row records.

    `kind` is `meta`, `state`, `call`, `output`, `command`, `patch` or `ghost`; `id` names it in all
    sessions. `order` sorts the events of a session. `sessions` maps each session whose rows have
    it to the earliest moment there.
    """

    kind: str
    id: str
    spot: Spot
    stamp: str | None
    turn: str | None
    order: tuple[float, str, int, int]
    sessions: dict[str, float]

    @property
    def source(self) -> str:
        """What a record that is made of it was read from."""
        return f"{self.kind}/{self.id}"


@dataclass(slots=True)
class _Log:
    """How far one rollout was read. `metas` are the sessions it names, its own first."""

    path: Path
    metas: list[str] = field(default_factory=list)
    turn: str | None = None
    moment: float = 0.0
    place: object = None
    states: Counter[str] = field(default_factory=Counter)
    has_copies: bool = False


class Catalog:
    """All events of some rollouts, each once, and the notices that reading them gave."""

    def __init__(self) -> None:
        self.events: dict[tuple[str, str], Event] = {}
        self.notices: dict[str, list[Notice]] = defaultdict(list)
        self.parents: dict[str, str] = {}
        self._copied: dict[str, Path] = {}

    def read(self, path: Path) -> None:
        """Add the events of one rollout."""
        log = _Log(path)
        notices: list[Notice] = []
        for found in rows_with_spots(path):
            if isinstance(found, Notice):
                notices.append(found)
            else:
                self._read_row(log, *found)
        self.notices[_owner_of(log)] += notices
        if log.has_copies:
            self._copied[_owner_of(log)] = path

    def _read_row(self, log: _Log, spot: Spot, row: Row) -> None:
        payload = payload_of(row)
        stamp = text_at(row, "timestamp")
        own = moment_of(stamp)
        log.moment = max(log.moment, own or 0.0)
        if row.get("type") == "session_meta":
            self._meet(log, payload)
        log.turn = turn_of(payload) or log.turn
        for kind, name in _events_of(log, row, payload):
            session = self._session_of(log, name if kind == "meta" else None)
            turn = turn_of(payload) or (log.turn if kind != "meta" else None)
            order = (log.moment, str(log.path), spot.offset, spot.row)
            event = Event(kind, name, spot, stamp if own is not None else None, turn, order, {})
            self._add(event, session, own if own is not None else log.moment)

    def _meet(self, log: _Log, payload: Row) -> None:
        name = text_at(payload, "id", "session_id")
        if name is None or name in log.metas:
            return
        log.metas.append(name)
        parent = _parent_of(payload)
        if parent is not None and parent != name:
            self.parents.setdefault(name, parent)
        if len(log.metas) > 1:
            self.parents.setdefault(log.metas[0], name)

    def _session_of(self, log: _Log, meta: str | None) -> str:
        """The session that a row of a rollout belongs to, as far as the rollout itself says.

        A turn that began before the rollout's own session did was copied from the youngest
        session that it can belong to.
        """
        if meta is not None:
            return meta
        owner = _owner_of(log)
        begun, started = _made_at(log.turn), _made_at(owner)
        if len(log.metas) < 2 and owner not in self.parents:
            return owner
        if begun is not None and started is not None:
            if begun >= started:
                return owner
            known = {*log.metas[1:], self.parents.get(owner, owner)} - {owner}
            origins = [name for name in known if (_made_at(name) or 0) <= begun]
            return max(origins, key=lambda name: (_made_at(name) or 0, name), default=owner)
        log.has_copies = log.has_copies or len(log.metas) > 1
        return owner

    def _add(self, event: Event, session: str, moment: float) -> None:
        known = self.events.setdefault((event.kind, event.id), event)
        if event.spot.size > known.spot.size:
            known.spot = event.spot
        if known is not event and min(known.sessions.values()) > moment:
            known.stamp, known.turn = event.stamp, event.turn
        known.order = min(known.order, event.order)
        known.sessions[session] = min(known.sessions.get(session, moment), moment)

    def by_session(self) -> dict[str, list[Event]]:
        """The events of each session in order; each event in the one session it belongs to."""
        return by_owner(self.events.values(), self.notices, self.owner)

    def elsewhere(self) -> dict[str, set[str]]:
        """By session, the sources of records that its rollouts hold and another session has."""
        found: dict[str, set[str]] = defaultdict(set)
        for event in self.events.values():
            sources = {event.source, f"change/{event.id}", f"output/{event.id}"}
            for session in event.sessions.keys() - {self.owner(event)}:
                found[session] |= sources
        return found

    def owner(self, event: Event) -> str:
        """Of the sessions that have the event, the one that the others descend from.

        Else the one with the earliest copy, else the first by name.
        """
        return min(
            event.sessions,
            key=lambda session: (
                descends(session, event.sessions, self.parents),
                event.sessions[session],
                session,
            ),
        )

    def unsure(self, session: str) -> Path | None:
        """The rollout of a session that may hold copies of another, which no rollout here shows."""
        parents = [name for name in ancestors(session, self.parents) if name in self.notices]
        return None if parents else self._copied.get(session)


def _owner_of(log: _Log) -> str:
    if log.metas:
        return log.metas[0]
    named = _NAMED.match(log.path.name)
    return named[1] if named else log.path.stem


def _events_of(log: _Log, row: Row, payload: Row) -> Iterator[tuple[str, str]]:
    """The kinds and IDs of what a row records."""
    kind, inner = text_at(row, "type"), text_at(payload, "type") or ""
    if kind == "session_meta":
        name = text_at(payload, "id", "session_id")
        if name is not None:
            yield "meta", name
    elif kind == "turn_context":
        yield from _moved(log, payload)
    elif kind == "response_item" and inner in _CALLS | _OUTPUTS:
        call = text_at(payload, "call_id") or text_at(payload, "id")
        yield "call" if inner in _CALLS else "output", call or _digest(payload)
    elif kind == "response_item" and inner == "ghost_snapshot":
        commit = text_at(mapping_at(payload, "ghost_commit"), "id")
        if is_commit_id(commit):
            yield "ghost", str(commit)
    elif kind == "event_msg" and inner in _EVENTS:
        yield _EVENTS[inner], text_at(payload, "call_id") or _digest(payload)
    elif kind == "event_msg" and inner == "item_completed":
        item = mapping_at(payload, "item")
        known = _ITEMS.get(text_at(item, "type") or "")
        if known is not None:
            yield known, text_at(item, "id") or _digest(item)


def _moved(log: _Log, payload: Row) -> Iterator[tuple[str, str]]:
    """The state that a turn begins in, where it differs from the turn before."""
    place = (payload.get("cwd"), payload.get("workspace_roots"))
    if text_at(payload, "cwd") is None or place == log.place:
        return
    log.place = place
    name = text_at(payload, "turn_id") or _owner_of(log)
    count = log.states[name]
    log.states[name] += 1
    yield "state", f"{name}.{count}" if count else name


def _parent_of(payload: Row) -> str | None:
    spawn = mapping_at(mapping_at(mapping_at(payload, "source"), "subagent"), "thread_spawn")
    return text_at(payload, "forked_from_id", "parent_thread_id") or text_at(
        spawn, "parent_thread_id"
    )


def _made_at(name: str | None) -> int | None:
    """The milliseconds since the epoch that a UUID of version 7 begins with."""
    match = _V7.fullmatch(name) if name else None
    return int(match[1] + match[2], 16) if match else None


def _digest(value: Row) -> str:
    return sha256(repr(value).encode("utf-8", "replace")).hexdigest()[:16]
