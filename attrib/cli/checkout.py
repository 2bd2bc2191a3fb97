"""What commands ask of the user's own checkout beyond `Repository`: the git program answers it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, cast

from attrib.errors import RepositoryFormatError
from attrib.git.discovery import Location
from attrib.git.interface import Repository
from attrib.git.process import GitProcess
from attrib.model.ids import RepoPath
from attrib.workspace import Workspace


class Checkout(Repository, Protocol):
    """A repository that the git program here can open."""

    location: Location

    @property
    def toplevel(self) -> str | None:
        """Absolute path of the current worktree; `None` for a bare repository."""
        ...

    @property
    def prefix(self) -> bytes:
        """Path from the top to the folder asked from, with its `/`, or empty."""
        ...

    def user_blame(self, args: Sequence[bytes]) -> GitProcess:
        """`git blame <args>` as the user would run it."""
        ...


def checkout_of(workspace: Workspace) -> Checkout:
    """The workspace's repository as the user's checkout.

    Raises:
        RepositoryFormatError: the git program here cannot open it.
    """
    if not hasattr(workspace.repository, "user_blame"):
        raise RepositoryFormatError("git here cannot open this repository", hint="use a newer git")
    return cast(Checkout, workspace.repository)


def path_from_top(checkout: Checkout, path: str) -> RepoPath:
    """A path as typed, from the top of the repository."""
    given = Path(path)
    if given.is_absolute() and checkout.toplevel:
        top = Path(checkout.toplevel).resolve()
        name = os.fsencode(os.path.relpath(given.parent.resolve() / given.name, top))
    else:
        name = checkout.prefix + os.fsencode(path)
    return RepoPath(os.path.normpath(name))
