"""Which attribute files hold for a path: of a commit, or of the worktree now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from attrib.git.attributes import AttributeReader, content_of_file
from attrib.git.interface import Attributes
from attrib.git.reading import folders_of, read_in_worktree, read_regular
from attrib.git.store import ObjectStore
from attrib.model.ids import Oid, RepoPath

_NAME = b".gitattributes"
_REGULAR = 0o100000
_KIND = 0o170000
_MOST_READERS = 512

_Place = tuple[Oid | None, RepoPath]
_Layers = tuple[tuple[bytes, bytes], ...]


class AttributeLayers:
    """Answers for the attributes of paths; files outside of the tree are read once.

    Lowest first: the user's file, `.gitattributes` from the top down, `info/attributes`. A
    symbolic link is not followed, as git does not.
    """

    def __init__(
        self, store: ObjectStore, *, top: str | None, common_dir: str, user_file: str | None
    ) -> None:
        self._store = store
        self._top = top
        self._lowest = _layer_of_file(user_file)
        self._highest = _layer_of_file(str(Path(common_dir, "info", "attributes")))
        self._readers: dict[_Layers, AttributeReader] = {}

    def attributes_at(self, places: Iterable[_Place]) -> Mapping[_Place, Attributes]:
        """The attributes of each path as of a commit, or of the worktree for `None`."""
        asked = dict.fromkeys(places)
        committed = self._committed(asked)
        worktree: dict[bytes, bytes | None] = {}
        answers: dict[_Place, Attributes] = {}
        for commit, path in asked:
            layers: list[tuple[bytes, bytes]] = []
            for folder in folders_of(path):
                if commit is not None:
                    content = committed.get((commit, _file_in(folder)))
                elif folder in worktree:
                    content = worktree[folder]
                else:
                    content = worktree[folder] = self._in_worktree(folder)
                if content:
                    layers.append((folder, content))
            answers[commit, path] = self._reader(tuple(layers)).attributes_of(path)
        return answers

    def _reader(self, layers: _Layers) -> AttributeReader:
        reader = self._readers.get(layers)
        if reader is None:
            if len(self._readers) >= _MOST_READERS:
                self._readers.clear()
            reader = AttributeReader([*self._lowest, *layers, *self._highest])
            self._readers[layers] = reader
        return reader

    def _committed(self, places: Iterable[_Place]) -> dict[tuple[Oid, RepoPath], bytes]:
        """Content of every attributes file that holds for a path of a commit."""
        wanted = [
            (commit, _file_in(folder))
            for commit, path in places
            if commit is not None
            for folder in folders_of(path)
        ]
        entries = {
            place: entry.oid
            for place, entry in self._store.files_at(self._store.existing(wanted)).items()
            if entry and entry.mode & _KIND == _REGULAR
        }
        blobs = dict(self._store.read(entries.values(), "blob"))
        return {place: blobs[oid] for place, oid in entries.items() if oid in blobs}

    def _in_worktree(self, folder: bytes) -> bytes | None:
        found = read_in_worktree(self._top, _file_in(folder)) if self._top else None
        return content_of_file(found[1]) if found and found[0] & _KIND == _REGULAR else None


def _file_in(folder: bytes) -> RepoPath:
    return RepoPath(folder + b"/" + _NAME if folder else _NAME)


def _layer_of_file(path: str | None) -> list[tuple[bytes, bytes]]:
    content = read_regular(path) if path else None
    return [(b"", content_of_file(content))] if content else []
