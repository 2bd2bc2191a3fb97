"""Finding the content of a state that is known by its ID alone.

Between the parent's content and the commit's lie states that a session recorded and nobody kept.
Some of the hunks between the two, put on the parent's content, may give one: only the hash can
confirm it. The search goes in a fixed order and has a limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from attrib.git.convert import hash_of, with_crlf
from attrib.model.commits import Hunk
from attrib.model.ids import ObjectIdType
from attrib.model.states import PatchHunk
from attrib.patches import apply_hunks, line_set, split_lines

#: Up to this many hunks every choice of them is tried; beyond, runs from either end and singles.
_ALL_CHOICES = 8

#: With how many neighbouring lines a hunk is put on another content.
_CONTEXT = 2

#: No search in files above this size, in bytes.
_LARGEST = 1024 * 1024

#: What a state may be called: the kind of ID and the ID.
Name = tuple[ObjectIdType, str]


@dataclass(frozen=True, slots=True)
class Sought:
    """The states that are looked for, by name to number, and their sizes where all are known."""

    names: Mapping[Name, int]
    sizes: frozenset[int] | None = None

    def has_size(self, *sizes: int) -> bool:
        """False when no state can have one of these sizes in bytes."""
        return self.sizes is None or not self.sizes.isdisjoint(sizes)

    def in_forms_of(self, content: bytes) -> dict[int, bytes]:
        """The states that this content is, as it stands or with CRLF."""
        kinds = {kind for kind, _ in self.names}
        found: dict[int, bytes] = {}
        for form in forms_of(content):
            for kind in kinds if self.has_size(len(form)) else ():
                number = self.names.get((kind, hash_of(form, kind)))
                if number is not None:
                    found.setdefault(number, form)
        return found


def states_between(
    old: bytes, new: bytes, hunks: Sequence[Hunk], sought: Sought
) -> dict[int, bytes]:
    """The contents of sought states (by number) that some of the hunks give."""
    if not sought.names or not hunks or max(len(old), len(new)) > _LARGEST:
        return {}
    before, after = split_lines(old), split_lines(new)
    gains = [_gain(before, after, hunk) for hunk in hunks]
    bare = _bare(old)
    found: dict[int, bytes] = {}
    for choice in _choices(len(hunks)):
        size = len(old) + sum(gains[index][0] for index in choice)
        if not sought.has_size(size, size + bare + sum(gains[index][1] for index in choice)):
            continue
        found = sought.in_forms_of(_with(before, after, hunks, choice)) | found
        if len(found) == len(set(sought.names.values())):
            break
    return found


def states_after(
    start: bytes, old: bytes, new: bytes, hunks: Sequence[Hunk], sought: Sought
) -> dict[int, bytes]:
    """The contents of sought states that some of the hunks give when put on a known before.

    The before is of another time or branch: each hunk goes where its neighbouring lines stand.
    """
    if not 0 < len(hunks) <= _ALL_CHOICES or max(map(len, (start, old, new))) > _LARGEST:
        return {}
    before, after = split_lines(old), split_lines(new)
    # A hunk gets the line ends of the content that it is put on; with LF alone it keeps its own.
    is_plain = not any(b"\r" in content for content in (start, old, new))
    patches = {
        index: patch
        for index, hunk in enumerate(hunks)
        if line_set(start).issuperset((patch := _patch(before, after, hunk)).old) or not is_plain
    }
    gains = [_gain(before, after, hunk) for hunk in hunks]
    bare = _bare(start)
    for choice in (*_choices(len(hunks)), frozenset(range(len(hunks)))):
        if not choice <= patches.keys():
            continue
        size = len(start) + sum(gains[index][0] for index in choice)
        longer = size + bare + sum(gains[index][1] for index in choice)
        if is_plain and not sought.has_size(size, longer):
            continue
        picked = [patches[index] for index in sorted(choice)]
        content = apply_hunks(picked, start, at_recorded_place=False)
        found = sought.in_forms_of(content) if content is not None else {}
        if found:
            return found
    return {}


def _gain(before: Sequence[bytes], after: Sequence[bytes], hunk: Hunk) -> tuple[int, int]:
    """By how many bytes a hunk lengthens a content, and by how many line feeds without a CR."""
    old = before[hunk.old_start : hunk.old_start + hunk.old_count]
    new = after[hunk.new_start : hunk.new_start + hunk.new_count]
    gone, come = b"".join(old), b"".join(new)
    return len(come) - len(gone), _bare(come) - _bare(gone)


def _bare(content: bytes) -> int:
    """How many lines end with a line feed alone."""
    return content.count(b"\n") - (content.count(b"\r\n") if b"\r" in content else 0)


def _patch(before: Sequence[bytes], after: Sequence[bytes], hunk: Hunk) -> PatchHunk:
    """A hunk with its neighbouring lines, as a patch without numbers."""
    start, end = hunk.old_start, hunk.old_start + hunk.old_count
    lines = [(b" ", line) for line in before[max(start - _CONTEXT, 0) : start]]
    lines += [(b"-", line) for line in before[start:end]]
    lines += [(b"+", line) for line in after[hunk.new_start : hunk.new_start + hunk.new_count]]
    lines += [(b" ", line) for line in before[end : end + _CONTEXT]]
    return PatchHunk(None, None, tuple(lines))


def _choices(count: int) -> Iterator[frozenset[int]]:
    """Which hunks to take, fewest first: never none of them and never all."""
    if count <= _ALL_CHOICES:
        for size in range(1, count):
            yield from map(frozenset, combinations(range(count), size))
        return
    everything = frozenset(range(count))
    for index in range(count):
        yield frozenset((index,))
        yield everything - {index}
    for end in range(2, count - 1):
        yield frozenset(range(end))
        yield frozenset(range(end, count))


def _with(
    before: Sequence[bytes], after: Sequence[bytes], hunks: Sequence[Hunk], choice: frozenset[int]
) -> bytes:
    lines: list[bytes] = []
    done = 0
    for index, hunk in enumerate(hunks):
        lines += before[done : hunk.old_start]
        done = hunk.old_start + hunk.old_count
        if index in choice:
            lines += after[hunk.new_start : hunk.new_start + hunk.new_count]
        else:
            lines += before[hunk.old_start : done]
    lines += before[done:]
    return b"".join(lines)


def forms_of(content: bytes) -> tuple[bytes, ...]:
    """A content as it stands, and as a worktree with CRLF would hold it."""
    crlf = with_crlf(content)
    return (content, crlf) if crlf != content else (content,)
