"""What may be asked of a repository. Questions are plural: many ids at once.

Members: `command` (the git program, the reference), `libgit2` (line diffs of buffers), `pure`
(dulwich, where no capable git is). `choose` picks the right one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from attrib.model.blame import BlameEntry
from attrib.model.commits import Commit, CommitChange, Hunk, TreeEntry
from attrib.model.ids import Oid, RepoPath


@dataclass(frozen=True, slots=True)
class Attributes:
    """The attributes that convert content, for one path.

    Each is `None` (unspecified), `False` (unset, `-text`), `True` (set) or the value as text.
    """

    text: bool | str | None = None
    eol: bool | str | None = None
    crlf: bool | str | None = None
    ident: bool | str | None = None
    filter: bool | str | None = None
    working_tree_encoding: bool | str | None = None
    linguist_generated: bool | str | None = None
    diff: bool | str | None = None


@dataclass(frozen=True, slots=True)
class EolSettings:
    """The repository's configuration that decides line endings: git's own words, lower case."""

    autocrlf: str = "false"
    eol: str = "native"


@dataclass(frozen=True, slots=True)
class Introduction:
    """One row of history: commit `commit` holds `new` at `path`, and no parent does.

    `olds` has one entry a parent, `None` where the parent has no such path.
    """

    commit: Oid
    path: RepoPath
    olds: tuple[Oid | None, ...]
    new: Oid | None


@dataclass(frozen=True, slots=True)
class HistoryCommit:
    """A commit as the history pass sees it; times in seconds since the epoch."""

    oid: Oid
    parents: tuple[Oid, ...]
    author_time: int
    committer_time: int
    changes: tuple[Introduction, ...]


class PackedCommit(NamedTuple):
    """A `HistoryCommit` with IDs as bytes, for an index of many.

    A change is its path, the new ID (`None` where the file went), and the old IDs one after the
    other, zeros where a parent has no such path.
    """

    oid: bytes
    parents: tuple[bytes, ...]
    author_time: int
    committer_time: int
    changes: list[tuple[bytes, bytes | None, bytes]]


class Repository(Protocol):
    """A repository that answers. Nothing of it is executed, but filters that the user lets run."""

    @property
    def git_dir(self) -> str:
        """Absolute path of the git directory of this worktree."""
        ...

    @property
    def common_dir(self) -> str:
        """Absolute path of the git directory that all worktrees share."""
        ...

    @property
    def object_format(self) -> str:
        """`sha1` or `sha256`."""
        ...

    @property
    def is_shallow(self) -> bool:
        """True where the clone is cut: parents of some commits are not here."""
        ...

    @property
    def worktrees(self) -> Sequence[str]:
        """Absolute paths of all worktrees, the current one first; empty for a bare repository."""
        ...

    def eol_settings(self) -> EolSettings:
        """`core.autocrlf` and `core.eol` as configured here."""
        ...

    def footprint(self, folders: Iterable[bytes]) -> str | None:
        """A hash that changes with all that answers about files in these folders rest on.

        `None` where that cannot be told at once.
        """
        ...

    def config(self, prefix: str) -> Mapping[str, Sequence[str]]:
        """All configured values of keys that begin with `prefix` (lower case), in order."""
        ...

    def resolve(self, revisions: Iterable[str]) -> Mapping[str, Oid | None]:
        """The commit that each revision names; `None` for none or for several."""
        ...

    def commits(self, oids: Iterable[Oid]) -> Mapping[Oid, Commit]:
        """The commits among `oids` that are here; others are left out."""
        ...

    def every_commit(self) -> Iterator[Oid]:
        """The ID of every commit whose object is here, whether a reference reaches it or not."""
        ...

    def messages_of(self, oids: Iterable[Oid]) -> Mapping[Oid, bytes]:
        """The whole message of each commit among `oids` that is here, as stored."""
        ...

    def files_at(
        self, places: Iterable[tuple[Oid, RepoPath]]
    ) -> Mapping[tuple[Oid, RepoPath], TreeEntry | None]:
        """The file at each (commit, path); `None` where there is none."""
        ...

    def files_of(self, commit: Oid, *, trees: int) -> Mapping[RepoPath, TreeEntry]:
        """The files of a commit, from at most so many of its trees, the upper ones first."""
        ...

    def changes_of(
        self, commits: Iterable[Oid], *, renames: bool = False
    ) -> Mapping[Oid, Sequence[CommitChange]]:
        """What each commit introduces: paths whose blob differs from every parent's.

        With `renames`, a moved file is one change whose `old_paths` tell where it was.
        """
        ...

    def changes_between(
        self, pairs: Iterable[tuple[Oid, Oid]]
    ) -> Mapping[tuple[Oid, Oid], Sequence[CommitChange]]:
        """How the tree of each second commit differs from that of the first, moved files as one.

        Each change is as of the second commit, with the first in the place of a parent.
        """
        ...

    def read_blobs(self, oids: Iterable[Oid]) -> Mapping[Oid, bytes]:
        """The content of the blobs that are here, verified against their IDs."""
        ...

    def sizes_of(self, oids: Iterable[Oid]) -> Mapping[Oid, int]:
        """The size in bytes of the blobs among `oids` that are here; others are left out."""
        ...

    def refs(self) -> Mapping[bytes, Oid]:
        """Every reference and the object that it names, tags not peeled."""
        ...

    def ref(self, name: bytes) -> Oid | None:
        """What one reference names by its full name, at no cost of the others."""
        ...

    def history(
        self,
        tips: Sequence[Oid] | None = None,
        *,
        exclude: Iterable[Oid] = (),
        oldest_first: bool = False,
    ) -> Iterator[HistoryCommit]:
        """Every commit reachable from `tips` (`None`: all refs) and not from `exclude`.

        Children before parents; with `oldest_first`, parents before children.
        """
        ...

    def packed_history(
        self, tips: Sequence[Oid], *, exclude: Iterable[Oid] = ()
    ) -> Iterator[PackedCommit]:
        """The same commits in the form for an index, parents before children."""
        ...

    def blame_at(
        self, places: Iterable[tuple[Oid, RepoPath]]
    ) -> Mapping[tuple[Oid, RepoPath], Sequence[BlameEntry]]:
        """git's blame of the file at each (commit, path), by line; where none is, none is given.

        Raises:
            RepositoryFormatError: no git here can open this repository.
        """
        ...

    def attributes_at(
        self, places: Iterable[tuple[Oid | None, RepoPath]]
    ) -> Mapping[tuple[Oid | None, RepoPath], Attributes]:
        """The attributes of each path as of a commit; commit `None` means the worktree now."""
        ...

    def worktree_file(self, path: RepoPath) -> tuple[int, bytes] | None:
        """Mode and raw bytes of a file in the worktree, a link's target; `None` where none is."""
        ...

    @property
    def allows_filters(self) -> bool:
        """True when the user lets git run custom filters; what a repository says does not count."""
        ...

    def id_as_added(self, path: RepoPath, content: bytes) -> Oid | None:
        """The ID that `git add` would give a worktree file, filters run; `None` without a word."""
        ...

    def lfs_object(self, sha256: str) -> bytes | None:
        """The Git LFS object with this ID if it is in the local store and verifies."""
        ...

    def diff_lines(self, old: bytes, new: bytes) -> Sequence[Hunk]:
        """git's own line diff of two contents (xdiff, no context), in order."""
        ...

    def close(self) -> None:
        """End helper processes; the object answers nothing afterwards."""
        ...
