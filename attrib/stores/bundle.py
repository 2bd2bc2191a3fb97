"""A store of a bundle: a folder with a manifest, several streams, and their blobs.

What the manifest says is not understood and nothing relies on it: facts in it that no session owns
stay without one. Spec: 004, lane and unassigned facts.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrib.model.records import BlobRef
from attrib.stores.blobs import LARGEST_BLOB
from attrib.stores.folder import FolderStore
from attrib.stores.interface import Stream

MANIFESTS = ("manifest.json", "manifest.asr.json", "bundle.json")


def manifest_of(folder: Path) -> Path | None:
    """The folder's manifest, if it has one."""
    return next((folder / name for name in MANIFESTS if (folder / name).is_file()), None)


class BundleStore:
    """The streams of a bundle, without its manifest."""

    def __init__(self, folder: Path, manifest: Path) -> None:
        self._folder = FolderStore(folder, passed=frozenset({manifest}))

    @property
    def notices(self) -> tuple[str, ...]:
        """What was passed over."""
        return self._folder.notices

    def streams(self) -> Iterator[Stream]:
        """The streams beside the manifest, at any depth."""
        return self._folder.streams()

    def blob(self, ref: BlobRef, *, largest: int = LARGEST_BLOB) -> bytes | None:
        """The blob below the bundle's `blobs`."""
        return self._folder.blob(ref, largest=largest)
