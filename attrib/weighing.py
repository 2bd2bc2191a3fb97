"""From a match to evidence: its base strength, its limits, and the lines that each limit touches.

A qualifier may hold for some of the covered lines only; then the match becomes several pieces of
evidence, one for each set of limits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from attrib.matchers.common import changes_of
from attrib.matchers.interface import Match
from attrib.matchers.reshaped import same_but_white_space
from attrib.model.evidence import Covers, Evidence, Qualifier, Strength
from attrib.model.ids import RepoPath, ranges_of
from attrib.model.states import Actor
from attrib.qualifiers import QUALIFIERS
from attrib.qualifiers.history import earlier
from attrib.qualifiers.interface import Context, Part
from attrib.qualifiers.trivial import TRIVIAL
from attrib.strength import BY_LINES, base_strength, capped
from attrib.texts import squeezed


def weigh(match: Match, context: Context) -> Iterator[Evidence]:
    """The evidence that a match gives, one piece for each set of limits."""
    for added, removed, limits in _by_limits(match, context):
        part = replace(match, added=added, removed=removed)
        if TRIVIAL.qualifier not in limits and TRIVIAL.holds(part, context):
            limits = (*limits, TRIVIAL.qualifier)
        if Qualifier.WHITESPACE_ONLY in limits:
            part = replace(part, notes=(*part.notes, *_earlier_origin(part, context)))
        yield _evidence(part, base_of(part, context, of=match), _in_order(limits))


def base_of(part: Match, context: Context, *, of: Match) -> Strength:
    """The strength of a part before its limits: its own lines count, and the match as a whole."""
    subject, claim = part.subject, part.claim
    distinctive, is_whole = 0, False
    if subject is not None and claim is not None:
        if claim.made:
            covered = [subject.new[index] for index in part.added]
            is_whole = len(of.added) >= claim.made
        else:
            # The removed lines were everybody's: they tell something only all together.
            is_whole = len(of.removed) >= claim.unmade
            covered = [subject.old[index] for index in part.removed if is_whole]
        if part.relation in BY_LINES:
            distinctive = sum(context.is_distinctive(line) for line in covered)
    return base_strength(
        part.relation,
        before_is_known=part.before_is_known,
        distinctive=distinctive,
        is_whole=is_whole,
        tells_lines=part.covers is Covers.LINE,
        rank=part.rank,
    )


def _by_limits(
    match: Match, context: Context
) -> Iterable[tuple[frozenset[int], frozenset[int], tuple[Qualifier, ...]]]:
    """The covered lines, grouped by the qualifiers that hold for them."""
    whole: list[Qualifier] = []
    by_line: defaultdict[tuple[bool, int], list[Qualifier]] = defaultdict(list)
    for rule in QUALIFIERS:
        verdict = rule.holds(match, context)
        if verdict is True:
            whole.append(rule.qualifier)
        elif isinstance(verdict, Part):
            for index in verdict.added & match.added:
                by_line[True, index].append(rule.qualifier)
            for index in verdict.removed & match.removed:
                by_line[False, index].append(rule.qualifier)
    groups: defaultdict[tuple[Qualifier, ...], tuple[set[int], set[int]]]
    groups = defaultdict(lambda: (set(), set()))
    for index in match.added:
        groups[tuple(by_line.get((True, index), ()))][0].add(index)
    for index in match.removed:
        groups[tuple(by_line.get((False, index), ()))][1].add(index)
    if not groups:
        return [(frozenset(), frozenset(), tuple(whole))]
    return [
        (frozenset(added), frozenset(removed), (*whole, *limits))
        for limits, (added, removed) in groups.items()
    ]


def _earlier_origin(match: Match, context: Context) -> Iterator[str]:
    """Which earlier commit gave the text of lines that changed in white space alone."""
    subject = match.subject
    if subject is None:
        return
    texts = {squeezed(subject.new[index]) for index in match.added}
    replaced = same_but_white_space(subject)
    is_ended = all(
        subject.old[replaced[index]] + b"\n" == subject.new[index] for index in match.added
    )
    for row in reversed(earlier(subject, context)):
        if texts & context.gained.dense(row):
            what = "newline added" if is_ended else "white space only is new"
            yield f"the same text came with {row.commit[:8]}, {what}"
            return


def _in_order(limits: Sequence[Qualifier]) -> tuple[Qualifier, ...]:
    order = list(Qualifier)
    return tuple(sorted(set(limits), key=order.index))


def _evidence(match: Match, base: Strength, limits: tuple[Qualifier, ...]) -> Evidence:
    subject = match.subject
    changes = changes_of(match.steps, match.session)
    times = [change.moment.latest for change in changes if change.moment.latest is not None]
    strength = capped(base, match.relation, limits, before_is_known=match.before_is_known)
    if match.covers is Covers.FILE:
        note = "the record does not tell which lines"
        match = replace(match, notes=(*match.notes, note))
    return Evidence(
        session=match.session,
        commit=subject.change.commit if subject else None,
        relation=match.relation,
        strength=strength,
        covers=match.covers,
        records=match.records,
        equality=match.agreement.equality if match.agreement else None,
        qualifiers=limits,
        actor=_actor(match),
        path=subject.change.path if subject else None,
        old_path=_old_path(match),
        lines=ranges_of([index + 1 for index in match.added]),
        removed=ranges_of([index + 1 for index in match.removed]),
        notes=match.notes,
        sides=match.sides,
        time=max(times) if times else None,
    )


def _old_path(match: Match) -> RepoPath | None:
    subject = match.subject
    if subject is None or not subject.change.old_paths:
        return None
    old = subject.change.old_paths[0]
    return old if old != subject.change.path else None


def _actor(match: Match) -> str:
    """The session where any record is its own; else what the record says made the change."""
    actors = [change.actor for change in changes_of(match.steps, match.session)]
    own = [actor for actor in (Actor.SESSION, Actor.UNSTATED) if actor in actors]
    return str((own or actors or [Actor.SESSION])[0].value)
