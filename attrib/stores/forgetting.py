"""Removing one session from a store: its streams, and blobs that no other stream refers to.

Nothing outside the store is touched: a link is removed, and what it leads to stays.
"""

from __future__ import annotations

import mmap
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from attrib.codec import HEADER_TYPES, Sieve, found_in, record_of
from attrib.errors import StreamError
from attrib.model.ids import SessionKey
from attrib.model.records import BadRecord, Header
from attrib.stores.blobs import places_of_blob
from attrib.stores.folder import FolderStore
from attrib.stores.stream import FileStream

_BLOB = re.compile(rb"sha256:([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was removed, and the streams of the session that were left: they lie elsewhere."""

    streams: tuple[Path, ...]
    blobs: tuple[Path, ...]
    elsewhere: tuple[Path, ...]


def forget_session(top: Path, key: SessionKey, streams: Iterable[Path]) -> Forgotten:
    """Remove a session from the store in the folder `top`.

    `streams` are the files that the session was read from, wherever they lie. Removed are those
    in the store, and others there whose headers all name this session.

    Raises:
        StreamError: a file cannot be removed.
    """
    top = _place(top)
    given = [_place(path) for path in streams]
    inside = {path: None for path in given if _is_inside(path, top)}
    if top.is_dir() and not top.is_symlink():
        for stream in FolderStore(top).streams():
            if isinstance(stream, FileStream) and _is_of(stream, key):
                inside.setdefault(_place(stream.path))
    for path in list(inside):
        # A link to another place in the store: what it leads to is the same stream.
        target = Path(os.path.realpath(path))
        if path.is_symlink() and _is_inside(target, top):
            inside.setdefault(target)
    blobs = _blobs_of(top, list(inside))
    for path in (*inside, *blobs):
        _remove(path, top)
    elsewhere = [path for path in given if path not in inside]
    return Forgotten(tuple(inside), tuple(blobs), tuple(elsewhere))


def _place(path: Path) -> Path:
    """Where a directory entry really lies; a link is where it is, not where it leads."""
    return Path(os.path.realpath(path.parent), path.name)


def _is_inside(path: Path, top: Path) -> bool:
    return _place(path).parent.is_relative_to(top)


def sessions_in(top: Path) -> dict[SessionKey, None]:
    """The sessions that headers in the store name, also those that no answer can use."""
    found: dict[SessionKey, None] = {}
    if top.is_dir() and not top.is_symlink():
        for stream in FolderStore(top).streams():
            if isinstance(stream, FileStream):
                found |= dict.fromkeys(islice(_named_in(stream), 1))
    return found


def _is_of(stream: FileStream, key: SessionKey) -> bool:
    """True when every header in a stream names this session, and there is one."""
    is_named = False
    for named in _named_in(stream):
        if named != key:
            return False
        is_named = True
    return is_named


def _named_in(stream: FileStream) -> Iterator[SessionKey]:
    """The sessions that the headers of a stream name, in order; none of one that is unreadable."""
    try:
        for found in found_in(stream.name, stream.lines(), Sieve(HEADER_TYPES)):
            if isinstance(found, BadRecord):
                continue
            header = record_of(found.value, found.place, found.raw)
            if isinstance(header, Header) and header.session_id is not None and header.agent:
                yield SessionKey(header.agent, header.namespace or "", header.session_id)
    except StreamError:
        return


def _blobs_of(top: Path, streams: Iterable[Path]) -> list[Path]:
    """The files of blobs in the store that these streams refer to and no other stream does."""
    gone = set(streams)
    wanted = {digest for path in gone for digest in _digests_in(path)}
    files = {
        digest: found
        for digest in sorted(wanted)
        if (found := [path for path in places_of_blob(top, digest) if path.is_file()])
    }
    if files:
        for stream in FolderStore(top).streams():
            path = Path(stream.name)
            if _place(path) not in gone:
                for digest in _digests_in(path):
                    files.pop(digest, None)
    return [path for found in files.values() for path in found if _is_inside(path, top)]


def _digests_in(path: Path) -> Iterator[str]:
    try:
        with (
            path.open("rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
        ):
            for match in _BLOB.finditer(data):
                yield match[1].decode()
    except (OSError, ValueError):
        return  # an empty file cannot be mapped, and refers to nothing


def _remove(path: Path, top: Path) -> None:
    """Remove a file, and the folders up to the store that are empty then."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        hint = f"ls -ld '{path.parent}'"
        raise StreamError(f"cannot remove '{path}': {reason}", hint=hint) from error
    for folder in path.parents:
        if folder == top or not folder.is_relative_to(top):
            return
        try:
            folder.rmdir()
        except OSError:
            return
