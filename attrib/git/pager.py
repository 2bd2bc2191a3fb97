"""The user's pager, chosen as git chooses it and started as git starts it."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from typing import IO

from attrib.git.process import SHORT, Git

#: What git leaves to a shell; a command without any of these it starts itself.
_FOR_A_SHELL = frozenset("|&;<>()$`\\\"' \t\n*?[#~=%")


def is_missing(command: str) -> bool:
    """True for the name of a program that is not there: git then goes on without a pager."""
    return _FOR_A_SHELL.isdisjoint(command) and shutil.which(command) is None


def pager_command(configured: str | None) -> str | None:
    """The pager's command line, `None` where there is to be none.

    `configured` is `pager.<command>`: a boolean, or a command. Else git is asked.
    """
    word = (configured or "").strip().lower()
    if configured is not None and word in ("false", "no", "off", "0", ""):
        return None
    if configured is None or word in ("true", "yes", "on", "1"):
        with Git().start_as_user(["var", "GIT_PAGER"], cwd=".", seconds=SHORT) as process:
            configured = os.fsdecode(process.stdout.read()).rstrip("\n")
    return None if configured in ("", "cat") else configured


class Pager:
    """A started pager: bytes written to `stream` are shown; `close` waits until it is left."""

    def __init__(self, command: str) -> None:
        environment = {"LESS": "FRX", "LV": "-c"} | dict(os.environ)
        self._process = subprocess.Popen(  # noqa: S602 - a shell command line, as git runs it
            command, shell=True, stdin=subprocess.PIPE, env=environment
        )

    @property
    def stream(self) -> IO[bytes]:
        """Where the text goes."""
        assert self._process.stdin is not None  # noqa: S101
        return self._process.stdin

    def close(self) -> None:
        """End the text and wait for the reader; one who left early is no error."""
        with contextlib.suppress(BrokenPipeError):
            self.stream.close()
        while True:
            try:
                self._process.wait()
            except KeyboardInterrupt:  # belongs to the pager
                continue
            break
