"""Agents whose hooks tell of their calls: a row of equals."""

from __future__ import annotations

from attrib.recording.agents.claude_code import ClaudeCode
from attrib.recording.agents.codebuddy import CodeBuddy
from attrib.recording.agents.codex import Codex
from attrib.recording.agents.cursor import Cursor
from attrib.recording.agents.gemini_cli import GeminiCli
from attrib.recording.agents.interface import HookedAgent

#: All agents with hooks, one line each.
AGENTS: tuple[HookedAgent, ...] = (
    ClaudeCode(),
    CodeBuddy(),
    Codex(),
    Cursor(),
    GeminiCli(),
)  # fmt: skip


def agent_of(alias: str) -> HookedAgent | None:
    """The agent with this alias."""
    return next((agent for agent in AGENTS if agent.alias == alias), None)
