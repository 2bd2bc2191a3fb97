"""Whole answers: from a question to a report, one module each."""

from __future__ import annotations

from attrib.answers.blame import blame, explain_lines
from attrib.answers.commits import commits, explain_commit
from attrib.answers.sessions import session, sessions

__all__ = ["blame", "commits", "explain_commit", "explain_lines", "session", "sessions"]
