"""What may be asked of history, whoever answers: the pass held in memory, or the index on disk.

Both give the same answers in the same order: ancestors first, and among commits of which none is
an ancestor of the other, the one with the earlier date (then the lower ID) first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from attrib.git.interface import Introduction
from attrib.model.ids import Oid, RepoPath


@dataclass(frozen=True, slots=True)
class PastCommit:
    """A commit of history without its changes; times in seconds since the epoch."""

    oid: Oid
    parents: tuple[Oid, ...]
    author_time: int
    committer_time: int


class HistoryAnswers(Protocol):
    """Questions about all commits reachable from every ref and from those included."""

    def include(self, commits: Iterable[Oid]) -> None:
        """Answer for these commits and their ancestors too, where no ref reaches them."""
        ...

    def commit(self, oid: Oid) -> PastCommit | None:
        """The commit, or `None` when it is not reachable."""
        ...

    def authored_at(self, times: Collection[int]) -> Mapping[int, Sequence[Oid]]:
        """The commits of each author time among `times` that has any, in the order of IDs."""
        ...

    def introductions_at(self, path: RepoPath) -> Sequence[Introduction]:
        """What commits introduced at `path`, ancestors first."""
        ...

    def places_of(self, blob: Oid) -> Sequence[Introduction]:
        """Every introduction of `blob`, ancestors first."""
        ...

    def blobs_like(self, prefix: str) -> Sequence[Oid]:
        """The introduced blobs whose IDs begin with these hex digits, in order."""
        ...

    def is_root(self, oid: Oid) -> bool:
        """True for a commit without parents."""
        ...

    def ancestors_at(self, path: RepoPath, commit: Oid) -> Sequence[Introduction]:
        """The introductions at `path` by commits before `commit` in its ancestry, oldest first."""
        ...

    def contained(
        self, commits: Iterable[Oid], tips: Iterable[Oid]
    ) -> Mapping[Oid, frozenset[Oid]]:
        """For each tip, those of `commits` that it reaches."""
        ...
