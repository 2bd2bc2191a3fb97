"""Commits and what they change, as a repository answers."""

from __future__ import annotations

from dataclasses import dataclass

from attrib.model.ids import Oid, RepoPath


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """A file at a path of a tree: git's mode (`0o100644`, …) and the object's ID."""

    mode: int
    oid: Oid

    @property
    def is_gitlink(self) -> bool:
        """True for a submodule's commit, which is no blob."""
        return self.mode == 0o160000

    @property
    def is_symlink(self) -> bool:
        """True for a symbolic link, whose blob is the link's target."""
        return self.mode == 0o120000


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit: parents in order, times in seconds since the epoch, subject as bytes.

    `is_boundary` is true where a shallow clone ends: the parents exist, but not here, and
    `parents` then is empty.
    """

    oid: Oid
    parents: tuple[Oid, ...]
    author_time: int
    committer_time: int
    author: bytes
    subject: bytes
    is_boundary: bool = False


@dataclass(frozen=True, slots=True)
class CommitChange:
    """In one commit, one path: the blob in each parent, in order, and the commit's own.

    `olds[i]` is the file in `commit.parents[i]` at `old_paths[i]`, `None` where it is absent;
    for a root commit both are empty. `new` is `None` where the commit deletes the file.
    """

    commit: Oid | None
    path: RepoPath
    old_paths: tuple[RepoPath, ...]
    olds: tuple[TreeEntry | None, ...]
    new: TreeEntry | None


@dataclass(frozen=True, slots=True)
class Hunk:
    """`old_count` lines from `old_start` became `new_count` lines from `new_start`.

    Starts are 0-based indexes; with a count of 0 the start is where the lines would stand.
    """

    old_start: int
    old_count: int
    new_start: int
    new_count: int
