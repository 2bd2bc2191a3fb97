"""A home folder that holds the sample logs of all agents, as if they had worked in a repository."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from hashlib import md5, sha256
from pathlib import Path

from tests.importers.sample_folders import logs_of

#: The folders that the samples name.
FOLDERS = ("/home/dev/app", "/home/dev/shop")
#: Where each agent keeps what its sample folder has, below the home folder.
PLACES = {
    "claude-code": {"log/projects": ".claude/projects"},
    "codebuddy": {
        "log/projects": ".codebuddy/projects",
        "log/CodeBuddyExtension": ".local/share/CodeBuddyExtension",
    },
    "codex": {"log/sessions": ".codex/sessions"},
    "copilot-cli": {"log/session-state": ".copilot/session-state"},
    "cursor": {
        "log/projects": ".cursor/projects",
        "log/chats": ".cursor/chats",
        "log/globalStorage": ".config/Cursor/User/globalStorage",
    },
    "gemini-cli": {"log/tmp": ".gemini/tmp"},
    "opencode": {"log": ".local/share/opencode"},
    "pioneer": {"log": ".pioneer"},
}


def fill(home: Path, repository: Path, spare: Path) -> None:
    """Put the logs into a home folder, and T3 Code's checkpoints into the repository."""
    for alias, places in PLACES.items():
        logs_of(alias, spare / alias)
        for source, target in places.items():
            shutil.copytree(spare / alias / source, home / target)
    for path in sorted(home.rglob("*"), key=lambda path: -len(path.parts)):
        if path.is_file():
            _move_in(path, str(repository))
        name = _names(str(repository)).get(path.name)
        if name is not None:
            path.rename(path.with_name(name))
    logs_of("t3-code", spare / "t3-code")
    shadow = spare / "t3-code" / "log.git"
    fetch = ["git", "-C", str(repository), "fetch", "-q", str(shadow), "refs/t3/*:refs/t3/*"]
    subprocess.run(fetch, check=True)


def _names(folder: str) -> dict[str, str]:
    """What products call the folder, by what they call that of the samples."""
    new = os.fsencode(folder)
    hashes = (lambda data: md5(data, usedforsecurity=False), sha256)
    return {
        make(old.encode()).hexdigest(): make(new).hexdigest() for old in FOLDERS for make in hashes
    }


def _move_in(path: Path, folder: str) -> None:
    names = _names(folder) | dict.fromkeys(FOLDERS, folder)
    if path.read_bytes().startswith(b"SQLite format 3\0"):
        with sqlite3.connect(path) as database:
            _move_rows(database, names)
        database.close()
        return
    data = path.read_bytes()
    for old, new in names.items():
        data = data.replace(old.encode(), new.encode())
    path.write_bytes(data)


def _move_rows(database: sqlite3.Connection, names: dict[str, str]) -> None:
    tables = database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    for (table,) in tables:
        for column in database.execute(f"PRAGMA table_info({table})").fetchall():
            for old, new in names.items():
                # Blobs stay blobs, as the products have them.
                database.execute(
                    f"UPDATE {table} SET {column[1]} = CASE typeof({column[1]})"  # noqa: S608
                    f" WHEN 'blob' THEN CAST(replace(CAST({column[1]} AS TEXT), ?1, ?2) AS BLOB)"
                    f" ELSE replace({column[1]}, ?1, ?2) END"
                    f" WHERE instr(CAST({column[1]} AS BLOB), CAST(?1 AS BLOB)) > 0",
                    (old, new),
                )
