"""Agent transcripts: `projects/<folder>/agent-transcripts/<session>/<session>.jsonl`.

As a rule rows have neither IDs nor times nor results: a call is a request, whose outcome is
unknown. A call without an ID is named by a digest of what it asks for. Some versions record IDs
and results as well; then a call without a result is told by itself alone.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import Row, first_rows, mapping_at, text_at
from attrib.importers.common.places import portable
from attrib.importers.common.spots import rows_located
from attrib.importers.common.stamps import stamp_of
from attrib.importers.cursor.calls import (
    LOSSES,
    Call,
    Workspace,
    add_call,
    add_outcome,
    add_request,
    is_used,
    status_of,
)
from attrib.importers.interface import ImportedSession, Native, Notice

_FOREIGN = ("type", "sessionId", "session_id", "uuid", "jsonrpc", "toolCallId")
_TRUST = re.compile(rb"^.*workspacePath=(\S.*?)\r?$", re.M)


def is_transcript(path: Path) -> bool:
    """True for a JSONL file whose first rows are messages and nothing else."""
    rows = first_rows(path) if path.suffix == ".jsonl" else []
    return bool(rows) and _is_message(rows[0])


def read_transcript(path: Path, agent: str) -> ImportedSession:
    """The session of one transcript."""
    draft = Draft(path.stem, agent, losses=LOSSES)
    if path.parent.name == "subagents":
        draft.parent = path.parent.parent.name
    workspace = Workspace(draft)
    workspace.enter(folder_of(path))
    waiting: dict[str, Call] = {}
    counts: Counter[str] = Counter()
    for item in rows_located(path):
        if isinstance(item, Notice):
            draft.notices.append(item)
            continue
        stamp = stamp_of(item.row.get("timestamp"))
        for block in _blocks(item.row):
            _take(block, stamp, item.native, waiting, counts, workspace)
    workspace.tell(str(path))
    return draft.finished()


def _take(
    block: Row,
    stamp: str | None,
    native: Native,
    waiting: dict[str, Call],
    counts: Counter[str],
    workspace: Workspace,
) -> None:
    kind, name = block.get("type"), block.get("name")
    if kind == "tool_use" and isinstance(name, str) and is_used(name):
        given = _input(block.get("input"))
        own = text_at(block, "id")
        if own is None:
            made = _digest(name, given, counts)
            add_call(Call(made, name, given, "unknown", begun=stamp, native=native), workspace)
        elif own not in counts:
            counts[own] += 1
            waiting[own] = Call(own, name, given, "pending", begun=stamp, native=native)
            add_request(waiting[own], workspace)
    elif kind == "tool_result" and (name := text_at(block, "tool_use_id")) in waiting:
        asked = waiting.pop(str(name))
        output = _text(block.get("content"))
        status = status_of(output, is_error=block.get("is_error") is True)
        add_outcome(replace(asked, status=status, output=output, ended=stamp), workspace)


def _digest(tool: str, given: Row, counts: Counter[str]) -> str:
    """A name for a call that has none: the same on every run, and unique in the session."""
    try:
        text = json.dumps([tool, given], sort_keys=True)
    except RecursionError:
        text = tool
    name = sha256(text.encode()).hexdigest()[:16]
    counts[name] += 1
    return name if counts[name] == 1 else f"{name}-{counts[name]}"


def _input(value: object) -> Row:
    """The input as a mapping; a patch is given as a text alone."""
    if isinstance(value, str):
        return {"input": value}
    return value if isinstance(value, dict) else {}


def _blocks(row: Row) -> Iterator[Row]:
    content = mapping_at(row, "message").get("content")
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict):
            yield block


def _text(content: object) -> str:
    if isinstance(content, list):
        parts = [text_at(part, "text") for part in content if isinstance(part, dict)]
        return "\n".join(part for part in parts if part)
    return content if isinstance(content, str) else ""


def _is_message(row: Row) -> bool:
    content = mapping_at(row, "message").get("content")
    is_plain = not any(name in row for name in _FOREIGN)
    return is_plain and isinstance(row.get("role"), str) and isinstance(content, list | str)


def folder_of(path: Path) -> str | None:
    """The session's folder, where a file beside the transcripts tells it."""
    projects = [above for above in path.parents if above.name == "agent-transcripts"]
    if not projects:
        return None
    place = projects[0].parent
    for name in (".workspace-trusted", "worker.log"):
        try:
            data = (place / name).read_bytes()[: 1 << 20]
        except OSError:
            continue
        found = _trusted(data) if name.startswith(".") else _logged(data)
        if found is not None and portable(found) is not None:
            return found
    return None


def _trusted(data: bytes) -> str | None:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return text_at(value, "workspacePath") if isinstance(value, dict) else None


def _logged(data: bytes) -> str | None:
    found = {match[1] for match in _TRUST.finditer(data)}
    return found.pop().decode("utf-8", "surrogateescape") if len(found) == 1 else None
