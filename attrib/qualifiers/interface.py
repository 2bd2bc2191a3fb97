"""What a qualifier is given and what it answers.

To add one: a file with a class of this shape, one line in `__init__.py`, one story.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from attrib.chronology import Chronology
from attrib.common_lines import CommonLines
from attrib.equality import Comparer
from attrib.gained import GainedLines
from attrib.index.history import History
from attrib.matchers.common import changes_of
from attrib.matchers.interface import CommitRecord, Match
from attrib.model.evidence import Qualifier
from attrib.model.ids import Oid
from attrib.model.states import RecordedChange
from attrib.texts import is_distinctive
from attrib.walk import Diff


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the lines (0-based) that a match covers; false when there are none."""

    added: frozenset[int] = frozenset()
    removed: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed)


#: The covered lines for which a qualifier holds; `True` for all of the match.
Verdict = bool | Part


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """What qualifiers may ask: history, order in time, contents, and who named which commit."""

    history: History
    chronology: Chronology
    comparer: Comparer
    diff: Diff
    named: Mapping[Oid, Sequence[CommitRecord]]
    common: CommonLines
    gained: GainedLines

    def is_distinctive(self, line: bytes) -> bool:
        """True for a line that can tell one origin from another in this repository."""
        return is_distinctive(line) and not self.common.holds(line)


class Qualify(Protocol):
    """One fact that limits what a match shows."""

    @property
    def qualifier(self) -> Qualifier:
        """Which qualifier this is."""
        ...

    def holds(self, match: Match, context: Context) -> Verdict:
        """Whether it holds, for the whole match or for some of its lines."""
        ...


def own_changes(match: Match) -> list[RecordedChange]:
    """The session's records that the match rests on."""
    return changes_of(match.steps, match.session)
