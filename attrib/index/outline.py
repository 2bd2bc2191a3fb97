"""What is told of a whole stream without looking at its changes one by one.

An outline is made when a stream is read into the index and is kept beside its records, so that an
answer about one path takes in only the streams that recorded it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from attrib.codec.facts import OUTSIDE, ChangeFacts, RecordFacts, Row

#: Larger than any content: the end of a range of sizes that is open.
ENDLESS = 2**62


class Spot(NamedTuple):
    """Where a change says that a file lies: `root` and `path`, and of a move where it lay."""

    is_move: bool
    root: str | None
    path: str
    old_root: str | None
    old_path: str | None


class Outline(NamedTuple):
    """A stream at a glance.

    `total` is the number of records; `others` are the rows of those that are no changes, with
    their positions; `first` and `last` the times of changes, in seconds since the epoch; `spots`
    the distinct ones of all changes;
    `lists_all` is false where a record leaves files out; `has_twins` is true where an ID comes
    twice; `holds_all` is false where a content or patch of a change is kept outside of the stream.
    """

    total: int
    others: Sequence[tuple[int, Row]]
    first: float | None
    last: float | None
    spots: Sequence[Spot]
    lists_all: bool
    has_twins: bool
    holds_all: bool


class After(NamedTuple):
    """What a change tells of the state after it: an ID, or a content from `low` to `high` bytes.

    Neither is known where the facts do not tell: then the record itself has to be read.
    """

    position: int
    root: str | None
    path: str
    id_type: str | None
    object_id: str | None
    low: int | None
    high: int | None

    @property
    def is_open(self) -> bool:
        """True where only the record tells."""
        return self.object_id is None and self.low is None


def spot_of(change: Row) -> Spot:
    """The spot of a change, given as `ChangeFacts` or what is read like them."""
    op, root, path, old_root, old_path = change[:5]
    return Spot(op == "move", root, path, old_root, old_path)


def is_whole(facts: Row) -> bool:
    """False where a record refers to a content, or to a patch, outside of the stream."""
    patch_size, changes = facts[6], facts[8]
    sides = [side for change in changes for side in change[5:7] if side is not None]
    return patch_size != OUTSIDE and all(side[4] is not None for side in sides if side[3])


def afters_of(position: int, facts: RecordFacts) -> Iterator[After]:
    """What each change of a record tells of its after-state; nothing of one that has none."""
    for change in facts.changes:
        after = change.after
        if change.op == "delete" and facts.patch_size is None:
            continue
        if change.op not in ("add", "modify"):
            yield After(position, change.root, change.path, None, None, None, None)
            continue
        sizes = _sizes(change, facts.patch_size)
        kind, name = (after.id_type, after.object_id) if after is not None else (None, None)
        if name is not None or sizes is not None:
            low, high = sizes or (None, None)
            yield After(position, change.root, change.path, kind, name, low, high)


def _sizes(change: ChangeFacts, patch_size: int | None) -> tuple[int, int] | None:
    """From how many to how many bytes the content after a change has; `None` where it has none."""
    before, after = change.before, change.after
    if after is not None and after.has_content:
        return (after.size, after.size) if after.size is not None else (0, ENDLESS)
    has_start = change.op == "add" or (before is not None and before.has_content)
    if patch_size is None or not has_start:
        return None
    start = before.size if before is not None and before.has_content else 0
    if start is None or patch_size == OUTSIDE:
        return (0, ENDLESS)
    # A patch takes away no more, and adds no more, than it says; line ends may become longer.
    return (max(0, start - 2 * patch_size), start + 2 * patch_size)
