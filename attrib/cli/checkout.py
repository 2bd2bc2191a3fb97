"""What commands ask of the user's own checkout beyond `Repository`: the git program answers it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from attrib.errors import RepositoryFormatError
from attrib.git.discovery import Location
from attrib.git.interface import Repository
from attrib.git.process import GitProcess
from attrib.model.ids import RepoPath

if TYPE_CHECKING:
    from attrib.cli.blame_arguments import BlameArguments
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

    def user_blame(
        self,
        args: Sequence[bytes],
        *,
        room: Mapping[str, str] | None = None,
        inherit_stderr: bool = False,
    ) -> GitProcess:
        """`git blame <args>` as the user would run it, in the room or as it is."""
        ...

    def guessed_lines(self, args: Sequence[bytes]) -> list[bool]:
        """For each line that `git blame <args>` shows, in order, whether its commit is a guess."""
        ...

    def room_for(self, args: Iterable[bytes]) -> Mapping[str, str]:
        """The variables with which `git blame <args>` is faster; none where there is no room."""
        ...


def checkout_of(workspace: Workspace) -> Checkout:
    """The workspace's repository as the user's checkout.

    Raises:
        RepositoryFormatError: the git program here cannot open it.
    """
    return checkout_among(workspace.repository)


def checkout_among(repository: object) -> Checkout:
    """The repository as the user's checkout.

    Raises:
        RepositoryFormatError: the git program here cannot open it.
    """
    if not hasattr(repository, "room_for"):
        raise RepositoryFormatError("git here cannot open this repository", hint="use a newer git")
    return cast(Checkout, repository)


def place_of(checkout: Checkout, parsed: BlameArguments) -> tuple[RepoPath, str | None]:
    """The file that a blame is of, from the top of the repository, and the revisions as typed."""
    path, revisions = parsed.path_and_revisions(
        lambda text: checkout.resolve([text])[text] is not None
    )
    return path_from_top(checkout, path), " ".join(revisions) or None


def path_from_top(checkout: Checkout, path: str) -> RepoPath:
    """A path as typed, from the top of the repository."""
    given = Path(path)
    if given.is_absolute() and checkout.toplevel:
        top = Path(checkout.toplevel).resolve()
        name = os.fsencode(os.path.relpath(given.parent.resolve() / given.name, top))
    else:
        name = checkout.prefix + os.fsencode(path)
    return RepoPath(os.path.normpath(name))
