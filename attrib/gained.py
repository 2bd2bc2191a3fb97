"""The lines that commits gave to a path and took from it, each worked out once in a run.

It rests on the blobs alone. Those of many rows are read at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from attrib.equality import Comparer
from attrib.git.interface import Introduction
from attrib.model.ids import Oid
from attrib.patches import lines_between
from attrib.texts import squeezed

#: The blobs of so many rows are read at once.
_AT_ONCE = 64

#: The blobs before, one a parent, and the blob after.
_Blobs = tuple[tuple[Oid | None, ...], Oid | None]


class Lines(NamedTuple):
    """The lines that every parent lacks, and those that every parent has and the commit not."""

    gained: frozenset[bytes]
    lost: frozenset[bytes]


class GainedLines:
    """Answers for one repository."""

    def __init__(self, comparer: Comparer) -> None:
        self._comparer = comparer
        self._known: dict[_Blobs, Lines] = {}
        self._dense: dict[_Blobs, frozenset[bytes]] = {}

    def each(self, rows: Sequence[Introduction]) -> Iterator[tuple[Introduction, Lines]]:
        """Each row with its lines, in order."""
        for start in range(0, len(rows), _AT_ONCE):
            some = rows[start : start + _AT_ONCE]
            self._learn([(row.olds, row.new) for row in some])
            for row in some:
                yield row, self._known[row.olds, row.new]

    def dense(self, row: Introduction) -> frozenset[bytes]:
        """The lines that a row gave, without white space."""
        blobs = (row.olds, row.new)
        if blobs not in self._dense:
            self._learn([blobs])
            self._dense[blobs] = frozenset(squeezed(line) for line in self._known[blobs].gained)
        return self._dense[blobs]

    def _learn(self, asked: Sequence[_Blobs]) -> None:
        missing = [blobs for blobs in asked if blobs not in self._known]
        if missing:
            named = (oid for olds, new in missing for oid in (*olds, new))
            self._comparer.load(oid for oid in named if oid is not None)
        for olds, new in missing:
            after = self._content(new)
            pairs = [lines_between(self._content(old), after) for old in olds or (None,)]
            gained = frozenset.intersection(*(pair[0] for pair in pairs))
            lost = frozenset.intersection(*(pair[1] for pair in pairs))
            self._known[olds, new] = Lines(gained, lost)

    def _content(self, oid: Oid | None) -> bytes:
        return (self._comparer.blob(oid) if oid is not None else None) or b""
