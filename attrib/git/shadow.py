"""Commits that tools keep under references of their own, and how the states in them differ.

They are no history, and nobody's work: `refs.is_history` leaves them out. Read by importers.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

from attrib.git import history
from attrib.git.command import CommandRepository
from attrib.git.discovery import locate
from attrib.git.process import Git
from attrib.git.reading import read_regular
from attrib.git.refs import are_files
from attrib.git.scratch import Scratch
from attrib.model.commits import Commit, TreeEntry
from attrib.model.ids import Oid, RepoPath


@dataclass(frozen=True, slots=True)
class Difference:
    """A path at which two states differ; `None` where one has no such file."""

    path: RepoPath
    old: TreeEntry | None
    new: TreeEntry | None


class ShadowRefs:
    """The references of a git directory below a prefix; a context manager.

    Raises:
        NotARepositoryError: it is no git directory.
        GitError: git refuses it, or is not here.
    """

    def __init__(self, git_dir: Path) -> None:
        self._git = Git()
        self._location = locate(self._git, None, git_dir=git_dir)
        self._repository = CommandRepository(self._git, self._location)

    @property
    def common_dir(self) -> Path:
        """The git directory that all worktrees share."""
        return Path(self._repository.common_dir)

    @property
    def worktrees(self) -> Sequence[str]:
        """Absolute paths of all worktrees, the main one first; none of a bare repository."""
        return self._repository.worktrees

    @property
    def object_format(self) -> str:
        """`sha1` or `sha256`."""
        return self._repository.object_format

    def below(self, prefix: bytes) -> dict[bytes, Oid]:
        """The references whose names begin with the prefix, by name."""
        found = self._repository.refs()
        return {name: oid for name, oid in sorted(found.items()) if name.startswith(prefix)}

    def commits(self, oids: Iterable[Oid]) -> Mapping[Oid, Commit]:
        """The commits among these objects that are here."""
        return self._repository.commits(oids)

    def differences(self, old: Oid, new: Oid) -> list[Difference]:
        """The files in which two commits differ, by path; a move is a file less and a file more.

        Raises:
            GitError: a tree of one of them is not here.
        """
        arguments = ["diff-tree", "-r", "-z", "--raw", "--no-renames", old, new]
        scratch = self._scratch
        with self._git.start_clean(scratch.git_dir, arguments, cwd=scratch.empty) as process:
            rows = list(history.parse_rows(process.chunks()))
        return [Difference(row.path, row.olds[0], row.new) for _, row in rows]

    @cached_property
    def _scratch(self) -> Scratch:
        return Scratch(self._location)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        scratch = self.__dict__.pop("_scratch", None)
        if scratch is not None:
            scratch.close()
        self._repository.close()


def may_hold_refs(git_dir: Path, prefix: bytes) -> bool:
    """False for a folder that is no git directory, or surely has no reference below a prefix."""
    if not (git_dir / "HEAD").is_file() or not (git_dir / "objects").is_dir():
        return False
    if not are_files(str(git_dir)) or (git_dir / os.fsdecode(prefix)).is_dir():
        return True
    packed = read_regular(str(git_dir / "packed-refs"), limit=1 << 30) or b""
    return b" " + prefix in packed
