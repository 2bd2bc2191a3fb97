"""Where output goes: stdout or a pager, colour or none, errors as git words them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO

from attrib.errors import AttribError

Config = Mapping[str, Sequence[str]]

INTERRUPTED = 130
BROKEN_PIPE = 141


def is_terminal(stream: IO[str]) -> bool:
    """True for a stream that a person looks at; false for a closed one."""
    return not stream.closed and stream.isatty()


def in_pager() -> bool:
    """True where git has started a pager already, which reads our stdout: `git -p`."""
    return os.environ.get("GIT_PAGER_IN_USE", "").lower() in ("true", "1", "yes", "on")


def say(text: str) -> None:
    """One line for people on stderr; controls are spelled out."""
    from attrib.render.text import escape

    line = escape(text.replace("\n", "\n  "))
    sys.stderr.write(line.encode("utf-8", "backslashreplace").decode() + "\n")


def say_error(error: AttribError) -> None:
    """The error as git says it, and its hint."""
    say(f"fatal: {error}")
    if error.hint:
        say(f"hint: {error.hint}")


def ends_well(run: Callable[[], int]) -> int:
    """The exit code of `run`, with every expected ending turned into git's code for it.

    A bug is any other exception: it is printed with the versions that matter.
    """
    try:
        code = run()
        sys.stdout.flush()
    except AttribError as error:
        say_error(error)
        return error.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Python would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return BROKEN_PIPE
    except Exception as error:
        _say_bug(error)
        return 128
    return code


def _say_bug(error: Exception) -> None:
    import traceback

    from attrib.cli.versions import versions

    traceback.print_exception(error)
    say(f"fatal: a bug in attrib: {type(error).__name__}: {error}")
    say(f"hint: report it with the lines above and these versions: {versions()}")


def wants_color(option: str | None, config: Config, *, tty: bool) -> bool:
    """Whether to colour: the option, then the environment, then configuration as git reads it."""
    if option in ("always", "never"):
        return option == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if any(
        os.environ.get(name, "0") not in ("", "0") for name in ("CLICOLOR_FORCE", "FORCE_COLOR")
    ):
        return True
    from attrib.git.settings import is_true, last_of

    value = last_of(config, "color.asr-blame") or last_of(config, "color.ui") or "auto"
    if value.lower() == "always":
        return True
    if value.lower() in ("never", "false", "no", "off", "0"):
        return False
    piped = in_pager()
    if piped and "color.pager" in config and not is_true(last_of(config, "color.pager")):
        return False
    return (tty or piped) and os.environ.get("TERM", "dumb") != "dumb"


@contextmanager
def paged(configured: str | None) -> Iterator[IO[bytes]]:
    """Where to write for a terminal: the user's pager, or stdout where there is none."""
    from attrib.git.pager import Pager, is_missing, pager_command

    command = pager_command(configured)
    if command is not None and is_missing(command):
        say(f"error: cannot run {command}: No such file or directory")
        command = None
    if command is None:
        yield sys.stdout.buffer
        return
    sys.stdout.flush()
    pager = Pager(command)
    try:
        yield pager.stream
    finally:
        pager.close()


def write(lines: Iterable[bytes], stream: IO[bytes] | None = None) -> None:
    """Write whole lines to stdout, many at a time."""
    stream = stream or sys.stdout.buffer
    waiting: list[bytes] = []
    for number, line in enumerate(lines, 1):
        waiting.append(line)
        if not number % 4096:
            stream.write(b"".join(waiting))
            waiting.clear()
    stream.write(b"".join(waiting))
    stream.flush()


def write_text(lines: Iterable[str]) -> None:
    """Write lines of text to stdout as UTF-8."""
    write(f"{line}\n".encode("utf-8", "replace") for line in lines)
