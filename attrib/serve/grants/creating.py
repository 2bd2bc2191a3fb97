"""`thread/file/view_grant/create`: from a link in a thread to a URL that opens one file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from attrib.binding import RootBinding
from attrib.errors import GrantError
from attrib.model.ids import RepoPath, SessionKey
from attrib.serve.grants.files import TextFile, UnshownError, read_text
from attrib.serve.grants.hrefs import Target, target_of
from attrib.serve.grants.store import Grants
from attrib.workspace import Workspace

#: Where views are; with the name of a grant after it, a URL has 58 characters.
VIEWS = "/storage/views/"
CONTENT_TYPE = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Granted:
    """The answer: members are named as on the wire. `expires_at` is in seconds since the epoch."""

    relative_url: str
    expires_at: int
    file_name: str
    content_type: str
    size_bytes: int
    line: int | None = None
    column: int | None = None


def create(
    grants: Grants,
    workspace: Workspace,
    sessions: Sequence[SessionKey],
    href: str,
    *,
    client: str,
) -> Granted:
    """A grant for the file that `href` names in the scope of these sessions of one thread.

    The scope are the roots of the sessions that are bound to this repository. Whatever leads out
    of them, is no regular file or does not exist is refused with the same words.

    Raises:
        GrantError: the link names no file that may be shown, or too many grants are alive.
    """
    target = target_of(href)
    for top, path in _places(workspace, sessions, target) if target else ():
        found = _file(top, path)
        if found is not None and target is not None:
            grant = grants.add(client, top, path, found.digest)
            return Granted(
                relative_url=f"{VIEWS}{grant.name}",
                expires_at=grant.expires,
                file_name=path.rpartition(b"/")[2].decode("utf-8", "replace"),
                content_type=CONTENT_TYPE,
                size_bytes=len(found.content),
                line=target.line,
                column=target.column,
            )
    raise GrantError("the link names no file that this thread may show")


def _file(top: str, path: RepoPath) -> TextFile | None:
    try:
        return read_text(top, path)
    except UnshownError as error:
        raise GrantError(f"the file is {error}") from None


def _places(
    workspace: Workspace, sessions: Sequence[SessionKey], target: Target
) -> Iterator[tuple[str, RepoPath]]:
    """Where the path may lie, each worktree and path once, in the order of sessions and roots."""
    tops = [os.path.realpath(top) for top in workspace.repository.worktrees]
    if not tops:
        return
    met: set[tuple[str, RepoPath]] = set()
    for binding, declared in _roots(workspace, sessions):
        top = os.path.realpath(binding.worktree)
        top = top if top in tops else tops[0]
        for path in _paths(target.path, binding, declared, top):
            if (top, path) not in met:
                met.add((top, path))
                yield top, path


def _roots(
    workspace: Workspace, sessions: Sequence[SessionKey]
) -> Iterator[tuple[RootBinding, str | None]]:
    """The bound roots of the sessions, with the path that each declares."""
    known = {session.key: session for session in workspace.sessions}
    for key in sessions:
        for root in known[key].roots if key in known else ():
            binding = workspace.bindings.bound.get((key, root.id))
            if binding is not None:
                yield binding, root.path


def _paths(path: bytes, binding: RootBinding, declared: str | None, top: str) -> Iterable[RepoPath]:
    """The paths in the repository that a link under one root may name."""
    if not path.startswith(b"/"):
        while path.startswith(b"./"):
            path = path[2:]
        found = binding.path_of(_text(path))
        return [found] if found is not None else []
    places: list[RepoPath] = []
    if declared is not None and path.startswith(os.fsencode(declared).rstrip(b"/") + b"/"):
        rest = path[len(os.fsencode(declared).rstrip(b"/")) + 1 :]
        found = binding.path_of(_text(rest))
        places += [found] if found is not None else []
    if path.startswith(os.fsencode(top) + b"/"):
        inner = RepoPath(path[len(os.fsencode(top)) + 1 :])
        places += [inner] if inner.startswith(binding.add) else []
    return places


def _text(path: bytes) -> str:
    return path.decode("utf-8", "surrogateescape")
