"""Sessions of CodeBuddy's editor extension: a catalog of messages, and a file for each.

`history/<project>/<session>/index.json` lists the messages in order; each item is joined with
`messages/<id>.json` by exactly its ID, and stands whole in the record's `_meta`. The project's own
`index.json` is for discovery: it alone may name the folder, and what it says of a session now
stands at the end. No edit is established by this form, so none is recorded. Texts stay as they
are in the whole native files. Spec: 004.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from attrib.importers.codebuddy.session import UNASSIGNED, UNASSIGNED_LOSS
from attrib.importers.common.documents import Document, document_in
from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import Row, text_at
from attrib.importers.common.natives import native_in, native_of
from attrib.importers.common.stamps import stamp_of, stamp_of_milliseconds
from attrib.importers.common.values import decoded, is_plain
from attrib.importers.interface import Notice

REFERENCE = "com.tencent.codebuddy/catalogReference"
_CONVERSATION = "com.tencent.codebuddy/conversation"
_FOLDERS = ("projectPath", "project_path", "cwd", "workspace")
_ROLES = frozenset({"user", "assistant", "system", "tool"})


def is_session(path: Path) -> bool:
    """True for the `index.json` of a session of the editor extension."""
    folder = path.with_name("messages")
    if path.name != "index.json" or folder.is_symlink() or not folder.is_dir():
        return False
    found = _read(path)
    return isinstance(found, Document) and isinstance(found.row.get("messages"), list)


def folders_of(path: Path) -> list[str]:
    """The folders that the project's catalog names for a session."""
    return [folder for holder in _holders(path) if (folder := text_at(holder, *_FOLDERS))]


def read_session(path: Path, draft: Draft) -> None:
    """Put the records of a session, named by its `index.json`, into its draft."""
    found = _read(path)
    if isinstance(found, Notice):
        draft.notices.append(found)
        return
    items = found.row.get("messages")
    for folder in folders_of(path)[:1]:
        draft.enter(folder)
    listed = [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    names = Counter(text_at(item, "id") for item in listed)
    facts: Counter[str] = Counter()
    for item in listed:
        name = text_at(item, "id")
        if name is None or names[name] > 1 or not _is_segment(name):
            facts["catalog items whose ID names no one message"] += 1
            continue
        _message(path.with_name("messages") / f"{name}.json", item, name, draft, facts)
    _conversation(path, draft)
    if facts:
        _unassigned(path, draft, facts)


def _message(file: Path, item: Row, name: str, draft: Draft, facts: Counter[str]) -> None:
    """One message: its role where catalog and file agree, its time, its catalog item."""
    found = _read(file)
    if isinstance(found, Notice):
        draft.notices.append(found)
        return
    value, data = found
    if text_at(value, "id") not in (name, None) or not is_plain(item):
        facts["catalog items that cannot be joined with their message"] += 1
        return
    record: dict[str, Any] = {"type": "message"}
    roles = {role for holder in (item, value) if (role := text_at(holder, "role"))}
    if len(roles) == 1 and roles <= _ROLES:
        record["role"] = roles.pop()
    record["_meta"] = {REFERENCE: item}
    stamp = _stamp_in(value)
    draft.add(record, f"message/{name}", stamp=stamp, native=native_in(file, 0, data))


def _stamp_in(message: Row) -> str | None:
    """The time that a message's inner value states, or the file's own."""
    inner = message.get("message")
    if isinstance(inner, str):
        inner = decoded(inner)
    for holder in (inner, message):
        value = holder.get("createdAt") if isinstance(holder, dict) else None
        stamp = stamp_of(value) or stamp_of_milliseconds(value)
        if stamp is not None:
            return stamp
    return None


def _conversation(path: Path, draft: Draft) -> None:
    """What the project's catalog says of the session now, at the snapshot tail."""
    for item in _holders(path)[:-1]:
        if not is_plain(item):
            continue
        record: dict[str, Any] = {"type": _CONVERSATION}
        if isinstance(item.get("lastMessageAt"), str | int):
            record["lastMessageAt"] = item["lastMessageAt"]
        draft.add(record, "conversation", native=native_of(item))


def _unassigned(path: Path, draft: Draft, facts: Counter[str]) -> None:
    listed = sorted(facts.items())
    policy = "a session is the folder of its catalog; a message is joined by exactly its ID"
    draft.meta[UNASSIGNED] = {
        "policy": policy,
        "facts": [{"reason": reason, "count": count} for reason, count in listed],
    }
    draft.lose(UNASSIGNED, UNASSIGNED_LOSS)
    for reason, count in listed:
        words = f"{count} left unassigned: {reason}"
        draft.notices.append(Notice(str(path), words, skips=False))
    draft.notices.append(Notice("codebuddy", policy, skips=False))


def _holders(path: Path) -> list[Row]:
    """What the project's catalog says of a session, and then the catalog; none without one."""
    read = _read(path.parent.parent / "index.json")
    if isinstance(read, Notice):
        return []
    catalog = read.row
    items = catalog.get("conversations")
    found = [
        item
        for item in (items if isinstance(items, list) else [])
        if isinstance(item, dict) and item.get("id") == path.parent.name
    ]
    return [*(found if len(found) == 1 else []), catalog]


def _is_segment(name: str) -> bool:
    """True for an ID that can only be the name of a file in its folder."""
    return name not in (".", "..") and not any(letter in name for letter in "/\\:\0")


def _read(file: Path) -> Document | Notice:
    """What a file of its own holds; links are not followed."""
    try:
        is_own = not file.is_symlink() and file.is_file()
    except (OSError, ValueError):
        is_own = False
    return document_in(file) if is_own else Notice(str(file), "is no file of its own")
