"""Finding a session by what people type."""

from __future__ import annotations

from collections.abc import Sequence

from attrib.errors import SessionError
from attrib.model.agents import alias_of
from attrib.model.sessions import Session


def find_session(sessions: Sequence[Session], name: str) -> Session:
    """The session that an ID, a unique prefix of one, or `agent:id` names.

    Raises:
        SessionError: none does, or several.
    """
    agent, _, rest = name.rpartition(":")
    found = [
        session
        for session in sessions
        if session.key.id.startswith(rest)
        and (not agent or agent in {session.key.agent, alias_of(session.key.agent)})
    ]
    exact = [session for session in found if session.key.id == rest]
    found = exact or found
    if len(found) == 1:
        return found[0]
    if not found:
        raise SessionError(f"no session '{name}' here", hint="attrib session")
    raise SessionError(
        f"'{name}' names {len(found)} sessions", hint="give more digits, or agent:id"
    )
