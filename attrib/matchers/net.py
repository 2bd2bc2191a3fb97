"""`after-state` of a `basis: net` change: the file as it stood at an end, whoever changed it.

Only where its session recorded no operation of its own at the path. Spec: ASR-474.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrib.chronology import Standing
from attrib.matchers.interface import Match, Subject
from attrib.model.evidence import Covers, Relation
from attrib.model.states import Step


class Net:
    """Covers the file, never a line: it holds everybody's changes."""

    relation = Relation.AFTER_STATE

    def matches(self, subject: Subject) -> Iterator[Match]:
        """One match for each net change that ends in the commit's file."""
        with_own = {
            change.session for node in subject.timeline.nodes for change in node.step.changes
        }
        for change, agreement in subject.nets:
            if change.session in with_own:
                continue
            step = Step((change,), change.path, change.old_path, change.before, change.after)
            yield Match(
                relation=self.relation,
                session=change.session,
                records=(change.ref,),
                covers=Covers.FILE,
                subject=subject,
                steps=(step,),
                agreement=agreement,
                added=subject.added,
                removed=subject.removed,
                before_is_known=change.before.is_known,
                is_late=subject.standing_of(change) is Standing.AFTER,
            )
