"""Taking out of the index what it holds of streams that are to be forgotten, byte for byte."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from attrib.index.database import Database, UnusableError, discard, index_path


def forget_streams(
    common_dir: str, paths: Iterable[Path], kept: Iterable[Path] | None = None
) -> None:
    """Delete what was read of the streams at these paths; an index that is in the way goes whole.

    With `kept`, what was read of any other stream goes too: of one that was given once, nobody
    knows here whose session it is.

    What was deleted is overwritten, so that nobody finds it in the file.

    Raises:
        UnusableError: it is in use, or the system refuses.
    """
    path = index_path(common_dir)
    if not path.is_file():
        return
    names = {os.fsencode(each.absolute()) for each in paths}
    stay = None if kept is None else {os.fsencode(each.absolute()) for each in kept}
    try:
        database = Database(path)
        try:
            if not database.is_made:
                raise UnusableError("of another version")
            database.rows("PRAGMA secure_delete = ON")
            if stay is not None:
                names |= {path for (path,) in database.rows("SELECT path FROM streams")} - stay
            with database.writing():
                for question in (
                    "DELETE FROM parts WHERE stream IN (SELECT id FROM streams WHERE path = ?)",
                    "DELETE FROM streams WHERE path = ?",
                ):
                    database.write(question, [(name,) for name in names])
                database.write("DELETE FROM answers", [()])
            database.settle()
        finally:
            database.close()
    except UnusableError:
        # Derived, and rebuilt by itself: better none than one that still holds the session.
        discard(path)
