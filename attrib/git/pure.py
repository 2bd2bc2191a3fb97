"""dulwich as a repository: where there is no git, or the one here does not know the format.

Answers for commits, files, blobs, changes and history, and refuses what needs git itself.
Nothing is executed; whatever is read is verified as it is with git.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from attrib.errors import (
    GitError,
    NotARepositoryError,
    ObjectMissingError,
    RepositoryFormatError,
)
from attrib.git import refs, settings
from attrib.git.discovery import Location, worktrees_of
from attrib.git.history import RawRow, change_of, difference_of, introduction_of, packed
from attrib.git.interface import Attributes, EolSettings, HistoryCommit, PackedCommit
from attrib.git.layers import AttributeLayers
from attrib.git.libgit2 import diff_lines
from attrib.git.process import NEEDED
from attrib.git.pure_reading import PureReader, row_of_change
from attrib.git.reading import read_in_worktree, read_lfs_object, read_regular
from attrib.git.store import ObjectStore, StoreAnswers
from attrib.model.commits import Commit, CommitChange, Hunk
from attrib.model.ids import Oid, RepoPath

if TYPE_CHECKING:
    from dulwich.repo import Repo


def open_pure(
    start: Path | None, *, git_dir: Path | None = None, checked_by_git: bool = False
) -> PureRepository:
    """The repository that `start` lies in, or that `git_dir` is, opened by dulwich.

    Raises:
        NotARepositoryError: there is none.
        RepositoryFormatError: dulwich does not know its format either.
        GitError: another user owns it, and no git has allowed that (`checked_by_git`).
    """
    from dulwich.errors import NotGitRepository
    from dulwich.repo import Repo, UnsupportedExtension, UnsupportedVersion

    given = git_dir or os.environ.get("GIT_DIR")
    place = str(Path(given or start or Path()).absolute())
    try:
        repo = Repo(place) if given else Repo.discover(place)
    except NotGitRepository as error:
        raise NotARepositoryError("not a git repository", where=place, hint=NEEDED) from error
    except (UnsupportedExtension, UnsupportedVersion) as error:
        raise RepositoryFormatError(str(error), where=place, hint="use a newer git") from error
    if not checked_by_git and os.stat(repo.controldir()).st_uid != os.geteuid():  # noqa: PTH116
        repo.close()
        raise GitError(f"another user owns the repository at '{place}'", hint=NEEDED)
    return PureRepository(repo, _location(repo, place))


def _location(repo: Repo, start: str) -> Location:
    git_dir = Path(os.fsdecode(repo.controldir())).resolve()
    common = Path(os.fsdecode(repo.commondir())).resolve()
    top = None if repo.bare else Path(os.fsdecode(repo.path)).resolve()
    if repo.bare and git_dir.name == ".git":
        top = git_dir.parent
    return Location(
        start=start,
        git_dir=str(git_dir),
        common_dir=str(common),
        objects_dir=str(common / "objects"),
        index_file=str(git_dir / "index"),
        toplevel=str(top) if top else None,
        prefix=_prefix(top, Path(start).resolve()),
        object_format=repo.object_format.name,
        is_bare=top is None,
    )


def _prefix(top: Path | None, start: Path) -> bytes:
    if top is None or start == top or not start.is_relative_to(top):
        return b""
    return os.fsencode(start.relative_to(top)) + b"/"


class PureRepository(StoreAnswers):
    """A repository that dulwich answers for."""

    def __init__(self, repo: Repo, location: Location) -> None:
        self._repo = repo
        self.location = location
        self.git_dir = location.git_dir
        self.common_dir = location.common_dir
        self.toplevel = location.toplevel
        self.prefix = location.prefix
        self.object_format = location.object_format
        self.worktrees: Sequence[str] = worktrees_of(location, main_is_bare=location.is_bare)
        shallow = read_regular(str(Path(self.common_dir, "shallow"))) or b""
        self._reader = PureReader(repo)
        ends = frozenset(shallow.decode("ascii", "replace").split())
        self._store = ObjectStore(self._reader, self.object_format, ends)

    @property
    def repo(self) -> Repo:
        """The repository as dulwich has it, for whoever writes."""
        return self._repo

    @cached_property
    def _settings(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for backend in reversed(self._repo.get_config_stack().backends):
            for section in backend.sections():
                base = [os.fsdecode(section[0]).lower(), *map(os.fsdecode, section[1:])]
                for name, value in backend.items(section):
                    key = ".".join((*base, os.fsdecode(name).lower()))
                    found.setdefault(key, []).append(os.fsdecode(value))
        return found

    def config(self, prefix: str) -> Mapping[str, Sequence[str]]:
        """All configured values of keys that begin with `prefix` (lower case), in order."""
        return {key: tuple(v) for key, v in self._settings.items() if key.startswith(prefix)}

    def eol_settings(self) -> EolSettings:
        """`core.autocrlf` and `core.eol` as configured here."""
        return settings.eol_settings_of(self._settings)

    def footprint(self, folders: Iterable[bytes]) -> None:
        """Nothing: what is not git's own form of repository is not looked through for it."""

    def user_blame(self, args: Sequence[bytes], cwd: str | bytes | None = None) -> NoReturn:
        """Refused: only git itself blames.

        Raises:
            RepositoryFormatError: always.
        """
        raise RepositoryFormatError(
            "cannot blame: no git here can open this repository", where=self.git_dir, hint=NEEDED
        )

    def refs(self) -> Mapping[bytes, Oid]:
        """Every reference and the object that it names, tags not peeled."""
        return {name: Oid(oid.decode("ascii")) for name, oid in self._repo.refs.as_dict().items()}

    def ref(self, name: bytes) -> Oid | None:
        """What one reference names by its full name."""
        return self.refs().get(name)

    def resolve(self, revisions: Iterable[str]) -> Mapping[str, Oid | None]:
        """The commit that each revision names; `None` for none or for several."""
        return {text: self._reader.commit_named(text) for text in revisions}

    def every_commit(self) -> Iterator[Oid]:
        """The ID of every commit whose object is here, whether a reference reaches it or not."""
        names = list(self._repo.object_store)
        found = self._reader.describe(names)
        return (each.oid for each in found if each is not None and each.kind == "commit")

    def _objects(self) -> ObjectStore:
        return self._store

    def blame_at(self, places: Iterable[tuple[Oid, RepoPath]]) -> NoReturn:
        """Refused, as `user_blame` is.

        Raises:
            RepositoryFormatError: always.
        """
        self.user_blame(())

    def changes_of(
        self, commits: Iterable[Oid], *, renames: bool = False
    ) -> Mapping[Oid, Sequence[CommitChange]]:
        """What each commit introduces; a merge only what differs from every parent."""
        return {
            oid: [change_of(commit, row) for row in self._rows(commit, renames=renames)]
            for oid, commit in self.commits(commits).items()
        }

    def changes_between(
        self, pairs: Iterable[tuple[Oid, Oid]]
    ) -> Mapping[tuple[Oid, Oid], Sequence[CommitChange]]:
        """How the tree of each second commit differs from that of the first, moved files as one."""
        found = {}
        for old, new in dict.fromkeys(pairs):
            rows = self._rows_between(new, (old,))
            found[old, new] = [difference_of(new, row) for row in rows if row.introduces]
        return found

    def history(
        self,
        tips: Sequence[Oid] | None = None,
        *,
        exclude: Iterable[Oid] = (),
        oldest_first: bool = False,
    ) -> Iterator[HistoryCommit]:
        """Every commit reachable from `tips` (`None`: all refs) and not from `exclude`."""
        from dulwich.objects import ObjectID

        if tips is None:
            tips = [oid for name, oid in self.refs().items() if refs.is_history(name)]
        starts = [ObjectID(oid.encode()) for oid in self.resolve(tips).values() if oid]
        if not starts:
            return
        ends = [ObjectID(oid.encode()) for oid in self.resolve(exclude).values() if oid]
        walker = self._repo.get_walker(
            include=starts, exclude=ends, order="topo", reverse=oldest_first
        )
        for entry in walker:
            for commit in self.commits([Oid(entry.commit.id.decode("ascii"))]).values():
                rows = self._rows(commit, renames=False)
                changes = (introduction_of(commit, row) for row in rows)
                yield HistoryCommit(
                    commit.oid,
                    commit.parents,
                    commit.author_time,
                    commit.committer_time,
                    tuple(change for change in changes if change),
                )

    def packed_history(
        self, tips: Sequence[Oid], *, exclude: Iterable[Oid] = ()
    ) -> Iterator[PackedCommit]:
        """The same commits in the form for an index, parents before children."""
        return map(packed, self.history(tips, exclude=exclude, oldest_first=True))

    def _rows(self, commit: Commit, *, renames: bool) -> list[RawRow]:
        """The rows that `diff-tree -c` would print, and that introduce something."""
        rows = self._rows_between(commit.oid, commit.parents, renames=renames)
        return [row for row in rows if row.introduces or not commit.parents]

    def _rows_between(
        self, commit: Oid, olds: Sequence[Oid], *, renames: bool = True
    ) -> list[RawRow]:
        """The rows for paths that differ from all of the old commits."""
        try:
            sides = self._reader.changes_from(commit, olds, renames=renames)
        except KeyError as error:
            raise ObjectMissingError(
                f"no object '{error}' here", where=self.git_dir, hint="git fetch --unshallow"
            ) from error
        if not sides:
            return []
        shared = [path for path in sides[0] if all(path in side for side in sides)]
        return [row_of_change([side[path] for side in sides]) for path in sorted(shared)]

    @cached_property
    def _layers(self) -> AttributeLayers:
        return AttributeLayers(
            self._store,
            top=self.toplevel,
            common_dir=self.common_dir,
            user_file=settings.attributes_file_of(self._settings, os.environ),
        )

    def attributes_at(
        self, places: Iterable[tuple[Oid | None, RepoPath]]
    ) -> Mapping[tuple[Oid | None, RepoPath], Attributes]:
        """The attributes of each path as of a commit; commit `None` means the worktree now."""
        return self._layers.attributes_at(places)

    def worktree_file(self, path: RepoPath) -> tuple[int, bytes] | None:
        """Mode and raw bytes of a file of the worktree, as git reads them; a link's target."""
        return read_in_worktree(self.toplevel, path) if self.toplevel else None

    @property
    def allows_filters(self) -> bool:
        """False: without a git program no filter runs."""
        return False

    def id_as_added(self, path: RepoPath, content: bytes) -> None:
        """Nothing: no filter runs."""

    def lfs_object(self, sha256: str) -> bytes | None:
        """The Git LFS object with this ID if it is in the local store and verifies."""
        storage = settings.last_of(self._settings, "lfs.storage") or "lfs"
        return read_lfs_object(str(Path(self.common_dir, storage)), sha256)

    def diff_lines(self, old: bytes, new: bytes) -> Sequence[Hunk]:
        """The line diff that git makes of two contents (xdiff, no context), in order."""
        return diff_lines(old, new)

    def close(self) -> None:
        """Close the files that dulwich holds open."""
        self._repo.close()
