"""Native logs of agents, read as ASR records: a row of equals."""

from __future__ import annotations

from attrib.importers.claude_code import ClaudeCode
from attrib.importers.codex import Codex
from attrib.importers.copilot_cli import CopilotCli
from attrib.importers.gemini_cli import GeminiCli
from attrib.importers.interface import Importer

#: All importers, one line each.
IMPORTERS: tuple[Importer, ...] = (
    ClaudeCode(),
    Codex(),
    CopilotCli(),
    GeminiCli(),
)  # fmt: skip
