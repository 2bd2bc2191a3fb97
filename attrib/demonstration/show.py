"""Shows the made-up history: every command as a line to type, then its own answer."""

from __future__ import annotations

import os
import shlex
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

from attrib.demonstration import walk
from attrib.demonstration.repository import clean_environment
from attrib.git.plain import show_program

#: What of a person's terminal, and of this Python, a shown command must see.
_PASSED_ON = ("COLORTERM", "COLUMNS", "NO_COLOR", "PYTHONPATH", "SYSTEMROOT", "TERM")

_STEPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("four commits, and a change of app.py that is not committed yet", ("git", "log", "--oneline")),
    ("git blame, with the session that recorded a line", ("git", "asr-blame", "app.py")),
    ("one page, recorded by two sessions in turn", ("git", "asr-blame", "-s", "docs/usage.md")),
    ("why that is said of line 4", ("attrib", "explain", "app.py:4")),
    ("a commit whose recorded lines a person changed", ("attrib", "commit", "HEAD")),
)


def show(home: Path, say: Callable[[str], None]) -> None:
    """Build the history below `home` and show it; `say` prints a line and flushes it.

    Raises:
        GitError: there is no git, or a shown command failed.
    """
    repository = walk.build(home)
    environment = shown_environment(home)
    say("a made-up repository, and two recorded sessions beside it:")
    for stream in sorted((home / "sessions").rglob("*.jsonl")):
        say(f"  {stream.relative_to(home)}")
    say("")
    say(f"$ cd {shlex.quote(str(repository))}")
    configure = ("git", "config", "attrib.sessions", str(home / "sessions"))
    for words, command in (("tell attrib where the sessions are", configure), *_STEPS):
        say("")
        say(f"# {words}")
        say(f"$ {shlex.join(command)}")
        show_program(command, cwd=repository, env=environment)


def shown_environment(home: Path) -> dict[str, str]:
    """The clean environment, with our programs on the PATH and the person's terminal."""
    environment = clean_environment(home)
    environment |= {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    ours = (sysconfig.get_path("scripts"), str(Path(sys.argv[0]).resolve().parent))
    environment["PATH"] = os.pathsep.join((*ours, environment["PATH"]))
    return environment
