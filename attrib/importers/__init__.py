"""Native logs of agents, read as ASR records: a row of equals."""

from __future__ import annotations

from attrib.importers.claude_code import ClaudeCode
from attrib.importers.codebuddy import CodeBuddy
from attrib.importers.codex import Codex
from attrib.importers.copilot_cli import CopilotCli
from attrib.importers.gemini_cli import GeminiCli
from attrib.importers.interface import Importer
from attrib.importers.pioneer import Pioneer

#: All importers, one line each.
IMPORTERS: tuple[Importer, ...] = (
    ClaudeCode(),
    CodeBuddy(),
    Codex(),
    CopilotCli(),
    GeminiCli(),
    Pioneer(),
)  # fmt: skip
