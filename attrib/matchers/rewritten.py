"""`rewritten`: the commit was made from another one, and that one has evidence.

A recorded rewrite keeps the strength; the same patch alone gives at most moderate. What covers
lines covers those that git's diff carries into the commit; what covers none any more is weak.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from attrib.model.commits import Hunk
from attrib.model.evidence import Covers, Evidence, Qualifier, Relation, Strength
from attrib.model.ids import LineRange, Oid, RepoPath, SessionKey, ranges_of
from attrib.rewrites import Origin
from attrib.strength import rewritten_strength

#: How a recorded rewrite is told.
_WORDS = {"amend": "a recorded amend", "rebase": "a recorded rebase"}


@dataclass(frozen=True, slots=True)
class Carried:
    """Where the lines of another commit's file stand in this one's, 0-based.

    `added` gives lines of its blob as lines that this commit adds, `removed` lines of its first
    parent's as lines that this commit removes.
    """

    path: RepoPath
    old_path: RepoPath | None = None
    added: Mapping[int, int] = field(default_factory=dict)
    removed: Mapping[int, int] = field(default_factory=dict)


class Rewritten:
    """Carries evidence over one step, never further; direct evidence stands before it."""

    relation = Relation.REWRITTEN

    def carry(
        self,
        commit: Oid,
        origin: Origin,
        evidence: Iterable[Evidence],
        carried: Mapping[RepoPath, Carried],
        direct: Sequence[Evidence],
    ) -> Iterator[Evidence]:
        """The evidence about `origin` as evidence about `commit`, where it adds to `direct`."""
        whole: dict[SessionKey, list[Evidence]] = {}
        for item in evidence:
            if item.strength is Strength.DECLARED:
                continue
            moved = self._moved(commit, origin, item)
            place = carried.get(item.path) if item.path is not None else None
            placed = _placed(moved, place) if place is not None else None
            if placed is not None:
                left = _beyond(placed, direct)
                if left is not None:
                    yield left
                continue
            if item.path is not None:
                moved = replace(moved, strength=min(moved.strength, Strength.WEAK))
            whole.setdefault(item.session, []).append(moved)
        for session, items in whole.items():
            best = max(item.strength for item in items)
            known = [other.strength for other in direct if other.session == session]
            if best > max(known, default=Strength.DECLARED):
                yield _as_whole([item for item in items if item.strength == best])

    def _moved(self, commit: Oid, origin: Origin, item: Evidence) -> Evidence:
        short = origin.commit[:8]
        note = f"held for {short}, whose patch is the same"
        if origin.by is not None:
            note = f"held for {short}, replaced by {_WORDS.get(origin.by, 'a recorded rewrite')}"
        limits = {*item.qualifiers}
        limits |= {Qualifier.ALREADY_COMMITTED} if origin.is_ancestor else set()
        return replace(
            item,
            commit=commit,
            relation=self.relation,
            strength=rewritten_strength(
                item.strength, is_recorded=origin.by is not None, is_ancestor=origin.is_ancestor
            ),
            qualifiers=tuple(limit for limit in Qualifier if limit in limits),
            notes=(*item.notes, note),
        )


def lines_carried(hunks: Sequence[Hunk], count: int, wanted: frozenset[int]) -> dict[int, int]:
    """Which of `count` lines a diff keeps, each with its new place, where that is wanted."""
    found: dict[int, int] = {}
    start = shift = 0
    for hunk in (*hunks, Hunk(count, 0, 0, 0)):
        kept = range(start, hunk.old_start)
        found.update({line: line + shift for line in kept if line + shift in wanted})
        start = hunk.old_start + hunk.old_count
        shift = hunk.new_start + hunk.new_count - start
    return found


def _placed(item: Evidence, place: Carried) -> Evidence | None:
    """The evidence on this commit's lines, or `None` where none of its lines is carried."""
    added = {place.added[line] for line in _lines(item.lines) if line in place.added}
    removed = {place.removed[line] for line in _lines(item.removed) if line in place.removed}
    if not added and not removed:
        return None
    return replace(
        item,
        path=place.path,
        old_path=place.old_path,
        lines=ranges_of([line + 1 for line in added]),
        removed=ranges_of([line + 1 for line in removed]),
    )


def _beyond(item: Evidence, direct: Sequence[Evidence]) -> Evidence | None:
    """The evidence without the lines for which the session has direct evidence as strong."""
    added, removed = set(_lines(item.lines)), set(_lines(item.removed))
    for other in direct:
        as_near = other.covers is Covers.LINE or item.covers is Covers.FILE
        same = other.session == item.session and other.path == item.path
        if same and as_near and other.strength >= item.strength:
            added -= set(_lines(other.lines))
            removed -= set(_lines(other.removed))
    if not added and not removed:
        return None
    return replace(
        item,
        lines=ranges_of([line + 1 for line in added]),
        removed=ranges_of([line + 1 for line in removed]),
    )


def _as_whole(items: Sequence[Evidence]) -> Evidence:
    """One piece of evidence for the whole commit, resting on the records of all."""
    records = dict.fromkeys(ref for item in items for ref in item.records)
    return replace(
        items[0],
        covers=Covers.COMMIT,
        records=tuple(records),
        path=None,
        old_path=None,
        lines=(),
        removed=(),
        sides=(),
    )


def _lines(ranges: Sequence[LineRange]) -> Iterator[int]:
    """0-based lines."""
    for span in ranges:
        yield from range(span.first - 1, span.last)


REWRITTEN = Rewritten()
