"""Rows of Claude Code's logs: what wraps others, their content blocks, their time."""

from __future__ import annotations

from pathlib import Path

from attrib.importers.common import lines
from attrib.importers.common.lines import Row, mapping_at, text_at
from attrib.importers.common.stamps import stamp_of


def first_rows(path: Path) -> list[Row]:
    """The rows in the first part of a file; none for a file that cannot be read."""
    return [unwrapped(row) for row in lines.first_rows(path)]


def unwrapped(row: Row) -> Row:
    """The subagent's row that a `progress` row carries, in the outer row's session and folder."""
    if row.get("type") != "progress":
        return row
    data = row.get("data")
    inner = data.get("message") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(inner, dict):
        return row
    outer = {name: row[name] for name in ("sessionId", "cwd", "gitBranch") if name in row}
    agent = data.get("agentId")
    return {**inner, **outer, "isSidechain": True} | ({"agentId": agent} if agent else {})


def blocks_of(row: Row) -> list[tuple[int, Row]]:
    """The content blocks of a row's message with their index; none for plain text."""
    content = mapping_at(row, "message").get("content")
    if not isinstance(content, list):
        return []
    return [(index, block) for index, block in enumerate(content) if isinstance(block, dict)]


def row_stamp(row: Row) -> str | None:
    """The row's time as it stands there, if it is a time."""
    stamp = text_at(row, "timestamp") or text_at(mapping_at(row, "snapshot"), "timestamp")
    return stamp_of(stamp)
