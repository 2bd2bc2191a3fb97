"""What the relations of whole states and of lines share: from a claim to matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrib.chronology import Standing
from attrib.equality import Agreement
from attrib.matchers.interface import Claim, Match, Subject
from attrib.model.evidence import Covers, Relation, Side
from attrib.model.ids import RecordRef, SessionKey
from attrib.model.states import Presence, RecordedChange, RecordedState, Step


def matches_of(
    subject: Subject,
    claim: Claim,
    relation: Relation,
    *,
    agreement: Agreement | None = None,
    notes: tuple[str, ...] = (),
    covers: Covers | None = None,
    rank: str = "",
) -> Iterator[Match]:
    """One match for each session that recorded the claim's steps."""
    steps = subject.steps(claim)
    sessions = dict.fromkeys(session for step in steps for session in step.sessions)
    if covers is None:
        covers = Covers.LINE if claim.tells_lines else Covers.FILE
    for session in sessions:
        yield Match(
            relation=relation,
            session=session,
            records=records_of(steps, session),
            covers=covers,
            subject=subject,
            steps=tuple(steps),
            agreement=agreement,
            added=claim.added,
            removed=claim.removed,
            claim=claim,
            before_is_known=steps[0].before.is_known
            or (claim.tells_lines and not subject.is_whole_deletion),
            is_late=claim.is_late or is_late(subject, steps, session),
            rank=rank,
            notes=notes,
            sides=sides_of(subject, claim, agreement),
        )


def is_late(subject: Subject, steps: Sequence[Step], session: SessionKey) -> bool:
    """True when all records that a session has of the steps stand after the commit."""
    return all(
        subject.standing_of(change) is Standing.AFTER for change in changes_of(steps, session)
    )


def is_within_allowance(subject: Subject, claim: Claim) -> bool:
    """True when the steps are later than the commit by no more than the clock allowance.

    Then only relations of whole recorded states hold.
    """
    return all(subject.standings[index] is Standing.WITHIN for index in claim.nodes)


def changes_of(steps: Sequence[Step], session: SessionKey) -> list[RecordedChange]:
    """The session's own records of the steps, in order."""
    return [change for step in steps for change in step.changes if change.session == session]


def records_of(steps: list[Step], session: SessionKey) -> tuple[RecordRef, ...]:
    """The records that a match rests on, each once, in order."""
    return tuple(dict.fromkeys(change.ref for change in changes_of(steps, session)))


def sides_of(subject: Subject, claim: Claim, agreement: Agreement | None) -> tuple[Side, ...]:
    """The two sides of the first and last step, for people."""
    steps = subject.steps(claim)
    olds = subject.change.olds
    old = olds[0].oid if olds and olds[0] is not None else None
    new = subject.change.new.oid if subject.change.new is not None else None
    after_how = claim.ends.how if claim.ends else "differs from the commit's"
    before_how = claim.starts.how if claim.starts else _before_words(steps[0].before)
    return (
        Side("after", recorded_words(steps[-1].after), new, after_how),
        Side("before", recorded_words(steps[0].before), old, before_how),
    )


def _before_words(state: RecordedState) -> str:
    return "differs from the parent's" if state.is_known else "not recorded"


def recorded_words(state: RecordedState) -> str:
    """A recorded state in a few words: representation and short ID, content, or none."""
    if state.presence is Presence.ABSENT:
        return "no file"
    if state.object_id is not None:
        label = state.representation.value if state.representation else "unlabelled"
        return f"{label} {state.object_id[:8]}"
    if state.content is not None:
        kind = "content from the recorded hunks" if state.is_derived else "recorded content"
        return f"{kind}, {len(state.content)} bytes"
    return "not recorded"


def count_note(stands: int, made: int, word: str = "added") -> str:
    """How many of a change's lines stand in the commit, as a sentence for people."""
    noun = "line" if made == 1 else "lines"
    return f"{min(stands, made)} of {made} {word} {noun} {'stand' if made != 1 else 'stands'} here"


def worktrees_of(subject: Subject, index: int) -> frozenset[str]:
    """The worktrees that a step was recorded in."""
    return subject.timeline.nodes[index].step.worktrees


def sessions_of(subject: Subject, claim: Claim) -> frozenset[SessionKey]:
    """The sessions that recorded a claim's steps."""
    return frozenset(session for step in subject.steps(claim) for session in step.sessions)


def regions(added: frozenset[int]) -> list[list[int]]:
    """The added lines in runs of neighbours."""
    runs: list[list[int]] = []
    for line in sorted(added):
        if runs and runs[-1][-1] == line - 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    return runs
