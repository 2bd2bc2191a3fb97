"""What was put into an agent's settings, so that it can be taken out exactly.

One private file a settings file, in the user's data folder: digests of the text before and after,
and the stretches between. The settings themselves are not kept.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from attrib.recording.folders import make_folders, refuse_link, unwritable
from attrib.recording.json_text import without_spans
from attrib.recording.live_marks import private_bytes, replace_privately
from attrib.recording.natives import data_folder

_LARGEST = 1 << 20


@dataclass(frozen=True, slots=True)
class Receipt:
    """`before` is `None` where there was no file; `folders` were made for it, inner ones first."""

    path: str
    before: str | None
    after: str
    spans: tuple[tuple[int, int], ...] = ()
    kept: tuple[tuple[str, ...], ...] = ()
    folders: tuple[str, ...] = ()

    def undone(self, text: str) -> str | None:
        """The text before, if the file is as it was left; `None` where it is not."""
        if digest_of(text) != self.after:
            return None
        undone = without_spans(text, self.spans)
        return undone if digest_of(undone) == self.before else None


def digest_of(text: str) -> str:
    """A digest of a text."""
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def read(path: Path) -> Receipt | None:
    """The receipt for a settings file."""
    data = private_bytes(_place(path), _LARGEST)
    if data is None:
        return None
    try:
        value = json.loads(data)
        return Receipt(
            path=str(value["path"]),
            before=value["before"],
            after=str(value["after"]),
            spans=tuple((int(start), int(size)) for start, size in value["spans"]),
            kept=tuple(tuple(map(str, names)) for names in value["kept"]),
            folders=tuple(map(str, value["folders"])),
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def write(path: Path, receipt: Receipt) -> None:
    """Keep a receipt.

    Raises:
        StreamError: the user's data folder cannot be written.
    """
    place = _place(path)
    try:
        place.parent.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        make_folders(place.parent.parent, place.parent, mode=0o700)
        refuse_link(place)
        replace_privately(place, json.dumps(asdict(receipt)).encode("ascii"))
    except OSError as error:
        raise unwritable(place, error) from error


def forget(path: Path) -> None:
    """Take a receipt away."""
    with suppress(OSError):
        _place(path).unlink()


def remove_folders(folders: Sequence[str]) -> None:
    """Take away the folders that are empty now."""
    for folder in folders:
        with suppress(OSError):
            Path(folder).rmdir()


def _place(path: Path) -> Path:
    real = os.path.realpath(path)
    return data_folder() / "agent-hooks" / f"{sha256(os.fsencode(real)).hexdigest()[:40]}.json"
