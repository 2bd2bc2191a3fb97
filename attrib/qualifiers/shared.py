"""`shared`: several sessions recorded the step, and nothing says whose worktree it came from."""

from __future__ import annotations

from attrib.matchers.common import changes_of
from attrib.matchers.interface import Match
from attrib.model.evidence import Qualifier
from attrib.model.ids import SessionKey
from attrib.qualifiers.interface import Context, Verdict


class Shared:
    """Only sessions whose own change it is compete; a session that names the commit settles it."""

    qualifier = Qualifier.SHARED

    def holds(self, match: Match, context: Context) -> Verdict:
        """Whether other sessions recorded the same step, or another walk claims the lines."""
        contested = match.claim.contested if match.claim else frozenset()
        rivals = self._rivals(match)
        if not rivals:
            return contested
        commit = match.subject.commit if match.subject else None
        if commit is not None:
            naming = {item.ref.session for item in context.named.get(commit.oid, ())}
            if match.session in naming and not naming & rivals:
                return contested
        return True

    @staticmethod
    def _rivals(match: Match) -> set[SessionKey]:
        if not _owns(match, match.session):
            return set()
        sessions = {session for step in match.steps for session in step.sessions}
        return {
            session for session in sessions if session != match.session and _owns(match, session)
        }


def _owns(match: Match, session: SessionKey) -> bool:
    return any(change.actor.is_own for change in changes_of(match.steps, session))


SHARED = Shared()
