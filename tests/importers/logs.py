"""What made-up logs of all agents have in common: a folder, times, lines, and what is read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from attrib.importers.interface import ImportedSession, Importer

APP = "/home/dev/app"
START = 1_792_486_800_000  # 2026-10-20T09:00:00Z
Row = dict[str, Any]


def at(minute: int) -> str:
    return f"2026-10-20T09:{minute:02d}:00.000Z"


def save(path: Path, rows: Iterable[object], tail: bytes = b"") -> Path:
    """Write one row a line, and what stands after the last one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in rows]
    # A lone surrogate has no UTF-8: a log that holds one is damaged, and to be read all the same.
    text = "".join(f"{line}\n" for line in lines)
    path.write_bytes(text.encode("utf-8", "surrogatepass") + tail)
    return path


class Reading:
    """Reads logs with one importer."""

    def __init__(self, importer: Importer) -> None:
        self._importer = importer

    def sessions(self, *paths: Path) -> list[ImportedSession]:
        """All sessions; with some importers the last one tells what is nobody's."""
        return list(self._importer.sessions(paths))

    def records(self, *paths: Path, of: str | None = None) -> list[Row]:
        """All records, or those of one type, without `_meta` and what they were read from."""
        return [
            {name: value for name, value in record.items() if name not in ("_meta", "native")}
            for session in self.sessions(*paths)
            for record in session.records
            if of is None or record["type"] == of
        ]

    def notices(self, *paths: Path) -> list[str]:
        """All that is told, by the name of the log."""
        return [
            f"{Path(notice.place).name}: {notice.reason}"
            for session in self.sessions(*paths)
            for notice in session.notices
        ]
