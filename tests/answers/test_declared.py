"""Trailers are read as git reads them, and name sessions and agents only."""

from __future__ import annotations

import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attrib.declared import agent_of, declared_in, trailers_of

LINES = st.sampled_from(
    [
        b"title",
        b"",
        b"some text",
        b"Key: value",
        b"Signed-off-by: A <a@b>",
        b" continued",
        b"# comment",
        b"(cherry picked from commit abc)",
        b"Co-authored-by : Claude <x@y>",
        b"no trailer: x y",
        b"Claude-Session: https://x/y",
        b"---",
        b"\t",
        b":x",
        b"A:",
    ]
)


def git_trailers(message: bytes) -> list[tuple[bytes, ...]]:
    command = ["git", "interpret-trailers", "--parse", "--no-divider"]
    out = subprocess.run(command, input=message, capture_output=True, check=True).stdout
    rows = [row for row in out.split(b"\n") if row and not row.startswith(b"(cherry")]
    return [tuple(part.strip() for part in row.split(b":", 1)) for row in rows]


@settings(max_examples=60)
@given(st.lists(LINES, min_size=1, max_size=9))
def test_trailers_are_those_that_git_reads(lines):
    message = b"\n".join(lines) + b"\n"
    assert trailers_of(message) == git_trailers(message)


def test_sessions_and_agents_are_named_by_key():
    message = (
        b"read the name\n\nText.\n\n"
        b"Claude-Session: https://claude.ai/code/session_01ab?x=1\n"
        b"asr-session: codebuddy:0f1e2d3c\n"
        b"Entire-Checkpoint: a1b2c3d4e5f6\n"
        b"Reviewed-by: Grace <g@example.invalid>\n"
        b"Co-Authored-By: Claude <noreply@anthropic.com>\n"
    )
    assert declared_in(message) == [
        ("Claude-Session", "session_01ab"),
        ("Asr-Session", "codebuddy:0f1e2d3c"),
        ("Entire-Checkpoint", "a1b2c3d4e5f6"),
        ("Co-authored-by", "Claude <noreply@anthropic.com>"),
    ]


def test_what_stands_in_the_title_or_the_text_declares_nothing():
    assert declared_in(b"Asr-Session: one\n") == []
    assert declared_in(b"title\n\nAsr-Session: one\n\nlast words\n") == []


@pytest.mark.parametrize(
    ("key", "text", "agent"),
    [
        ("Co-authored-by", "Claude <noreply@anthropic.com>", "com.anthropic.claude-code"),
        ("Co-authored-by", "Claude Monet <claude@example.invalid>", None),
        ("Co-authored-by", "Ada <ada@example.invalid>", None),
        (
            "Co-authored-by",
            "Copilot <175728472+Copilot@users.noreply.github.com>",
            "com.github.copilot-cli",
        ),
        ("Assisted-by", "Claude:claude-opus-4", "com.anthropic.claude-code"),
        ("Assisted-by", "codebuddy", "com.tencent.codebuddy"),
        ("Assisted-by", "a good friend", None),
        ("Assisted-by", "Gemini <g@example.invalid>", "com.google.gemini-cli"),
    ],
)
def test_agent_is_known_by_its_address_or_first_word(key, text, agent):
    assert agent_of(key, text) == agent
