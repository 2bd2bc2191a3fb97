"""Where logs lie, whose they are, and whether they can speak of a folder."""

from __future__ import annotations

import json
import mmap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from attrib.installations import namespace_of

__all__ = ["jsonl_below", "mentions", "namespace_of"]


def jsonl_below(place: Path, recognizes: Callable[[Path], bool]) -> Iterator[Path]:
    """The JSON Lines files below a folder that an importer knows as its own, by their paths."""
    for file in sorted(place.rglob("*.jsonl")):
        if file.is_file() and recognizes(file):
            yield file


def mentions(path: Path, folders: Iterable[str]) -> bool:
    """False when the bytes of no folder's path stand anywhere in a JSON file."""
    needles = [json.dumps(folder, ensure_ascii=False)[1:-1].encode() for folder in folders]
    try:
        with (
            path.open("rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as log,
        ):
            return any(log.find(needle) >= 0 for needle in needles)
    except (OSError, ValueError):
        # Not to be mapped, as an empty file is not: what it holds is told when it is read.
        return True
