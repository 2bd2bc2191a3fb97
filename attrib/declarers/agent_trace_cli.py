"""Notes of agent-trace-cli, version 2.0, under the reference of Agent Trace.

Known from its published schema (ujjalsharma100/agent-trace-cli). Lines are listed by path, under
`ledger.files.<path>.line_attributions`, each with the address of a conversation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrib.declared import LONGEST
from attrib.declarers.agent_trace import REFERENCE, name_in
from attrib.declarers.interface import Asked, Said, Unread, notes_in
from attrib.declarers.values import (
    Gathered,
    address_at,
    document,
    lines_of,
    list_at,
    object_at,
    path_of,
    span_at,
    text_at,
)
from attrib.model.audit import Declaration


class AgentTraceCli:
    """The tool agent-trace-cli."""

    tool = "agent-trace-cli"

    def declared(self, asked: Asked) -> Iterator[Said]:
        """The conversations of each commit's ledger; what is no such note, `AgentTrace` tells."""
        for note in notes_in(asked, REFERENCE):
            if isinstance(note, Unread):
                continue
            for name, lines in _ledger(document(note.content)).items():
                yield Said(
                    note.commit,
                    Declaration(
                        self.tool,
                        name,
                        names_session=True,
                        source=REFERENCE,
                        tool=self.tool,
                        lines=lines_of(lines),
                    ),
                )


def _ledger(value: Any) -> dict[str, Gathered]:
    found: dict[str, Gathered] = {}
    for path, file in object_at(object_at(value, "ledger"), "files").items():
        for row in list_at(file, "line_attributions"):
            span = span_at(row, "start_line", "end_line")
            url = address_at(row, "conversation_url")
            name = name_in(url) if url else ""
            if span is not None and 0 < len(name) <= LONGEST and text_at(row, "type") == "ai":
                found.setdefault(name, {}).setdefault(path_of(path), []).append(span)
    return found
