"""Notes of agentblame, versions 1 to 3, under `refs/notes/agentblame`.

Known from its source (mesa-dot-dev/agentblame); no document states them. Version 3 lists lines by
session: the session's name is the first 16 digits of the SHA-256 of `<agent>:<its own ID>`, so a
session whose records are here is found by that. Versions 1 and 2 name an agent and lines only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrib.declared import agent_called
from attrib.declarers.interface import Answer, Asked, Said, Unread, notes_in
from attrib.declarers.values import (
    Gathered,
    document,
    lines_of,
    list_at,
    object_at,
    path_at,
    path_of,
    span_at,
    spans_in,
    text_at,
)
from attrib.model.agents import name_of
from attrib.model.audit import Declaration
from attrib.model.ids import SessionKey

REFERENCE = "refs/notes/agentblame"
#: The members that give a line, in version 1 and in version 2.
_SPANS = (("start_line", "end_line"), ("startLine", "endLine"))
_WORDS = {name_of("claude-code"): "claude", name_of("cursor"): "cursor"}
_WORDS[name_of("opencode")] = "opencode"
_DIGITS = 16


class Agentblame:
    """The tool agentblame."""

    tool = "agentblame"

    def declared(self, asked: Asked) -> Iterator[Answer]:
        """What each commit's note lists, by session or by agent."""
        known = digests_of(asked.sessions)
        for note in notes_in(asked, REFERENCE):
            if isinstance(note, Unread):
                yield note
                continue
            value = document(note.content)
            if not isinstance(value, dict) or value.get("version") not in (1, 2, 3):
                yield Unread(note.place, "it holds no JSON object of version 1, 2 or 3")
                continue
            found = self._sessions(value, known) if "files" in value else self._agents(value)
            for declaration in found:
                yield Said(note.commit, declaration)

    def _sessions(self, value: Any, known: Mapping[str, str]) -> Iterator[Declaration]:
        lines: dict[str, Gathered] = {}
        for path, rows in object_at(value, "files").items():
            for row in rows if isinstance(rows, list) else ():
                name, spans = text_at(row, "session"), spans_in(text_at(row, "lines") or "")
                if name is not None and spans is not None:
                    lines.setdefault(name, {}).setdefault(path_of(path), []).extend(spans)
        sessions = object_at(value, "sessions")
        for name, gathered in lines.items():
            agent = text_at(object_at(sessions, name), "agent")
            yield self._declaration(name, gathered, agent, session=known.get(name))

    def _agents(self, value: Any) -> Iterator[Declaration]:
        lines: dict[str, Gathered] = {}
        for row in list_at(value, "attributions"):
            agent, path = text_at(row, "provider"), path_at(row, "path")
            spans = [span for names in _SPANS if (span := span_at(row, *names)) is not None]
            if agent is not None and path is not None and spans:
                lines.setdefault(agent, {}).setdefault(path, []).extend(spans)
        for agent, gathered in lines.items():
            yield self._declaration(agent, gathered, agent, names_session=False)

    def _declaration(
        self,
        value: str,
        lines: Gathered,
        agent: str | None,
        *,
        names_session: bool = True,
        session: str | None = None,
    ) -> Declaration:
        return Declaration(
            self.tool,
            value,
            names_session=names_session,
            source=REFERENCE,
            tool=self.tool,
            session=session,
            agent=agent_called(agent) if agent else None,
            lines=lines_of(lines),
        )


def digests_of(sessions: Iterable[SessionKey]) -> Mapping[str, str]:
    """The IDs of the sessions that are here, by the name that agentblame gives them."""
    pairs = ((f"{_WORDS[key.agent]}:{key.id}", key.id) for key in sessions if key.agent in _WORDS)
    return {hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]: own for text, own in pairs}
