"""What the logs hold and whose it is: one light pass over all rows, contents left on disk.

The same event may stand in several logs: a resumed session repeats rows, a fork copies them, a
subagent's rows stand in its own log and in its parent's. An event is known by the tool call, else
by the row's `uuid`; it counts once, in the session that it came from, whatever the order of logs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from attrib.importers.claude_code.changes import EDIT_TOOLS
from attrib.importers.claude_code.rows import blocks_of, row_stamp, unwrapped
from attrib.importers.common.lineage import by_owner, descends
from attrib.importers.common.lines import (
    Row,
    lines_of,
    mapping_at,
    rows_on,
    text_at,
    unreadable,
)
from attrib.importers.common.spots import Spot
from attrib.importers.common.stamps import moment_of
from attrib.importers.interface import Notice

#: The tools whose calls are read: those that edit files, and the shell.
TOOLS = EDIT_TOOLS | {"Bash"}


@dataclass(slots=True)
class Event:
    """Something that a row records. `key` is `<kind>/<id>`; `stamp` is its earliest time.

    `block` is the number of the content block that records it, -1 for what comes before all.
    `order` sorts the events of a session. `sessions` maps each session whose rows have it to the
    earliest moment there.
    """

    key: str
    spot: Spot
    block: int
    stamp: str | None
    order: tuple[float, Path, int, int, int]
    sessions: dict[str, float]
    owner: str = ""

    @property
    def kind(self) -> str:
        """What it is: `call`, `result`, `state`, `notice`, `snapshot`, `link` or `worktree`."""
        return self.key.partition("/")[0]

    @property
    def source(self) -> str:
        """What a record that is made of it was read from."""
        return self.key.partition("@")[0]


class _Waiting(NamedTuple):
    """An event whose session is not known yet; `running` is the log's latest moment so far."""

    key: str
    spot: Spot
    block: int
    stamp: str | None
    moment: float
    running: float


@dataclass(slots=True)
class _Progress:
    """How far one log was read, and what the next row is compared with."""

    session: str | None = None
    moment: float = 0.0
    state: tuple[object, object] = (None, None)
    waiting: list[_Waiting] = field(default_factory=list)


