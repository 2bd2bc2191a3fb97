"""Notes of git-ai, `authorship/3.0.0`: lists of lines, a divider, and JSON about the sessions.

Known from the published standard (git-ai-project/git-ai, specs, version 3.0.0). Lists under the
key of a person are passed over: they name no session. A session that no list names is declared of
the whole commit; the others of the listed lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from attrib.declared import agent_called
from attrib.declarers.interface import Answer, Asked, Note, Said, Unread, notes_in
from attrib.declarers.values import Gathered, document, lines_of, object_at, spans_in, text_at
from attrib.model.audit import Declaration
from attrib.model.ids import RepoPath

REFERENCE = "refs/notes/ai"
#: Of one kind: what comes later in a line of the same version only adds.
_SCHEMA = "authorship/3."
_DIVIDER = b"---"


@dataclass(slots=True)
class _Lists:
    """The lines that a note lists, by the key of their session; `odd` are lines that are none."""

    by_key: dict[str, Gathered] = field(default_factory=dict)
    odd: list[int] = field(default_factory=list)


class GitAi:
    """The tool git-ai."""

    tool = "git-ai"

    def declared(self, asked: Asked) -> Iterator[Answer]:
        """The sessions that each commit's note names, with the lines that it lists of each."""
        for note in notes_in(asked, REFERENCE):
            if isinstance(note, Unread):
                yield note
            else:
                yield from self._in_note(note)

    def _in_note(self, note: Note) -> Iterator[Answer]:
        place = note.place
        head, found, body = _parted(note.content)
        value = document(body) if found else None
        if not isinstance(value, dict):
            yield Unread(place, "it holds no JSON object after a line '---'")
            return
        schema = value.get("schema_version", _SCHEMA)
        if not isinstance(schema, str) or not schema.startswith(_SCHEMA):
            yield Unread(place, f"its schema version '{str(schema)[:40]}' is not known")
            return
        lists = _lists_in(head)
        for number in lists.odd[:1]:
            yield Unread(f"{place}, line {number}", "it lists no lines of a file")
        known = {**object_at(value, "prompts"), **object_at(value, "sessions")}
        for key in sorted(lists.by_key.keys() - known.keys()):
            yield Unread(place, f"its lists name '{key[:40]}', and nothing tells who that is")
        for key, row in known.items():
            declaration = self._of_session(row, lists.by_key.get(key))
            if declaration is not None:
                yield Said(note.commit, declaration)

    def _of_session(self, row: Any, lines: Gathered | None) -> Declaration | None:
        agent = object_at(row, "agent_id")
        name, tool = text_at(agent, "id"), text_at(agent, "tool")
        if name is None and tool is None:
            return None
        return Declaration(
            self.tool,
            name or tool or "",
            names_session=name is not None,
            source=REFERENCE,
            tool=self.tool,
            agent=agent_called(tool) if tool else None,
            lines=None if lines is None else lines_of(lines),
        )


def _parted(content: bytes) -> tuple[bytes, bool, bytes]:
    """The lists, whether there is a divider, and the JSON."""
    if content.startswith(_DIVIDER + b"\n"):
        return b"", True, content[len(_DIVIDER) + 1 :]
    head, found, body = content.partition(b"\n" + _DIVIDER + b"\n")
    return head, bool(found), body


def _lists_in(head: bytes) -> _Lists:
    lists = _Lists()
    path: RepoPath | None = None
    for number, line in enumerate(head.split(b"\n"), 1):
        if not line.strip():
            continue
        if not line.startswith(b" "):
            path = RepoPath(line[1:-1] if _is_quoted(line) else line)
            continue
        key, _, text = line.decode("utf-8", "replace").strip(" ").partition(" ")
        spans = spans_in(text)
        if spans is None or path is None:
            lists.odd.append(number)
        elif not key.startswith("h_"):
            of_session = lists.by_key.setdefault(key.partition("::")[0], {})
            of_session.setdefault(path, []).extend(spans)
    return lists


def _is_quoted(line: bytes) -> bool:
    return len(line) > 2 and line[:1] == line[-1:] == b'"'
