"""Line diffs of buffers by pygit2: xdiff in this process, equal to `git diff -U0`."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from attrib.model.commits import Hunk

#: How many diffs are remembered; keys are hashes, so no content is kept.
_MOST = 4096
_remembered: OrderedDict[tuple[int, int, int, int], tuple[Hunk, ...]] = OrderedDict()


def diff_lines(old: bytes, new: bytes) -> Sequence[Hunk]:
    """The hunks between two contents, in order, without context; contents are taken as text."""
    if old == new:
        return ()
    key = (hash(old), len(old), hash(new), len(new))
    hunks = _remembered.get(key)
    if hunks is None:
        hunks = _remembered[key] = _diff(old, new)
        if len(_remembered) > _MOST:
            _remembered.popitem(last=False)
    return hunks


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
