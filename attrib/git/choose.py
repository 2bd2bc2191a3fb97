"""The right repository for a place: git's, or dulwich's where no git here can open it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from attrib.errors import RepositoryFormatError
from attrib.git import command

if TYPE_CHECKING:
    from attrib.git.command import CommandRepository
    from attrib.git.pure import PureRepository
    from attrib.git.user import UserCheckout


def open_repository(
    start: Path | None, *, git_dir: Path | None = None
) -> CommandRepository | PureRepository:
    """The repository that `start` lies in (`None`: the current folder), or that `git_dir` is.

    A refusal of git for another reason than the format stands: nothing is read by other means.

    Raises:
        NotARepositoryError: there is none.
        RepositoryFormatError: neither git nor dulwich knows its format.
        GitError: git refuses, for example because another user owns it.
    """
    if shutil.which("git") is None:
        from attrib.git.pure import open_pure

        return open_pure(start, git_dir=git_dir)
    try:
        return command.open_repository(start, git_dir=git_dir)
    except RepositoryFormatError as refusal:
        from attrib.git.pure import open_pure

        try:
            return open_pure(start, git_dir=git_dir, checked_by_git=True)
        except RepositoryFormatError:
            raise refusal from None


def repository_of(checkout: UserCheckout) -> CommandRepository:
    """The repository of a checkout that the git program has opened."""
    return command.repository_of(checkout)
