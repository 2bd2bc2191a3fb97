"""What a commit message declares in its trailers: sessions and agents, as somebody named them.

Read as `git interpret-trailers` reads them. All of it is untrusted text: it is compared and
shown, and never raises the strength of anything.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrib.model.agents import REGISTRY, name_of

#: Keys whose value names a session, in lower case, and as lists spell them.
SESSION_KEYS = {
    key.lower(): key
    for key in (
        "Asr-Session",
        "Claude-Session",
        "Duo-Session",
        "Entire-Checkpoint",
        "Entire-Session",
    )
}
#: Keys whose value names an agent at most.
AGENT_KEYS = {key.lower(): key for key in ("Assisted-by", "Co-authored-by")}

#: Addresses that agents put into `Co-authored-by`. People have addresses of their own, and an
#: agent's name: a name alone names nobody.
_ADDRESSES = {
    "noreply@anthropic.com": "claude-code",
    "codex@openai.com": "codex",
    "noreply@openai.com": "codex",
    "cursoragent@cursor.com": "cursor",
    "noreply@opencode.ai": "opencode",
}
_GITHUB_COPILOT = "+copilot@users.noreply.github.com"
#: What agents are called beside their aliases.
_WORDS = {
    "claude": "claude-code",
    "claudecode": "claude-code",
    "copilot": "copilot-cli",
    "gemini": "gemini-cli",
    "github-copilot": "copilot-cli",
}

_PREFIXES = (b"Signed-off-by: ", b"(cherry picked from commit ")
_TRAILER = re.compile(rb"([A-Za-z0-9-]+)[ \t]*:(.*)", re.DOTALL)
_BLANKS = b" \t\r\v\f"
#: A value beyond this is no name of anything.
LONGEST = 512


def declared_in(message: bytes) -> list[tuple[str, str]]:
    """The (key, name) of each trailer that names a session or an agent, in order, each once.

    The name is the session's ID, the last part of an address; of an agent, its name as written.
    """
    found: dict[tuple[str, str], None] = {}
    for key, value in trailers_of(message):
        name = key.decode("ascii").lower()
        text = value.decode("utf-8", "replace").strip()
        if not text or len(text) > LONGEST:
            continue
        if name in SESSION_KEYS:
            found[SESSION_KEYS[name], session_name(text)] = None
        elif name in AGENT_KEYS:
            found[AGENT_KEYS[name], text] = None
    return list(found)


def agent_of(key: str, text: str) -> str | None:
    """The registry name of the agent that a trailer names, `None` for a person or nobody known."""
    if key == "Assisted-by":
        return agent_called(re.split(r"[\s:/<]", text, maxsplit=1)[0])
    found = re.search(r"<([^<>]+)>\s*$", text)
    address = found[1].strip().lower() if found else ""
    if address.endswith(_GITHUB_COPILOT):
        return name_of("copilot-cli")
    return name_of(_ADDRESSES[address]) if address in _ADDRESSES else None


def agent_called(words: str) -> str | None:
    """The registry name of the agent that a tool calls so (`claude`, `Claude Code`), or `None`."""
    alias = "-".join(words.lower().replace("_", " ").split())
    return REGISTRY.get(_WORDS.get(alias, alias))


def session_name(text: str) -> str:
    """The session's ID in a value: what it says, or the last part of an address."""
    if "://" not in text:
        return text
    path = re.split(r"[?#]", text.partition("://")[2], maxsplit=1)[0]
    return path.rstrip("/").rpartition("/")[2] or text


def trailers_of(message: bytes) -> list[tuple[bytes, bytes]]:
    """The trailers of a message, (key, value), values on one line."""
    lines = message.split(b"\n")
    found: list[tuple[bytes, bytes]] = []
    continues = False
    for line in _block(lines):
        match = _TRAILER.fullmatch(line)
        if match:
            found.append((match[1], match[2].strip()))
        elif line[:1].isspace() and continues:
            key, value = found[-1]
            found[-1] = (key, (value + b" " + line.strip()).strip())
        continues = bool(match) or (continues and line[:1].isspace())
    return found


def _block(lines: Sequence[bytes]) -> list[bytes]:
    """The last paragraph where it holds trailers; the title is none."""
    end = len(lines)
    while end and (not lines[end - 1].strip(_BLANKS) or lines[end - 1].startswith(b"#")):
        end -= 1
    start = end
    while start and lines[start - 1].strip(_BLANKS):
        start -= 1
    block = lines[start:end]
    # What begins a message is its title, and a title holds no trailers.
    return list(block) if start and _holds_trailers(block) else []


def _holds_trailers(block: Sequence[bytes]) -> bool:
    """All lines are trailers, or a quarter of them beside one that git itself adds."""
    trailers = others = 0
    recognized = continues = False
    for line in block:
        if line.startswith(b"#"):
            continues = False
        elif line.startswith(_PREFIXES):
            recognized = continues = True
            trailers += 1
        elif line[:1].isspace():
            others += not continues
        elif _TRAILER.fullmatch(line):
            continues = True
            trailers += 1
        else:
            continues = False
            others += 1
    return trailers * 3 >= others if recognized else bool(trailers) and not others
