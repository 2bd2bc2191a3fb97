"""Finding a session by what people type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrib.errors import SessionError
from attrib.model.agents import alias_of
from attrib.model.ids import SessionKey
from attrib.model.sessions import Session

#: How many sessions are named where several fit.
_NAMED = 8


def find_session(sessions: Sequence[Session], name: str) -> Session:
    """The session that an ID, a unique prefix of one, `agent:id` or `agent:namespace:id` names.

    Raises:
        SessionError: none does, or several, which are named.
    """
    key = find_key([session.key for session in sessions], name)
    return next(session for session in sessions if session.key == key)


def find_key(keys: Iterable[SessionKey], name: str, *, hint: str = "attrib session") -> SessionKey:
    """The same for keys of sessions; `hint` says what to do where none is named so.

    Raises:
        SessionError: none does, or several, which are named.
    """
    agent, _, rest = name.rpartition(":")
    found = [
        key
        for key in dict.fromkeys(keys)
        if key.id.startswith(rest) and (not agent or agent in _agents_of(key))
    ]
    exact = [key for key in found if key.id == rest]
    found = exact or found
    if len(found) == 1:
        return found[0]
    if not found:
        raise SessionError(f"no session '{name}' here", hint=hint)
    names = sorted(_spelled(key, found) for key in found)
    more = f", and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    raise SessionError(
        f"'{name}' names {len(found)} sessions: {', '.join(names[:_NAMED])}{more}",
        hint="give more digits, or agent:id",
    )


def _agents_of(key: SessionKey) -> set[str]:
    agents = {key.agent, alias_of(key.agent)}
    return agents | {f"{agent}:{key.namespace}" for agent in agents}


def _spelled(key: SessionKey, among: Sequence[SessionKey]) -> str:
    """What names this session and none of the others."""
    agent = alias_of(key.agent)
    is_one = [(each.agent, each.id) for each in among].count((key.agent, key.id)) == 1
    return f"{agent}:{key.id}" if is_one else f"{agent}:{key.namespace}:{key.id}"
