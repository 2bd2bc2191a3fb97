"""Recorded patches: reading hunks, applying them exactly, undoing them.

Reads the bare hunks of ASR `unified` patches, Git patches of several files, counts that are off,
and hunks without numbers; never guesses a place that the lines do not name alone.
Spec: ASR-456.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from itertools import islice, pairwise

from attrib.git.spans import common_end, common_start
from attrib.model.states import PatchHunk

_HUNK = re.compile(rb"^@@(?: -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))?)? ?@@|^@@")
#: What `git format-patch` puts before its version, below the last hunk.
_SIGNATURE = b"-- \n"
_ESCAPES = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b'"': b'"', b"\\": b"\\", b"a": b"\a",
            b"b": b"\b", b"f": b"\f", b"v": b"\v"}  # fmt: skip
_ESCAPED = re.compile(rb"\\([0-7]{3}|.)")


def holds_line(content: bytes, line: bytes) -> bool:
    """True when the content has this whole line, line end included."""
    at = content.find(line)
    while at > 0 and content[at - 1] != 0x0A:
        at = content.find(line, at + 1)
    return at >= 0


def lines_held(content: bytes, lines: Iterable[bytes]) -> frozenset[bytes]:
    """Those of the lines that the content has."""
    wanted = frozenset(lines)
    if len(wanted) > _FEW:
        return wanted & line_set(content)
    return frozenset(line for line in wanted if holds_line(content, line))


@lru_cache(maxsize=4096)
def lines_between(before: bytes, after: bytes) -> tuple[frozenset[bytes], frozenset[bytes]]:
    """The distinct lines that only the after has, and those that only the before has.

    Lines that both have in the stretches that they begin and end with do not count.
    """
    start = before.rfind(b"\n", 0, common_start(before, after)) + 1
    old, new = before[start:], after[start:]
    tail = common_end(old, new)
    line_end = old.find(b"\n", len(old) - tail) if tail else -1
    if line_end >= 0:
        tail = len(old) - line_end - 1
        old, new = old[: len(old) - tail], new[: len(new) - tail]
    # Not remembered: middles are asked for once, and would drive out whole contents.
    before_lines, after_lines = (frozenset(BytesIO(part).readlines()) for part in (old, new))
    return after_lines - before_lines, before_lines - after_lines


@dataclass(frozen=True, slots=True)
class FilePatch:
    """The part of a Git patch that speaks of one file; `None` for `/dev/null`."""

    old_path: bytes | None
    new_path: bytes | None
    hunks: tuple[PatchHunk, ...]


#: Up to so many lines are looked for one by one.
_FEW = 40


@lru_cache(maxsize=256)
def split_lines(content: bytes) -> tuple[bytes, ...]:
    """The lines of a content as git sees them: split after line feeds only, ends kept."""
    return tuple(BytesIO(content).readlines())


@lru_cache(maxsize=256)
def line_set(content: bytes) -> frozenset[bytes]:
    """The distinct lines of a content."""
    return frozenset(split_lines(content))


def parse_hunks(text: bytes) -> tuple[PatchHunk, ...]:
    """The hunks of one file's patch; header lines before the first hunk are passed over."""
    hunks: list[PatchHunk] = []
    start: tuple[int | None, int | None] | None = None
    body: list[tuple[bytes, bytes]] = []
    for line in BytesIO(text).readlines():
        head = _HUNK.match(line)
        if head:
            if start is not None:
                hunks.append(PatchHunk(start[0], start[1], tuple(body)))
            start, body = _starts(head), []
        elif line == _SIGNATURE:
            break
        elif start is not None:
            _take(line, body)
    if start is not None:
        hunks.append(PatchHunk(start[0], start[1], tuple(body)))
    return tuple(hunk for hunk in hunks if hunk.lines)


def _starts(head: re.Match[bytes]) -> tuple[int | None, int | None]:
    if head[1] is None:
        return None, None
    # With a count of 0 git names the line before; the lines stand after it.
    old = int(head[1]) + (1 if head[2] == b"0" else 0)
    new = int(head[3]) + (1 if head[4] == b"0" else 0)
    return old, new


def _take(line: bytes, body: list[tuple[bytes, bytes]]) -> None:
    tag, rest = line[:1], line[1:]
    if tag in (b" ", b"+", b"-"):
        body.append((tag, rest if rest.endswith(b"\n") else rest + b"\n"))
    elif tag == b"\\" and body:
        last_tag, last = body[-1]
        body[-1] = (last_tag, last.removesuffix(b"\n"))
    elif line in (b"\n", b"\r\n"):
        body.append((b" ", line))


def parse_git_patch(text: bytes) -> Iterator[FilePatch]:
    """The files of a `git_patch`, in order."""
    lines = split_lines(text)
    starts = [index for index, line in enumerate(lines) if line.startswith(b"diff --git ")]
    if not starts:
        starts = [
            index
            for index, line in enumerate(lines)
            if line.startswith(b"--- ") and lines[index + 1 : index + 2]
            and lines[index + 1].startswith(b"+++ ")
        ]  # fmt: skip
    for start, end in pairwise([*starts, len(lines)]):
        yield _file_patch(lines[start:end])


