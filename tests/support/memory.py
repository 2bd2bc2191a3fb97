"""A repository over plain dicts, for tests of what only asks a repository."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from attrib.git.history import packed
from attrib.git.interface import (
    Attributes,
    EolSettings,
    HistoryCommit,
    Introduction,
    PackedCommit,
)
from attrib.git.libgit2 import diff_lines
from attrib.git.objects import id_of
from attrib.model.blame import BlameEntry
from attrib.model.commits import Commit, CommitChange, Hunk, TreeEntry
from attrib.model.ids import Oid, RepoPath

Tree = dict[RepoPath, TreeEntry]
TIME = 1_792_497_600  # 2026-10-20T12:00:00Z


class MemoryRepository:
    """Implements `attrib.git.interface.Repository`; IDs of blobs are git's own.

    Tests set what they need: `names` (revisions), `attributes` (by commit and path), `settings`,
    `eol`, `lfs` (by SHA-256), `worktree` (mode and bytes by path), `missing` (blobs that are not
    here), `boundaries` (commits whose parents are not here), `messages` (where more than a
    subject).
    """

    def __init__(self, *, object_format: str = "sha1") -> None:
        self.object_format = object_format
        self.git_dir = self.common_dir = "/memory/.git"
        self.worktrees: Sequence[str] = ("/memory",)
        self.names: dict[str, Oid] = {}
        self.attributes: dict[tuple[Oid | None, RepoPath], Attributes] = {}
        self.settings: dict[str, list[str]] = {}
        self.eol = EolSettings()
        self.lfs: dict[str, bytes] = {}
        self.worktree: dict[RepoPath, tuple[int, bytes]] = {}
        self.missing: set[Oid] = set()
        self.boundaries: set[Oid] = set()
        self.messages: dict[Oid, bytes] = {}
        self._blobs: dict[Oid, bytes] = {}
        self._commits: dict[Oid, Commit] = {}
        self._trees: dict[Oid, Tree] = {}

    @property
    def is_shallow(self) -> bool:
        return bool(self.boundaries)

    def blob(self, content: bytes) -> Oid:
        """Keep a blob; its ID."""
        oid = id_of("blob", content, self.object_format)
        self._blobs[oid] = content
        return oid

    def commit(
        self,
        files: Mapping[str, bytes | None] | Mapping[bytes, bytes | None],
        *,
        parents: Sequence[Oid] | None = None,
        time: int | None = None,
        authored: int | None = None,
        subject: bytes = b"change",
        mode: int = 0o100644,
    ) -> Oid:
        """Commit `files` on the first parent's tree (`None` removes one); the commit's ID.

        Without `parents` it stands on the commit made last. Each is a minute after the one before
        unless `time` is given; `authored` is its author time where that is another.
        """
        if parents is None:
            parents = [*self._commits][-1:]
        tree = dict(self._trees[parents[0]]) if parents else {}
        for name, content in files.items():
            path = RepoPath(os.fsencode(name))
            if content is None:
                del tree[path]
            else:
                tree[path] = TreeEntry(mode, self.blob(content))
        when = TIME + 60 * len(self._commits) if time is None else time
        words = repr((len(self._commits), parents, when, subject, sorted(tree.items())))
        oid = id_of("commit", words.encode(), self.object_format)
        author = b"Ada Lovelace <ada@example.invalid>"
        made = when if authored is None else authored
        self._commits[oid] = Commit(oid, tuple(parents), made, when, author, subject)
        self._trees[oid] = tree
        self.names["HEAD"] = oid
        return oid

    def config(self, prefix: str) -> Mapping[str, Sequence[str]]:
        return {key: values for key, values in self.settings.items() if key.startswith(prefix)}

    def eol_settings(self) -> EolSettings:
        return self.eol

    def footprint(self, folders: Iterable[bytes]) -> str | None:
        return None

    def resolve(self, revisions: Iterable[str]) -> Mapping[str, Oid | None]:
        return {text: self.names.get(text) or self._by_prefix(text) for text in revisions}

    def _by_prefix(self, text: str) -> Oid | None:
        found = [oid for oid in self._commits if len(text) >= 4 and oid.startswith(text)]
        return found[0] if len(found) == 1 else None

    def commits(self, oids: Iterable[Oid]) -> Mapping[Oid, Commit]:
        return {oid: self._commit(oid) for oid in oids if oid in self._commits}

    def _commit(self, oid: Oid) -> Commit:
        known = self._commits[oid]
        if oid not in self.boundaries:
            return known
        return Commit(
            oid, (), known.author_time, known.committer_time, known.author, known.subject, True
        )

    def every_commit(self) -> Iterator[Oid]:
        return iter(self._commits)

    def messages_of(self, oids: Iterable[Oid]) -> Mapping[Oid, bytes]:
        return {oid: self.messages.get(oid, c.subject) for oid, c in self.commits(oids).items()}

    def files_at(
        self, places: Iterable[tuple[Oid, RepoPath]]
    ) -> Mapping[tuple[Oid, RepoPath], TreeEntry | None]:
        return {(oid, path): self._trees.get(oid, {}).get(path) for oid, path in places}

    def changes_of(
        self, commits: Iterable[Oid], *, renames: bool = False
    ) -> Mapping[Oid, Sequence[CommitChange]]:
        changes = {oid: self._changes(self._commit(oid)) for oid in commits if oid in self._commits}
        if renames:
            changes = {oid: self._with_renames(found) for oid, found in changes.items()}
        return changes

    def changes_between(
        self, pairs: Iterable[tuple[Oid, Oid]]
    ) -> Mapping[tuple[Oid, Oid], Sequence[CommitChange]]:
        return {
            (old, new): self._with_renames(self._between(new, (old,)))
            for old, new in dict.fromkeys(pairs)
        }

    def _changes(self, commit: Commit) -> list[CommitChange]:
        return self._between(commit.oid, commit.parents)

    def _between(self, commit: Oid, parents: Sequence[Oid]) -> list[CommitChange]:
        new = self._trees[commit]
        olds = [self._trees[parent] for parent in parents]
        changes = []
        for path in sorted({*new, *(path for old in olds for path in old)}):
            sides = tuple(old.get(path) for old in olds)
            if new.get(path) not in sides:
                old_paths = (path,) * len(olds)
                changes.append(CommitChange(commit, path, old_paths, sides, new.get(path)))
        return changes

    def _with_renames(self, changes: list[CommitChange]) -> list[CommitChange]:
        gone = {c.path: c for c in changes if c.new is None and len(c.olds) == 1}
        found: dict[RepoPath, CommitChange] = {}
        for change in (c for c in changes if c.olds == (None,)):
            scores = {path: self._similarity(c.olds[0], change.new) for path, c in gone.items()}
            best = max(scores, key=scores.__getitem__, default=None)
            if best is not None and scores[best] >= 0.5:
                old = gone.pop(best)
                found[change.path] = CommitChange(
                    change.commit, change.path, (old.path,), old.olds, change.new
                )
        return [found.get(c.path, c) for c in changes if c.new is not None or c.path in gone]

    def _similarity(self, old: TreeEntry | None, new: TreeEntry | None) -> float:
        if old is None or new is None:
            return 0.0
        sides = [self._blobs[entry.oid].split(b"\n") for entry in (old, new)]
        return SequenceMatcher(None, sides[0], sides[1], autojunk=False).ratio()

    def read_blobs(self, oids: Iterable[Oid]) -> Mapping[Oid, bytes]:
        here = (oid for oid in oids if oid in self._blobs and oid not in self.missing)
        return {oid: self._blobs[oid] for oid in here}

    def files_of(self, commit: Oid, *, trees: int) -> Mapping[RepoPath, TreeEntry]:
        return dict(self._trees.get(commit, {})) if trees else {}

    def sizes_of(self, oids: Iterable[Oid]) -> Mapping[Oid, int]:
        return {oid: len(content) for oid, content in self.read_blobs(oids).items()}

    def refs(self) -> Mapping[bytes, Oid]:
        inner = {parent for oid in self._commits for parent in self._commit(oid).parents}
        heads = [oid for oid in self._commits if oid not in inner]
        return {b"refs/heads/" + oid[:8].encode(): oid for oid in heads}

    def ref(self, name: bytes) -> Oid | None:
        return self.refs().get(name)

    def history(
        self,
        tips: Sequence[Oid] | None = None,
        *,
        exclude: Iterable[Oid] = (),
        oldest_first: bool = False,
    ) -> Iterator[HistoryCommit]:
        unwanted = {commit.oid for commit in self._walk(set(exclude))}
        found = self._walk(set(self.refs().values() if tips is None else tips))
        commits = [commit for commit in found if commit.oid not in unwanted]
        return iter(commits[::-1] if oldest_first else commits)

    def packed_history(
        self, tips: Sequence[Oid], *, exclude: Iterable[Oid] = ()
    ) -> Iterator[PackedCommit]:
        return map(packed, self.history(tips, exclude=exclude, oldest_first=True))

    def _walk(self, wanted: set[Oid]) -> Iterator[HistoryCommit]:
        for oid in reversed(self._commits):  # parents are always made first
            if oid not in wanted:
                continue
            commit = self._commit(oid)
            wanted.update(commit.parents)
            changes = tuple(
                Introduction(
                    oid,
                    change.path,
                    tuple(map(_oid, change.olds)),
                    _oid(change.new),
                )
                for change in self._changes(commit)
            )
            yield HistoryCommit(
                oid, commit.parents, commit.author_time, commit.committer_time, changes
            )

    def blame_at(
        self, places: Iterable[tuple[Oid, RepoPath]]
    ) -> Mapping[tuple[Oid, RepoPath], Sequence[BlameEntry]]:
        """The first parent's blame, line by line; good enough where no file moves."""
        here = [place for place, entry in self.files_at(places).items() if entry]
        return {
            (oid, path): [
                BlameEntry(commit, index + 1, 1, path, number + 1)
                for index, (commit, number) in enumerate(self._origins(oid, path))
            ]
            for oid, path in here
        }

    def _origins(self, oid: Oid, path: RepoPath) -> list[tuple[Oid, int]]:
        entry = self._trees[oid].get(path)
        if entry is None:
            return []
        parents = self._commit(oid).parents
        old = self._trees[parents[0]].get(path) if parents else None
        before = self._blobs[old.oid] if old else b""
        known = self._origins(parents[0], path) if parents else []
        new = self._blobs[entry.oid]
        origins: list[tuple[Oid, int]] = []
        at = 0
        for hunk in diff_lines(before, new) if before != new else ():
            origins += known[at : hunk.old_start]
            start = hunk.new_start
            origins += [(oid, number) for number in range(start, start + hunk.new_count)]
            at = hunk.old_start + hunk.old_count
        return origins + known[at:]

    def attributes_at(
        self, places: Iterable[tuple[Oid | None, RepoPath]]
    ) -> Mapping[tuple[Oid | None, RepoPath], Attributes]:
        return {place: self.attributes.get(place, Attributes()) for place in places}

    def worktree_file(self, path: RepoPath) -> tuple[int, bytes] | None:
        return self.worktree.get(path)

    @property
    def allows_filters(self) -> bool:
        return False

    def id_as_added(self, path: RepoPath, content: bytes) -> Oid | None:
        return None

    def lfs_object(self, sha256: str) -> bytes | None:
        return self.lfs.get(sha256)

    def diff_lines(self, old: bytes, new: bytes) -> Sequence[Hunk]:
        return diff_lines(old, new)

    def close(self) -> None:
        return None


def _oid(entry: TreeEntry | None) -> Oid | None:
    return None if entry is None else entry.oid
