"""A sign of life on a terminal while a blame takes long; as git, only after two seconds."""

from __future__ import annotations

import sys
import threading
import time
from typing import IO, TYPE_CHECKING, Self

from attrib.cli.terminal import is_terminal

if TYPE_CHECKING:
    from attrib.cli.blame_arguments import BlameArguments

_DELAY = 2.0
_EVERY = 1.0


class Progress:
    """Says on `stream` what is being done and for how long; `None` says nothing.

    A context manager; `stop` takes the line away, for good.
    """

    def __init__(
        self, stream: IO[bytes] | None, *, delay: float = _DELAY, every: float = _EVERY
    ) -> None:
        self.stage = "blaming lines"
        self._stream = stream
        self._delay = delay
        self._every = every
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._tick, daemon=True)

    def _tick(self) -> None:
        begin = time.monotonic()
        wait, shown = self._delay, False
        while not self._stopped.wait(wait):
            wait, shown = self._every, True
            seconds = int(time.monotonic() - begin)
            self._show(f"\r{self.stage}: {seconds} s\x1b[K".encode())
        if shown:
            self._show(b"\r\x1b[K")

    def _show(self, text: bytes) -> None:
        if self._stream:
            self._stream.write(text)
            self._stream.flush()

    def stop(self) -> None:
        """Take the line away; what follows on the terminal starts at its beginning."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def __enter__(self) -> Self:
        if self._stream:
            self._thread.start()
        return self

    def __exit__(self, *details: object) -> None:
        self.stop()


def wants_progress(parsed: BlameArguments) -> bool:
    """True where git would show progress: on a terminal, or asked for; not in machine formats."""
    wanted = parsed.switches.get("progress", is_terminal(sys.stderr))
    return wanted and parsed.form in ("text", "json")


def progress_for(parsed: BlameArguments) -> Progress:
    """The progress of this command."""
    shown = wants_progress(parsed) and is_terminal(sys.stderr)
    return Progress(sys.stderr.buffer if shown else None)
