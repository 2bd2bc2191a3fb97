"""Starting git: in the clean manner, in the user's own, limits, and git's words when it refuses."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, Self

from attrib.errors import GitError
from attrib.git.cleanly import clean_arguments, clean_environment

#: What to do where git is missing or too old.
NEEDED = "install git 2.38 or newer"

#: For a process that reads no input.
NO_INPUT = subprocess.DEVNULL

#: As much as Linux lets anybody ask for.
_PIPE_BYTES = 1 << 20

#: Seconds that a question about references or configuration may take.
SHORT = 60.0


@dataclass(slots=True)
class Statistics:
    """What was done so far: subcommands started, in order; objects and bytes read."""

    commands: list[str] = field(default_factory=list)
    objects: int = 0
    bytes: int = 0

    @property
    def processes(self) -> int:
        """How many git processes were started."""
        return len(self.commands)


class GitProcess:
    """One started git: its output as a stream, and its words where it refuses.

    Iterating over it to the end, or leaving its context, lets go of it. `seconds` is the longest
    that it may run. `as_user`: it shares the user's terminal and what a shell hands on.
    """

    def __init__(
        self,
        command: Sequence[str | bytes],
        *,
        cwd: str | bytes,
        environment: Mapping[str, str] | None,
        stdin: IO[bytes] | int | None,
        seconds: float | None = None,
        as_user: bool = False,
        inherit_stderr: bool = False,
    ) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115, closed by close()
        try:
            self._popen = subprocess.Popen(
                command,
                cwd=cwd,
                env=environment,
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=None if inherit_stderr else self._errors,
                process_group=None if as_user else 0,
                # A shell's `<(...)` is a descriptor that the user's own git must find.
                close_fds=not as_user,
            )
        except OSError as error:
            self._errors.close()
            where = os.fsdecode(cwd)
            raise GitError(f"cannot run git: {error.strerror}", where=where) from error
        _widen(self.stdout)
        self._said = b""
        self._timed_out = False
        self._timer = threading.Timer(seconds, self._time_is_up) if seconds else None
        if self._timer:
            self._timer.daemon = True
            self._timer.start()

    def _time_is_up(self) -> None:
        self._timed_out = True
        self._popen.kill()

    @property
    def stdin(self) -> IO[bytes]:
        """The pipe to the process; only where it was started with one."""
        assert self._popen.stdin is not None  # noqa: S101
        return self._popen.stdin

    @property
    def stdout(self) -> IO[bytes]:
        """The pipe from the process."""
        assert self._popen.stdout is not None  # noqa: S101
        return self._popen.stdout

    def __iter__(self) -> Iterator[bytes]:
        """Its output line by line, each with its newline; then as `finish`, and it is closed."""
        with self:
            yield from self.stdout
            self.finish()

    def chunks(self, size: int = 1 << 20) -> Iterator[bytes]:
        """Its output in pieces of at most `size` bytes; then as `finish`."""
        with self:
            while chunk := self.stdout.read1(size):  # type: ignore[attr-defined]
                yield chunk
            self.finish()

    def finish(self) -> None:
        """Wait for its end.

        Raises:
            GitError: it did not end with 0; the message and the exit code are git's.
        """
        code = self._popen.wait()
        if self._timed_out:
            raise GitError("git did not answer in time", hint="attrib doctor")
        if code:
            said = self.messages.decode("utf-8", "replace")
            raise GitError(words_of(said) or f"git ended with {code}", exit_code=abs(code))

    @property
    def exit_code(self) -> int:
        """Its exit code, waiting for it; negative where a signal ended it."""
        return self._popen.wait()

    @property
    def messages(self) -> bytes:
        """What it wrote to stderr so far; all of it once it is closed."""
        if not self._errors.closed:
            self._errors.seek(0)
            self._said = self._errors.read()
        return self._said

    def close(self) -> None:
        """End it if it still runs, and let go of its pipes."""
        if self._timer:
            self._timer.cancel()
        if self._popen.stdin:
            with contextlib.suppress(OSError):  # it ended first
                self._popen.stdin.close()
        if self._popen.poll() is None:
            self._popen.kill()
        self._popen.wait()
        self.stdout.close()
        self._said = self.messages
        self._errors.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()


def _widen(pipe: IO[bytes]) -> None:
    """Let git go on while what it wrote is looked at, where the system has wider pipes."""
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


def words_of(messages: str) -> str:
    """The message of git without its `fatal: `, from the line that says so."""
    start = max(messages.find("fatal: "), 0)
    text = messages[start:].removeprefix("fatal: ").removeprefix("error: ")
    return text.strip()


class Git:
    """The git program here; counts what it starts."""

    def __init__(self, statistics: Statistics | None = None) -> None:
        self.statistics = statistics or Statistics()
        path = shutil.which("git")
        if path is None:
            raise GitError(
                "cannot run git: it is not on the PATH", hint="install git 2.38 or newer"
            )
        self.path = path

    def start_clean(
        self,
        git_dir: str,
        arguments: Sequence[str],
        *,
        cwd: str,
        stdin: bytes | None = None,
        pipe: bool = False,
        seconds: float | None = None,
        variables: Mapping[str, str] | None = None,
        settings: Sequence[str] = (),
    ) -> GitProcess:
        """Start git on `git_dir` so that nothing of the repository or the user is executed.

        `stdin` is all of its input; with `pipe` the caller writes it. `variables` are added to
        the clean environment, `settings` (`key=value`) to the clean configuration.
        """
        self.statistics.commands.append(arguments[0])
        command = [self.path, *clean_arguments(git_dir, settings), *arguments]
        environment = clean_environment() | dict(variables or {})
        source: IO[bytes] | int = subprocess.PIPE if pipe else NO_INPUT
        with contextlib.ExitStack() as stack:
            if stdin is not None:
                # Nobody waits for single answers, and git may answer before it has read all.
                environment["GIT_FLUSH"] = "0"
                source = stack.enter_context(tempfile.TemporaryFile())
                source.write(stdin)
                source.seek(0)
            return GitProcess(
                command, cwd=cwd, environment=environment, stdin=source, seconds=seconds
            )

    def run_as_user(self, arguments: Sequence[str | bytes], *, cwd: str) -> int:
        """Run git with our own input and output to its end; its exit code as a shell gives it."""
        self.statistics.commands.append(os.fsdecode(arguments[0]))
        done = subprocess.run([self.path, *arguments], cwd=cwd, close_fds=False, check=False)
        return done.returncode if done.returncode >= 0 else 128 - done.returncode

    def start_as_user(
        self,
        arguments: Sequence[str | bytes],
        *,
        cwd: str | bytes,
        environment: Mapping[str, str] | None = None,
        stdin: IO[bytes] | int | None = NO_INPUT,
        seconds: float | None = None,
        inherit_stderr: bool = False,
    ) -> GitProcess:
        """Start git as the user would: their configuration, their environment (`None`)."""
        self.statistics.commands.append(os.fsdecode(arguments[0]))
        return GitProcess(
            [self.path, *arguments],
            cwd=cwd,
            environment=environment,
            stdin=stdin,
            seconds=seconds,
            as_user=True,
            inherit_stderr=inherit_stderr,
        )
