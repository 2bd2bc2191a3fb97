"""What git blame says, and what is said beside it."""

from __future__ import annotations

from dataclasses import dataclass

from attrib.model.evidence import Evidence, Strength, Unseen
from attrib.model.ids import Oid, RepoPath


@dataclass(frozen=True, slots=True)
class BlameEntry:
    """A run of lines that git blame gives to one commit.

    `commit` is `None` for lines not committed yet. Numbers are 1-based. `previous` is the parent
    and path that git names as the line's earlier home.
    """

    commit: Oid | None
    first: int
    count: int
    origin_path: RepoPath
    origin_first: int
    boundary: bool = False
    previous: tuple[Oid, RepoPath] | None = None


@dataclass(frozen=True, slots=True)
class BlameLine:
    """One line of the final file with its evidence, strongest first, or why there is none."""

    number: int
    commit: Oid | None
    origin_path: RepoPath
    origin_number: int
    boundary: bool
    line: bytes
    evidence: tuple[Evidence, ...]
    unseen: Unseen | None

    @property
    def strength(self) -> Strength | None:
        """The strongest of its evidence, or `None`."""
        return max((item.strength for item in self.evidence), default=None)
