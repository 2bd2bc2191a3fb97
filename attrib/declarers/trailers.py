"""Trailers that name a session or an agent, but for those of Entire.

`Co-authored-by` is git's and the forges' own and names an agent by the address that the agent
uses. `Assisted-by`, `Claude-Session` and `Duo-Session` are known from messages that hold them,
`Asr-Session` is ours.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrib.declared import SESSION_KEYS, agent_of, declared_in
from attrib.declarers.interface import Asked, Said
from attrib.model.agents import name_of
from attrib.model.audit import Declaration

_KEYS = frozenset(SESSION_KEYS.values())
#: Whose trailers they are, and the agent of the sessions that they name.
_TOOLS = {"Claude-Session": "Claude Code", "Duo-Session": "GitLab Duo"}
_AGENTS = {"Claude-Session": name_of("claude-code")}


class Trailers:
    """What commit messages say at their end."""

    tool = "trailers"

    def declared(self, asked: Asked) -> Iterator[Said]:
        """One declaration a trailer, in order; people declare nothing."""
        for oid, message in asked.messages.items():
            for key, value in declared_in(message):
                if key.startswith("Entire-"):
                    continue
                is_session = key in _KEYS
                agent = _AGENTS.get(key) if is_session else agent_of(key, value)
                if is_session or agent is not None:
                    yield Said(
                        oid, Declaration(key, value, is_session, tool=_TOOLS.get(key), agent=agent)
                    )
