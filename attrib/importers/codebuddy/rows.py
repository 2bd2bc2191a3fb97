"""Rows of CodeBuddy's command line: flat items, one a line, with a time in milliseconds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrib.importers.common.lines import Row, mapping_at, text_at
from attrib.importers.common.stamps import stamp_of, stamp_of_milliseconds
from attrib.importers.common.values import decoded, is_plain

#: The rows that say how things stand, and have no place in the transcript.
CURRENT = frozenset({"ai-title", "custom-title", "topic", "session-meta"})
_TRANSCRIPT = frozenset({"message", "reasoning", "function_call", "function_call_result"})
_OTHER = frozenset(
    {"file-history-snapshot", "summary", "goal-result", "goal-progress", "resend-fork-notice"}
)
TYPES = CURRENT | _TRANSCRIPT | _OTHER

#: Names that dialects give to the ID of a tool's call; `id` names the row, in flat rows.
_ALIASES = ("callId", "tool_call_id", "toolCallId", "tool_use_id")


def is_own(row: Row) -> bool:
    """True for a row as CodeBuddy's command line has them."""
    kind = row.get("type")
    has_time = isinstance(row.get("timestamp"), int | float)
    return (
        isinstance(kind, str)
        and kind in TYPES
        and has_time
        and any(name in row for name in ("sessionId", "providerData", "cwd"))
    )


def call_id_of(row: Row) -> str | None:
    """The ID of the call that a row is about; `None` for none, and where aliases conflict."""
    found = {value for name in _ALIASES if isinstance(value := row.get(name), str) and value}
    return found.pop() if len(found) == 1 else None


def row_stamp(row: Row) -> str | None:
    """The row's time, if it has one."""
    value = row.get("timestamp")
    return stamp_of(value) or stamp_of_milliseconds(value)


def arguments_of(row: Row) -> Mapping[str, Any] | str | None:
    """What a call was given: decoded where that is exact, else the text as it stands."""
    given = row.get("arguments")
    if isinstance(given, str):
        value = decoded(given)
        return value if isinstance(value, dict) else given
    return given if isinstance(given, dict) and is_plain(given) else None


def output_of(row: Row) -> str:
    """The text that a result gave to the model."""
    output = row.get("output")
    if isinstance(output, str):
        return output
    parts = output if isinstance(output, list) else [output]
    texts = [part.get("text") for part in parts if isinstance(part, dict)]
    return "\n".join(text for text in texts if isinstance(text, str))


def status_of(row: Row, text: str) -> str:
    """Whether the call was carried out, as far as its result says: a status of `file_change`.

    Spec: ASR-451.
    """
    provider = mapping_at(row, "providerData")
    status = (text_at(row, "status") or "").lower()
    if provider.get("skipRun") is True or status in ("cancelled", "canceled", "rejected"):
        return "skipped"
    is_error = bool(mapping_at(provider, "toolResult").get("error") or provider.get("error"))
    if is_error or status in ("failed", "error") or text.startswith("Error"):
        return "failed"
    if status == "completed" or (not status and text.startswith("Successfully")):
        return "applied"
    return "unknown"
