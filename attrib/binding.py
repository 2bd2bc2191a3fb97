"""Which recorded roots are this repository, and where their paths lie in it.

In this order: `--root` and `attrib.root`; the declared path; commit IDs, or three distinctive
blobs at fitting paths, recorded under the root. What one session binds is bound for every session
of the namespace that declares the same path. The rest stays unbound and says so.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from attrib.model.ids import RepoPath, SessionKey
from attrib.model.records import Root
from attrib.model.sessions import Session


@dataclass(frozen=True, slots=True)
class RootBinding:
    """How paths under a root become paths of the repository: cut `strip`, then put `add` before.

    `worktree` names the directory, so that steps of two clones can be told apart.
    """

    how: str
    strip: bytes
    add: bytes
    worktree: str

    def path_of(self, recorded: str) -> RepoPath | None:
        """The repository path of a root-relative path, or `None` outside the repository."""
        name = recorded_name(recorded)
        if name == b".":
            name = b""
        if not name.startswith(self.strip):
            return None
        path = self.add + name[len(self.strip) :]
        parts = path.split(b"/")
        if not path or path.startswith(b"/") or any(part in (b"", b".", b"..") for part in parts):
            return None
        if parts[0].lower() == b".git":
            return None
        return RepoPath(path)


@dataclass(frozen=True, slots=True)
class UnboundRoot:
    """A declared root that is not known to be this repository, and why."""

    session: SessionKey
    root: Root
    reason: str


def recorded_name(recorded: str) -> bytes:
    """The bytes of a recorded path; a lone surrogate stands for one byte, where all of them can."""
    try:
        return recorded.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return recorded.encode("utf-8", "replace")


def where_links_lead(recorded: str) -> str:
    """A recorded path with its links followed here; one that no file can have stays as it is."""
    try:
        return os.path.realpath(recorded)
    except ValueError:
        return os.path.normpath(recorded)


class Bindings:
    """All bound roots of all sessions, and the worktrees for paths outside every root."""

    def __init__(
        self,
        bound: Mapping[tuple[SessionKey, str], RootBinding],
        unbound: Sequence[UnboundRoot],
        worktrees: Sequence[str],
    ) -> None:
        self.bound = bound
        self.unbound = tuple(unbound)
        self._worktrees = [(os.path.realpath(path), path) for path in worktrees]

    def place_of(
        self, session: SessionKey, root: str | None, path: str
    ) -> tuple[RepoPath, str] | None:
        """The repository path and worktree of a recorded path, or `None` where it is elsewhere."""
        if root is not None:
            binding = self.bound.get((session, root))
            found = binding.path_of(path) if binding else None
            return (found, binding.worktree) if binding and found else None
        if not path.startswith("/"):
            return None
        folder, name = os.path.split(path)
        real = os.path.join(where_links_lead(folder), name)
        for top, _ in sorted(self._worktrees, key=lambda pair: -len(pair[0])):
            if real.startswith(top + "/"):
                inner = os.path.dirname(real[len(top) + 1 :])
                if inner and _crosses_repository(top, inner):
                    return None
                found = RootBinding("absolute", b"", b"", top).path_of(real[len(top) + 1 :])
                return (found, top) if found else None
        return None

    def binds(self, session: SessionKey) -> bool:
        """True when a root of the session is this repository."""
        return any(key == session for key, _ in self.bound)


def bind_by_options(
    session: Session, options: Mapping[str, str], worktrees: Sequence[str]
) -> dict[str, RootBinding]:
    """The roots that `--root ID=PATH` names and whose PATH lies in a worktree."""
    found: dict[str, RootBinding] = {}
    for root in session.roots:
        if root.id in options:
            binding = _by_path("option", options[root.id], worktrees)
            if binding is not None:
                found[root.id] = binding
    return found


def bind_by_path(session: Session, worktrees: Sequence[str]) -> dict[str, RootBinding]:
    """The roots whose declared path is, holds or lies in a worktree of this repository."""
    found: dict[str, RootBinding] = {}
    for root in session.roots:
        path = root.path or root.native_path
        binding = _by_path("declared path", path, worktrees) if path else None
        if binding is not None:
            found[root.id] = binding
    return found


def _by_path(how: str, path: str, worktrees: Sequence[str]) -> RootBinding | None:
    if not os.path.isabs(path):
        return None
    real = where_links_lead(path)
    tops = sorted((os.path.realpath(top) for top in worktrees), key=len, reverse=True)
    for top in tops:
        if real == top:
            return RootBinding(how, b"", b"", top)
        if real.startswith(top + "/"):
            inner = real[len(top) + 1 :]
            if _crosses_repository(top, inner):
                return None
            return RootBinding(how, b"", os.fsencode(inner) + b"/", top)
    for top in tops:
        if top.startswith(real.rstrip("/") + "/"):
            return RootBinding(how, os.fsencode(os.path.relpath(top, real)) + b"/", b"", top)
    return None


def _crosses_repository(top: str, inner: str) -> bool:
    """True when another repository begins between the worktree's top and the folder."""
    folder = top
    for part in inner.split("/"):
        folder = os.path.join(folder, part)
        if os.path.lexists(os.path.join(folder, ".git")):
            return True
    return False


def group_of(session: Session, root: Root) -> tuple[str, str] | None:
    """What sessions share when they declare the same place: namespace and declared path."""
    path = root.path or root.native_path
    return (session.key.namespace, path) if path else None


def fitting(recorded: bytes, path: RepoPath) -> tuple[bytes, bytes] | None:
    """The (strip, add) that turns a recorded path into a repository path, or `None`."""
    if path == recorded:
        return b"", b""
    if path.endswith(b"/" + recorded):
        return b"", path[: -len(recorded)]
    if recorded.endswith(b"/" + path):
        return recorded[: -len(path)], b""
    return None


def bind_alike(
    sessions: Sequence[Session], bound: Mapping[tuple[SessionKey, str], RootBinding]
) -> dict[tuple[SessionKey, str], RootBinding]:
    """The roots of one namespace that declare a path which another session's binding settles."""
    by_group: dict[tuple[str, str], RootBinding] = {}
    for session in sessions:
        for root in session.roots:
            binding, group = bound.get((session.key, root.id)), group_of(session, root)
            if binding is not None and group is not None:
                by_group.setdefault(group, binding)
    return {
        (session.key, root.id): by_group[group]
        for session, root in roots_left(sessions, bound)
        if (group := group_of(session, root)) in by_group and group is not None
    }


def roots_left(
    sessions: Iterable[Session], bound: Mapping[tuple[SessionKey, str], RootBinding]
) -> list[tuple[Session, Root]]:
    """The declared roots that nothing has bound yet."""
    return [
        (session, root)
        for session in sessions
        for root in session.roots
        if (session.key, root.id) not in bound
    ]
