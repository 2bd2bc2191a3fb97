"""Runs of lines that belong together: one commit, and evidence of the same records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from attrib.model.blame import BlameLine
from attrib.model.evidence import Strength
from attrib.model.ids import Oid, SessionKey


@dataclass(frozen=True, slots=True)
class Run:
    """Following lines of one commit with the same evidence, which may be weaker on some of them."""

    lines: tuple[BlameLine, ...]

    @property
    def first(self) -> BlameLine:
        """The line at its top."""
        return self.lines[0]

    @property
    def commit(self) -> Oid | None:
        """The commit that blame names for all of its lines."""
        return self.first.commit

    @property
    def best(self) -> BlameLine:
        """The first of its lines with the strongest evidence."""
        return max(self.lines, key=lambda line: -1 if line.strength is None else line.strength)

    @property
    def strength(self) -> Strength | None:
        """The strongest of its evidence, or `None`."""
        return self.best.strength

    @property
    def sessions(self) -> tuple[SessionKey, ...]:
        """The sessions of its evidence, the strongest first, each once."""
        return tuple(dict.fromkeys(item.session for item in self.best.evidence))


def runs_of(lines: Sequence[BlameLine]) -> Iterator[Run]:
    """The lines as runs, in order."""
    for _, found in groupby(lines, _what_is_said):
        yield Run(tuple(found))


def _what_is_said(line: BlameLine) -> object:
    said = frozenset((e.session, e.relation, e.records, e.actor) for e in line.evidence)
    return line.commit, line.origin_path, line.unseen, said
