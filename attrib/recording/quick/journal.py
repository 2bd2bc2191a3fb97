"""Lines of the journal: what no session may hold, and what could not be recorded."""

from __future__ import annotations

import os

from attrib.recording.quick.spelled import Record, encode
from attrib.recording.quick.store import make_folder, open_to_append

JOURNAL = "journal.jsonl"


def append_entries(common_dir: str, entries: list[Record]) -> None:
    """Append entries, one write each, after a line that a crash has cut off as well.

    Raises:
        OSError: the journal cannot be written.
    """
    descriptor = open_to_append(os.path.join(make_folder(common_dir, "attrib"), JOURNAL))
    try:
        size = os.lseek(descriptor, 0, os.SEEK_END)
        torn = b""
        if size:
            os.lseek(descriptor, size - 1, os.SEEK_SET)
            torn = b"" if os.read(descriptor, 1) == b"\n" else b"\n"
        for entry in entries:
            # No size to go back to: another writer may have appended meanwhile.
            os.write(descriptor, torn + encode(entry))
            torn = b""
    finally:
        os.close(descriptor)
