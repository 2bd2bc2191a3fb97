"""What is done to lines and histories as values."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence

from benchmarks.accuracy_stories.model import Commit, Edit, Line, Lines, content_of


def past_of(commit: Commit | None) -> dict[int, Commit]:
    """The commits at and before one, by their mark."""
    found: dict[int, Commit] = {}
    waiting = [commit] if commit else []
    while waiting:
        one = waiting.pop()
        if one.mark not in found:
            found[one.mark] = one
            waiting += one.parents
    return found


def same_ink(change: Callable[[bytes], bytes], line: Line) -> bool:
    """True when the change leaves everything but white space alone."""
    return b"".join(change(line.text).split()) == b"".join(line.text.split())


def ended(lines: Sequence[Line], *, bare: bool) -> Lines:
    """The lines with a line end each; the last one has none where the file is `bare`."""
    ended = list(lines)
    for index, line in enumerate(ended):
        text_ = line.text.removesuffix(b"\n")
        wanted = text_ if bare and index == len(ended) - 1 else text_ + b"\n"
        if wanted != line.text:
            ended[index] = Line(wanted or b"end", shape_of=line)
    return tuple(ended)


def pointer_texts(content: Iterable[Line]) -> tuple[bytes, bytes, bytes]:
    """The three lines of the Git LFS pointer to a content."""
    data = content_of(content)
    return (
        b"version https://git-lfs.github.com/spec/v1\n",
        b"oid sha256:%b\n" % hashlib.sha256(data).hexdigest().encode(),
        b"size %d\n" % len(data),
    )


def settle(edit: Edit) -> None:
    """Note in the lines themselves that this edit put or took them."""
    before, after = edit.before or (), edit.after or ()
    held, holds = {id(line) for line in before}, {id(line) for line in after}
    edit.gone = [line for line in before if id(line) not in holds]
    edit.made = [line for line in after if id(line) not in held]
    taken = [line.text for line in edit.gone]
    for line in edit.made:
        if line.edit is None:
            line.edit = edit
            line.moved = line.text in taken
            if line.moved:
                taken.remove(line.text)
    for line in edit.gone:
        line.removers.append(edit)


def again(lines: Iterable[Line]) -> Lines:
    """Equal lines that are not the same ones: typed or copied again."""
    return tuple(Line(line.text) for line in lines)
