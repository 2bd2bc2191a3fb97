"""Taking out of the index what it holds of streams that are to be forgotten, byte for byte."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from attrib.index.database import Database, UnusableError, discard, index_path


def forget_streams(common_dir: str, paths: Iterable[Path]) -> None:
    """Delete what was read of the streams at these paths; an index that is in the way goes whole.

    What was deleted is overwritten, so that nobody finds it in the file.

    Raises:
        UnusableError: it is in use, or the system refuses.
    """
    path = index_path(common_dir)
    if not path.is_file():
        return
    names = [(os.fsencode(each.absolute()),) for each in paths]
    try:
        database = Database(path)
        try:
            if not database.is_made:
                raise UnusableError("of another version")
            database.rows("PRAGMA secure_delete = ON")
            with database.writing():
                for question in (
                    "DELETE FROM parts WHERE stream IN (SELECT id FROM streams WHERE path = ?)",
                    "DELETE FROM streams WHERE path = ?",
                ):
                    database.write(question, names)
                database.write("DELETE FROM answers", [()])
            database.settle()
        finally:
            database.close()
    except UnusableError:
        # Derived, and rebuilt by itself: better none than one that still holds the session.
        discard(path)
