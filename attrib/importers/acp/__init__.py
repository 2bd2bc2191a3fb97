"""Messages of the Agent Client Protocol (ACP), versions 1 and 2, as clients keep them.

The protocol keeps no log; some clients do, one JSON-RPC message a line. What is read:

- diffs of tool calls: `file_change`, proposed where first shown, and with the call's end;
- commands with their output: `vcs`;
- messages, plans, other tools and outputs are left out, which the header declares as losses.

The agent has the name that it gives in its answer to `initialize`, else that of the protocol.

**Namespace.** `local-` and eight hex digits that stand for the folder of the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from attrib.importers.acp.calls import Calls
from attrib.importers.acp.rows import Message, agent_of, is_own, message_of, update_of
from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import first_rows, text_at
from attrib.importers.common.logs import jsonl_below, mentions, namespace_of
from attrib.importers.common.native_rows import rows_in
from attrib.importers.interface import Card, ImportedSession, Native, Notice
from attrib.model.agents import name_of

_LOSSES = {
    "attrib/messages": "messages are not imported",
    "attrib/tool-output": "outputs of tools are not imported",
    "attrib/other-tools": "calls that neither show a diff nor run a command are not imported",
    "attrib/line-ends": "the source may record texts with normalized line ends",
}
_OPENING = frozenset({"session/new", "session/load", "session/resume", "session/fork"})


class Acp:
    """The importer of ACP messages."""

    alias = "acp"
    agent = name_of("acp")
    card = Card(
        reads="`session/update` messages and bare tool calls, JSON Lines",
        places="none of its own: name the files that a client keeps",
        precision=(
            ("version 2, a file that the git patch adds", "exact"),
            ("version 2 with a git patch", "hunks"),
            ("version 2 without one", "unknown"),
            ("version 1 without an old text", "exact"),
            ("version 1 with an old text", "snippet"),
        ),
        commits="the commit lines that git printed, where the output is in the messages",
        losses=_LOSSES,
        basis="the published protocol; how clients wrap the messages is known at second hand",
    )

    def where(self) -> list[Path]:
        """None: the protocol keeps nothing."""
        return []

    def namespace_of(self, path: Path) -> str:
        """`local-` and eight hex digits that stand for the folder of the log."""
        return namespace_of(path, None, path.parent)

    def logs(self, place: Path) -> Iterator[Path]:
        """The logs below a folder."""
        return jsonl_below(place, self.recognizes)

    def recognizes(self, path: Path) -> bool:
        """True for a file with a message of the protocol among the first rows."""
        return path.suffix in {".jsonl", ".ndjson"} and any(map(is_own, first_rows(path)))

    def mentions(self, path: Path, folders: Iterable[str]) -> bool:
        """False when the bytes of no folder's path stand anywhere in the log."""
        return mentions(path, folders)

    def sessions(self, paths: Iterable[Path]) -> Iterator[ImportedSession]:
        """The sessions in these logs by ID, each call once, whatever the order of the paths."""
        reader = _Reader()
        for path in sorted(set(paths)):
            reader.read(path)
        return reader.sessions()


class _Reader:
    """Reads logs one after the other into sessions."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, str], tuple[Draft, Calls]] = {}
        self._agent = Acp.agent
        self._asked: dict[str, str] = {}

    def read(self, path: Path) -> None:
        """Take all messages of one log; what cannot be read becomes a notice of its session."""
        self._agent, self._asked = Acp.agent, {}
        notices: list[Notice] = []
        session = path.stem
        for item in rows_in(path):
            if isinstance(item, Notice):
                notices.append(item)
            else:
                row, native = item
                session = self._take(message_of(row), session, native)
        if notices:
            self._session(session)[0].notices += notices

    def sessions(self) -> Iterator[ImportedSession]:
        """What was read, by session."""
        for _, (draft, _) in sorted(self._open.items()):
            yield draft.finished()

    def _take(self, message: Message, last: str, native: Native) -> str:
        """Take a message; the session that it is of, `last` where it names none."""
        self._agent = agent_of(message) or self._agent
        session = message.session or self._answered(message) or last
        body = message.body
        if isinstance(body.get("method"), str) and body["method"] in _OPENING:
            folder = text_at(message.params, "cwd")
            if folder is not None and message.session is not None:
                self._enter(session, folder)
            elif folder is not None:
                self._asked[repr(body.get("id"))] = folder
        update = update_of(message)
        if update is not None:
            self._session(session)[1].update(update, message.stamp, native)
        return session

    def _answered(self, message: Message) -> str | None:
        """The session that the answer to `session/new` names, which gets the folder asked for."""
        session = text_at(message.result, "sessionId")
        folder = self._asked.pop(repr(message.body.get("id")), None) if session else None
        if session is not None and folder is not None:
            self._enter(session, folder)
        return session

    def _enter(self, session: str, folder: str) -> None:
        draft, calls = self._session(session)
        calls.folder = folder
        draft.enter(folder)

    def _session(self, name: str) -> tuple[Draft, Calls]:
        key = (name_of(self._agent), name)
        if key not in self._open:
            draft = Draft(name, key[0], losses=_LOSSES)
            self._open[key] = (draft, Calls(draft))
        return self._open[key]
