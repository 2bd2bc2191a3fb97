"""Line endings of whole contents: what is there, and how it looks with others."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import groupby

_NON_PRINTABLE = bytes(byte for byte in (*range(32), 127) if byte not in b"\b\t\n\f\r\x1b")
_PRINTABLE = bytes(set(range(256)) - set(_NON_PRINTABLE))
#: Line pairs beyond which changed lines are taken as one block instead of being compared.
_MOST_PAIRS = 250_000


@dataclass(frozen=True, slots=True)
class Endings:
    """How the lines of a content end, and whether git's test takes it for binary."""

    crlf: int
    lone_lf: int
    lone_cr: int
    is_binary: bool


def endings_of(content: bytes) -> Endings:
    """The counts by which git decides on conversions.

    Binary, where git has to guess, is what holds a NUL, a lone CR, or more than one control
    character in 128; a final ^Z does not count.
    """
    crlf = content.count(b"\r\n")
    lone_cr = content.count(b"\r") - crlf
    line_feeds = content.count(b"\n")
    strange = len(content.translate(None, _PRINTABLE)) - content.endswith(b"\x1a")
    normal = len(content) - strange - content.endswith(b"\x1a") - lone_cr - crlf - line_feeds
    is_binary = bool(lone_cr) or b"\0" in content or normal >> 7 < strange
    return Endings(crlf, line_feeds - crlf, lone_cr, is_binary)


def is_binary_for_auto(content: bytes) -> bool:
    """True if git converts no line endings of `content` where it has to guess."""
    return endings_of(content).is_binary


def with_lf(content: bytes) -> bytes:
    """The content with every CRLF made LF."""
    # One byte is looked for thirty times as fast as two.
    return content.replace(b"\r\n", b"\n") if b"\r" in content else content


def has_crlf(content: bytes) -> bool:
    """True when a line of the content ends with CRLF."""
    return b"\r" in content and b"\r\n" in content


def with_crlf(content: bytes) -> bytes:
    """The content with every lone LF made CRLF."""
    return with_lf(content).replace(b"\n", b"\r\n")


def mixed_endings(
    content: bytes, parent: bytes, sizes: Collection[int] | None = None
) -> Iterator[tuple[str, bytes]]:
    """The content with one ending for lines that `parent` has and another for the rest.

    First by lines, then with everything from the first to the last changed line as new: a tool
    that replaces a snippet writes all of it anew. Each is named for people. Where `sizes` are
    given, nothing of another size is made.
    """
    dense = with_lf(content)
    count = dense.count(b"\n")
    if sizes is not None and not any(len(dense) <= size <= len(dense) + count for size in sizes):
        return
    lines = dense.split(b"\n")
    for is_old in _old_lines(_lines(parent), lines):
        olds = sum(is_old[:count])
        if sizes is None or len(dense) + olds in sizes:
            yield "written with CRLF in old lines and LF in new ones", _joined(lines, is_old)
        if sizes is None or len(dense) + count - olds in sizes:
            yield (
                "written with LF in old lines and CRLF in new ones",
                _joined(lines, [not old for old in is_old]),
            )


def _lines(content: bytes) -> list[bytes]:
    """The lines without their endings; the last is what follows the last LF."""
    return with_lf(content).split(b"\n")


def _joined(lines: list[bytes], has_crlf: list[bool]) -> bytes:
    made, at = bytearray(), 0
    for crlf, run in groupby(has_crlf[: len(lines) - 1]):
        end = at + len(list(run))
        ending = b"\r\n" if crlf else b"\n"
        made += ending.join(lines[at:end])
        made += ending
        at = end
    return bytes(made + lines[-1])


def _old_lines(old: list[bytes], new: list[bytes]) -> Iterator[list[bool]]:
    """Which of the lines `new` stand in `old`: by comparison, then outside the changed block."""
    shorter = min(len(old), len(new))
    head = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    rest = shorter - head
    tail = next((at for at in range(rest) if old[-1 - at] != new[-1 - at]), rest)
    old_block, new_block = old[head : len(old) - tail], new[head : len(new) - tail]
    block = [True] * head + [False] * len(new_block) + [True] * tail
    if len(old_block) * len(new_block) <= _MOST_PAIRS:
        compared = block.copy()
        from difflib import SequenceMatcher

        matcher = SequenceMatcher(None, old_block, new_block, autojunk=False)
        for _, start, size in matcher.get_matching_blocks():
            compared[head + start : head + start + size] = [True] * size
        yield compared
    yield block
