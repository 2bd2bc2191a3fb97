"""What a recorded change changed, as hunks: those recorded, else of the two contents it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrib.model.commits import Hunk
from attrib.model.states import PatchHunk, Presence, RecordedChange, RecordedState
from attrib.patches import split_lines
from attrib.render.markup import Html, element
from attrib.render.text import counted

#: A diff shows this many lines, and this many characters of each; the rest is counted.
MOST_LINES = 200
MOST_CHARACTERS = 500
#: Larger contents are not compared.
_MOST_BYTES = 2 * 1024 * 1024
_CONTEXT = 3
_KINDS = {b"+": "added", b"-": "removed"}
ContentOf = Callable[[RecordedState], bytes | None]
DiffLines = Callable[[bytes, bytes], Sequence[Hunk]]


def change_hunks(
    change: RecordedChange, content_of: ContentOf, diff_lines: DiffLines
) -> tuple[PatchHunk, ...] | None:
    """The hunks of a recorded change; `None` where its content is not known.

    `content_of` gives the content of a state: recorded, or of the blob here with its ID.
    """
    if change.hunks:
        return change.hunks
    before, after = _content(change.before, content_of), _content(change.after, content_of)
    if after is not None and before is None and change.op == "add":
        before = b""
    if before is not None and after is not None and max(len(before), len(after)) <= _MOST_BYTES:
        return tuple(_hunks(before, after, diff_lines(before, after)))
    if change.replacements:
        return tuple(
            PatchHunk(None, None, (*_tagged(b"-", each.old), *_tagged(b"+", each.new)))
            for each in change.replacements
        )
    return None


def _content(state: RecordedState, content_of: ContentOf) -> bytes | None:
    return b"" if state.presence is Presence.ABSENT else content_of(state)


def _tagged(tag: bytes, text: bytes) -> Iterator[tuple[bytes, bytes]]:
    return ((tag, line) for line in split_lines(text))


def _hunks(before: bytes, after: bytes, changes: Sequence[Hunk]) -> Iterator[PatchHunk]:
    """The changed places with the lines around them; near ones are one hunk."""
    old, new = split_lines(before), split_lines(after)
    group: list[Hunk] = []
    for change in changes:
        if group and change.old_start - (group[-1].old_start + group[-1].old_count) > 2 * _CONTEXT:
            yield _hunk(old, new, group)
            group = []
        group.append(change)
    if group:
        yield _hunk(old, new, group)


def _hunk(old: Sequence[bytes], new: Sequence[bytes], group: Sequence[Hunk]) -> PatchHunk:
    start = max(group[0].old_start - _CONTEXT, 0)
    lines: list[tuple[bytes, bytes]] = []
    position = start
    for each in group:
        lines += [(b" ", line) for line in old[position : each.old_start]]
        lines += [(b"-", line) for line in old[each.old_start : each.old_start + each.old_count]]
        lines += [(b"+", line) for line in new[each.new_start : each.new_start + each.new_count]]
        position = each.old_start + each.old_count
    lines += [(b" ", line) for line in old[position : position + _CONTEXT]]
    new_start = group[0].new_start - (group[0].old_start - start)
    return PatchHunk(start + 1, new_start + 1, tuple(lines))


def diff_part(hunks: Sequence[PatchHunk] | None) -> Html:
    """The hunks as a page shows them; what is left out is counted."""
    if hunks is None:
        return element(
            "p",
            "No diff: the content is very large, or neither recorded nor a blob here.",
            class_="faint",
        )
    lines = [line for hunk in hunks for line in (_head(hunk), *hunk.lines)]
    if not lines:
        return element("p", "No line changed.", class_="faint")
    left = len(lines) - MOST_LINES
    return element(
        "div",
        element(
            "pre", (_line(tag, line) for tag, line in lines[:MOST_LINES]), class_="diff", tabindex=0
        ),
        element("p", f"{counted(left, 'line')} more are not shown.") if left > 0 else None,
    )


def _head(hunk: PatchHunk) -> tuple[bytes, bytes]:
    if hunk.old_start is None or hunk.new_start is None:
        return b"@", b"@ "
    return b"@", f"@ -{hunk.old_start} +{hunk.new_start} @@".encode()


def _line(tag: bytes, line: bytes) -> Html:
    text = (tag + line.rstrip(b"\n")).decode("utf-8", "replace").removesuffix("\r")
    left = len(text) - MOST_CHARACTERS
    more = f" … {left:,} more characters" if left > 0 else ""
    kind = _KINDS.get(tag, "head" if tag == b"@" else None)
    return element("span", text[:MOST_CHARACTERS], more, "\n", class_=kind)
