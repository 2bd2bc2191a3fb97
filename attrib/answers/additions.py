"""The lines that commits add, and the strongest evidence for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from attrib.model.commits import CommitChange, TreeEntry
from attrib.model.evidence import Covers, Evidence, Strength
from attrib.patches import split_lines
from attrib.strength import on_a_line
from attrib.texts import is_bare
from attrib.workspace import Workspace

#: How many changes have their blobs read at once.
_AT_ONCE = 200
#: git looks this far for the NUL that tells a binary file.
_LOOKED_AT = 8000


@dataclass(frozen=True, slots=True)
class Addition:
    """What one commit adds at one path: the file's lines, and which of them no parent gives.

    `added` are 1-based; none where the file is binary, or it or what stood before is not here.
    """

    change: CommitChange
    lines: tuple[bytes, ...]
    added: frozenset[int]


def additions(workspace: Workspace, changes: Iterable[CommitChange]) -> Iterator[Addition]:
    """The added lines of each change, in order."""
    waiting = iter(changes)
    while batch := list(islice(waiting, _AT_ONCE)):
        entries = [entry for change in batch for entry in (*change.olds, change.new)]
        workspace.comparer.load(
            entry.oid for entry in entries if entry is not None and not entry.is_gitlink
        )
        for change in batch:
            yield _addition(workspace, change)


def _content(workspace: Workspace, entry: TreeEntry | None) -> bytes:
    if entry is None or entry.is_gitlink:
        return b""
    return workspace.comparer.blob(entry.oid) or b""


def _addition(workspace: Workspace, change: CommitChange) -> Addition:
    new = _content(workspace, change.new)
    if b"\0" in new[:_LOOKED_AT] or not workspace.comparer.has_all(change.olds):
        return Addition(change, (), frozenset())
    olds = [_content(workspace, entry) for entry in change.olds] or [b""]
    added: set[int] | None = None
    for old in olds:
        numbers = _added(workspace, old, new)
        added = numbers if added is None else added & numbers
    return Addition(change, tuple(split_lines(new)), frozenset(added or ()))


def _added(workspace: Workspace, old: bytes, new: bytes) -> set[int]:
    if not old:
        return set(range(1, len(split_lines(new)) + 1))
    hunks = workspace.repository.diff_lines(old, new) if old != new else ()
    return {
        number + 1
        for hunk in hunks
        for number in range(hunk.new_start, hunk.new_start + hunk.new_count)
    }


def strongest_on_lines(
    addition: Addition, evidence: Sequence[Evidence]
) -> dict[int, tuple[Strength, list[Evidence]]]:
    """For each added line that evidence reaches: the greatest strength, and what has it."""
    found: dict[int, tuple[Strength, list[Evidence]]] = {}
    for item in evidence:
        if item.covers is Covers.COMMIT:
            continue
        for span in item.lines:
            for number in range(span.first, span.last + 1):
                if number not in addition.added:
                    continue
                strength = on_a_line(
                    item.strength,
                    item.covers,
                    is_bare=is_bare(addition.lines[number - 1]),
                    is_alone=span.first == span.last,
                )
                held = found.get(number)
                if held is None or strength > held[0]:
                    found[number] = (strength, [item])
                elif strength is held[0]:
                    held[1].append(item)
    return found
