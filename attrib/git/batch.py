"""One long-lived `git cat-file --batch-command` that answers for many objects at once."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Protocol

from attrib.errors import GitError
from attrib.git.process import NEEDED, GitProcess, Statistics, words_of
from attrib.model.ids import Oid

#: Arguments of the process that `ObjectReader` talks to.
ARGUMENTS = ("cat-file", "--batch-command", "-z", "--buffer")
#: Arguments of a process that lists every object that is here, with its kind.
EVERY_OBJECT = (
    "cat-file",
    "--batch-all-objects",
    "--unordered",
    "--batch-check=%(objectname) %(objecttype)",
)

_FOUND = re.compile(rb"([0-9a-f]{40}|[0-9a-f]{64}) (blob|tree|commit|tag) (\d+)\n")
_REFUSALS = (b" missing\n", b" ambiguous\n")
#: A name that no object has.
_NOTHING = b"0" * 40
#: Requests before each flush. git answers nothing before the flush, so nobody waits for nobody.
_AT_ONCE = {b"info": 20_000, b"contents": 500}
#: Broken objects end the process; after so many in one question there is something else wrong.
_MOST_DEATHS = 20


@dataclass(frozen=True, slots=True)
class Found:
    """An object that is here: its ID, kind and size in bytes."""

    oid: Oid
    kind: str
    size: int


class Reader(Protocol):
    """What answers about objects by name, in the order of the names."""

    def describe(self, names: Sequence[bytes]) -> list[Found | None]:
        """Kind and size of each object."""
        ...

    def read(self, names: Sequence[bytes]) -> Iterator[tuple[Found, bytes] | None]:
        """Kind, size and content of each object."""
        ...


class ObjectReader:
    """Asks one git process about many objects; starts it at the first question.

    A name is anything that git resolves without references: an ID, `<commit>:<path>`. Answers
    come in the order of the names; `None` where there is no such object, or a broken one.
    """

    def __init__(self, start: Callable[[], GitProcess], statistics: Statistics) -> None:
        self._start = start
        self._statistics = statistics
        self._process: GitProcess | None = None
        self._lock = threading.Lock()

    def describe(self, names: Sequence[bytes]) -> list[Found | None]:
        """Kind and size of each object."""
        return [found and found[0] for found in self._ask(b"info", names)]

    def read(self, names: Sequence[bytes]) -> Iterator[tuple[Found, bytes] | None]:
        """Kind, size and content of each object; contents are held in part only."""
        return self._ask(b"contents", names)

    def close(self) -> None:
        """End the process."""
        if self._process:
            self._process.close()
            self._process = None

    def _ask(self, command: bytes, names: Sequence[bytes]) -> Iterator[tuple[Found, bytes] | None]:
        step = _AT_ONCE[command]
        deaths = 0
        while names:
            with self._lock:
                answers = self._answers(command, names[:step])
                if len(answers) < len(names[:step]):
                    deaths += 1
                    self._bury(deaths, at_once=not answers)
                    answers.append(None)  # the object that ended the process
            yield from answers
            names = names[len(answers) :]

    def _answers(self, command: bytes, names: Sequence[bytes]) -> list[tuple[Found, bytes] | None]:
        """The answers up to the end, or to the process's early end."""
        process = self._process = self._process or self._start()
        requests = b"".join(b"%s %s\0" % (command, name) for name in names)
        answers: list[tuple[Found, bytes] | None] = []
        try:
            process.stdin.write(requests + b"flush\0")
            process.stdin.flush()
        except BrokenPipeError:
            return answers
        for name in names:
            try:
                answer = _answer(process.stdout, name, with_content=command == b"contents")
            except EOFError:
                break
            answers.append(answer)
            if answer:
                self._statistics.objects += 1
                self._statistics.bytes += len(answer[1])
        return answers

    def _bury(self, deaths: int, *, at_once: bool) -> None:
        """Let go of a process that ended by itself; the next question starts another.

        One that ended before its first answer may not be able to start here at all.
        """
        process = self._process
        if process is None:
            return
        code, messages = process.exit_code, process.messages.decode("utf-8", "replace")
        self.close()
        if code == 129:
            raise GitError("this git is too old for 'cat-file -z'", hint=NEEDED)
        if deaths > _MOST_DEATHS or (at_once and not self._answers(b"info", [_NOTHING])):
            self.close()
            message = words_of(messages) or f"git cat-file ended with {code}"
            raise GitError(message, hint="git fsck")


def _answer(stream: IO[bytes], name: bytes, *, with_content: bool) -> tuple[Found, bytes] | None:
    line = stream.readline()
    if found := _FOUND.fullmatch(line):
        size = int(found[3])
        described = Found(Oid(found[1].decode()), found[2].decode(), size)
        if not with_content:
            return described, b""
        content = stream.read(size)
        if len(content) < size or stream.read(1) != b"\n":
            raise EOFError
        return described, content
    # git repeats the name, which may hold newlines.
    while not any(line == name + refusal for refusal in _REFUSALS):
        more = stream.readline() if len(line) <= len(name) else b""
        if not more:
            raise EOFError
        line += more
    return None


def ids_of_kind(kind: str, chunks: Iterable[bytes]) -> Iterator[Oid]:
    """The IDs of the objects of one kind in what `EVERY_OBJECT` prints, piece by piece."""
    rest, end = b"", f" {kind}".encode()
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            if line.endswith(end):
                yield Oid(line[: -len(end)].decode("ascii"))
