"""Qualifiers that a record states of itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from attrib.matchers.interface import Match
from attrib.model.evidence import Qualifier, Relation
from attrib.model.states import Actor
from attrib.qualifiers.interface import Context, Verdict, own_changes

_EXACT = frozenset({Relation.TRANSITION, Relation.CHAIN})


@dataclass(frozen=True, slots=True)
class Stated:
    """Holds when every record that the match rests on says so, or any, where that suffices."""

    qualifier: Qualifier
    says: Callable[[Match], bool]

    def holds(self, match: Match, context: Context) -> Verdict:
        """Whether the records say so; never for what a `vcs` record alone supports."""
        return bool(match.steps) and self.says(match)


def _all_have_status(status: str) -> Callable[[Match], bool]:
    return lambda match: all(change.status == status for change in own_changes(match))


def _status_is_unknown(match: Match) -> bool:
    return all(change.status not in {"applied", "partial"} for change in own_changes(match))


def _user_modified(match: Match) -> bool:
    return any(change.modified_by_user for change in own_changes(match))


def _cause_unstated(match: Match) -> bool:
    return match.relation not in _EXACT and all(
        change.actor is Actor.UNSTATED for change in own_changes(match)
    )


def _time_unknown(match: Match) -> bool:
    """True when neither a time, nor its neighbours', nor the stream's order decides."""
    from attrib.chronology import Standing

    subject = match.subject
    if subject is None or subject.commit is None or match.relation in _EXACT:
        return False
    if match.claim is None:
        return False
    return all(subject.standings[index] is Standing.UNKNOWN for index in match.claim.nodes)


def _incomplete_list(match: Match) -> bool:
    return any(change.more_files for change in own_changes(match))


def _net(match: Match) -> bool:
    return any(change.basis == "net" for change in own_changes(match))


USER_MODIFIED = Stated(Qualifier.USER_MODIFIED, _user_modified)
STATUS_PARTIAL = Stated(Qualifier.STATUS_PARTIAL, _all_have_status("partial"))
STATUS_UNKNOWN = Stated(Qualifier.STATUS_UNKNOWN, _status_is_unknown)
CAUSE_UNSTATED = Stated(Qualifier.CAUSE_UNSTATED, _cause_unstated)
TIME_UNKNOWN = Stated(Qualifier.TIME_UNKNOWN, _time_unknown)
INCOMPLETE_LIST = Stated(Qualifier.INCOMPLETE_LIST, _incomplete_list)
NET = Stated(Qualifier.NET, _net)
