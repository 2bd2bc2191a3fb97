"""Conversations of the editor: `User/globalStorage/state.vscdb`, one JSON value a key.

`composerData:<session>` names the bubbles of a conversation in order, and holds the texts of
files before the first edit; `bubbleId:<session>:<bubble>` holds a call with its result;
`composer.content.<ID>` whole texts that results refer to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from attrib.errors import StreamError
from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import Row, mapping_at, object_in, text_at
from attrib.importers.common.natives import native_of
from attrib.importers.common.parts import Part
from attrib.importers.common.stamps import stamp_of, stamp_of_milliseconds
from attrib.importers.common.uris import is_uri, path_of, ref_of
from attrib.importers.cursor.calls import LOSSES, Call, Workspace, add_call, is_used
from attrib.importers.cursor.edits import is_edit, parts_changed, path_in
from attrib.importers.interface import ImportedSession, Native, Notice
from attrib.index.foreign import ForeignDatabase

TABLE = "cursorDiskKV"
_STATES = {"completed": "applied", "success": "applied", "error": "failed", "cancelled": "skipped"}


def read_composers(path: Path, agent: str) -> Iterator[ImportedSession]:
    """The conversations in one database, by ID."""
    try:
        with ForeignDatabase(path) as database:
            prefix = "composerData:"
            for key, value, _ in _values(database, prefix):
                yield _Conversation(path, database, key.removeprefix(prefix), value, agent).read()
    except StreamError as error:
        draft = Draft(path.stem, agent, losses=LOSSES)
        draft.notices.append(Notice(str(path), str(error)))
        yield draft.finished()


def _values(database: ForeignDatabase, prefix: str) -> Iterator[tuple[str, Row, Native | None]]:
    """Keys that begin with a prefix that ends in a colon, with their values."""
    after = prefix[:-1] + ";"
    for row in database.rows(TABLE, None, "key >= ? AND key < ? ORDER BY key", (prefix, after)):
        key = row.get("key")
        if isinstance(key, str):
            yield key, _object(row.get("value")), native_of(row)


def _object(value: object) -> Row:
    if isinstance(value, bytes):
        value = value.decode("utf-8", "surrogateescape")
    return object_in(value)


class _Conversation:
    """One conversation while its records are made."""

    def __init__(
        self, path: Path, database: ForeignDatabase, name: str, about: Row, agent: str
    ) -> None:
        self._path = path
        self._database = database
        self._about = about
        self._draft = Draft(name, agent, losses=LOSSES)
        self._workspace = Workspace(self._draft)
        self._befores = _befores(about)

    def read(self) -> ImportedSession:
        """The whole conversation; without records where it holds no call that is used."""
        uri = mapping_at(mapping_at(self._about, "workspaceIdentifier"), "uri")
        folder = text_at(uri, "external")
        self._workspace.enter(path_of(folder) if folder else text_at(uri, "fsPath"))
        bubbles = {
            key.rpartition(":")[2]: (value, native)
            for key, value, native in _values(self._database, f"bubbleId:{self._draft.id}:")
        }
        headers = self._about.get("fullConversationHeadersOnly")
        listed = [text_at(row, "bubbleId") for row in headers if isinstance(row, dict)] if (
            isinstance(headers, list)
        ) else []  # fmt: skip
        order = dict.fromkeys([name for name in listed if name in bubbles] + list(bubbles))
        for name in order:
            self._bubble(str(name), *bubbles[name])
        self._workspace.tell(f"{self._path}: session '{self._draft.id}'")
        return self._draft.finished()

    def _snapshot(self, bubble: str, call: Call) -> None:
        """The files that the editor kept as they were before this edit, their first."""
        files = [
            ref
            for uri, state in sorted(self._befores.items())
            if state.get("firstEditBubbleId") == bubble
            and state.get("isNewlyCreated") is not True
            and (ref := ref_of(self._draft.roots, uri, self._workspace.folder)) is not None
        ]
        if files:
            record = {
                "type": "checkpoint",
                "kind": "snapshot",
                "ref": bubble,
                "files": files,
                "cause": {"callId": call.id},
            }
            source = f"original/{bubble}"
            self._draft.add(record, source, stamp=call.begun, native=call.native)

    def _bubble(self, name: str, bubble: Row, native: Native | None) -> None:
        data = mapping_at(bubble, "toolFormerData")
        tool = data.get("name")
        if not isinstance(tool, str) or not is_used(tool):
            return
        raw = data.get("rawArgs")
        given = object_in(data.get("params")) | object_in(raw)
        if isinstance(raw, str) and not object_in(raw):
            given = {**given, "input": raw}
        status = _STATES.get(str(data.get("status")), "pending")
        if status == "applied" and data.get("userDecision") == "rejected":
            status = "skipped"
        result = object_in(data.get("result"))
        stamp = stamp_of(bubble.get("createdAt"))
        times = mapping_at(bubble, "timingInfo")
        call = Call(
            text_at(data, "toolCallId") or name,
            tool,
            given,
            status,
            text_at(result, "output", "stdout") or "",
            begun=stamp or stamp_of_milliseconds(times.get("clientRpcSendTime")),
            ended=stamp_of_milliseconds(times.get("clientEndTime")),
            native=native,
        )
        if is_edit(tool) and status == "applied":
            call = replace(call, known=self._known(name, call, result))
        self._snapshot(name, call)
        add_call(call, self._workspace)

    def _known(self, bubble: str, call: Call, result: Row) -> list[Part]:
        """The edits of a call, with whole texts where the database holds them."""
        path = path_in(call.given)
        before, after = (self._content(result.get(f"{n}ContentId")) for n in ("before", "after"))
        if path is not None and after is not None:
            edits = [Part("modify", path, "exact", before=before, after=after)]
        else:
            edits = parts_changed(call.tool, call.given)
        return [self._with_original(edit, bubble) for edit in edits]

    def _with_original(self, edit: Part, bubble: str) -> Part:
        """The edit with what the editor kept of the file before its first edit."""
        original = self._original(edit.path, bubble)
        if original is None or edit.op in ("add", "move"):
            return edit
        text, is_new = original
        if edit.op == "delete":
            return edit if is_new else replace(edit, before=text)
        if is_new:
            return replace(edit, op="add", before=None)
        return replace(edit, op="modify", before=edit.before if edit.before is not None else text)

    def _content(self, key: object) -> str | None:
        """The whole text that a result refers to."""
        if not isinstance(key, str) or not key.startswith("composer.content."):
            return None
        for row in self._database.rows(TABLE, ("value",), "key = ?", (key,)):
            value = row.get("value")
            if isinstance(value, bytes):
                return value.decode("utf-8", "surrogateescape")
            return value if isinstance(value, str) else None
        return None

    def _original(self, path: str, bubble: str) -> tuple[str, bool] | None:
        """The text before the first edit, which this bubble is, and whether the file was new."""
        roots, folder = self._draft.roots, self._workspace.folder
        ref = ref_of(roots, path, folder)
        for uri, state in self._befores.items():
            known = ref_of(roots, uri, folder)
            if ref is not None and known is not None and _place(known) == _place(ref):
                content, first = state.get("content"), state.get("firstEditBubbleId")
                if first == bubble and isinstance(content, str):
                    return content, state.get("isNewlyCreated") is True
        return None


def _place(ref: Row) -> tuple[object, object]:
    return ref["root"], ref["path"]


def _befores(about: Row) -> dict[str, Row]:
    """The states of files before the first edit, by their URIs."""
    states = mapping_at(about, "originalFileStates")
    return {uri: state for uri, state in states.items() if isinstance(state, dict) and is_uri(uri)}
