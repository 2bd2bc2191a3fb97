"""`touched`: an applied change at the path whose content is not recorded, in the commit's time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from attrib.chronology import Standing
from attrib.matchers.common import matches_of
from attrib.matchers.interface import Claim, Match, Subject
from attrib.model.evidence import Covers, Relation
from attrib.model.states import Step
from attrib.timeline import Timeline


class Touched:
    """Nothing could be compared: the record holds no ID, no content, no hunks."""

    relation = Relation.TOUCHED

    def matches(self, subject: Subject) -> Iterator[Match]:
        """One match for each session and step between the parents' time and the commit's."""
        for index in _silent(subject.timeline):
            if subject.standings[index] is not Standing.BEFORE:
                continue
            time = subject.timeline.nodes[index].step.first.moment.latest
            if subject.since is not None and (time is None or time < subject.since):
                continue
            yield from matches_of(
                subject, _whole(subject, index), self.relation, covers=Covers.FILE
            )


@lru_cache(maxsize=64)
def _silent(timeline: Timeline) -> tuple[int, ...]:
    """The steps of which nothing can be compared."""
    return tuple(index for index, node in enumerate(timeline.nodes) if not _tells(node.step))


def _tells(step: Step) -> bool:
    is_own = any(change.actor.is_own for change in step.changes)
    return bool(step.after.is_known or step.hunks or step.replacements) or not is_own


def _whole(subject: Subject, index: int) -> Claim:
    return Claim(
        nodes=(index,),
        added=subject.added,
        removed=subject.removed,
        tells_lines=False,
        starts=None,
        ends=None,
        in_run=False,
        is_replayed=False,
        made=0,
        unmade=0,
    )
