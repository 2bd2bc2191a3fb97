"""Objects read through the batch process: verified, of the kind asked for, trees remembered."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from attrib.git.batch import Reader
from attrib.git.objects import Tree, commit_of, id_of, is_full_id, message_of
from attrib.git.reading import SIZE_LIMIT, is_tree_path
from attrib.model.commits import Commit, TreeEntry
from attrib.model.ids import Oid, RepoPath

_TREE = 0o40000
_NO_TREE = Oid("")
#: Trees above this many bytes (some 200,000 entries) are not taken apart.
_TREE_LIMIT = 10_000_000
_MOST_TREES = 2048


class ObjectStore:
    """Objects by ID and files by (commit, path); a tampered object counts as missing.

    `shallow` are the commits whose parents are not here.
    """

    def __init__(
        self, reader: Reader, object_format: str, shallow: Collection[str] = frozenset()
    ) -> None:
        self._reader = reader
        self.shallow = shallow
        self._format = object_format
        self._trees: dict[Oid, Tree] = {}

    def sizes_of(self, oids: Iterable[str], kind: str) -> dict[Oid, int]:
        """Sizes in bytes of the objects of `kind` that are here."""
        names = [oid.encode() for oid in dict.fromkeys(oids) if is_full_id(oid, self._format)]
        found = self._reader.describe(names)
        return {one.oid: one.size for one in found if one and one.kind == kind}

    def read(
        self, oids: Iterable[str], kind: str, *, limit: int = SIZE_LIMIT
    ) -> Iterator[tuple[Oid, bytes]]:
        """The objects of `kind` that are here, up to `limit` bytes each, verified."""
        sizes = self.sizes_of(oids, kind)
        names = [oid.encode() for oid, size in sizes.items() if size <= limit]
        for answer in self._reader.read(names):
            if answer and id_of(kind, answer[1], self._format) == answer[0].oid:
                yield answer[0].oid, answer[1]

    def files_at(
        self, places: Iterable[tuple[Oid, RepoPath]]
    ) -> dict[tuple[Oid, RepoPath], TreeEntry | None]:
        """The file at each (commit, path), looked up in the tree that holds it."""
        asked = dict.fromkeys(places)
        folders = dict.fromkeys(
            (commit, path.rpartition(b"/")[0])
            for commit, path in asked
            if is_full_id(commit, self._format) and is_tree_path(path)
        )
        names = [b"%s:%s" % (commit.encode(), folder) for commit, folder in folders]
        found = self._reader.describe(names)
        trees = {
            folder: one.oid
            for folder, one in zip(folders, found, strict=True)
            if one and one.kind == "tree"
        }
        entries = self._entries(trees.values())
        files: dict[tuple[Oid, RepoPath], TreeEntry | None] = {}
        for commit, path in asked:
            folder, _, name = path.rpartition(b"/")
            tree = entries.get(trees.get((commit, folder), _NO_TREE))
            entry = tree.get(name) if tree else None
            files[commit, path] = entry if entry and entry.mode != _TREE else None
        return files

    def existing(self, places: Iterable[tuple[Oid, RepoPath]]) -> list[tuple[Oid, RepoPath]]:
        """Those of the (commit, path) at which an object is here; no tree is taken apart."""
        asked = [
            (commit, path)
            for commit, path in dict.fromkeys(places)
            if is_full_id(commit, self._format) and is_tree_path(path)
        ]
        found = self._reader.describe([b"%s:%s" % (oid.encode(), path) for oid, path in asked])
        return [place for place, one in zip(asked, found, strict=True) if one]

    def files_of(self, commit: Oid, *, trees: int) -> dict[RepoPath, TreeEntry]:
        """The files of a commit, folder after folder, from at most so many trees."""
        top = self._reader.describe([b"%s:" % commit.encode()])[0]
        level = {b"": top.oid} if top and top.kind == "tree" else {}
        files: dict[RepoPath, TreeEntry] = {}
        left = trees
        while level and left > 0:
            level = dict(sorted(level.items())[:left])
            left -= len(level)
            entries = self._entries(level.values())
            below: dict[bytes, Oid] = {}
            for folder, tree in level.items():
                for name, entry in entries[tree].items() if tree in entries else ():
                    if entry.mode == _TREE:
                        below[folder + name + b"/"] = entry.oid
                    else:
                        files[RepoPath(folder + name)] = entry
            level = below
        return files

    def _entries(self, trees: Iterable[Oid]) -> Mapping[Oid, Tree]:
        wanted = dict.fromkeys(trees)
        if len(self._trees) > _MOST_TREES:
            self._trees.clear()
        missing = [oid for oid in wanted if oid not in self._trees]
        read = {
            oid: Tree(content, self._format)
            for oid, content in self.read(missing, "tree", limit=_TREE_LIMIT)
        }
        self._trees.update(read)
        return {oid: self._trees[oid] for oid in wanted if oid in self._trees}


class StoreAnswers:
    """What a repository answers from its objects alone."""

    def _objects(self) -> ObjectStore:
        raise NotImplementedError

    @property
    def is_shallow(self) -> bool:
        """True where the clone is cut: parents of some commits are not here."""
        return bool(self._objects().shallow)

    def commits(self, oids: Iterable[Oid]) -> Mapping[Oid, Commit]:
        """The commits among `oids` that are here; others are left out."""
        store = self._objects()
        read = store.read(oids, "commit")
        return {oid: commit_of(oid, content, store.shallow) for oid, content in read}

    def messages_of(self, oids: Iterable[Oid]) -> Mapping[Oid, bytes]:
        """The whole message of each commit among `oids` that is here, as stored."""
        read = self._objects().read(oids, "commit")
        return {oid: message_of(content) for oid, content in read}

    def files_at(
        self, places: Iterable[tuple[Oid, RepoPath]]
    ) -> Mapping[tuple[Oid, RepoPath], TreeEntry | None]:
        """The file at each (commit, path); `None` where there is none."""
        return self._objects().files_at(places)

    def files_of(self, commit: Oid, *, trees: int) -> Mapping[RepoPath, TreeEntry]:
        """The files of a commit, from at most so many of its trees, the upper ones first."""
        return self._objects().files_of(commit, trees=trees)

    def read_blobs(self, oids: Iterable[Oid], *, limit: int = SIZE_LIMIT) -> Mapping[Oid, bytes]:
        """The content of the blobs that are here and not above `limit` bytes, verified."""
        return dict(self._objects().read(oids, "blob", limit=limit))

    def sizes_of(self, oids: Iterable[Oid]) -> Mapping[Oid, int]:
        """The size in bytes of the blobs among `oids` that are here; others are left out."""
        return self._objects().sizes_of(oids, "blob")
