"""Agent Trace records, version 0.1: files, conversations and ranges of lines at a revision.

The record is known from the specification (cursor/agent-trace), which leaves open where records
are kept. Read are the two places that published code uses: one record a line in
`.agent-trace/traces.jsonl`, at the top of the worktree and of HEAD's tree (the reference
implementation); and one record, or a list of them, in a note under `refs/notes/agent-trace`
(several tools). Notes of agent-trace-cli under that reference are read in `agent_trace_cli`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from attrib.declared import LONGEST, agent_called, session_name
from attrib.declarers.interface import Answer, Asked, Note, Said, Unread, notes_in
from attrib.declarers.values import (
    Gathered,
    address_at,
    document,
    lines_of,
    list_at,
    object_at,
    path_at,
    span_at,
    text_at,
)
from attrib.model.audit import Declaration
from attrib.model.ids import Oid, RepoPath

REFERENCE = "refs/notes/agent-trace"
FILE = ".agent-trace/traces.jsonl"
#: A file beyond this size in bytes is not read.
_LARGEST = 16 * 1024 * 1024
_FULL_ID = re.compile(rb"[0-9a-f]{40}(?:[0-9a-f]{24})?")
#: The members that tell a record, and the note of agent-trace-cli, from anything else.
KINDS = frozenset({"files", "ledger", "trace_ids"})
#: The contributor types that name no session.
_NOT_MEANT = ("human", "unknown")
_SUFFIXES = (".jsonl", ".json", ".txt", ".md")


@dataclass(slots=True)
class _Gathering:
    """The lines of each conversation in a record, by its name and agent."""

    by_name: dict[tuple[str, bool, str | None], Gathered] = field(default_factory=dict)

    def lines(self, url: str | None, tool: str | None) -> Gathered:
        """Where the lines of a conversation go; without a name they are the tool's."""
        agent = agent_called(tool) if tool else None
        key = (name_in(url), True, agent) if url else (tool or "", False, agent)
        return self.by_name.setdefault(key, {})


class AgentTrace:
    """Tools that keep Agent Trace records."""

    tool = "Agent Trace"

    def declared(self, asked: Asked) -> Iterator[Answer]:
        """The conversations that records name for a commit, each with its lines."""
        for note in notes_in(asked, REFERENCE):
            if isinstance(note, Unread):
                yield note
            else:
                yield from self._in_note(note)
        yield from self._in_files(asked)

    def _in_note(self, note: Note) -> Iterator[Answer]:
        value = document(note.content)
        for row in value if isinstance(value, list) else [value]:
            revision = text_at(object_at(row, "vcs"), "revision")
            if not isinstance(row, dict) or not KINDS.intersection(row):
                yield Unread(note.place, "it holds no Agent Trace record")
            elif revision not in (None, note.commit):
                yield Unread(note.place, "its record names another revision")
            else:
                yield from self._of_record(note.commit, row, REFERENCE)

    def _in_files(self, asked: Asked) -> Iterator[Answer]:
        wanted = {oid.encode(): oid for oid in asked.commits}
        if not wanted:
            return
        seen: set[bytes] = set()
        for content in _files(asked):
            if content is None:
                yield Unread(FILE, f"it is not here, or longer than {_LARGEST:,} bytes")
                continue
            for number, line in enumerate(content.split(b"\n"), 1):
                # Records of other commits, most of them, are not taken apart.
                if line in seen or wanted.keys().isdisjoint(_FULL_ID.findall(line)):
                    continue
                seen.add(line)
                yield from self._in_line(asked, line, f"{FILE}:{number}")

    def _in_line(self, asked: Asked, line: bytes, place: str) -> Iterator[Answer]:
        row = document(line)
        if not isinstance(row, dict):
            yield Unread(place, "it is no JSON object")
            return
        vcs = object_at(row, "vcs")
        revision = text_at(vcs, "revision")
        oid = Oid(revision or "")
        if text_at(vcs, "type") in (None, "git") and oid in asked.messages:
            yield from self._of_record(oid, row, FILE)

    def _of_record(self, oid: Oid, row: dict[str, Any], source: str) -> Iterator[Said]:
        gathering = _Gathering()
        _gather(row, gathering)
        for (name, is_session, agent), lines in gathering.by_name.items():
            if 0 < len(name) <= LONGEST:
                yield Said(
                    oid,
                    Declaration(
                        self.tool,
                        name,
                        names_session=is_session,
                        source=source,
                        tool=self.tool,
                        agent=agent,
                        lines=lines_of(lines),
                    ),
                )


def _files(asked: Asked) -> Iterator[bytes | None]:
    """The contents of the file of records, in the worktree and at HEAD; `None` for too long."""
    path = RepoPath(FILE.encode())
    here = asked.repository.worktree_file(path)
    if here is not None and here[0] != 0o120000:
        yield here[1] if len(here[1]) <= _LARGEST else None
    head = asked.repository.resolve(["HEAD"]).get("HEAD")
    entry = asked.repository.files_at([(head, path)])[head, path] if head else None
    if entry is not None and not entry.is_gitlink and not entry.is_symlink:
        size = asked.repository.sizes_of([entry.oid]).get(entry.oid, _LARGEST + 1)
        yield asked.repository.read_blobs([entry.oid]).get(entry.oid) if size <= _LARGEST else None


def _gather(row: dict[str, Any], gathering: _Gathering) -> None:
    """The ranges of a record."""
    tool = text_at(object_at(row, "tool"), "name")
    for file in list_at(row, "files"):
        path = path_at(file, "path")
        for conversation in list_at(file, "conversations"):
            kind = text_at(object_at(conversation, "contributor"), "type")
            url = address_at(conversation, "url")
            for each in list_at(conversation, "ranges"):
                span = span_at(each, "start_line", "end_line")
                own = text_at(object_at(each, "contributor"), "type") or kind
                if path is not None and span is not None and own not in _NOT_MEANT:
                    gathering.lines(url, tool).setdefault(path, []).append(span)


def name_in(url: str) -> str:
    """The conversation's ID in its address: the last part, without a file's suffix."""
    name = session_name(url)
    for suffix in _SUFFIXES:
        if name.endswith(suffix) and name != suffix:
            return name.removesuffix(suffix)
    return name