class Catalog:
    """All events of some logs, each once, and the notices that reading them gave."""

    def __init__(self) -> None:
        self.events: dict[str, Event] = {}
        self.notices: dict[str, list[Notice]] = defaultdict(list)
        self.parents: dict[str, str] = {}
        self._seen: dict[bytes, str | None] = {}

    def read(self, path: Path) -> None:
        """Add the events of one log. Logs are to be read in the order of their paths."""
        progress = _Progress()
        notices: list[Notice] = []
        try:
            for line in lines_of(path):
                # A copied row is the same bytes as a rule, and is not read again.
                digest = sha256(line.data).digest()
                if digest in self._seen and not line.is_oversize:
                    progress.session = self._seen[digest] or progress.session
                    continue
                rows, notice = rows_on(line, path)
                for index, row in enumerate(rows):
                    spot = Spot(path, line.offset, index, len(line.data), line.number)
                    self._read_row(unwrapped(row), spot, progress)
                if notice is not None:
                    notices.append(notice)
                else:
                    self._seen[digest] = progress.session
        except OSError as error:
            notices.append(unreadable(path, error))
        owner = progress.session or _named_by_file(path)
        self._settle(progress, owner)
        self.notices[owner] += notices

    def _read_row(self, row: Row, spot: Spot, progress: _Progress) -> None:
        session = text_at(row, "sessionId", "session_id")
        origin = text_at(mapping_at(row, "forkedFrom"), "sessionId")
        if session and origin and origin != session:
            self.parents.setdefault(session, origin)
            session = origin
        stamp = row_stamp(row)
        own = moment_of(stamp)
        progress.moment = max(progress.moment, own or 0.0)
        progress.session = session or progress.session
        found = list(_events_of(row))
        state = (row.get("cwd"), row.get("gitBranch"))
        if row.get("cwd") and not row.get("isSidechain") and state != progress.state:
            progress.state = state
            # Before what the row did there.
            found.insert(0, (f"state/{_identity(row)}", -1))
        moment = own if own is not None else progress.moment
        progress.waiting += [
            _Waiting(key, spot, block, stamp, moment, progress.moment) for key, block in found
        ]
        if session:
            self._settle(progress, session)

    def _settle(self, progress: _Progress, session: str) -> None:
        """Give the events that wait for a session to this one."""
        for key, spot, block, stamp, moment, running in progress.waiting:
            name = f"{key}@{session}" if key.startswith("link/") else key
            order = (running, spot.path, spot.offset, spot.row, block)
            known = self.events.get(name)
            if known is None:
                self.events[name] = Event(name, spot, block, stamp, order, {session: moment})
                continue
            if spot.size > known.spot.size:
                known.spot, known.block = spot, block
            if min(known.sessions.values()) > moment:
                known.stamp = stamp
            known.order = min(known.order, order)
            known.sessions[session] = min(known.sessions.get(session, moment), moment)
        progress.waiting.clear()

    def by_session(self) -> dict[str, list[Event]]:
        """The events of each session in order; each event in the one session it belongs to."""
        first_own: dict[str, float] = {}
        for event in self.events.values():
            if len(event.sessions) == 1:
                ((session, moment),) = event.sessions.items()
                first_own[session] = min(first_own.get(session, moment), moment)
        for event in self.events.values():
            event.owner = self._owner(event, first_own)
        return by_owner(self.events.values(), self.notices, lambda event: event.owner)

    def elsewhere(self) -> dict[str, set[str]]:
        """By session, the sources of records that its logs hold and another session has."""
        found: dict[str, set[str]] = defaultdict(set)
        for event in self.events.values():
            for session in event.sessions.keys() - {event.owner}:
                found[session].add(event.source)
        return found

    def _owner(self, event: Event, first_own: dict[str, float]) -> str:
        """Of the sessions that have the event, the one that it came from.

        That is the one that the others were forked from; else the one with the earliest copy;
        else the one that went on first, or not at all; else the first by name.
        """
        if len(event.sessions) == 1:
            return next(iter(event.sessions))
        return min(
            event.sessions,
            key=lambda session: (
                descends(session, event.sessions, self.parents),
                event.sessions[session],
                first_own.get(session, 0.0),
                session,
            ),
        )


def _events_of(row: Row) -> Iterator[tuple[str, int]]:
    """The keys of what a row records, and the block that records it."""
    kind = row.get("type")
    if kind in ("assistant", "user"):
        for index, block in blocks_of(row):
            if kind == "assistant" and block.get("name") in TOOLS:
                call, event = text_at(block, "id"), "call"
            elif kind == "user" and block.get("type") == "tool_result":
                call, event = text_at(block, "tool_use_id"), "result"
            else:
                continue
            yield f"{event}/{call or _identity(row) + f'.{index}'}", index
    elif kind == "attachment":
        if mapping_at(row, "attachment").get("type") == "edited_text_file":
            yield f"notice/{_identity(row)}", 0
    elif kind == "file-history-snapshot":
        if mapping_at(mapping_at(row, "snapshot"), "trackedFileBackups"):
            yield f"snapshot/{_identity(row)}", 0
    elif kind == "pr-link":
        yield f"link/{text_at(row, 'prUrl') or _identity(row)}", 0
    elif kind in ("worktree-state", "relocated"):
        yield f"worktree/{_identity(row)}", 0


def _identity(row: Row) -> str:
    """The row's `uuid`, of a copied row the original's; a digest of what it says without one."""
    own = text_at(mapping_at(row, "forkedFrom"), "messageUuid") or text_at(row, "uuid")
    return own or sha256(repr(row).encode("utf-8", "replace")).hexdigest()[:16]


def _named_by_file(path: Path) -> str:
    """The session ID that a log's place gives, for rows that name none."""
    if path.parent.name == "subagents":
        return path.parent.parent.name
    return path.stem
