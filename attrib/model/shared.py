"""What notes share of evidence: claims about commits and blobs, and what became of each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from attrib.model.evidence import Equality, Evidence
from attrib.model.ids import Oid, RecordRef, RepoPath, SessionKey
from attrib.model.states import RecordedState


class StateSide(Enum):
    """Which side of a recorded change a blob equals."""

    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class SharedEvidence:
    """One evidence as a note about a commit tells it; `evidence.commit` is the commit meant.

    `blob` is what the commit holds at the path, `olds` what each parent holds there. Evidence about
    the commit as a whole has no path and no blobs.
    """

    evidence: Evidence
    blob: Oid | None = None
    olds: tuple[Oid | None, ...] = ()

    @property
    def session(self) -> SessionKey:
        """The session that it is about."""
        return self.evidence.session


@dataclass(frozen=True, slots=True)
class SharedState:
    """One recorded change with a side that equals the annotated blob; `time` is the record's."""

    record: RecordRef
    path: RepoPath
    side: StateSide
    equality: Equality
    op: str
    status: str
    actor: str
    before: RecordedState
    after: RecordedState
    old_path: RepoPath | None = None
    time: float | None = None

    @property
    def session(self) -> SessionKey:
        """The session that it is about."""
        return self.record.session


@dataclass(frozen=True, slots=True)
class NoteLine:
    """One line of a note, 1-based; without a value, `reason` says why it is passed over.

    `is_newer`: a later version may know it.
    """

    number: int
    raw: bytes
    value: SharedEvidence | SharedState | None
    reason: str | None = None
    is_newer: bool = False


@dataclass(frozen=True, slots=True)
class SharedNote:
    """All that is shared about one object; `is_commit` is false for a blob."""

    object: Oid
    is_commit: bool
    lines: tuple[NoteLine, ...]


class Verdict(Enum):
    """What became of a shared claim when it was derived again."""

    HOLDS = "holds"
    UNCHECKED = "cannot-be-checked"
    CONTRADICTED = "contradicted"


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """One shared claim with its verdict and a sentence that gives the reason."""

    object: Oid
    is_commit: bool
    line: NoteLine
    verdict: Verdict
    reason: str


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """All claims of a range or a file, in order; `source` is where they stand."""

    source: str
    range: str | None
    claims: tuple[CheckedClaim, ...]

    def count(self, verdict: Verdict) -> int:
        """How many claims have this verdict."""
        return sum(claim.verdict is verdict for claim in self.claims)


@dataclass(frozen=True, slots=True)
class PublishReport:
    """What `attrib share push` or `fetch` did, in numbers; `tip` is the notes commit now.

    `added` counts lines that are new here, `left_out` those that a limit kept out.
    """

    remote: str
    reference: str
    tip: Oid | None
    commits: int = 0
    blobs: int = 0
    added: int = 0
    left_out: int = 0
    withheld: int = 0
    tries: int = 1
