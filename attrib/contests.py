"""Lines that several sessions claim, each from a worktree of its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from attrib.line_index import bare_text, line_index
from attrib.matchers.interface import Claim
from attrib.model.ids import SessionKey
from attrib.patches import split_lines
from attrib.texts import is_distinctive
from attrib.trails import Ground


@dataclass(slots=True)
class _Lines:
    """The lines that one session claims, as indexes."""

    added: set[int] = field(default_factory=set)
    removed: set[int] = field(default_factory=set)


def own_sessions(ground: Ground, claim: Claim) -> frozenset[SessionKey]:
    """The sessions whose own steps a claim rests on."""
    return frozenset(
        change.session
        for index in claim.nodes
        for change in ground.nodes[index].step.changes
        if change.actor.is_own
    )


def contested(claims: Sequence[Claim], ground: Ground) -> list[Claim]:
    """The claims, with the lines marked that another session claims as well."""
    owned: defaultdict[SessionKey, _Lines] = defaultdict(_Lines)
    for claim in claims:
        if claim.tells_lines and not claim.is_late:
            for session in own_sessions(ground, claim):
                owned[session].added |= claim.added
                owned[session].removed |= claim.removed
    walked = {index for claim in claims if claim.tells_lines for index in claim.nodes}
    return [_marked(claim, walked, ground, owned) for claim in claims]


def _marked(
    claim: Claim,
    walked: set[int],
    ground: Ground,
    owned: Mapping[SessionKey, _Lines],
) -> Claim:
    own = own_sessions(ground, claim)
    if not own or claim.is_late:
        return claim
    added, removed = claim.added, claim.removed
    if not _has_rival(claim, own, walked if claim.tells_lines else set(), ground):
        rivals = [lines for session, lines in owned.items() if session not in own]
        others = rivals if claim.tells_lines else []
        added &= frozenset().union(*(lines.added for lines in others))
        removed &= frozenset().union(*(lines.removed for lines in others))
    return replace(claim, contested=added, contested_removed=removed)


def _has_rival(claim: Claim, own: frozenset[SessionKey], walked: set[int], ground: Ground) -> bool:
    """True when another session recorded the same in another worktree, apart from the `walked`.

    It ends in the commit's blob, and of the two one does not say from where, or it adds every
    distinctive line.
    """
    index_of_lines = line_index(ground.timeline)
    here = {name for index in claim.nodes for name in ground.nodes[index].step.worktrees}
    new, old = split_lines(ground.commit), split_lines(ground.parent)
    moved = {bare_text(old[index]) for index in claim.removed}
    lines = {bare_text(new[index]) for index in claim.added if is_distinctive(new[index])} - moved
    for index in (ground.touching | ground.ends.keys()) - walked:
        step = ground.nodes[index].step
        if not ground.is_candidate(index) or not here.isdisjoint(step.worktrees):
            continue
        others = {change.session for change in step.changes if change.actor.is_own}
        is_open = index in index_of_lines.opaque or not claim.tells_lines
        adds = bool(lines) and lines <= index_of_lines.touched_by(index)[0]
        ends = index in ground.ends and (claim.ends is not None or claim.reaches_commit)
        if others - own and ((is_open and ends) or adds):
            return True
    return False