def _file_patch(lines: Sequence[bytes]) -> FilePatch:
    old: bytes | None = None
    new: bytes | None = None
    for index, line in enumerate(lines):
        if line.startswith(b"@@"):
            return FilePatch(old, new, parse_hunks(b"".join(lines[index:])))
        if line.startswith((b"--- ", b"rename from ", b"copy from ")):
            old = _path(line)
        elif line.startswith((b"+++ ", b"rename to ", b"copy to ")):
            new = _path(line)
    return FilePatch(old, new, ())


def _path(line: bytes) -> bytes | None:
    if line.startswith((b"--- ", b"+++ ")):
        name, strip = line[4:], True
    else:
        name, strip = line.split(b" ", 2)[2], False
    name = name.rstrip(b"\n").rstrip(b"\r")
    if name.startswith(b'"') and name.endswith(b'"'):
        name = _ESCAPED.sub(_unescape, name[1:-1])
    else:
        name = name.split(b"\t", 1)[0]
    if name == b"/dev/null":
        return None
    return name[2:] if strip and name[:2] in (b"a/", b"b/") else name


def _unescape(match: re.Match[bytes]) -> bytes:
    code = match[1]
    if code[:1].isdigit() and len(code) == 3:
        return bytes([int(code, 8) & 0xFF])
    return _ESCAPES.get(code, code)


def reverse(hunks: Sequence[PatchHunk]) -> tuple[PatchHunk, ...]:
    """The hunks that undo the given ones."""
    swapped = {b"+": b"-", b"-": b"+", b" ": b" "}
    return tuple(
        PatchHunk(
            hunk.new_start,
            hunk.old_start,
            tuple((swapped[tag], line) for tag, line in hunk.lines),
        )
        for hunk in hunks
    )


def apply_hunks(
    hunks: Sequence[PatchHunk], content: bytes, *, at_recorded_place: bool
) -> bytes | None:
    """The content with all hunks applied, or `None` where one does not apply exactly.

    At its recorded place a hunk must hold line for line. Otherwise the lines that it expects must
    stand at exactly one place of the content; a hunk that expects no line then has none.
    """
    made = _apply(hunks, content, at_recorded_place=at_recorded_place)
    if made is None:
        fitted = [_fitting(hunk, content) for hunk in hunks]
        if fitted != list(hunks):
            made = _apply(fitted, content, at_recorded_place=at_recorded_place)
    return made


def _apply(hunks: Sequence[PatchHunk], content: bytes, *, at_recorded_place: bool) -> bytes | None:
    lines = split_lines(content)
    result: list[bytes] = []
    gained: list[bytes] = []
    done = 0
    for hunk in hunks:
        place = _place_of(hunk, lines, done, at_recorded_place=at_recorded_place)
        if place is None:
            return None
        result += lines[done:place]
        result += hunk.new
        gained += hunk.new
        done = place + len(hunk.old)
    result += lines[done:]
    is_open = any(not line.endswith(b"\n") for line in (*gained, *lines[-1:]))
    if is_open and any(not line.endswith(b"\n") for line in result[:-1]):
        return None  # a line without an end can only be the last one
    return b"".join(result)


def _fitting(hunk: PatchHunk, content: bytes) -> PatchHunk:
    """The hunk with the line ends of the content that it is put on."""
    has_crlf = any(line.endswith(b"\r\n") for _, line in hunk.lines)
    if has_crlf == (b"\r\n" in content) or not content:
        return hunk
    lines = ((tag, line.replace(b"\r\n", b"\n")) for tag, line in hunk.lines)
    if not has_crlf:
        lines = ((tag, line.replace(b"\n", b"\r\n")) for tag, line in hunk.lines)
    return PatchHunk(hunk.old_start, hunk.new_start, tuple(lines))


def _place_of(
    hunk: PatchHunk, lines: Sequence[bytes], done: int, *, at_recorded_place: bool
) -> int | None:
    old = tuple(hunk.old)
    if hunk.old_start is not None:
        place = hunk.old_start - 1
        if done <= place <= len(lines) and tuple(lines[place : place + len(old)]) == old and (
            old or at_recorded_place
        ):  # fmt: skip
            return place
        if at_recorded_place:
            return None
    if not old:
        return None
    places = list(islice(_places_of(old, lines, done), 2))
    return places[0] if len(places) == 1 else None


def _places_of(old: Sequence[bytes], lines: Sequence[bytes], first: int) -> Iterator[int]:
    """Where the lines `old` stand together in `lines`, from the index `first` on."""
    with suppress(ValueError):
        while True:
            first = lines.index(old[0], first)
            if tuple(lines[first : first + len(old)]) == old:
                yield first
            first += 1
