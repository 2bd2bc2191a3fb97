"""OpenCode's sessions: `$XDG_DATA_HOME/opencode` or `~/.local/share/opencode`.

Newer versions keep them in `opencode.db`, older ones in `storage/`, one JSON file a row; both
may be there. `opencode export` prints one session as JSON. What is read:

- edit tools: `file_change`, whole where the product keeps whole texts; diffs for display only
  where they can be trusted; else the replaced texts in the call;
- the shell's commit lines: `vcs`; folders: `workspace_state`;
- snapshots around steps: `checkpoint`, trees in a repository of the product's own; lists of
  files that differ between them: net `file_change`;
- messages, other tools and outputs are left out, which the header declares as losses.

A part that a fork has copied counts once, in the session that is older.

**Namespace.** `local-` and eight hex digits that stand for the data folder.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path

from attrib.importers.common.drafts import Draft
from attrib.importers.common.lines import text_at
from attrib.importers.common.logs import mentions, namespace_of
from attrib.importers.interface import Card, ImportedSession, Notice
from attrib.importers.opencode.forms import Listed, Part, created, form_of, listed_in
from attrib.importers.opencode.session import SessionRecords, is_over, is_used, sources_of
from attrib.model.agents import name_of

_LOSSES = {
    "attrib/messages": "messages are not imported",
    "attrib/tool-output": "outputs of tools are not imported",
    "attrib/other-tools": "calls of tools that neither edit nor run a shell are not imported",
    "attrib/formatters": "a formatter that the product runs may change a file after the record",
    "attrib/reverts": "that a session was taken back is not imported",
}
_FILES = ("opencode*.db", "storage/session/*/*.json", "*.json")


class OpenCode:
    """The importer of OpenCode's sessions."""

    alias = "opencode"
    agent = name_of("opencode")
    card = Card(
        reads="`opencode.db`, the files below `storage/`, and what `opencode export` prints",
        places="`$XDG_DATA_HOME/opencode` or `~/.local/share/opencode`",
        precision=(
            ("write", "exact"),
            ("edit with the texts before and after", "exact"),
            ("edit with a diff that lost no indentation", "hunks"),
            ("other edit, multiedit", "snippet"),
            ("apply_patch: added and deleted files, files with whole texts", "exact"),
            ("apply_patch: other files", "hunks with the result's patch, else snippet"),
            ("files that differ around a step", "unknown, net"),
        ),
        commits="the commit lines that git printed",
        losses=_LOSSES,
        basis="real exports of versions 1.1.13 and 1.1.34; the database and the tree as the"
        " published source has them",
    )

    def where(self) -> list[Path]:
        """The data folder of this user, if there is one."""
        folder = _data_folder()
        return [folder] if folder.is_dir() else []

    def namespace_of(self, path: Path) -> str:
        """`local-` and eight hex digits that stand for the data folder."""
        form = form_of(path)
        outer = path.parent if form == "database" else _data_folder()
        return namespace_of(path, "storage" if form == "tree" else None, outer)

    def logs(self, place: Path) -> Iterator[Path]:
        """The databases, session files and exports in a folder."""
        found = {path for pattern in _FILES for path in place.glob(pattern) if path.is_file()}
        found |= {path for path in place.glob("session/*/*.json") if path.is_file()}
        for path in sorted(found):
            if self.recognizes(path):
                yield path

    def recognizes(self, path: Path) -> bool:
        """True for a database with OpenCode's tables, a session file, or an export."""
        return path.is_file() and form_of(path) is not None

    def mentions(self, path: Path, folders: Iterable[str]) -> bool:
        """False when the bytes of no folder's path stand anywhere in the file, or its log."""
        wanted = list(folders)
        log = path.with_name(path.name + "-wal")
        return mentions(path, wanted) or (log.is_file() and mentions(log, wanted))

    def sessions(self, paths: Iterable[Path]) -> Iterator[ImportedSession]:
        """The sessions in these files, the older ones first, each part once."""
        with ExitStack() as stack:
            listed: dict[str, list[Listed]] = {}
            loose: dict[str, list[Notice]] = {}
            for path in sorted(set(paths)):
                for item in listed_in(path, stack):
                    if isinstance(item, Notice):
                        loose.setdefault(path.stem, []).append(item)
                    else:
                        listed.setdefault(item.id, []).append(item)
            seen: dict[bytes, str] = {}
            for group in sorted(listed.values(), key=lambda group: _age(group[0])):
                yield _session(group, seen)
            for name, notices in loose.items():
                draft = Draft(name, self.agent, losses=_LOSSES)
                draft.notices += notices
                yield draft.finished()


def _session(group: list[Listed], seen: dict[bytes, str]) -> ImportedSession:
    """One session out of all the forms in which it is there."""
    first = group[0]
    draft = Draft(first.id, OpenCode.agent, losses=_LOSSES)
    draft.parent = text_at(first.info, "parentID")
    parts: dict[str, Part] = {}
    for item in (item for listed in group for item in listed.parts()):
        if isinstance(item, Notice):
            draft.notices.append(item)
        elif is_used(item) and (item.id not in parts or not is_over(parts[item.id])):
            parts[item.id] = item
    records = SessionRecords(draft, text_at(first.info, "directory"))
    for part in sorted(parts.values(), key=lambda part: part.order):
        owner = seen.setdefault(_digest(part), first.id)
        if owner == first.id:
            records.add(part)
        else:
            draft.elsewhere.update(sources_of(part))
    return draft.finished()


def _digest(part: Part) -> bytes:
    """What a copy of a part has in common with it: all but its IDs."""
    ids = ("id", "sessionID", "messageID")
    data = {name: value for name, value in part.data.items() if name not in ids}
    try:
        text = json.dumps([data, created(part.message)], sort_keys=True)
    except RecursionError:
        text = part.id
    return sha256(text.encode()).digest()


def _age(listed: Listed) -> tuple[float, str]:
    return created(listed.info), listed.id


def _data_folder() -> Path:
    named = os.environ.get("XDG_DATA_HOME")
    base = Path(named) if named else Path.home() / ".local" / "share"
    return base / "opencode"
