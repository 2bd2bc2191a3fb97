"""Line diffs of buffers by pygit2: xdiff in this process, equal to `git diff -U0`."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from attrib.git.spans import common_end, common_start
from attrib.model.commits import Hunk

#: How many diffs are remembered; keys are hashes, so no content is kept.
_MOST = 4096
#: From this size on, in bytes, only what differs is compared, with this many lines around it.
_LONG = 32 * 1024
_MARGIN = 200
_remembered: OrderedDict[tuple[int, int, int, int], tuple[Hunk, ...]] = OrderedDict()


def diff_lines(old: bytes, new: bytes) -> Sequence[Hunk]:
    """The hunks between two contents, in order, without context; contents are taken as text."""
    if old == new:
        return ()
    key = (hash(old), len(old), hash(new), len(new))
    hunks = _remembered.get(key)
    if hunks is None:
        hunks = _remembered[key] = _diff_of_middles(old, new)
        if len(_remembered) > _MOST:
            _remembered.popitem(last=False)
    return hunks


def _diff_of_middles(old: bytes, new: bytes) -> tuple[Hunk, ...]:
    """The diff of long contents from what differs, and some lines on either side of it.

    xdiff slides a hunk by at most a hundred lines; with more than that on both sides, the lines
    beyond cannot change its choice.
    """
    if min(len(old), len(new)) < _LONG:
        return _diff(old, new)
    start = _margin_before(old, common_start(old, new))
    end = common_end(old[start:], new[start:])
    end = _margin_after(old, end)
    skipped = old.count(b"\n", 0, start)
    return tuple(
        Hunk(hunk.old_start + skipped, hunk.old_count, hunk.new_start + skipped, hunk.new_count)
        for hunk in _diff(old[start : len(old) - end], new[start : len(new) - end])
    )


def _margin_before(content: bytes, at: int) -> int:
    """Where the line begins that stands `_MARGIN` lines before a place."""
    for _ in range(_MARGIN + 1):
        at = content.rfind(b"\n", 0, max(at, 0))
        if at < 0:
            return 0
    return at + 1


def _margin_after(content: bytes, end: int) -> int:
    """How many bytes follow the line that ends `_MARGIN` lines after a place, from the end."""
    at = len(content) - end
    for _ in range(_MARGIN + 1):
        at = content.find(b"\n", at) + 1
        if at == 0:
            return 0
    return len(content) - at


def _diff(old: bytes, new: bytes) -> tuple[Hunk, ...]:
    # Takes 80 ms to import; many commands compare no lines.
    from pygit2 import Patch
    from pygit2.enums import DiffOption

    # git's own default since 2.14 is the indent heuristic.
    flags = DiffOption.FORCE_TEXT | DiffOption.INDENT_HEURISTIC
    patch = Patch.create_from(old, new, flag=flags, context_lines=0, interhunk_lines=0)
    return tuple(
        Hunk(
            old_start=hunk.old_start - bool(hunk.old_lines),
            old_count=hunk.old_lines,
            new_start=hunk.new_start - bool(hunk.new_lines),
            new_count=hunk.new_lines,
        )
        for hunk in patch.hunks
    )
