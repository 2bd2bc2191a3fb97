"""The right store for a path."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from attrib.errors import StreamError
from attrib.stores.bundle import BundleStore, manifest_of
from attrib.stores.folder import FolderStore
from attrib.stores.interface import Store
from attrib.stores.lines import unreadable
from attrib.stores.stream import StreamStore


def open_store(path: Path) -> Store:
    """The store at a path: a bundle, a folder, a file, or standard input for `-`.

    Raises:
        StreamError: nothing is there, or it cannot be read.
    """
    if str(path) == "-":
        return StreamStore(None)
    try:
        is_folder = stat.S_ISDIR(path.stat().st_mode)
        if is_folder:
            with os.scandir(path):
                pass
    except FileNotFoundError as error:
        hint = f"ls -l '{path.parent}'"
        raise StreamError(f"no session stream at '{path}'", hint=hint) from error
    except OSError as error:
        raise unreadable(str(path), error) from error
    if is_folder:
        manifest = manifest_of(path)
        return FolderStore(path) if manifest is None else BundleStore(path, manifest)
    if not os.access(path, os.R_OK):  # opening it would take a pipe from its writer
        raise StreamError(f"cannot read '{path}': permission denied", hint=f"ls -ld '{path}'")
    return StreamStore(path)
