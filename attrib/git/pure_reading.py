"""What dulwich reads, in the shapes that the rest of the package reads git's answers in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrib.git.batch import Found
from attrib.git.history import RawRow
from attrib.git.objects import Tree
from attrib.model.commits import TreeEntry
from attrib.model.ids import Oid, RepoPath

if TYPE_CHECKING:
    from dulwich.diff_tree import TreeChange
    from dulwich.objects import ObjectID
    from dulwich.repo import Repo

_KINDS = {1: "commit", 2: "tree", 3: "blob", 4: "tag"}


class PureReader:
    """Answers as `batch.ObjectReader` does, for IDs and `<commit>:<folder>`."""

    def __init__(self, repo: Repo) -> None:
        self._repo = repo
        self._format = repo.object_format.name

    def describe(self, names: Sequence[bytes]) -> list[Found | None]:
        """Kind and size of each object."""
        return [found and found[0] for found in map(self._find, names)]

    def read(self, names: Sequence[bytes]) -> Iterator[tuple[Found, bytes] | None]:
        """Kind, size and content of each object."""
        return map(self._find, names)

    def _find(self, name: bytes) -> tuple[Found, bytes] | None:
        base, colon, folder = name.partition(b":")
        found = self._object(base)
        if not colon or found is None:
            return found
        if found[0].kind != "commit":
            return None
        tree = found[1].partition(b"\n")[0].removeprefix(b"tree ")
        for part in filter(None, folder.split(b"/")):
            below = self._object(tree)
            if below is None or below[0].kind != "tree":
                return None
            entry = Tree(below[1], self._format).get(part)
            if entry is None:
                return None
            tree = entry.oid.encode("ascii")
        return self._object(tree)

    def _object(self, oid: bytes) -> tuple[Found, bytes] | None:
        from dulwich.objects import ObjectID

        try:
            number, content = self._repo.object_store.get_raw(ObjectID(oid))
        except (KeyError, AssertionError):
            return None
        return Found(Oid(oid.decode("ascii")), _KINDS[number], len(content)), content

    def commit_named(self, text: str) -> Oid | None:
        """The commit that a revision names in dulwich's reading; `None` for none or several."""
        from dulwich.objectspec import AmbiguousShortId, parse_commit

        try:
            return Oid(parse_commit(self._repo, text).id.decode("ascii"))
        except (KeyError, ValueError, AmbiguousShortId):
            return None

    def changes_from(
        self, commit: Oid, olds: Sequence[Oid], *, renames: bool
    ) -> list[dict[bytes, TreeChange]]:
        """For each old commit, the changes by new path (old path where a file went)."""
        from dulwich.diff_tree import RenameDetector, tree_changes

        store = self._repo.object_store
        detector = RenameDetector(store) if renames and len(olds) == 1 else None
        new = self._tree(commit)
        sides = []
        for parent in olds or (None,):
            old = self._tree(parent) if parent else None
            changes = tree_changes(store, old, new, rename_detector=detector, change_type_same=True)
            sides.append({_path(change): change for change in changes})
        return sides

    def _tree(self, commit: Oid) -> ObjectID:
        from dulwich.objects import ObjectID

        found = self._object(commit.encode("ascii"))
        if found is None:
            raise KeyError(commit.encode("ascii"))
        return ObjectID(found[1].partition(b"\n")[0].removeprefix(b"tree "))


def _path(change: TreeChange) -> bytes:
    side = change.new or change.old
    return (side and side.path) or b""


def row_of_change(changes: Sequence[TreeChange]) -> RawRow:
    """One path's changes from every parent, as one row."""
    path = RepoPath(_path(changes[0]))
    old = changes[0].old
    old_path = RepoPath(old.path) if old and old.path and len(changes) == 1 else path
    return RawRow(
        olds=tuple(_entry(change.old) for change in changes),
        new=_entry(changes[0].new),
        old_path=old_path,
        path=path,
    )


def _entry(side: object) -> TreeEntry | None:
    mode, oid = getattr(side, "mode", None), getattr(side, "sha", None)
    return TreeEntry(mode, Oid(oid.decode("ascii"))) if mode and oid else None
