"""`named`: a `vcs` record of an action that makes commits names the commit. Spec: ASR-463, 465."""

from __future__ import annotations

from collections.abc import Iterator

from attrib.matchers.interface import CommitFacts, CommitRecord, Match, commit_match
from attrib.model.commits import Commit
from attrib.model.evidence import Relation
from attrib.model.records import Vcs


class Named:
    """The session recorded the commit's ID: observed in a call, parsed from output, or reported."""

    relation = Relation.NAMED

    def matches(self, commit: Commit, facts: CommitFacts) -> Iterator[Match]:
        """One match for each session, resting on its best kind of record."""
        by_session: dict[object, list[CommitRecord]] = {}
        for item in facts.named.get(commit.oid, ()):
            by_session.setdefault(item.ref.session, []).append(item)
        for items in by_session.values():
            rank = max((rank_of(item.record) for item in items), key=_ORDER.index)
            best = [item.ref for item in items if rank_of(item.record) == rank]
            records = tuple(dict.fromkeys(best))
            yield commit_match(self.relation, records, rank=rank, notes=(_WORDS[rank],))


_ORDER = ("reported", "parsed_output", "observed")
_WORDS = {
    "observed": "the commit ID was observed in a tool call",
    "parsed_output": "the commit ID stands in a command's output",
    "reported": "the commit was seen in the workspace, by nobody's call in particular",
}


def rank_of(record: Vcs) -> str:
    """How the producer knows, as the table of strengths reads it."""
    has_call = record.cause is not None and record.cause.call_id is not None
    if record.evidence == "observed" and record.commit and has_call:
        return "observed"
    if record.evidence == "parsed_output":
        return "parsed_output"
    return "reported"
