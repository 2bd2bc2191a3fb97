"""Whole native records, kept in a private folder of the user, outside every repository.

A stream names what its records were read from by `native.blob`; the bytes lie here, in one zip
file a session: `<data folder>/native/<agent>/<namespace>/<session>.zip`, whose members are named
by the SHA-256 of their bytes. Nobody else can read the folder. Agents delete their logs after a
while; what was imported can still be looked at.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Protocol
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from attrib.errors import StreamError
from attrib.model.ids import SessionKey
from attrib.recording.folders import (
    NOT_FOLLOWED,
    folder_of,
    locked,
    make_folders,
    refuse_link,
    safe_name,
    unwritable,
)

_PRIVATE_FOLDER = 0o700
_PRIVATE_FILE = 0o600
#: The first date that a zip file can have: bytes do not depend on when they were kept.
_DATE = (1980, 1, 1, 0, 0, 0)
_UNIX = 3
#: A native record that claims to be larger is not read back.
_LARGEST = 256 * 1024 * 1024
_DAMAGED = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)


class NativeRecord(Protocol):
    """A native record that can be read where it was found."""

    @property
    def digest(self) -> str:
        """The SHA-256 of its bytes, in hex."""
        ...

    def read(self) -> bytes | None:
        """Its bytes; `None` where they are not there any more."""
        ...


def data_folder() -> Path:
    """The user's folder for what attrib keeps outside repositories; it may be absent.

    `$ATTRIB_DATA_HOME`; else where the system has such folders: `$XDG_DATA_HOME/attrib`.
    """
    named = os.environ.get("ATTRIB_DATA_HOME")
    if named:
        return Path(named).absolute()
    from platformdirs import user_data_path

    return user_data_path("attrib", appauthor=False)


class NativeFolder:
    """The native records of all sessions that this user imported."""

    def __init__(self, home: Path | None = None) -> None:
        self._home = data_folder() if home is None else home
        self._top = self._home / "native"

    def path_of(self, key: SessionKey) -> Path:
        """Where the native records of a session lie, whether they are there or not."""
        return folder_of(self._top, key) / f"{safe_name(key.id)}.zip"

    def keep(self, key: SessionKey, natives: Iterable[NativeRecord]) -> int:
        """Add native records to a session's; how many are new. What is there stays.

        Raises:
            StreamError: there is a symbolic link, a file that is no zip file, or no right to write.
        """
        wanted = {native.digest: native for native in natives}
        path = self.path_of(key)
        if not wanted or (path.is_file() and wanted.keys() <= set(self._names(path))):
            return 0
        try:
            self._home.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
            make_folders(self._home, path.parent, mode=_PRIVATE_FOLDER)
        except OSError as error:
            raise unwritable(path, error) from error
        refuse_link(path)
        with locked(self._top / "lock", mode=_PRIVATE_FILE):
            return self._add(path, wanted)

    def read(self, key: SessionKey, digest: str) -> bytes | None:
        """The bytes of a kept record, verified by their hash; `None` where there are none.

        Raises:
            StreamError: the file is damaged, or a symbolic link.
        """
        path = self.path_of(key)
        if not path.is_file():
            return None
        with _opened(path) as kept:
            data = _member(kept, digest)
        return data if data is not None and sha256(data).hexdigest() == digest else None

    def forget(self, key: SessionKey) -> Path | None:
        """Remove a session's native records; the file that held them, or `None`.

        Raises:
            StreamError: they cannot be removed.
        """
        path = self.path_of(key)
        if not path.is_file() or any(each.is_symlink() for each in self._way_to(path)):
            return None
        with locked(self._top / "lock", mode=_PRIVATE_FILE):
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise unwritable(path, error) from error
        return path

    def _way_to(self, path: Path) -> Iterator[Path]:
        yield path
        yield from (folder for folder in path.parents if folder.is_relative_to(self._top))

    def _names(self, path: Path) -> list[str]:
        for each in self._way_to(path):
            refuse_link(each)
        with _opened(path) as kept:
            return kept.namelist()

    def _add(self, path: Path, wanted: Mapping[str, NativeRecord]) -> int:
        """Write the file anew with what it holds and what is wanted, and put it in its place."""
        there = set(self._names(path)) if path.is_file() else set()
        added = 0
        spare = path.with_name(f".{os.getpid()}.{path.name}.tmp")
        try:
            spare.unlink(missing_ok=True)
            with (
                _created(spare) as file,
                ZipFile(file, "w", ZIP_DEFLATED) as made,
                _opened(path) if there else _nothing() as kept,
            ):
                for name in sorted(there | wanted.keys()):
                    data = _member(kept, name) if kept and name in there else None
                    if data is None and name in wanted:
                        data = wanted[name].read()
                    if data is not None:
                        made.writestr(_info(name), data)
                        added += name not in there
            if added:
                spare.replace(path)
        except OSError as error:
            raise unwritable(path, error) from error
        finally:
            spare.unlink(missing_ok=True)
        return added


def _info(name: str) -> ZipInfo:
    info = ZipInfo(name, _DATE)
    info.compress_type = ZIP_DEFLATED
    info.create_system = _UNIX
    info.external_attr = _PRIVATE_FILE << 16
    return info


@contextmanager
def _created(path: Path) -> Iterator[BinaryIO]:
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | NOT_FOLLOWED | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, _PRIVATE_FILE), "w+b") as file:
        yield file


@contextmanager
def _opened(path: Path) -> Iterator[ZipFile]:
    """A zip file, whose damage is told as one that cannot be read.

    Raises:
        StreamError: it is damaged, a symbolic link, or not to be read.
    """
    flags = os.O_RDONLY | NOT_FOLLOWED | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(path, flags)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StreamError(f"cannot read '{path}': {reason}", hint=f"ls -ld '{path}'") from error
    try:
        with os.fdopen(descriptor, "rb") as file, ZipFile(file) as kept:
            yield kept
    except _DAMAGED as error:
        raise StreamError(f"'{path}' is no sound zip file", hint=f"rm '{path}'") from error


@contextmanager
def _nothing() -> Iterator[None]:
    yield None


def _member(kept: ZipFile, name: str) -> bytes | None:
    try:
        info = kept.getinfo(name)
    except KeyError:
        return None
    return kept.read(info) if info.file_size <= _LARGEST else None
