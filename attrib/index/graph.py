"""Which commits lie before which, over numbers: parents always have lower numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

#: Stands where a commit has no such parent.
NONE = -1


class Graph:
    """The parents of each commit; a commit is its number, from 0, parents before children."""

    def __init__(self) -> None:
        self._first = array("i")
        self._second = array("i")
        self._more: dict[int, tuple[int, ...]] = {}

    def __len__(self) -> int:
        return len(self._first)

    def add(self, parents: Sequence[int]) -> None:
        """Append one commit."""
        self._first.append(parents[0] if parents else NONE)
        self._second.append(parents[1] if len(parents) > 1 else NONE)
        if len(parents) > 2:
            self._more[len(self._first) - 1] = tuple(parents[2:])

    def extend(self, columns: tuple[bytes, bytes, bytes]) -> None:
        """Append what `columns` of another graph gave; its parents are numbers of this one."""
        first, second, more = (array("i") for _ in range(3))
        for numbers, content in zip((first, second, more), columns, strict=True):
            numbers.frombytes(content)
        if len(first) != len(second) or len(more) % 2:
            raise ValueError("columns of unequal length")
        start = len(self)
        self._first += first
        self._second += second
        for child, parent in zip(more[::2], more[1::2], strict=True):
            self._more[start + child] = (*self._more.get(start + child, ()), parent)

    def columns(self) -> tuple[bytes, bytes, bytes]:
        """The first parents, the second ones, and pairs of a commit and a further parent."""
        more = array("i")
        for child, parents in sorted(self._more.items()):
            for parent in parents:
                more.extend((child, parent))
        return self._first.tobytes(), self._second.tobytes(), more.tobytes()

    def parents(self, number: int) -> tuple[int, ...]:
        """The parents of a commit, in order."""
        two = (self._first[number], self._second[number])
        return (*(p for p in two if p != NONE), *self._more.get(number, ()))

    def heads(self) -> set[int]:
        """The commits that are no other's parent."""
        inner = {parent for parents in self._more.values() for parent in parents}
        return set(range(len(self))).difference(self._first, self._second, inner)

    def ancestors(self, tips: Iterable[int]) -> bytearray:
        """One byte a commit: 1 for the tips and everything before them."""
        flags = bytearray(len(self))
        top = NONE
        for tip in tips:
            flags[tip] = 1
            top = max(top, tip)
        first, second, more = self._first, self._second, self._more
        for number in range(top, -1, -1):
            if flags[number]:
                if (parent := first[number]) >= 0:
                    flags[parent] = 1
                if (parent := second[number]) >= 0:
                    flags[parent] = 1
                    for parent in more.get(number, ()):
                        flags[parent] = 1
        return flags

    def masks(self, marks: Mapping[int, int]) -> Mapping[int, int]:
        """For each commit with a marked one at or before it, all the bits of those marks."""
        if not marks:
            return {}
        masks: dict[int, int] = {}
        first, second, more = self._first, self._second, self._more
        marked, known = marks.get, masks.get
        for number in range(min(marks), len(first)):
            mask = marked(number, 0)
            if (parent := first[number]) >= 0:
                mask |= known(parent, 0)
            if (parent := second[number]) >= 0:
                mask |= known(parent, 0)
                for parent in more.get(number, ()):
                    mask |= known(parent, 0)
            if mask:
                masks[number] = mask
        return masks
