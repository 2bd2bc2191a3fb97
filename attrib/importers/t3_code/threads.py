"""What T3 Code's own database tells of threads: `userdata/state.sqlite`, if it is there.

The names of newer references hold only a hash of the thread's ID; the database has the IDs.
"""

from __future__ import annotations

import os
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from attrib.errors import StreamError
from attrib.importers.common.lines import object_in, text_at
from attrib.importers.interface import Notice
from attrib.index.foreign import ForeignDatabase

_FILES = ("statev2.sqlite", "state.sqlite")
_THREADS = ("orchestration_v2_projection_threads", "projection_threads")


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread, and the worktree that it works in, where the database tells."""

    id: str
    worktree: str | None = None


def data_folder() -> Path:
    """T3 Code's folder of this user."""
    named = os.environ.get("T3CODE_HOME")
    return Path(named) if named else Path.home() / ".t3"


def scope_of(thread: str) -> str:
    """What newer references call a thread's checkpoints."""
    scope = f"checkpoint-scope:thread:{thread}:name:root"
    digest = sha256(scope.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return urlsafe_b64encode(digest.encode()).decode().rstrip("=")


def threads_in(folder: Path) -> Iterator[Thread | Notice]:
    """The threads that the databases in a data folder know, newer ones first."""
    for name in _FILES:
        path = folder / "userdata" / name
        if not path.is_file():
            continue
        try:
            with ForeignDatabase(path) as database:
                for table in _THREADS:
                    yield from _threads(database, table)
        except StreamError as error:
            yield Notice(str(path), str(error), skips=False)


def _threads(database: ForeignDatabase, table: str) -> Iterator[Thread]:
    roots = {
        row.get("project_id"): text_at(row, "workspace_root")
        for row in database.rows("projection_projects", ("project_id", "workspace_root"))
    }
    columns = ("thread_id", "project_id", "worktree_path", "payload_json")
    for row in database.rows(table, columns):
        name = text_at(row, "thread_id")
        if name is not None:
            told = text_at(object_in(row.get("payload_json")), "worktreePath")
            worktree = told or text_at(row, "worktree_path") or roots.get(row.get("project_id"))
            yield Thread(name, worktree)
