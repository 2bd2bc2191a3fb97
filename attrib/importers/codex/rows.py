"""Rows of Codex's rollouts: payloads, turns, and what the output of a call says of its outcome."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from attrib.importers.common.lines import Row, mapping_at, object_in, text_at

PATCH_TOOLS = frozenset({"apply_patch"})
SHELL_TOOLS = frozenset(
    {"exec_command", "shell", "shell_command", "local_shell", "container.exec", "unified_exec"}
)
#: Hands on input to a process that went on, and brings what it put out since.
RESUMING_TOOL = "write_stdin"
_EXIT = re.compile(r"^(?:Process exited with code|Exit code:) (-?\d{1,9})$", re.M)
_RUNNING = re.compile(r"^Process running with session ID (\d{1,9})$", re.M)
_APPLIED = re.compile(r"^Success\. Updated", re.M)
_REFUSED = frozenset(
    {"patch rejected by user", "rejected by user", "exec command rejected by user"}
)
_FAILED = ("apply_patch verification failed", "Failed to", "Error", "Invalid patch", "aborted")


@dataclass(frozen=True, slots=True)
class Output:
    """What a call put out, its exit code where one is recorded, and the tool's own verdict.

    `running` names the process where it went on after the call.
    """

    text: str
    exit_code: int | None = None
    success: bool | None = None
    running: str | None = None

    @property
    def is_refused(self) -> bool:
        """True when the whole output says that a person refused the call."""
        return self.text.strip() in _REFUSED


def payload_of(row: Row) -> Row:
    """The payload of a row; an empty one where it has none."""
    return mapping_at(row, "payload")


def turn_of(payload: Row) -> str | None:
    """The turn that a payload names, or `None`."""
    own = text_at(payload, "turn_id")
    for name in ("internal_chat_message_metadata_passthrough", "metadata"):
        own = own or text_at(mapping_at(payload, name), "turn_id")
    return own


def given_to(payload: Row) -> Row:
    """The input of a call as an object: parsed arguments, or a text under `input`."""
    if payload.get("type") == "local_shell_call":
        return mapping_at(payload, "action")
    text = payload.get("arguments", payload.get("input"))
    parsed = object_in(text)
    if parsed or not isinstance(text, str):
        return parsed
    return {"input": text}


def command_of(given: Mapping[str, Any]) -> str:
    """The shell command that an input asks for, as one text; empty for none."""
    for name in ("cmd", "command"):
        command = given.get(name)
        if isinstance(command, str):
            return command
        if isinstance(command, list):
            return script_of(command)
    return ""


def script_of(command: Sequence[object]) -> str:
    """The script that a shell is given, or the words of another command, quoted."""
    words = [word for word in command if isinstance(word, str)]
    if len(words) == 3 and words[1] in ("-c", "-lc", "-Command"):
        return words[2]
    return shlex.join(words)


def output_of(payload: Row) -> Output:
    """The output that a row records for a call."""
    if payload.get("type") in ("exec_command_end", "CommandExecution"):
        text = text_at(payload, "aggregated_output", "stdout", "formatted_output") or ""
        return Output(text, _number(payload.get("exit_code")))
    value = payload.get("output")
    success = value.get("success") if isinstance(value, dict) else None
    text = _text_of(value)
    wrapped = object_in(text) if text.startswith("{") else {}
    if isinstance(wrapped.get("output"), str):
        code = _number(mapping_at(wrapped, "metadata").get("exit_code"))
        return Output(wrapped["output"], code)
    head, mark, body = text.partition("Output:\n")
    head = head if mark else text[:200]
    found, running = _EXIT.search(head), _RUNNING.search(head)
    return Output(
        body if mark else text,
        int(found[1]) if found else None,
        success if isinstance(success, bool) else None,
        running[1] if running else None,
    )


def patched_by(output: Output, *, in_shell: bool) -> str:
    """The status of a patch that was asked for in V4A alone, as the output tells it."""
    if output.is_refused:
        return "skipped"
    if _APPLIED.search(output.text) and (in_shell or output.exit_code in (None, 0)):
        return "applied"
    if output.exit_code or output.success is False or output.text.startswith(_FAILED):
        return "failed"
    # In a shell a code of 0 may be another command's.
    is_done = not in_shell and (output.exit_code == 0 or output.success is True)
    return "applied" if is_done else "unknown"


def patch_status(payload: Row) -> str:
    """The status of a change that a structured row records."""
    named = payload.get("status")
    known = {"completed": "applied", "failed": "failed", "declined": "skipped"}
    if isinstance(named, str) and named in known:
        return known[named]
    success = payload.get("success")
    return {True: "applied", False: "failed"}[success] if isinstance(success, bool) else "unknown"


def _text_of(value: object) -> str:
    if isinstance(value, dict):
        value = next((value[name] for name in ("content", "text", "output") if name in value), "")
    if isinstance(value, list):
        parts = [part.get("text") for part in value if isinstance(part, dict)]
        return "\n".join(part for part in parts if isinstance(part, str))
    return value if isinstance(value, str) else ""


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
