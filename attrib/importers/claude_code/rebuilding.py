"""What an edit made of a text, and the hunks that say so.

Claude Code's own `structuredPatch` is a display patch, where a tab is two spaces; it is never
used. The text is made anew from the original and the replaced strings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_CONTEXT = 3
#: Above this many line pairs, lines that occur often are no anchors, so that time stays linear.
_LARGE_REGION = 1_000_000
_NO_NEWLINE = "\n\\ No newline at end of file\n"


@dataclass(frozen=True, slots=True)
class Replacement:
    """One requested replacement: the first occurrence of `old`, or every one."""

    old: str
    new: str
    every: bool = False


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The text after an edit, and its hunks from the first `@@` on (empty: nothing changed)."""

    text: str
    hunks: str


@dataclass(frozen=True, slots=True)
class _Region:
    """Lines `start` to `end` (0-based, end not included) of the original became `lines`."""

    start: int
    end: int
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Step:
    """A run of lines that is kept, or replaced; starts and ends as in difflib's opcodes."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int


def rebuilt(original: str, replacements: Sequence[Replacement]) -> Rebuilt | None:
    """The original with all replacements made in turn; `None` where one finds nothing."""
    text = original
    places: list[tuple[int, int]] = []
    for replacement in replacements:
        search, places = _places(text, replacement)
        if not places:
            return None
        text = text.replace(search, replacement.new, -1 if replacement.every else 1)
    old, new = lines_of_text(original), lines_of_text(text)
    if len(replacements) == 1:
        regions = list(_regions(original, places, replacements[0].new))
    else:
        regions = [_Region(0, len(old), new)]
    return Rebuilt(text, _unified(old, new, list(_steps(old, regions))))


def lines_of_text(text: str) -> list[str]:
    """The lines of a text with their ends, split after line feeds only, as git does."""
    parts = text.split("\n")
    last = parts.pop()
    return [part + "\n" for part in parts] + ([last] if last else [])


def _places(text: str, replacement: Replacement) -> tuple[str, list[tuple[int, int]]]:
    """The string that is looked for, and its places in the text, as Claude Code finds them."""
    old = replacement.old
    if not old:
        # An empty file is filled; elsewhere an empty string names no place.
        return old, [] if text else [(0, 0)]
    if not replacement.new and not old.endswith("\n") and old + "\n" in text:
        old += "\n"
    places: list[tuple[int, int]] = []
    start = text.find(old)
    while start >= 0:
        places.append((start, start + len(old)))
        if not replacement.every:
            break
        start = text.find(old, start + len(old))
    return old, places


def _regions(text: str, places: Iterable[tuple[int, int]], new: str) -> Iterator[_Region]:
    """Whole lines around the replaced places; places that share lines share a region."""
    counted = numbered = 0
    held: list[tuple[int, int]] = []
    left = right = 0

    def region() -> _Region:
        nonlocal counted, numbered
        numbered += text.count("\n", counted, left)
        counted = left
        parts: list[str] = []
        done = left
        for start, end in held:
            parts += (text[done:start], new)
            done = end
        parts.append(text[done:right])
        size = len(lines_of_text(text[left:right]))
        return _Region(numbered, numbered + size, lines_of_text("".join(parts)))

    for start, end in places:
        if held and start >= right:
            yield region()
            held = []
        if not held:
            left = text.rfind("\n", 0, start) + 1
        held.append((start, end))
        # A line more than needed at the end: a replacement may take away a line's end.
        right = _end_of_line(text, _end_of_line(text, max(end - 1, start)))
    if held:
        yield region()


def _end_of_line(text: str, place: int) -> int:
    return text.find("\n", place) + 1 or len(text)


def _steps(old: Sequence[str], regions: Iterable[_Region]) -> Iterator[_Step]:
    """The replaced runs of lines, each as small as it can be."""
    shift = 0
    for region in regions:
        before, after = old[region.start : region.end], region.lines
        head = _common(before, after)
        tail = _common(before[head:][::-1], after[head:][::-1])
        inner_old = before[head : len(before) - tail]
        inner_new = after[head : len(after) - tail]
        base = region.start + head
        is_large = len(inner_old) * len(inner_new) > _LARGE_REGION
        matcher = SequenceMatcher(None, inner_old, inner_new, autojunk=is_large)
        for tag, a, b, c, d in matcher.get_opcodes():
            if tag != "equal":
                yield _Step(base + a, base + b, base + shift + c, base + shift + d)
        shift += len(after) - len(before)


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many first lines are the same."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _unified(old: Sequence[str], new: Sequence[str], steps: Sequence[_Step]) -> str:
    """Unified hunks of the steps, three lines of context around them."""
    parts: list[str] = []
    group: list[_Step] = []
    for step in steps:
        if group and step.old_start - group[-1].old_end > 2 * _CONTEXT:
            parts += _hunk(old, new, group)
            group = []
        group.append(step)
    if group:
        parts += _hunk(old, new, group)
    return "".join(parts)


def _hunk(old: Sequence[str], new: Sequence[str], group: Sequence[_Step]) -> Iterator[str]:
    before = min(_CONTEXT, group[0].old_start)
    after = min(_CONTEXT, len(old) - group[-1].old_end)
    old_start, old_end = group[0].old_start - before, group[-1].old_end + after
    new_start, new_end = group[0].new_start - before, group[-1].new_end + after
    yield f"@@ -{_span(old_start, old_end)} +{_span(new_start, new_end)} @@\n"
    done = old_start
    for step in group:
        yield from _tagged(" ", old[done : step.old_start])
        yield from _tagged("-", old[step.old_start : step.old_end])
        yield from _tagged("+", new[step.new_start : step.new_end])
        done = step.old_end
    yield from _tagged(" ", old[done:old_end])


def _span(start: int, end: int) -> str:
    """`start,count`, 1-based; with no lines, the line before, as git counts."""
    return f"{start + 1 if end > start else start},{end - start}"


def _tagged(tag: str, lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield tag + (line if line.endswith("\n") else line + _NO_NEWLINE)
