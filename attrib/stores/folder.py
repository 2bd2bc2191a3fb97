"""A store of streams below a folder; other files in it are passed over, with a notice a kind."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from attrib.codec import looks_like_stream
from attrib.model.records import BlobRef
from attrib.stores.blobs import LARGEST_BLOB, find_blob
from attrib.stores.interface import Stream
from attrib.stores.lines import unreadable
from attrib.stores.stream import FileStream

_SUFFIXES = (".jsonl", ".json")
_PASSED_FOLDERS = frozenset({".git", "node_modules", "blobs"})
_HEAD = 64 * 1024
_KINDS_NAMED = 8


class FolderStore:
    """Streams in files `*.jsonl` and `*.json`, at any depth; symbolic links must stay inside."""

    def __init__(self, folder: Path, *, passed: frozenset[Path] = frozenset()) -> None:
        self._folder = folder
        self._passed = passed
        self._notices: tuple[str, ...] = ()

    @property
    def notices(self) -> tuple[str, ...]:
        """What was passed over, by kind; complete once `streams` was read."""
        return self._notices

    def streams(self) -> Iterator[Stream]:
        """The files that look like a stream, by path."""
        skipped: Counter[str] = Counter()
        top = self._folder.resolve()
        for path in sorted(self._files()):
            if path in self._passed:
                continue
            if path.suffix not in _SUFFIXES:
                skipped[f"of kind '{path.suffix}'" if path.suffix else "without a suffix"] += 1
            elif path.is_symlink() and not path.resolve().is_relative_to(top):
                skipped["linked from outside the folder"] += 1
            else:
                why = _why_not(path)
                if why is None:
                    yield FileStream(path)
                else:
                    skipped[why] += 1
        self._notices = tuple(
            f"{self._folder}: passed over {count} {'file' if count == 1 else 'files'} {why}"
            for why, count in _few(skipped)
        )

    def blob(self, ref: BlobRef, *, largest: int = LARGEST_BLOB) -> bytes | None:
        """The blob below the folder's `blobs`."""
        return find_blob(self._folder, ref, largest=largest)

    def _files(self) -> Iterator[Path]:
        def refuse(error: OSError) -> None:
            if error.filename == str(self._folder):
                raise unreadable(str(self._folder), error)

        for where, folders, names in os.walk(self._folder, onerror=refuse):
            folders[:] = sorted(set(folders) - _PASSED_FOLDERS)
            yield from (Path(where, name) for name in names)


def _few(skipped: Counter[str]) -> list[tuple[str, int]]:
    """The kinds in order; beyond the most frequent ones they are counted together."""
    kinds = sorted(skipped.items(), key=lambda kind: (-kind[1], kind[0]))
    others = sum(count for _, count in kinds[_KINDS_NAMED:])
    return sorted(kinds[:_KINDS_NAMED]) + ([("of other kinds", others)] if others else [])


def _why_not(path: Path) -> str | None:
    """Why a file is no stream; `None` when it is one."""
    try:
        if not path.is_file():
            return "not regular"
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return "not readable"
    if not looks_like_stream(head):
        return f"ending in '{path.suffix}' without a record"
    return None
