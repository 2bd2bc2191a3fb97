"""Agents by registry name and by the alias that people type and read."""

from __future__ import annotations

import os

#: Alias to registry name. Spec: 004 (CodeBuddy); the others are named the same way.
REGISTRY: dict[str, str] = {
    "codebuddy": "com.tencent.codebuddy",
    "claude-code": "com.anthropic.claude-code",
    "codex": "com.openai.codex",
    "gemini-cli": "com.google.gemini-cli",
    "opencode": "ai.opencode",
    "copilot-cli": "com.github.copilot-cli",
    "cursor": "com.cursor",
    "pioneer": "ai.pioneer",
    "t3-code": "gg.ping.t3-code",
}
#: What the agent of a session is called where nothing names it.
UNKNOWN_AGENT = "unknown"
_ALIASES = {name: alias for alias, name in REGISTRY.items()}


def alias_of(agent: str) -> str:
    """The short name of an agent: its alias where it has one, else its name as recorded."""
    return _ALIASES.get(agent, agent)


def name_of(agent: str) -> str:
    """The registry name of an agent given by name or alias; unknown ones stay as they are."""
    return REGISTRY.get(agent, agent)


def namespace_at(folder: str) -> str:
    """The namespace of the installation whose folder has this real path; it does not tell it."""
    from hashlib import sha256  # late: git waits for whoever asks for an agent alone

    return "local-" + sha256(os.fsencode(folder)).hexdigest()[:8]
