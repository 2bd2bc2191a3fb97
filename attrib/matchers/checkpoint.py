"""`checkpoint`: a snapshot's version of the path equals the commit's blob, an earlier one does not.

A checkpoint gives states, never changes. Spec: ASR-454, ASR-467.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from attrib.matchers.interface import Match, Snapshot, Subject
from attrib.model.evidence import Covers, Relation


class Checkpoint:
    """Says that this content stood in the session's worktree, and was new there."""

    relation = Relation.CHECKPOINT

    def matches(self, subject: Subject) -> Iterator[Match]:
        """One match for each session, resting on the first checkpoint that holds the blob."""
        by_session: defaultdict[object, list[Snapshot]] = defaultdict(list)
        for snapshot in subject.snapshots:
            by_session[snapshot.ref.session].append(snapshot)
        for snapshots in by_session.values():
            first = next((i for i, each in enumerate(snapshots) if each.agreement), None)
            if not first:
                continue
            found = snapshots[first]
            yield Match(
                relation=self.relation,
                session=found.ref.session,
                records=(found.ref,),
                covers=Covers.FILE,
                subject=subject,
                steps=(),
                agreement=found.agreement,
                added=subject.added,
                removed=subject.removed,
            )
