"""Gemini CLI's conversations: one JSON document, or JSON Lines of messages that come again.

In JSON Lines a message is appended anew each time it grows, `{"$set": ...}` changes metadata (and
may bring all messages again), `{"$rewindTo": id}` takes messages out of the conversation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from attrib.importers.common.documents import document_in
from attrib.importers.common.lines import Row, mapping_at, text_at
from attrib.importers.common.natives import native_of
from attrib.importers.common.spots import Spot, SpotReader, rows_with_spots
from attrib.importers.interface import Native, Notice


class Call(NamedTuple):
    """A tool call, and the message that it stands in."""

    message: Row
    call: Row


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row of a conversation stands: in a line, or as a part of a document."""

    path: Path
    spot: Spot | None
    document: Row | None = None

    def told(self, call: Row) -> str:
        """The place of a call as people are told it."""
        return self.spot.place if self.spot is not None else f"{self.path}: call '{call['id']}'"

    def row(self, reader: SpotReader) -> Row:
        """The row."""
        return reader.row(self.spot) if self.spot is not None else self.document or {}

    def native(self, reader: SpotReader, part: Row) -> Native | None:
        """The line that the row is; in a document, the part that is meant, in JSON."""
        if self.spot is not None:
            return reader.native(self.spot)
        return native_of(part)


def rows_in(path: Path) -> Iterator[tuple[Place, Row] | Notice]:
    """The rows of a conversation, in order, and what could not be used."""
    if path.suffix != ".json":
        for found in rows_with_spots(path):
            yield found if isinstance(found, Notice) else (Place(path, found[0]), found[1])
        return
    document = document_in(path)
    if isinstance(document, Notice):
        yield document
    else:
        yield Place(path, None, document.row), document.row


def messages_in(row: Row) -> list[Row]:
    """The messages that a row brings: itself, or all those of a conversation."""
    for whole in (row, mapping_at(row, "$set")):
        messages = whole.get("messages")
        if isinstance(messages, list):
            return [message for message in messages if isinstance(message, dict)]
    return [row] if text_at(row, "id") and "$set" not in row else []


def calls_in(row: Row) -> Iterator[Call]:
    """The tool calls that a row brings, in order."""
    for message in messages_in(row):
        calls = message.get("toolCalls")
        for call in calls if isinstance(calls, list) else ():
            if isinstance(call, dict) and text_at(call, "id"):
                yield Call(message, call)


def output_of(call: Row) -> str:
    """The text that a call gave to the model; empty for none."""
    results = call.get("result")
    texts: list[str] = []
    for part in results if isinstance(results, list) else [results]:
        if isinstance(part, dict):
            response = mapping_at(mapping_at(part, "functionResponse"), "response")
            texts.append(text_at(response, "output", "error") or "")
        elif isinstance(part, str):
            texts.append(part)
    return "\n".join(text for text in texts if text)


def is_own(row: Row) -> bool:
    """True for a row as Gemini CLI has them: metadata, a change of it, or the model's message."""
    has_names = text_at(row, "sessionId") and text_at(row, "projectHash")
    is_message = row.get("type") == "gemini" and text_at(row, "id")
    return bool(has_names or is_message or text_at(row, "$rewindTo")) or (
        isinstance(row.get("$set"), dict) and len(row) == 1
    )
