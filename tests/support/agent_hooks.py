"""An agent as far as its hooks go: it reads its settings, and starts what they name as it does."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PROGRAMS = Path(sys.executable).parent


def environment() -> dict[str, str]:
    """This process's, with our programs on a short PATH, and commits made now."""
    dropped = ("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return kept | {"PATH": f"{PROGRAMS}:/usr/bin:/bin"}


def run(*words: str, cwd: Path) -> str:
    """What a program prints; it must end well."""
    done = subprocess.run(
        words, cwd=cwd, env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@dataclass
class Agent:
    """Runs the hooks of one settings file with its members of every event's input."""

    settings: Path
    folder: Path
    common: Mapping[str, Any]
    said: list[str] = field(default_factory=list)

    def tell(self, event: str, tool: str | None = None, **members: Any) -> None:
        """Start the commands for an event, through a shell, with its input as JSON on stdin."""
        payload = {**self.common, "hook_event_name": event, **members}
        if tool is not None:
            payload["tool_name"] = tool
        ran = 0
        for command in self._commands(event, tool):
            done = subprocess.run(
                ["/bin/sh", "-c", command],
                cwd=self.folder,
                env=environment(),
                input=json.dumps(payload).encode(),
                capture_output=True,
                check=False,
            )
            assert (done.returncode, done.stdout) == (0, b""), done.stderr
            self.said.append(done.stderr.decode())
            ran += 1
        assert ran == 1, f"{event} {tool}: {ran} hooks"

    def _commands(self, event: str, tool: str | None) -> list[str]:
        found: list[str] = []
        for element in json.loads(self.settings.read_text())["hooks"][event]:
            matcher = element.get("matcher")
            if matcher and not re.fullmatch(matcher, tool or ""):
                continue
            found += [hook["command"] for hook in element.get("hooks", [element])]
        return found


def records_in(folder: Path, producer: str) -> list[dict[str, Any]]:
    """The records of the one stream of a producer, the header first."""
    [path] = (folder / ".git" / "attrib" / "sessions").rglob(f"*.{producer}.asr.jsonl")
    return [json.loads(line) for line in path.read_text().splitlines()]
