"""What was compared with a commit change and did not hold, for `attrib explain`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrib.chronology import Standing
from attrib.matchers.common import count_note
from attrib.matchers.interface import Claim, Subject
from attrib.model.evidence import Tried
from attrib.model.states import RecordedChange, Step
from attrib.patches import split_lines
from attrib.timeline import Timeline
from attrib.walk import Diff


def tried_for(subject: Subject, diff: Diff) -> Iterator[Tried]:
    """Every record at the path that gives no evidence, and why; then lines that a step lost."""
    claimed = {index: claim for claim in subject.claims for index in claim.nodes}
    for index, node in enumerate(subject.timeline.nodes):
        reason = _reason(subject, index, claimed.get(index))
        for change in node.step.changes:
            yield Tried(change.ref, subject.change.path, reason)
    yield from tried_aside(subject.timeline)
    yield from _replaced(subject, diff)


def tried_aside(timeline: Timeline) -> Iterator[Tried]:
    """The records at a path that make no step, and why."""
    for change in timeline.aside:
        yield Tried(change.ref, timeline.path, _aside(change))


def _reason(subject: Subject, index: int, claim: Claim | None) -> str:
    if claim is not None and claim.added:
        return f"{count_note(len(claim.added), claim.made)}, not this one"
    if claim is not None:
        return "what it removed is gone here, none of its added lines stands here"
    standing = subject.standings[index]
    if standing is Standing.AFTER:
        return "recorded after the commit"
    step = subject.timeline.nodes[index].step
    if not step.after.is_known and not step.hunks:
        return "its content is not recorded"
    return "none of its lines is among those that the commit adds"


def _aside(change: RecordedChange) -> str:
    if not change.counts:
        return f"status {change.status}, not counted"
    if change.basis == "net":
        return "the net difference between two states, not an operation"
    return f"operation {change.op}: tells of no content"


def _replaced(subject: Subject, diff: Diff) -> Iterator[Tried]:
    """Lines that stand where a recorded state had another line."""
    claimed = {index for claim in subject.claims for index in claim.added}
    left = subject.added - claimed
    last = _last_state(subject)
    if not left or last is None:
        return
    step, content = last
    old, new = split_lines(content), b"".join(subject.new)
    for hunk in diff(content, new):
        for offset in range(min(hunk.old_count, hunk.new_count)):
            if hunk.new_start + offset in left:
                text = old[hunk.old_start + offset].rstrip(b"\n").decode("utf-8", "replace")
                reason = f"the recorded line was '{text}'"
                number = hunk.new_start + offset + 1
                yield Tried(step.first.ref, subject.change.path, reason, number)


def _last_state(subject: Subject) -> tuple[Step, bytes] | None:
    """The last step that the walk used, with its content."""
    used: Sequence[int] = sorted({index for claim in subject.claims for index in claim.nodes})
    for index in reversed(used):
        node = subject.timeline.nodes[index]
        content = subject.timeline.table.content_of(node.after)
        if content is not None:
            return node.step, content
    return None
