"""`shared`: several sessions recorded the step, and nothing says whose worktree it came from."""

from __future__ import annotations

from attrib.matchers.common import changes_of, is_late
from attrib.matchers.interface import Match
from attrib.model.evidence import Qualifier
from attrib.model.ids import Oid, SessionKey
from attrib.qualifiers.interface import Context, Part, Verdict


class Shared:
    """Only sessions whose own change it is compete; a session that names the commit settles it."""

    qualifier = Qualifier.SHARED

    def holds(self, match: Match, context: Context) -> Verdict:
        """Whether other sessions recorded the same step, or another walk claims the lines."""
        claim = match.claim
        contested = Part(claim.contested, claim.contested_removed) if claim else False
        rivals = self._rivals(match)
        if not rivals and not contested:
            return False
        commit = match.subject.commit if match.subject else None
        if commit is not None and self._is_settled(match, rivals, commit.oid, context):
            return False
        return True if rivals else contested

    @staticmethod
    def _is_settled(match: Match, rivals: set[SessionKey], commit: Oid, context: Context) -> bool:
        """True when this session alone names the commit, or shows it as HEAD afterwards."""
        naming = {item.ref.session for item in context.named.get(commit, ())}
        if match.session in naming:
            return not naming & rivals
        if naming & rivals:
            return False
        seeing = context.chronology.sessions_seeing(commit)
        return match.session in seeing and not seeing & rivals

    @staticmethod
    def _rivals(match: Match) -> set[SessionKey]:
        """The other sessions whose own change the step is, recorded before the commit."""
        if match.subject is None or match.is_late or not _owns(match, match.session):
            return set()
        sessions = {session for step in match.steps for session in step.sessions}
        return {
            session
            for session in sessions
            if session != match.session
            and _owns(match, session)
            and not is_late(match.subject, match.steps, session)
        }


def _owns(match: Match, session: SessionKey) -> bool:
    return any(change.actor.is_own for change in changes_of(match.steps, session))


SHARED = Shared()
