"""What `git blame --porcelain`, `--line-porcelain` and `--incremental` print, taken apart."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from attrib.errors import GitError
from attrib.git.process import GitProcess
from attrib.model.blame import BlameEntry
from attrib.model.ids import Oid, RepoPath

_HEAD = re.compile(rb"([0-9a-f]{40}|[0-9a-f]{64}) (\d+) (\d+)(?: (\d+))?")
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_ESCAPED = {
    b"a": b"\a",
    b"b": b"\b",
    b"t": b"\t",
    b"n": b"\n",
    b"v": b"\v",
    b"f": b"\f",
    b"r": b"\r",
    b'"': b'"',
    b"\\": b"\\",
}


@dataclass(frozen=True, slots=True)
class PorcelainEntry:
    """A run of lines of one commit, with git's own words to print it again.

    `headers[i]` are the header lines that git printed before `lines[i]`; `--incremental` prints
    one set of them and no lines. Neither has its newline, and lines are without the leading tab.
    `details` is what git told of the commit, by key: `author`, `author-time`, `summary`, …
    """

    entry: BlameEntry
    headers: tuple[tuple[bytes, ...], ...]
    lines: tuple[bytes, ...]
    details: Mapping[bytes, bytes]


@dataclass(slots=True)
class _Known:
    """What the stream has told of one commit so far."""

    details: dict[bytes, bytes] = field(default_factory=dict)
    path: bytes = b""
    previous: tuple[Oid, RepoPath] | None = None
    boundary: bool = False

    def learn(self, headers: list[bytes]) -> None:
        """Take in one set of header lines."""
        previous = None
        for line in headers:
            key, _, value = line.partition(b" ")
            if key == b"boundary":
                self.boundary = True
            elif key == b"previous":
                oid, _, path = value.partition(b" ")
                previous = Oid(oid.decode()), RepoPath(unquote(path))
            elif key == b"filename":
                # The earlier home is told together with the name, or there is none.
                self.path, self.previous = unquote(value), previous
            else:
                self.details[key] = value


@dataclass(slots=True)
class _Run:
    """The run of lines being read."""

    oid: bytes
    origin_first: int
    first: int
    count: int
    headers: list[tuple[bytes, ...]] = field(default_factory=list)
    lines: list[bytes] = field(default_factory=list)

    def entry(self, known: _Known) -> PorcelainEntry:
        """The run as a value."""
        entry = BlameEntry(
            commit=Oid(self.oid.decode()) if self.oid.strip(b"0") else None,
            first=self.first,
            count=self.count,
            origin_path=RepoPath(known.path),
            origin_first=self.origin_first,
            boundary=known.boundary,
            previous=known.previous,
        )
        return PorcelainEntry(entry, tuple(self.headers), tuple(self.lines), known.details)


def parse_blame(
    lines: Iterable[bytes], *, incremental: bool = False, trailer: list[bytes] | None = None
) -> Iterator[PorcelainEntry]:
    """The entries of a porcelain stream, each as soon as it is complete.

    `lines` may end with their newline or not. What stands between entries and is no entry, such
    as the counts of `--show-stats`, is added to `trailer`.

    Raises:
        GitError: a header line is none that git documents.
    """
    known: dict[bytes, _Known] = {}
    run: _Run | None = None
    headers: list[bytes] = []
    for raw in lines:
        line = raw.removesuffix(b"\n")
        if not headers:
            if run is None:
                run = _started(line)
            if run is None or not line.startswith(run.oid):
                _set_aside(line, trailer, inside=run is not None)
            else:
                headers.append(line)
            continue
        ends_set = line.startswith(b"filename ") if incremental else line[:1] == b"\t"
        if incremental or not ends_set:
            headers.append(line)
        if not ends_set or run is None:
            continue
        if len(headers) > 1:
            known.setdefault(run.oid, _Known()).learn(headers[1:])
        run.headers.append(tuple(headers))
        headers = []
        if not incremental:
            run.lines.append(line[1:])
        if incremental or len(run.lines) == run.count:
            yield run.entry(known.get(run.oid) or _Known())
            run = None


def blames_of(
    start: Callable[[Sequence[str]], GitProcess], places: Iterable[tuple[Oid, RepoPath]]
) -> dict[tuple[Oid, RepoPath], tuple[BlameEntry, ...]]:
    """git's blame of each file, in the order of its lines; `start` starts git."""
    found = {}
    for oid, path in places:
        args = ["blame", "--incremental", oid, "--", os.fsdecode(path)]
        with start(args) as process:
            parsed = parse_blame(process, incremental=True)
            entries = sorted((one.entry for one in parsed), key=lambda entry: entry.first)
        found[oid, path] = tuple(entries)
    return found


def _started(line: bytes) -> _Run | None:
    """The run that a header line opens, or `None` for another line."""
    head = _HEAD.fullmatch(line)
    return head and _Run(head[1], int(head[2]), int(head[3]), int(head[4] or 1))


def _set_aside(line: bytes, trailer: list[bytes] | None, *, inside: bool) -> None:
    if inside:
        raise GitError(f"git blame printed '{line.decode('utf-8', 'replace')}' inside an entry")
    if trailer is not None:
        trailer.append(line)


def unquote(name: bytes) -> bytes:
    """A file name as git prints it, without C quotes; one without quotes stays as it is."""
    if len(name) < 2 or name[:1] != b'"' or name[-1:] != b'"':
        return name
    return _ESCAPE.sub(_unescaped, name[1:-1])


def _unescaped(found: re.Match[bytes]) -> bytes:
    code = found[1]
    return bytes((int(code, 8) & 0xFF,)) if len(code) == 3 else _ESCAPED.get(code, code)
