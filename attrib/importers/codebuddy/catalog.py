"""What the command line's logs hold and whose they are: one light pass, contents left on disk.

**Whose a log is.** The last `session-meta` row of a log names its session: the writer of a fork
puts it after the rows that it copied, which keep the session they came from. Without such a row
a log is the session's that all rows name; if they name several, or none, it is nobody's. The
name of the file counts only where no row names a session, and the file lies as CodeBuddy lays
them. Rows of another session than the log's are no evidence for either: they are counted as
unassigned.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from attrib.importers.codebuddy.changes import TOOLS
from attrib.importers.codebuddy.rows import CURRENT, call_id_of, row_stamp
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

#: How sessions are selected, as the report of an import states it.
POLICY = (
    "a log is the session's that its last session-meta row names, else the one that all its rows "
    "name; rows of another session, and of no session, are left unassigned"
)


class Event(NamedTuple):
    """A row that may give records.

    `kind` is `call`, `result`, `state`, `snapshot` or `current`; `name` the call's ID, where there
    is a certain one, or what else identifies the row; `mark` a digest of what it says. `session`
    is the one that the row names. `is_tool` is true for the tools whose calls are read.
    """

    kind: str
    name: str | None
    mark: str
    session: str | None
    moment: float
    spot: Spot
    is_tool: bool = True


@dataclass(slots=True)
class Log:
    """What one log holds. `last_message` is the offset of its last message of the session."""

    path: Path
    metas: list[str] = field(default_factory=list)
    names: Counter[str] = field(default_factory=Counter)
    unnamed: int = 0
    events: list[Event] = field(default_factory=list)
    digests: dict[str, str | None] = field(default_factory=dict)
    messages: dict[str, str | None] = field(default_factory=dict)
    last_message: int = -1
    notices: list[Notice] = field(default_factory=list)
    moment: float = 0.0
    folder: object = None

    @property
    def is_subagent(self) -> bool:
        """True for a log in the folder of a session's subagents."""
        return self.path.parent.name == "subagents"

    @property
    def owner(self) -> str | None:
        """The session that the log belongs to, or `None`."""
        if self.metas:
            return self.metas[-1]
        if self.names:
            return next(iter(self.names)) if len(self.names) == 1 else None
        is_laid_out = self.path.parent.parent.name == "projects"
        return self.path.stem if self.unnamed and is_laid_out else None

    def own(self, session: str | None) -> bool:
        """True for what a row says that names this session, or none in a log of one session."""
        if session is None:
            return not self.names.keys() - {self.owner}
        return session == self.owner

    def own_digests(self) -> set[str]:
        """Digests of the rows of its session."""
        return {digest for digest, session in self.digests.items() if self.own(session)}


def read_log(path: Path) -> Log:
    """All that one log holds."""
    log = Log(path)
    try:
        for line in lines_of(path):
            rows, notice = rows_on(line, path)
            digest = sha256(line.data).hexdigest()[:16]
            for index, row in enumerate(rows):
                identity = f"{digest}.{index}" if index else digest
                spot = Spot(path, line.offset, index, len(line.data), line.number)
                _read_row(log, row, identity, spot)
            if notice is not None:
                log.notices.append(notice)
    except OSError as error:
        log.notices.append(unreadable(path, error))
    return log


def _read_row(log: Log, row: Row, identity: str, spot: Spot) -> None:
    session, kind = text_at(row, "sessionId"), row.get("type")
    log.moment = max(log.moment, moment_of(row_stamp(row)) or 0.0)
    log.digests[identity] = session
    if session is None:
        log.unnamed += 1
    else:
        log.names[session] += 1
    if kind == "session-meta" and session is not None:
        log.metas.append(session)
    if kind == "message":
        log.last_message = spot.offset
    if (name := text_at(row, "id")) is not None and kind != "file-history-snapshot":
        same = log.messages.setdefault(name, session) == session
        log.messages[name] = session if same else None
    for event, name, mark, is_tool in _events_of(log, row, identity):
        log.events.append(Event(event, name, mark, session, log.moment, spot, is_tool))


def _events_of(log: Log, row: Row, identity: str) -> list[tuple[str, str | None, str, bool]]:
    """What the row records: kind, name, digest, and whether it is of a tool that is read."""
    kind = row.get("type")
    found: list[tuple[str, str | None, str, bool]] = []
    folder = (text_at(row, "sessionId"), row.get("cwd"))
    is_new = kind != "file-history-snapshot" and folder != log.folder
    if text_at(row, "cwd") and is_new and not log.is_subagent:
        log.folder = folder
        found.append(("state", text_at(row, "id") or identity, identity, True))
    is_tool = row.get("name") in TOOLS if isinstance(row.get("name"), str) else False
    if kind == "function_call":
        mark = _digest((row.get("name"), row.get("arguments")), identity)
        found.append(("call", call_id_of(row), mark, is_tool))
    elif kind == "function_call_result":
        mark = _digest((row.get("status"), row.get("output")), identity)
        found.append(("result", call_id_of(row), mark, is_tool))
    elif kind == "file-history-snapshot":
        name = text_at(mapping_at(row, "snapshot"), "messageId") or text_at(row, "id")
        found.append(("snapshot", name, identity, True))
    elif isinstance(kind, str) and kind in CURRENT:
        found.append(("current", f"{kind}/{identity}", identity, True))
    return found


def _digest(said: object, otherwise: str) -> str:
    """A digest of what a row says, so that a repetition of it is known as one."""
    try:
        return sha256(repr(said).encode("utf-8", "replace")).hexdigest()[:16]
    except RecursionError:
        return otherwise
