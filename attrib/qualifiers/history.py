"""Qualifiers that ask history: was this content in the repository before, or used up since.

Both look at the path where the commit introduces the content, and at the lines that are covered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrib.chronology import Standing
from attrib.git.interface import Introduction
from attrib.index.interface import PastCommit
from attrib.matchers.interface import Match, Subject
from attrib.model.commits import Commit
from attrib.model.evidence import Qualifier, Relation
from attrib.model.ids import Oid
from attrib.model.states import RecordedChange
from attrib.qualifiers.interface import Context, Part, Verdict, own_changes
from attrib.texts import squeezed

_EXACT = frozenset({Relation.TRANSITION, Relation.CHAIN})
_WHOLE = _EXACT | {Relation.AFTER_STATE, Relation.REPLAYED, Relation.ELSEWHERE}


class AlreadyCommitted:
    """A commit before this one, not earlier than the record, introduced the same content.

    The record is used up: the same content came again.
    """

    qualifier = Qualifier.ALREADY_COMMITTED

    def holds(self, match: Match, context: Context) -> Verdict:
        """The covered lines that an earlier commit adds or removes, or all where it holds all."""
        subject = match.subject
        if subject is None or subject.commit is None:
            return False
        standing_to = standings(own_changes(match), context)
        rows = earlier(subject, context)
        standing = {row.commit: standing_to(row.commit) for row in rows}
        used = [row for row in rows if standing[row.commit] is not Standing.AFTER]
        if any(_is_same_whole(match, subject, row) for row in used):
            return True
        certain = [row for row in used if standing[row.commit] is not Standing.UNKNOWN]
        texts = {subject.new[index] for index in match.added}
        removed = {subject.old[index] for index in match.removed}
        is_reshaped = match.relation is Relation.RESHAPED
        dense = {squeezed(text) for text in texts} if is_reshaped else set()
        came: set[bytes] = set()
        went: set[bytes] = set()
        came_dense: set[bytes] = set()
        for row, (gained, lost) in context.gained.each(certain):
            came |= texts & gained
            went |= removed & lost
            came_dense |= dense & context.gained.dense(row) if dense else set()
        return Part(
            frozenset(
                index
                for index in match.added
                if (text := subject.new[index]) in came or (dense and squeezed(text) in came_dense)
            ),
            frozenset(index for index in match.removed if subject.old[index] in went),
        )


def _is_same_whole(match: Match, subject: Subject, row: Introduction) -> bool:
    """True when a whole state agrees and the earlier commit introduced it too."""
    ends = match.claim is not None and (match.claim.ends or match.claim.reaches_commit)
    new = subject.change.new.oid if subject.change.new is not None else None
    return match.relation in _WHOLE and bool(ends) and row.new == new


class PreExisting:
    """The blob, or a covered line at the path, was in the repository before the record."""

    qualifier = Qualifier.PRE_EXISTING

    def holds(self, match: Match, context: Context) -> Verdict:
        """The covered lines that stood there before, or all where the whole blob did."""
        subject = match.subject
        if match.relation in _EXACT or subject is None or not match.steps:
            return False
        standing_to = standings(own_changes(match), context)
        if match.relation in _WHOLE:
            new = subject.change.new
            own = subject.commit.oid if subject.commit is not None else None
            return new is not None and any(
                standing_to(row.commit) is Standing.AFTER
                for row in context.history.places_of(new.oid)
                if row.commit != own
            )
        if subject.commit is None:
            return False
        rows = [
            row for row in earlier(subject, context) if standing_to(row.commit) is Standing.AFTER
        ]
        texts = {subject.new[index] for index in match.added}
        stood = {text for _, lines in context.gained.each(rows) for text in texts & lines.gained}
        return Part(frozenset(index for index in match.added if subject.new[index] in stood))


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


def earlier(subject: Subject, context: Context) -> Sequence[Introduction]:
    """What commits before the subject's introduced at its path and where the file was before."""
    if subject.commit is None:
        return ()
    paths = dict.fromkeys((subject.change.path, *subject.change.old_paths))
    return [row for path in paths for row in context.history.ancestors_at(path, subject.commit.oid)]


def standings(changes: Sequence[RecordedChange], context: Context) -> Callable[[Oid], Standing]:
    """Tells where the latest of a session's records stands to another commit; never `WITHIN`.

    After the commit: the content was there before the record. The stream's order decides first.
    """
    known = context.chronology.latest_known(changes)

    def standing_to(oid: Oid) -> Standing:
        past = context.history.commit(oid)
        if past is None:
            return Standing.UNKNOWN
        if known is not None:
            is_before = known < max(past.author_time, past.committer_time) + 1
            return Standing.BEFORE if is_before else Standing.AFTER
        return _by_order(changes, context, past)

    return standing_to


def _by_order(changes: Sequence[RecordedChange], context: Context, past: PastCommit) -> Standing:
    commit = Commit(past.oid, past.parents, past.author_time, past.committer_time, b"", b"")
    latest = Standing.BEFORE if changes else Standing.UNKNOWN
    for change in changes:
        standing = context.chronology.standing(change, commit)
        # Here no allowance helps: a record in the seconds after a commit is later than it.
        if standing is Standing.AFTER or standing is Standing.WITHIN:
            return Standing.AFTER
        if standing is Standing.UNKNOWN:
            latest = standing
    return latest


ALREADY_COMMITTED = AlreadyCommitted()
PRE_EXISTING = PreExisting()
SEVERAL_COMMITS = SeveralCommits()
