"""Answers that the index keeps, by a key over all that they rest on."""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import attrib
from attrib.index.database import Database, UnusableError

#: So many answers are kept; the oldest go first.
_MOST = 256
#: An answer of more characters is not kept.
_LARGEST = 16_000_000


class KeptAnswers:
    """Answers in a database; without one, or where it cannot be used, there are none."""

    def __init__(self, database: Database | None) -> None:
        self._database = database

    @property
    def keeps(self) -> bool:
        """False where nothing is kept, so that no key need be made."""
        return self._database is not None

    def get(self, key: str) -> str | None:
        """The answer with this key."""
        if self._database is not None:
            with suppress(UnusableError):
                row = self._database.row("SELECT answer FROM answers WHERE key = ?", [key])
                return row[0] if row is not None else None
        return None

    def has_any(self, topic: str) -> bool:
        """True where an answer is kept whose key begins like this."""
        if self._database is not None:
            with suppress(UnusableError):
                question = "SELECT 1 FROM answers WHERE key > ? AND key < ? LIMIT 1"
                return self._database.row(question, [topic, topic + "~"]) is not None
        return False

    def keep(self, key: str, answer: str) -> None:
        """Keep an answer; when it cannot be kept, it is made again the next time."""
        database = self._database
        if database is None or len(answer) > _LARGEST:
            return
        with suppress(UnusableError), database.writing():
            row = (key, time.time_ns(), answer)
            database.write("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", [row])
            database.write(
                "DELETE FROM answers WHERE key NOT IN"
                " (SELECT key FROM answers ORDER BY made DESC LIMIT ?)",
                [(_MOST,)],
            )


def key_of(*facts: str | bytes) -> str:
    """A key over this program and what an answer of it rests on."""
    digest = hashlib.sha256()
    for fact in (_program(), *facts):
        data = fact if isinstance(fact, bytes) else fact.encode("utf-8", "surrogatepass")
        digest.update(b"%d " % len(data))
        digest.update(data)
    return digest.hexdigest()


@cache
def _program() -> str:
    """This program, git, and the library that compares, told by their files: they may change."""
    facts = [attrib.__version__]
    for folder, folders, names in os.walk(Path(attrib.__file__).parent):
        folders.sort()
        sources = sorted(name for name in names if name.endswith(".py"))
        facts += [_state(os.path.join(folder, name)) for name in sources]  # noqa: PTH118
    spec = find_spec("pygit2")
    for path in (shutil.which("git"), spec.origin if spec is not None else None):
        facts.append(_state(path) if path else "-")
    return hashlib.sha256("\n".join(facts).encode("utf-8", "surrogateescape")).hexdigest()


def _state(path: str) -> str:
    status = os.stat(path)  # noqa: PTH116 - hundreds of them
    return f"{path} {status.st_size} {status.st_mtime_ns}"
