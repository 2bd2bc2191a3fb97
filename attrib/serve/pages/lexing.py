"""Takes code apart into tokens in a process of its own, which is ended when it takes too long.

A text can be made on which a pattern of a lexer runs for hours. No thread can be stopped then, but
a process can.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

#: The tokens of one line: pygments' short name of the kind, and the text.
Tokens = Sequence[tuple[str, str]]
Lex = Callable[[str, str], Sequence[Tokens] | None]
#: How long one file may take, in seconds; the process itself needs a part of a second to start.
SECONDS = 3.0


def lex(name: str, text: str) -> Sequence[Tokens] | None:
    """The tokens of each line of a text, by the name of its file; `None` where none is known.

    Tokens of several lines are cut at their ends. What does not give the text again is no answer.
    """
    from pygments.lexers import get_lexer_for_filename
    from pygments.token import STANDARD_TYPES
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_for_filename(name)
    except ClassNotFound:
        return None
    lines: list[list[tuple[str, str]]] = [[]]
    for _, kind, value in lexer.get_tokens_unprocessed(text):
        head, *rest = value.split("\n")
        word = STANDARD_TYPES.get(kind, "")
        if head:
            lines[-1].append((word, head))
        lines += [[(word, part)] if part else [] for part in rest]
    is_whole = "\n".join("".join(part for _, part in line) for line in lines) == text
    return lines if is_whole else None


class Lexing:
    """One process that takes texts apart, started when it is first needed and after it was ended.

    A question is put with `ask`, which gives its number, and its answer taken with `answer`; what
    nobody took is passed over.
    """

    def __init__(self, lex: Lex = lex, *, seconds: float = SECONDS) -> None:
        self._lex, self._seconds = lex, seconds
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._asked = self._answered = 0
        self._lock = threading.RLock()

    def ask(self, name: str, text: str) -> int:
        """Begin to take a text apart."""
        with self._lock:
            self.start()
            self._asked += 1
            self._send((self._asked, name, text))
            return self._asked

    def answer(self, number: int) -> Sequence[Tokens] | None:
        """The tokens of each line of the text asked about; `None` where there are none."""
        with self._lock:
            connection = self._connection
            with suppress(EOFError, OSError):
                while connection is not None and self._answered < number:
                    if not connection.poll(self._seconds):
                        break
                    found: Sequence[Tokens] | None
                    self._answered, found = connection.recv()
                    if self._answered == number:
                        return found
            if self._answered < number:
                self.end()
            return None

    def end(self) -> None:
        """End the process, whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None
        self._answered = self._asked

    def start(self) -> None:
        """Start the process where none runs."""
        if self._process is not None and self._process.is_alive():
            return
        self.end()
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, self._lex), daemon=True)
        process.start()
        theirs.close()
        self._process = process

    def _send(self, question: tuple[int, str, str]) -> None:
        if self._connection is not None:
            try:
                self._connection.send(question)
            except OSError:
                self.end()


def _work(connection: Connection, lex: Lex) -> None:
    """Answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    with suppress(EOFError, OSError):
        while True:
            number, name, text = connection.recv()
            try:
                answer = lex(name, text)
            except Exception:  # a lexer that fails gives a file without colours
                answer = None
            connection.send((number, answer))
