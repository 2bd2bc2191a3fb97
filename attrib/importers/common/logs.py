"""Where logs lie, whose they are, and whether they can speak of a folder."""

from __future__ import annotations

import json
import mmap
import os
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path


def jsonl_below(place: Path, recognizes: Callable[[Path], bool]) -> Iterator[Path]:
    """The JSON Lines files below a folder that an importer knows as its own, by their paths."""
    for file in sorted(place.rglob("*.jsonl")):
        if file.is_file() and recognizes(file):
            yield file


def namespace_of(path: Path, inner: str | None, default: Path) -> str:
    """`local-` and eight hex digits of the SHA-256 of the real path of an installation's folder.

    That is the folder above the nearest one named `inner` on the way up from `path`, else, or
    where `inner` is `None`, `default`: the same on every run, and saying nothing about the path.
    """
    real = Path(os.path.realpath(path))
    above = [folder.parent for folder in real.parents if inner and folder.name == inner]
    folder = above[0] if above else Path(os.path.realpath(default))
    return "local-" + sha256(os.fsencode(folder)).hexdigest()[:8]


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
