"""Marks in a text where secrets stood: line by line, and as long as they were."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from attrib.recording.secrets import Secret

#: What stands in place of a secret; `~` fills it up to the secret's length.
MARK = re.compile(r"\[REDACTED:[a-z0-9-]+\]~*")


def unmarked(found: Iterable[Secret], text: str, *, is_patch: bool) -> list[Secret]:
    """What has to be marked: overlapping secrets as one, one for each line, in order.

    Left out are marks, space around the secret, and in a patch the first column of each line.
    """
    marks = [match.span() for match in MARK.finditer(text)]
    return [
        line
        for secret in _joined(found)
        for part in _without(secret, marks)
        for line in _lines_of(text, part, is_patch=is_patch)
    ]


def marked(text: str, secrets: Iterable[Secret]) -> str:
    """The text with a mark in place of each secret; they are in order and do not overlap."""
    parts: list[str] = []
    done = 0
    for secret in secrets:
        mark = f"[REDACTED:{secret.rule}]".ljust(secret.end - secret.start, "~")
        parts += (text[done : secret.start], mark)
        done = secret.end
    return "".join(parts) + text[done:]


def _joined(found: Iterable[Secret]) -> list[Secret]:
    joined: list[Secret] = []
    for secret in sorted(found):
        if joined and secret.start < joined[-1].end:
            last = joined.pop()
            rule = min(last.rule, secret.rule)
            joined.append(Secret(last.start, max(last.end, secret.end), rule))
        else:
            joined.append(secret)
    return joined


def _without(secret: Secret, marks: Sequence[tuple[int, int]]) -> Iterator[Secret]:
    """The parts of a secret that are not marks already."""
    start = secret.start
    for left, right in marks:
        if left < secret.end and right > start:
            if left > start:
                yield Secret(start, left, secret.rule)
            start = right
    if start < secret.end:
        yield Secret(start, secret.end, secret.rule)


def _lines_of(text: str, secret: Secret, *, is_patch: bool) -> Iterator[Secret]:
    start = secret.start
    while start < secret.end:
        stop = text.find("\n", start, secret.end)
        stop = secret.end if stop < 0 else stop
        left, right = start, stop
        if is_patch and left < right and (left == 0 or text[left - 1] == "\n"):
            left += 1
        while left < right and text[left] in " \t":
            left += 1
        while left < right and text[right - 1] in " \t\r":
            right -= 1
        if left < right:
            yield Secret(left, right, secret.rule)
        start = stop + 1
