"""A unified diff of recorded steps: recorded patches as they are, contents through git's diff.

Nothing else is read: neither the worktree nor the repository. What cannot be rendered is told in
a line of its own that begins with `attrib: `, as is where the diff was cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from attrib.codec.members import content_of_text
from attrib.model.commits import Hunk
from attrib.model.records import Change, FileChange, FileState, Patch
from attrib.patches import split_lines
from attrib.serve.threads.shown import Shown
from attrib.serve.threads.snapshots import BlobReader, Budget

DiffLines = Callable[[bytes, bytes], Sequence[Hunk]]
_CONTEXT = 3
_NO_NEWLINE = b"\\ No newline at end of file\n"
_MARK = "attrib: "


@dataclass
class Rendered:
    """A diff so far; `told` are the reasons why it is not the whole of what it stands for."""

    limit: int
    parts: list[bytes] = field(default_factory=list)
    size: int = 0
    records: int = 0
    told: dict[str, None] = field(default_factory=dict)
    is_cut: bool = False
    through: int | None = None

    def add(self, lines: Sequence[bytes]) -> bool:
        """Add the whole lines of a record; false where they do not fit, and are left out."""
        size = sum(map(len, lines))
        if self.size + size > self.limit:
            return False
        self.parts += lines
        self.size += size
        return True

    @property
    def text(self) -> str:
        """The diff; bytes that are not UTF-8 are replaced."""
        data = b"".join(self.parts)
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            self.told["bytes that are not UTF-8 are replaced"] = None
            return data.decode("utf-8", "replace")


class Rendering:
    """Renders records one after the other until the limit is met."""

    def __init__(
        self, limit: int, diff_lines: DiffLines, read_blob: BlobReader, budget: Budget
    ) -> None:
        self.made = Rendered(limit)
        self._diff_lines = diff_lines
        self._read_blob = read_blob
        self._budget = budget
        self._is_whole = True

    def add(self, shown: Shown) -> bool:
        """Render one more record; false where there is no room for all of it."""
        made = self.made
        self._is_whole = True
        lines = list(self._record(shown.record))
        if made.add(lines):
            made.records += self._is_whole
            made.through = shown.step.ordinal
            return True
        made.is_cut = True
        made.told[f"cut at {made.limit} bytes"] = None
        if not made.parts:
            self._add_part(lines)
        made.add([_told(f"cut here, at {made.limit} bytes")])
        return False

    def _add_part(self, lines: Sequence[bytes]) -> None:
        """The first lines of a record that alone is too large, with room for saying so."""
        left = self.made.limit - self.made.size - 80
        kept = []
        for line in lines:
            left -= len(line)
            if left < 0:
                break
            kept.append(line)
        self.made.add(kept)

    def _record(self, record: FileChange) -> Iterator[bytes]:
        if record.patch is not None:
            text = self._patch_text(record.patch)
            if text is not None:
                yield from self._recorded(record, record.patch, text)
                return
            yield self._tell(record, "the recorded patch is not at hand")
        for change in record.changes:
            yield from self._change(record, change)

    def _recorded(self, record: FileChange, patch: Patch, text: bytes) -> Iterator[bytes]:
        """The recorded patch as it is, under the names of its one file where it has none."""
        lines = split_lines(text if text.endswith(b"\n") else text + b"\n")
        if patch.format == "unified" and record.changes and not text.startswith(b"--- "):
            yield from _heads(record.changes[0])
        yield from lines
        if record.precision.value != "exact":
            self.made.told["recorded patches do not hold the whole files"] = None

    def _patch_text(self, patch: Patch) -> bytes | None:
        if patch.text is not None:
            return content_of_text(patch.text)
        return self._read(FileState(content=patch.blob))

    def _change(self, record: FileChange, change: Change) -> Iterator[bytes]:
        before, after = self._read(change.before), self._read(change.after)
        if change.op == "add" and change.before is None:
            before = b""
        if change.op == "delete":
            after = b""
        if change.op == "move" and after is None and change.after is None:
            yield from _moved(change)
            return
        if before is None or after is None:
            sides = " and ".join(
                side for side, content in (("before", before), ("after", after)) if content is None
            )
            yield self._tell(record, f"{change.path!r}: no recorded content {sides} it")
            return
        if b"\0" in before or b"\0" in after:
            yield self._tell(record, f"{change.path!r}: holds bytes that are no text")
            return
        yield from _heads(change)
        yield from _hunks(before, after, self._diff_lines(before, after))

    def _read(self, state: FileState | None) -> bytes | None:
        if state is None:
            return None
        content = None
        if state.text is not None:
            content = content_of_text(state.text)
        elif state.content is not None:
            content = self._read_blob(state.content, min(self._budget.blob, self._budget.left))
        if content is not None and len(content) <= self._budget.left:
            self._budget.left -= len(content)
            return content
        return None

    def _tell(self, record: FileChange, words: str) -> bytes:
        self._is_whole = False
        self.made.told["some changes cannot be rendered from what is recorded"] = None
        return _told(f"{record.name}: {words}")


def _told(words: str) -> bytes:
    line = f"{_MARK}{words}".replace("\n", " ").replace("\r", " ")
    return line.encode("utf-8", "replace") + b"\n"


def _heads(change: Change) -> Iterator[bytes]:
    old = "/dev/null" if change.op == "add" else f"a/{change.old_path or change.path}"
    new = "/dev/null" if change.op == "delete" else f"b/{change.path}"
    if change.op in ("move", "copy"):
        yield from _moved(change)
    yield b"--- " + _quoted(old) + b"\n"
    yield b"+++ " + _quoted(new) + b"\n"


def _moved(change: Change) -> Iterator[bytes]:
    word = "copy" if change.op == "copy" else "rename"
    old, new = change.old_path or change.path, change.path
    yield b"diff --git " + _quoted(f"a/{old}") + b" " + _quoted(f"b/{new}") + b"\n"
    yield f"{word} from ".encode() + _quoted(old) + b"\n"
    yield f"{word} to ".encode() + _quoted(new) + b"\n"


def _quoted(path: str) -> bytes:
    """A path as git writes it in a patch: quoted where a control or a quote would mislead."""
    if not any(ord(character) < 32 or character in '"\\\x7f' for character in path):
        return path.encode("utf-8", "replace")
    escaped = "".join(
        f"\\{ord(c):03o}" if ord(c) < 32 or ord(c) == 127 else f"\\{c}" if c in '"\\' else c
        for c in path
    )
    return f'"{escaped}"'.encode("utf-8", "replace")


def _hunks(before: bytes, after: bytes, hunks: Sequence[Hunk]) -> Iterator[bytes]:
    """Hunks with three lines of context around each, near ones together."""
    old, new = split_lines(before), split_lines(after)
    for group in _grouped(hunks):
        first, last = group[0], group[-1]
        start = max(0, first.old_start - _CONTEXT)
        end = min(len(old), last.old_start + last.old_count + _CONTEXT)
        lead = first.old_start - start
        new_start = first.new_start - lead
        new_end = last.new_start + last.new_count + (end - last.old_start - last.old_count)
        yield _range(start, end, new_start, new_end)
        at = start
        for hunk in group:
            yield from (_line(b" ", line) for line in old[at : hunk.old_start])
            at = hunk.old_start + hunk.old_count
            yield from (_line(b"-", line) for line in old[hunk.old_start : at])
            added = new[hunk.new_start : hunk.new_start + hunk.new_count]
            yield from (_line(b"+", line) for line in added)
        yield from (_line(b" ", line) for line in old[at:end])


def _grouped(hunks: Sequence[Hunk]) -> list[list[Hunk]]:
    groups: list[list[Hunk]] = []
    for hunk in hunks:
        last = groups[-1][-1] if groups else None
        if last is not None and hunk.old_start - last.old_start - last.old_count <= 2 * _CONTEXT:
            groups[-1].append(hunk)
        else:
            groups.append([hunk])
    return groups


def _range(start: int, end: int, new_start: int, new_end: int) -> bytes:
    sides = []
    for first, last in ((start, end), (new_start, new_end)):
        count = last - first
        sides.append(f"{first + 1 if count else first},{count}")
    return f"@@ -{sides[0]} +{sides[1]} @@\n".encode()


def _line(tag: bytes, line: bytes) -> bytes:
    """One line of a hunk; a last one without a newline is followed by git's own words."""
    return tag + line if line.endswith(b"\n") else tag + line + b"\n" + _NO_NEWLINE
