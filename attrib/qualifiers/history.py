"""Qualifiers that ask history: was this content in the repository before, or used up since.

Both look at the path where the commit introduces the content, and at the lines that are covered.
"""

from __future__ import annotations

from attrib.git.interface import Introduction
from attrib.matchers.interface import Match
from attrib.model.evidence import Qualifier, Relation
from attrib.model.ids import Oid
from attrib.patches import line_set, lines_held
from attrib.qualifiers.interface import Context, Verdict, own_changes

_EXACT = frozenset({Relation.TRANSITION, Relation.CHAIN, Relation.REPLAYED})
_WHOLE = _EXACT | {Relation.AFTER_STATE}

#: How many of the latest versions of a path before the record are read.
_VERSIONS = 20


class AlreadyCommitted:
    """A commit before this one, not earlier than the record, introduced the same content.

    The record is used up: the same content came again.
    """

    qualifier = Qualifier.ALREADY_COMMITTED

    def holds(self, match: Match, context: Context) -> Verdict:
        """The covered lines that an earlier commit adds, or all where it holds the whole state."""
        time = _record_time(match)
        subject = match.subject
        if time is None or subject is None or subject.commit is None:
            return False
        used: set[int] = set()
        for row in context.history.ancestors_at(subject.change.path, subject.commit.oid):
            if not _is_after(context, row.commit, time):
                continue
            whole = match.relation in _WHOLE and match.claim is not None and match.claim.ends
            if whole and subject.change.new is not None and row.new == subject.change.new.oid:
                return True
            texts = _added_texts(context, row)
            used |= {index for index in match.added if subject.new[index] in texts}
        return frozenset(used)


class PreExisting:
    """The blob, or a covered line at the path, was in the repository before the record."""

    qualifier = Qualifier.PRE_EXISTING

    def holds(self, match: Match, context: Context) -> Verdict:
        """The covered lines that stood there before, or all where the whole blob did."""
        subject = match.subject
        time = _record_time(match)
        if match.relation in _EXACT or subject is None or time is None:
            return False
        if match.relation is Relation.AFTER_STATE:
            new = subject.change.new
            return new is not None and any(
                not _is_after(context, row.commit, time)
                for row in context.history.places_of(new.oid)
                if subject.commit is None or row.commit != subject.commit.oid
            )
        if subject.commit is None:
            return False
        rows = [
            row
            for row in context.history.ancestors_at(subject.change.path, subject.commit.oid)
            if not _is_after(context, row.commit, time)
        ]
        texts = {subject.new[index] for index in match.added}
        stood: set[bytes] = set()
        for row in rows[-_VERSIONS:]:
            content = context.comparer.blob(row.new) if row.new is not None else None
            stood |= lines_held(content or b"", texts - stood)
        return frozenset(index for index in match.added if subject.new[index] in stood)


class SeveralCommits:
    """Several commits introduce the blob: one match names them all, it picks none."""

    qualifier = Qualifier.SEVERAL_COMMITS

    def holds(self, match: Match, context: Context) -> Verdict:
        """Whether the blob that agrees is introduced by more than one commit."""
        subject = match.subject
        if match.relation not in _WHOLE or subject is None or subject.change.new is None:
            return False
        places = context.history.places_of(subject.change.new.oid)
        return len({row.commit for row in places}) > 1


def _record_time(match: Match) -> float | None:
    """The latest time at which the session's records can have been made; `None` if unknown."""
    times = [
        change.moment.latest if change.moment.latest is not None else change.moment.earliest
        for change in own_changes(match)
    ]
    known = [time for time in times if time is not None]
    return max(known) if known else None


def _is_after(context: Context, commit: Oid, time: float) -> bool:
    """True when a commit is not earlier than a record; commit times are whole seconds."""
    seen = context.history.commit(commit)
    return seen is not None and seen.committer_time >= int(time)


def _added_texts(context: Context, row: Introduction) -> frozenset[bytes]:
    new = _lines(context, row.new)
    return new.difference(*(_lines(context, old) for old in row.olds))


def _lines(context: Context, oid: Oid | None) -> frozenset[bytes]:
    content = context.comparer.blob(oid) if oid is not None else None
    return line_set(content or b"")


ALREADY_COMMITTED = AlreadyCommitted()
PRE_EXISTING = PreExisting()
SEVERAL_COMMITS = SeveralCommits()
