"""Native logs of agents, read as ASR records: a row of equals."""

from __future__ import annotations

from attrib.importers.acp import Acp
from attrib.importers.claude_code import ClaudeCode
from attrib.importers.codebuddy import CodeBuddy
from attrib.importers.codex import Codex
from attrib.importers.copilot_cli import CopilotCli
from attrib.importers.cursor import Cursor
from attrib.importers.gemini_cli import GeminiCli
from attrib.importers.interface import Importer
from attrib.importers.opencode import OpenCode
from attrib.importers.pioneer import Pioneer
from attrib.importers.t3_code import T3Code

#: All importers, one line each.
IMPORTERS: tuple[Importer, ...] = (
    Acp(),
    ClaudeCode(),
    CodeBuddy(),
    Codex(),
    CopilotCli(),
    Cursor(),
    GeminiCli(),
    OpenCode(),
    Pioneer(),
    T3Code(),
)  # fmt: skip
