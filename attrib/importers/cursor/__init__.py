"""Cursor's sessions: transcripts of agents, chats of the CLI, conversations of the editor.

- `~/.cursor/projects/<folder>/agent-transcripts/<session>/<session>.jsonl`: requests, as a rule
  without results, so that the outcome of an edit is unknown;
- `~/.cursor/chats/<MD5 of the folder>/<session>/store.db`: calls with the texts of their results;
- `User/globalStorage/state.vscdb` of the editor: calls with their status, the texts of files
  before the first edit, and in newer versions whole texts around each edit.

A session that is there in several forms is read in the one that tells most: the editor's, then
the CLI's. Where no folder is recorded, paths are absolute, under no root.

**Namespace.** `local-` and eight hex digits that stand for `~/.cursor`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrib.importers.common.databases import has_tables
from attrib.importers.common.logs import mentions, namespace_of
from attrib.importers.cursor.calls import LOSSES
from attrib.importers.cursor.chats import TABLES, hash_of, read_chat
from attrib.importers.cursor.composers import TABLE, read_composers
from attrib.importers.cursor.transcripts import folder_of, is_transcript, read_transcript
from attrib.importers.interface import Card, ImportedSession
from attrib.model.agents import name_of

_FILES = ("**/agent-transcripts/**/*.jsonl", "**/store.db", "**/state.vscdb", "*.jsonl")


class Cursor:
    """The importer of Cursor's sessions."""

    alias = "cursor"
    agent = name_of("cursor")
    card = Card(
        reads="agent transcripts, JSON Lines; the CLI's `store.db`; the editor's `state.vscdb`",
        places="`~/.cursor/projects`, `~/.cursor/chats`, and `globalStorage` of the editor",
        precision=(
            ("Write", "exact; in transcripts without results the outcome is unknown"),
            ("an edit whose whole texts the editor keeps", "exact"),
            ("StrReplace, search_replace, MultiEdit, updates of ApplyPatch", "snippet"),
            ("Delete", "exact"),
            ("edit_file, EditNotebook", "unknown"),
        ),
        commits="the commit lines that git printed, where results are recorded",
        losses=LOSSES,
        basis="transcripts as published by others; the databases at second hand, as other readers"
        " of them describe them",
    )

    def where(self) -> list[Path]:
        """The folders of transcripts, chats and the editor's state, existing ones."""
        home = _cursor_folder()
        folders = [home / "projects", home / "chats", _editor_folder()]
        return [folder for folder in folders if folder.is_dir()]

    def namespace_of(self, path: Path) -> str:
        """`local-` and eight hex digits that stand for `~/.cursor`."""
        inner = None
        if path.name == "store.db":
            inner = "chats"
        elif "agent-transcripts" in path.parts:
            inner = "projects"
        return namespace_of(path, inner, _cursor_folder())

    def logs(self, place: Path) -> Iterator[Path]:
        """The transcripts and databases below a folder."""
        found = {path for pattern in _FILES for path in place.glob(pattern) if path.is_file()}
        for path in sorted(found):
            if self.recognizes(path):
                yield path

    def recognizes(self, path: Path) -> bool:
        """True for a transcript, and for a database with the tables that it should have."""
        if not path.is_file():
            return False
        match path.name:
            case "store.db":
                return has_tables(path, TABLES)
            case "state.vscdb":
                return has_tables(path, [TABLE])
            case _:
                return is_transcript(path)

    def mentions(self, path: Path, folders: Iterable[str]) -> bool:
        """False when nothing in the log, its log beside it or its place can name a folder."""
        wanted = list(folders)
        if path.name == "store.db" and path.parent.parent.name in map(hash_of, wanted):
            return True
        told = folder_of(path) if path.suffix == ".jsonl" else None
        if told is not None:
            return any(told == folder or told.startswith(folder + os.sep) for folder in wanted)
        log = path.with_name(path.name + "-wal")
        return mentions(path, wanted) or (log.is_file() and mentions(log, wanted))

    def sessions(self, paths: Iterable[Path]) -> Iterator[ImportedSession]:
        """The sessions in these logs, each in the form that tells most."""
        ordered = sorted(set(paths), key=lambda path: (_rank(path), path))
        told: set[str] = set()
        for path in ordered:
            for session in self._read(path):
                if session.id in told:
                    continue
                if session.records:
                    told.add(session.id)
                yield session

    def _read(self, path: Path) -> Iterator[ImportedSession]:
        match _rank(path):
            case 0:
                yield from read_composers(path, self.agent)
            case 1:
                yield read_chat(path, self.agent)
            case _:
                yield read_transcript(path, self.agent)


def _rank(path: Path) -> int:
    return {"state.vscdb": 0, "store.db": 1}.get(path.name, 2)


def _cursor_folder() -> Path:
    named = os.environ.get("CURSOR_DATA_DIR")
    return Path(named) if named else Path.home() / ".cursor"


def _editor_folder() -> Path:
    """Where the editor keeps its state on this system."""
    match sys.platform:
        case "darwin":
            base = Path.home() / "Library" / "Application Support"
        case "win32":
            base = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
        case _:
            named = os.environ.get("XDG_CONFIG_HOME")
            base = Path(named) if named else Path.home() / ".config"
    return base / "Cursor" / "User" / "globalStorage"
