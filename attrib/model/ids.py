"""Names of things: objects, paths, sessions, records, lines."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NewType

#: Full lowercase hex of a git object in the repository's own format (40 or 64 digits).
Oid = NewType("Oid", str)

#: A path inside a repository as git stores it: bytes, `/` between parts, relative to the top.
RepoPath = NewType("RepoPath", bytes)


class ObjectIdType(Enum):
    """How a recorded object ID was computed. Spec: ASR-457, ASR-458."""

    GIT_BLOB_SHA1 = "git-blob-sha1"
    GIT_BLOB_SHA256 = "git-blob-sha256"
    SHA256 = "sha256"

    @property
    def hex_length(self) -> int:
        """Number of hex digits of an ID of this type."""
        return 40 if self is ObjectIdType.GIT_BLOB_SHA1 else 64


class Representation(Enum):
    """Which bytes were hashed: the worktree file, or what the repository stores. Spec: ASR-459."""

    WORKTREE = "worktree"
    GIT_OBJECT = "git_object"


@dataclass(frozen=True, slots=True, order=True)
class SessionKey:
    """What names a session: agent, installation namespace, session ID; an ID alone does not."""

    agent: str
    namespace: str
    id: str


@dataclass(frozen=True, slots=True, order=True)
class RecordRef:
    """One record of one session, printed as `session#record`."""

    session: SessionKey
    record: str

    def __str__(self) -> str:
        return f"{self.session.id}#{self.record}"


@dataclass(frozen=True, slots=True, order=True)
class LineRange:
    """Lines `first` to `last`, 1-based, both included, as git prints them."""

    first: int
    last: int

    def __post_init__(self) -> None:
        if not 1 <= self.first <= self.last:
            raise ValueError(f"no line range: {self.first}-{self.last}")

    def __len__(self) -> int:
        return self.last - self.first + 1


def ranges_of(numbers: frozenset[int] | set[int] | list[int]) -> tuple[LineRange, ...]:
    """The given 1-based line numbers as the fewest ranges, in order."""
    ranges: list[LineRange] = []
    for number in sorted(set(numbers)):
        if ranges and ranges[-1].last == number - 1:
            ranges[-1] = LineRange(ranges[-1].first, number)
        else:
            ranges.append(LineRange(number, number))
    return tuple(ranges)
