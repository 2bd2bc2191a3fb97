"""Tools whose words about commits are read: a row of equals."""

from __future__ import annotations

from attrib.declarers.agent_trace import AgentTrace
from attrib.declarers.agent_trace_cli import AgentTraceCli
from attrib.declarers.agentblame import Agentblame
from attrib.declarers.entire import Entire
from attrib.declarers.git_ai import GitAi
from attrib.declarers.interface import Declarer
from attrib.declarers.trailers import Trailers

#: All of them, one line each, in the order in which answers list what they say.
DECLARERS: tuple[Declarer, ...] = (
    Trailers(),
    Entire(),
    GitAi(),
    AgentTrace(),
    AgentTraceCli(),
    Agentblame(),
)  # fmt: skip
