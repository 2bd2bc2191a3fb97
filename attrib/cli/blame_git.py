"""git's own blame for one command line: in the clean room where it may, else as it is."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Self

from attrib.cli.terminal import say
from attrib.git.guessed import IGNORES, names_ignored

if TYPE_CHECKING:
    from attrib.cli.blame_arguments import BlameArguments
    from attrib.git.process import GitProcess
    from attrib.git.user import UserCheckout
    from attrib.model.blame import BlameEntry

_FATAL = 128
#: An argument that names an input which can be read once only.
_ONCE = re.compile(
    r"(--contents=|--ignore-revs-file=|-S)?(-|/dev/stdin|/dev/fd/\d+|/proc/self/fd/\d+)"
)


class UserGit:
    """Starts git's blame as the user would, and remembers what it ended with.

    `start` asks for what is parsed: `--porcelain` where we print, else the arguments as given.
    """

    def __init__(self, checkout: UserCheckout, parsed: BlameArguments) -> None:
        self.checkout = checkout
        self.parsed = parsed
        self._more = _without_missing_list(checkout, parsed)
        self._room = checkout.room_for(self._asked())
        self._stack = ExitStack()
        self._process: GitProcess | None = None

    @property
    def process(self) -> GitProcess:
        """The process that was started last."""
        assert self._process is not None  # noqa: S101
        return self._process

    def start(self) -> None:
        """Start git on the question that answers are made of."""
        self._process = self._started(self._asked())

    def start_again(self) -> bool:
        """Where git failed or complained in the room: start it once more, outside of it.

        git then says in its own words what is wrong. To be asked before anything is written.
        """
        process = self.process
        if not self._room or not (process.exit_code or b"commit-graph" in process.messages):
            return False
        self._room = {}
        self.start()
        return True

    def start_text(self, *, inherit_stderr: bool = False) -> GitProcess:
        """A second git that prints its own text."""
        arguments = [os.fsencode(argument) for argument in (*self._more, *self.parsed.git)]
        return self._started(arguments, inherit_stderr=inherit_stderr)

    def guessed(self, entries: Sequence[BlameEntry]) -> frozenset[int]:
        """The numbers of the lines whose commit git guessed, because it ignores another.

        git is asked once more, and only where it ignores any. `entries` are in the file's order.
        """
        ignores = self.parsed.ignores
        if not ignores and not self.parsed.forgets_lists:
            ignores = names_ignored(self.checkout.settings)
        if not ignores:
            return frozenset()
        arguments = [os.fsencode(each) for each in (*self._more, *self.parsed.quiet)]
        marks = self.checkout.guessed_lines(arguments, room=self._room)
        return guessed_numbers(entries, marks)

    def relay(self) -> int:
        """The exit code of git; what it said goes to stderr unchanged."""
        code = self.process.exit_code
        sys.stderr.flush()
        sys.stderr.buffer.write(self.process.messages)
        sys.stderr.buffer.flush()
        return code if code >= 0 else _FATAL - code

    def _asked(self) -> list[bytes]:
        ours = self.parsed.form in ("text", "json")
        arguments = ["--porcelain", *self._more, *self.parsed.quiet]
        return [os.fsencode(each) for each in (arguments if ours else self._given())]

    def _given(self) -> Sequence[str]:
        return [*self._more, *self.parsed.git]

    def _started(self, arguments: Sequence[bytes], *, inherit_stderr: bool = False) -> GitProcess:
        process = self.checkout.user_blame(
            arguments, room=self._room, inherit_stderr=inherit_stderr
        )
        return self._stack.enter_context(process)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        self._stack.close()


def guessed_numbers(entries: Sequence[BlameEntry], marks: Sequence[bool]) -> frozenset[int]:
    """The numbers of the lines whose commit git guessed, by the mark of each line."""
    numbers = [entry.first + offset for entry in entries for offset in range(entry.count)]
    # The file may have changed since.
    pairs = zip(numbers, marks, strict=True) if len(marks) == len(numbers) else ()
    return frozenset(number for number, is_guess in pairs if is_guess)


def _without_missing_list(checkout: UserCheckout, parsed: BlameArguments) -> list[str]:
    """Arguments that leave out a configured list of commits which is not there, and a warning.

    git would refuse to blame anything.
    """
    configured = checkout.config(IGNORES).get(IGNORES, ())
    if not configured or parsed.forgets_lists:
        return []
    base = Path(checkout.location.toplevel or checkout.location.git_dir)
    lists = {name: base / Path(name).expanduser() for name in sorted(set(configured)) if name}
    missing = [name for name, path in lists.items() if not os.access(path, os.R_OK)]
    if not missing:
        return []
    names = ", ".join(f"'{name}'" for name in missing)
    say(f"warning: 'blame.ignoreRevsFile' is set to what cannot be read: {names}")
    kept = [path for name, path in lists.items() if name not in missing]
    return ["--no-ignore-revs-file", *(f"--ignore-revs-file={path}" for path in kept)]


def kept_for_rereading(parsed: BlameArguments, stack: ExitStack) -> None:
    """Keep inputs that can be read once only (a pipe, `<(...)`) in files: git may run twice."""
    folder: Path | None = None
    copies: dict[str, str] = {}
    for argument in parsed.git[: parsed.git.index("--") if "--" in parsed.git else None]:
        found = _ONCE.fullmatch(argument)
        if not found or argument in copies or (found[2] == "-" and found[1] != "--contents="):
            continue
        source = "/dev/stdin" if found[2] == "-" else found[2]
        if folder is None:
            made = tempfile.TemporaryDirectory(prefix="attrib-")
            folder = Path(stack.enter_context(made))
        copy = folder / f"input-{len(copies)}"
        copy.write_bytes(Path(source).read_bytes())
        copies[argument] = f"{found[1] or ''}{copy}"
    for arguments in (parsed.git, parsed.quiet):
        arguments[:] = [copies.get(argument, argument) for argument in arguments]
