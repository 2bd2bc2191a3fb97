"""Which recorded steps at a path add or remove a line with a given text.

A walk needs only the steps that touch the lines of the commit at hand; with this index the others
are never compared. Texts are compared without their line end, since worktrees differ in it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

from attrib.model.states import Presence
from attrib.patches import line_set, lines_between
from attrib.texts import squeezed
from attrib.timeline import Node, Timeline

#: The texts that a step adds and those that it removes; `None` where the record does not tell.
Touched = tuple[frozenset[bytes], frozenset[bytes]]


class LineIndex:
    """The steps of one timeline by the texts of the lines that they add or remove."""

    def __init__(self, timeline: Timeline) -> None:
        self._touched = [_touched(timeline, node) for node in timeline.nodes]
        self._by_text: defaultdict[bytes, list[int]] = defaultdict(list)
        #: Steps whose own lines are not known: they may touch any line.
        self.opaque = frozenset(i for i, each in enumerate(self._touched) if each is None)
        for index, each in enumerate(self._touched):
            for text in each[0] | each[1] if each else ():
                self._by_text[text].append(index)

    def touched_by(self, index: int) -> Touched:
        """The texts that a step adds and removes, without line ends; none where unknown."""
        return self._touched[index] or (frozenset(), frozenset())

    def touching(self, lines: Iterable[bytes]) -> frozenset[int]:
        """The steps that add or remove one of the lines, and those that may."""
        found = set(self.opaque)
        for line in lines:
            found.update(self._by_text.get(bare_text(line), ()))
        return frozenset(found)

    def taken_away(self, texts: Collection[bytes], steps: Iterable[int]) -> frozenset[bytes]:
        """Those of the texts that the steps, in order, remove and do not add again."""
        lost: set[bytes] = set()
        for index in steps:
            gained, dropped = self.touched_by(index)
            lost.update(text for text in texts if text in dropped)
            lost.difference_update(gained)
        return frozenset(lost)

    def put_back(self, texts: Collection[bytes], steps: Iterable[int]) -> frozenset[bytes]:
        """Those of the texts that the steps, in order, add and do not remove again."""
        back: set[bytes] = set()
        for index in steps:
            gained, dropped = self.touched_by(index)
            back.update(text for text in texts if text in gained)
            back.difference_update(dropped)
        return frozenset(back)

    @cached_property
    def by_squeezed(self) -> Mapping[bytes, Sequence[int]]:
        """The steps that add each text, by the text without any white space."""
        found: defaultdict[bytes, list[int]] = defaultdict(list)
        for index, each in enumerate(self._touched):
            for text in {squeezed(text) for text in each[0]} if each else ():
                found[text].append(index)
        return found

    @cached_property
    def sorted_squeezed(self) -> Sequence[bytes]:
        """The texts that steps add, without any white space, in order."""
        return sorted(self.by_squeezed)

    def may_begin(self, text: bytes) -> bool:
        """True where a text that a step adds begins like this, without white space."""
        at = bisect_left(self.sorted_squeezed, text)
        return at < len(self.sorted_squeezed) and self.sorted_squeezed[at].startswith(text)


def bare_text(line: bytes) -> bytes:
    """A line without its line end."""
    return line.rstrip(b"\r\n")


def _touched(timeline: Timeline, node: Node) -> Touched | None:
    step = node.step
    if step.hunks:
        added = {bare_text(line) for hunk in step.hunks for line in hunk.added}
        removed = {bare_text(line) for hunk in step.hunks for line in hunk.removed}
        return frozenset(added - removed), frozenset(removed - added)
    before = timeline.table.content_of(node.before)
    after = timeline.table.content_of(node.after)
    if before is not None and after is not None:
        made, unmade = lines_between(before, after)
        return _texts(made), _texts(unmade)
    if step.replacements:
        old = line_set(b"".join(item.old + b"\n" for item in step.replacements))
        new = line_set(b"".join(item.new + b"\n" for item in step.replacements))
        return _texts(new - old), _texts(old - new)
    if step.after.presence is Presence.ABSENT and before is not None:
        return frozenset(), _texts(line_set(before))
    return None


def _texts(lines: Iterable[bytes]) -> frozenset[bytes]:
    return frozenset(bare_text(line) for line in lines)


@lru_cache(maxsize=4096)
def line_index(timeline: Timeline) -> LineIndex:
    """The index of a timeline, made once."""
    return LineIndex(timeline)
