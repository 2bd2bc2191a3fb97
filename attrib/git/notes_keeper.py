"""Whoever writes notes and moves them between repositories: a Protocol, and the way to publish.

Publishing is: fetch, join, write at most one commit, push; where somebody was faster, again.
Nothing is ever forced, so two that write at once lose nothing.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from attrib.errors import GitError
from attrib.git.interface import Repository
from attrib.git.notes_trees import Content, NotesTree, joined, tree_of
from attrib.model.commits import TreeEntry
from attrib.model.ids import Oid, RepoPath

#: How often publishing is tried, and how long it waits at most between two tries, in seconds.
MOST_TRIES, _LONGEST_WAIT = 25, 2.0


class MovedError(Exception):
    """A reference was moved by another process meanwhile: look again."""


class NotesKeeper(Protocol):
    """Writes `reference`, and knows the remote's notes as `tracking`."""

    @property
    def reference(self) -> str:
        """The notes reference."""
        ...

    @property
    def tracking(self) -> str:
        """Where the remote's notes are kept here."""
        ...

    def files(self, commit: Oid) -> Mapping[RepoPath, TreeEntry]:
        """All files of a notes commit; what cannot be read whole is an error."""
        ...

    def write(
        self,
        old: Oid | None,
        parents: Sequence[Oid],
        files: Mapping[RepoPath, tuple[int, Content]],
        message: str,
    ) -> None:
        """One commit with these files, by the user; the reference moves from `old` to it.

        Raises:
            MovedError: it is no longer `old`.
        """
        ...

    def forward(self, old: Oid | None, new: Oid) -> None:
        """Move the reference to a commit that holds it, or `MovedError`."""
        ...

    def fetch(self, remote: str) -> None:
        """Bring the remote's notes to `tracking`, never forced."""
        ...

    def push(self, remote: str, *, verify: bool) -> bool:
        """Push the reference; false where the remote's is ahead."""
        ...


@dataclass(frozen=True, slots=True)
class Written:
    """The notes commit now, how many lines it has that were new, and how many tries it took."""

    tip: Oid | None
    added: int
    tries: int = 1


class Publisher:
    """Joins and publishes the notes of one repository."""

    def __init__(self, repository: Repository, keeper: NotesKeeper) -> None:
        self._repository = repository
        self._keeper = keeper
        self._trees: dict[Oid, NotesTree] = {}

    def publish(
        self,
        remote: str,
        additions: Mapping[Oid, Iterable[bytes]],
        message: str,
        *,
        verify: bool = True,
    ) -> Written:
        """Fetch, join and push until the remote holds all; gives what was written.

        Raises:
            GitError: git refuses, or others were faster each time.
        """
        added = 0
        for number in range(1, MOST_TRIES + 1):
            try:
                self._keeper.fetch(remote)
                written = self.join(additions, message)
                added = max(added, written.added)
                if written.tip is None or written.tip == self._tip(self._keeper.tracking):
                    return Written(written.tip, added, number)
                if self._keeper.push(remote, verify=verify):
                    return Written(written.tip, added, number)
            except MovedError:
                pass
            _wait(number)
        raise GitError(
            f"'{self._keeper.reference}' was moved by others each of {MOST_TRIES} times",
            hint="attrib share push",
        )

    def fetch(self, remote: str, message: str) -> Written:
        """Bring the remote's notes here and join ours with them; ours lose nothing."""
        for number in range(1, MOST_TRIES + 1):
            try:
                self._keeper.fetch(remote)
                written = self.join({}, message)
            except MovedError:
                _wait(number)
                continue
            return Written(written.tip, written.added, number)
        raise GitError(
            f"'{self._keeper.reference}' was moved by others each of {MOST_TRIES} times",
            hint="attrib share fetch",
        )

    def join(self, additions: Mapping[Oid, Iterable[bytes]], message: str) -> Written:
        """Our notes, the remote's as fetched and the added lines, in one commit where it is needed.

        Raises:
            MovedError: our reference was moved meanwhile.
        """
        ours, theirs = self._tip(self._keeper.reference), self._tip(self._keeper.tracking)
        tips = [tip for tip in dict.fromkeys((ours, theirs)) if tip is not None]
        trees = [self._tree(tip) for tip in tips]
        result = joined(trees, additions, self._repository.read_blobs)
        if not result.notes and not result.others:
            return Written(None, 0)
        if len(tips) == 2:
            tips = [tip for tip, other in (tips, tips[::-1]) if not self._holds(other, tip)]
        if len(tips) == 1 and result.equals(self._tree(tips[0])):
            if tips[0] != ours:
                self._keeper.forward(ours, tips[0])
            return Written(tips[0], result.added)
        self._keeper.write(ours, tips, result.files, message)
        return Written(self._tip(self._keeper.reference), result.added)

    def _tree(self, tip: Oid) -> NotesTree:
        if tip not in self._trees:
            self._trees[tip] = tree_of(self._keeper.files(tip), self._repository.object_format)
        return self._trees[tip]

    def _tip(self, reference: str) -> Oid | None:
        return self._repository.ref(reference.encode())

    def _holds(self, tip: Oid, other: Oid) -> bool:
        """True where a commit is the other one, or comes after it."""
        return next(iter(self._repository.history([other], exclude=[tip])), None) is None


def _wait(number: int) -> None:
    """A random while, longer each time: whoever lost at once must not meet again at once."""
    most = min(_LONGEST_WAIT, 0.02 * 2**number)
    time.sleep(most * secrets.randbelow(1000) / 1000)
