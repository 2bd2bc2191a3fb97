"""What a rule of ASR is to `attrib check`, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol, TypeAlias

from attrib.model.records import BlobRef, Place

#: Reads a blob that a record refers to; `None` where it is not kept.
BlobReader: TypeAlias = Callable[[BlobRef], bytes | None]


class Severity(Enum):
    """How much a finding weighs: an error breaks a MUST, a warning a SHOULD or an inference."""

    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"


class Level(Enum):
    """What the rule's own words are: MUST, SHOULD, or for consumers of records only."""

    MUST = "MUST"
    SHOULD = "SHOULD"
    CONSUMER = "MUST, of consumers"
    INFERRED = "inferred"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to say about one record."""

    place: Place
    rule: str
    severity: Severity
    message: str


@dataclass(frozen=True, slots=True)
class Item:
    """A record as it stands in the stream: its raw members, never the tolerant model's."""

    place: Place
    type: str
    data: dict[str, Any]
    raw: bytes
    flaw: str | None = None


@dataclass(slots=True)
class Facts:
    """What the records of one stream said up to now; complete when the stream has ended.

    `roots` maps the IDs declared so far to their paths. `ids` maps a record's ID to its type and
    seq, the first one of that ID. `failed_calls` are calls whose result is an error.
    """

    blob: BlobReader
    producer: str | None = None
    agent: str | None = None
    roots: dict[str, str | None] = field(default_factory=dict)
    ids: dict[str, tuple[str, int | None]] = field(default_factory=dict)
    calls: set[str] = field(default_factory=set)
    failed_calls: set[str] = field(default_factory=set)
    losses: set[str] = field(default_factory=set)
    commits: set[str] = field(default_factory=set)
    sessions: list[str] = field(default_factory=list)
    last_seq: int | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class Problem:
    """What a rule says of the record at hand.

    With `holds` the problem stands only if it returns true for the facts of the whole stream.
    `once` marks one that is reported for the first record of a stream that has it.
    """

    severity: Severity
    message: str
    holds: Callable[[Facts], bool] | None = None
    once: bool = False


class Check(Protocol):
    """Looks at one record; `facts` are those of the records before it."""

    def __call__(self, item: Item, facts: Facts) -> Iterator[Problem]:
        """What the record at hand does not keep of the rule."""
        ...


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its number, its level, one sentence, and how the stream is checked for it.

    `severities` lists all that `check` can report. `kinds` are the record types it looks at,
    empty for all. Without a `check`, a stream alone cannot show whether the rule was kept.
    """

    number: str
    level: Level
    summary: str
    severities: tuple[Severity, ...] = ()
    kinds: frozenset[str] = frozenset()
    check: Check | None = None


def error(message: str, *, holds: Callable[[Facts], bool] | None = None) -> Problem:
    """A problem that breaks a MUST."""
    return Problem(Severity.ERROR, message, holds)


def warning(message: str, *, holds: Callable[[Facts], bool] | None = None) -> Problem:
    """A problem that breaks a SHOULD, or what we infer."""
    return Problem(Severity.WARNING, message, holds)


def notice(
    message: str, *, holds: Callable[[Facts], bool] | None = None, once: bool = False
) -> Problem:
    """Something to know that breaks nothing."""
    return Problem(Severity.NOTICE, message, holds, once)
