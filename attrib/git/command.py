"""The git program as a repository: the reference.

Two manners. Blame and configuration run as the user would run them. Everything else runs on a
scratch git dir with a clean environment, so that no hook, filter, textconv, fsmonitor or remote
of the repository can run; names are resolved on the real git dir with the same precautions.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

from attrib.errors import GitError
from attrib.git import batch, filters, history, settings
from attrib.git.blame import blames_of
from attrib.git.discovery import locate, worktrees_of
from attrib.git.interface import Attributes, EolSettings, HistoryCommit, PackedCommit
from attrib.git.libgit2 import diff_lines
from attrib.git.names import Names
from attrib.git.process import SHORT, Git, GitProcess, Statistics
from attrib.git.reading import read_in_worktree, read_lfs_object
from attrib.git.scratch import Scratch
from attrib.git.store import ObjectStore, StoreAnswers
from attrib.git.user import UserCheckout
from attrib.model.blame import BlameEntry
from attrib.model.commits import Commit, CommitChange, Hunk
from attrib.model.ids import Oid, RepoPath

if TYPE_CHECKING:
    from attrib.git.layers import AttributeLayers


def open_repository(start: Path | None, *, git_dir: Path | None = None) -> CommandRepository:
    """The repository that `start` lies in (`None`: the current folder), or that `git_dir` is.

    Raises:
        NotARepositoryError: there is none.
        RepositoryFormatError: this git does not know its format.
        GitError: git refuses, for example because another user owns it; or there is no git.
    """
    git = Git()
    return CommandRepository(git, locate(git, start, git_dir=git_dir))


def repository_of(checkout: UserCheckout) -> CommandRepository:
    """The repository that a checkout is of; nothing is asked twice."""
    repository = CommandRepository(checkout.git, checkout.location)
    checkout.open_as(repository)
    return repository


class CommandRepository(UserCheckout, StoreAnswers):
    """A repository that the git program answers for; a context manager that closes it."""

    # -- where it is

    @property
    def git_dir(self) -> str:
        """Absolute path of the git directory of this worktree."""
        return self.location.git_dir

    @property
    def common_dir(self) -> str:
        """Absolute path of the git directory that all worktrees share."""
        return self.location.common_dir

    @property
    def toplevel(self) -> str | None:
        """Absolute path of the current worktree; `None` for a bare repository."""
        return self.location.toplevel

    @property
    def prefix(self) -> bytes:
        """Path from the top to the folder asked from, with its `/`, or empty."""
        return self.location.prefix

    @property
    def object_format(self) -> str:
        """`sha1` or `sha256`."""
        return self.location.object_format

    @property
    def statistics(self) -> Statistics:
        """What was started and read so far."""
        return self._git.statistics

    @cached_property
    def worktrees(self) -> Sequence[str]:
        """Absolute paths of all worktrees, the current one first; none for a bare repository."""
        bare = self.location.is_bare
        if self.git_dir != self.common_dir:
            bare = settings.is_true(settings.last_of(self.settings, "core.bare"))
        return tuple(worktrees_of(self.location, main_is_bare=bare))

    def eol_settings(self) -> EolSettings:
        """`core.autocrlf` and `core.eol` as configured here."""
        return settings.eol_settings_of(self.settings)

    def footprint(self, folders: Iterable[bytes]) -> str | None:
        """A hash that changes with all that answers about files in these folders rest on."""
        from attrib.git.footprint import footprint_of

        return footprint_of(self.location, self.settings, folders)

    # -- on the scratch git dir

    @cached_property
    def _scratch(self) -> Scratch:
        return Scratch(self.location)

    @cached_property
    def _reader(self) -> batch.ObjectReader:
        start = partial(self._clean, batch.ARGUMENTS, pipe=True)
        return batch.ObjectReader(start, self.statistics)

    @cached_property
    def _store(self) -> ObjectStore:
        return ObjectStore(self._reader, self.object_format, self._scratch.shallow)

    def _clean(
        self, args: Sequence[str], *, stdin: bytes | None = None, pipe: bool = False
    ) -> GitProcess:
        scratch = self._scratch
        return self._git.start_clean(
            scratch.git_dir, args, cwd=scratch.empty, stdin=stdin, pipe=pipe
        )

    def _objects(self) -> ObjectStore:
        return self._store

    def blame_at(
        self, places: Iterable[tuple[Oid, RepoPath]]
    ) -> Mapping[tuple[Oid, RepoPath], Sequence[BlameEntry]]:
        """git's blame of the file at each (commit, path), in order; no file is left out."""
        files = self._store.files_at(places)
        return blames_of(self._clean, [place for place, entry in files.items() if entry])

    def changes_of(
        self, commits: Iterable[Oid], *, renames: bool = False
    ) -> Mapping[Oid, Sequence[CommitChange]]:
        """What each commit introduces; a merge only what differs from every parent.

        With `renames`, a moved file is one change whose `old_paths` tell where it was.
        """
        known = self.commits(commits)
        try:
            return self._changes(known, "-M" if renames else "--no-renames")
        except GitError:
            if not renames:
                raise
            # Contents are missing: files that moved unchanged are still found by their IDs.
            return self._changes(known, "-M100%")

    def _changes(
        self, known: Mapping[Oid, Commit], option: str
    ) -> Mapping[Oid, Sequence[CommitChange]]:
        if not known:
            return {}
        stdin = "".join(f"{oid}\n" for oid in known).encode()
        with self._clean([*history.DIFF_TREE_ARGUMENTS, option], stdin=stdin) as process:
            return history.parse_changes(process.chunks(), known)

    def changes_between(
        self, pairs: Iterable[tuple[Oid, Oid]]
    ) -> Mapping[tuple[Oid, Oid], Sequence[CommitChange]]:
        """How the tree of each second commit differs from that of the first, moved files as one."""
        found = {}
        for old, new in dict.fromkeys(pairs):
            try:
                found[old, new] = self._between(old, new, "-M")
            except GitError:
                # Contents are missing: files that moved unchanged are still found by their IDs.
                found[old, new] = self._between(old, new, "-M100%")
        return found

    def _between(self, old: Oid, new: Oid, option: str) -> Sequence[CommitChange]:
        with self._clean([*history.DIFF_TREES_ARGUMENTS, option, old, new]) as process:
            return history.parse_difference(process.chunks(), new)

    def history(
        self,
        tips: Sequence[Oid] | None = None,
        *,
        exclude: Iterable[Oid] = (),
        oldest_first: bool = False,
    ) -> Iterator[HistoryCommit]:
        """Every commit reachable from `tips` (`None`: all refs) and not from `exclude`."""
        tips = self._names.tips() if tips is None else tips
        return history.parse_history(self._log(tips, exclude, oldest_first=oldest_first))

    def packed_history(
        self, tips: Sequence[Oid], *, exclude: Iterable[Oid] = ()
    ) -> Iterator[PackedCommit]:
        """The same commits in the form for an index, parents before children."""
        return history.parse_packed(self._log(tips, exclude, oldest_first=True))

    def _log(
        self, tips: Sequence[Oid], exclude: Iterable[Oid], *, oldest_first: bool
    ) -> Iterator[bytes]:
        stdin = history.log_input(tips, exclude, self.object_format)
        if stdin:
            args = (*history.LOG_ARGUMENTS, *(("--reverse",) if oldest_first else ()))
            with self._clean(args, stdin=stdin) as process:
                yield from process.chunks()

    @cached_property
    def _layers(self) -> AttributeLayers:
        from attrib.git.layers import AttributeLayers

        environment = self.location.environment or os.environ
        return AttributeLayers(
            self._store,
            top=self.toplevel,
            common_dir=self.common_dir,
            user_file=settings.attributes_file_of(self.settings, environment),
        )

    def attributes_at(
        self, places: Iterable[tuple[Oid | None, RepoPath]]
    ) -> Mapping[tuple[Oid | None, RepoPath], Attributes]:
        """The attributes of each path as of a commit; commit `None` means the worktree now."""
        return self._layers.attributes_at(places)

    def every_commit(self) -> Iterator[Oid]:
        """The ID of every commit whose object is here, whether a reference reaches it or not."""
        with self._clean(batch.EVERY_OBJECT) as process:
            yield from batch.ids_of_kind("commit", process.chunks())

    # -- on the real git dir, nothing of it executed

    @cached_property
    def _names(self) -> Names:
        return Names(self.location, self._reader, self._real, self.statistics)

    def refs(self) -> Mapping[bytes, Oid]:
        """Every reference and the object that it names, tags not peeled, and detached HEADs."""
        return self._names.refs()

    def ref(self, name: bytes) -> Oid | None:
        """What one reference names by its full name, at no cost of the others."""
        return self._names.ref(name)

    def resolve(self, revisions: Iterable[str]) -> Mapping[str, Oid | None]:
        """The commit that each revision names; `None` for none or for several.

        IDs and their prefixes cost no process of their own; names cost one for all of them.
        """
        return self._names.resolve(revisions)

    def _real(self, args: Sequence[str], *, pipe: bool = False) -> GitProcess:
        return self._git.start_clean(
            self.git_dir, args, cwd=self._scratch.empty, pipe=pipe, seconds=SHORT
        )

    # -- files

    def worktree_file(self, path: RepoPath) -> tuple[int, bytes] | None:
        """Mode and raw bytes of a file of the worktree, as git reads them; a link's target."""
        return read_in_worktree(self.toplevel, path) if self.toplevel else None

    @cached_property
    def allows_filters(self) -> bool:
        """True when the user lets git run custom filters; what a repository says does not count."""
        return filters.ALLOW in self.settings and filters.are_allowed(self._git, self.location)

    def id_as_added(self, path: RepoPath, content: bytes) -> Oid | None:
        """The ID that `git add` would give a worktree file, filters run; `None` without a word."""
        return filters.id_as_added(self._git, self.location, path, content)

    def lfs_object(self, sha256: str) -> bytes | None:
        """The Git LFS object with this ID if it is in the local store and verifies."""
        storage = settings.last_of(self.settings, "lfs.storage") or "lfs"
        return read_lfs_object(str(Path(self.common_dir, storage)), sha256)

    def diff_lines(self, old: bytes, new: bytes) -> Sequence[Hunk]:
        """The line diff that git makes of two contents (xdiff, no context), in order."""
        return diff_lines(old, new)

    def close(self) -> None:
        """End helper processes and remove the scratch folder; nothing is answered afterwards."""
        for name in ("_reader", "_scratch"):
            held = self.__dict__.pop(name, None)
            if held is not None:
                held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()
