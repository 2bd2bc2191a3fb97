"""A text of sections that is cut to a size: rows go, whole, from the end of a section.

What is no row always stays. Rows are granted section by section in the order of their ranks, so
that the same answer is cut the same way on every run; where some do not fit, a line tells how many
more there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from attrib.render.size_limits import SizeLimits


@dataclass(frozen=True, slots=True)
class Group:
    """Rows under one head, which is shown where at least one of its rows is, or where it has none.

    The head may be of several lines, a row is of one; neither ends with a line end.
    """

    head: str
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a text: what stands before and after its groups stays.

    `noun` is what a row stands for; sections of a lower `rank` get their rows first; at most
    `most` rows are shown, `None` for as many as fit.
    """

    before: str
    groups: tuple[Group, ...] = ()
    after: str = ""
    noun: str = "file"
    rank: int = 0
    most: int | None = None

    @property
    def count(self) -> int:
        """All its rows."""
        return sum(len(group.rows) for group in self.groups)


@dataclass(slots=True)
class _Room:
    """What is left of both limits."""

    code_points: int
    bytes: int

    def takes(self, text: str) -> bool:
        """Take the room for a text and its line end, where there is enough of both."""
        code_points, size = len(text) + 1, len(text.encode()) + 1
        if code_points > self.code_points or size > self.bytes:
            return False
        self.code_points -= code_points
        self.bytes -= size
        return True

    def keep(self, text: str) -> None:
        """Take the room for a text that stays in any case."""
        self.code_points -= len(text) + 1
        self.bytes -= len(text.encode()) + 1


def cut(sections: Sequence[Section], limits: SizeLimits) -> tuple[str, bool]:
    """The text within the limits, each part on lines of its own, and whether rows are left out.

    Where even what is no row does not fit, the text is longer than the limits.
    """
    room = _Room(limits.code_points, limits.bytes)
    for section in sections:
        for text in (section.before, section.after, _more(section.count, section)):
            room.keep(text)
    chosen = {}
    for index in sorted(range(len(sections)), key=lambda index: (sections[index].rank, index)):
        chosen[index] = _chosen(sections[index], room)
    parts: list[str] = []
    is_cut = False
    for index, section in enumerate(sections):
        lines, shown = chosen[index]
        parts += [section.before] if section.before else []
        parts += lines
        if shown < section.count:
            parts.append(_more(section.count - shown, section))
            is_cut = True
        parts += [section.after] if section.after else []
    return "\n".join(parts) + "\n", is_cut


def _chosen(section: Section, room: _Room) -> tuple[list[str], int]:
    """The lines of the groups that fit, and the number of rows among them."""
    lines: list[str] = []
    shown = 0
    for group in section.groups:
        head = [group.head] if group.head else []
        for row in group.rows or [""]:
            if section.most is not None and shown == section.most and row:
                return lines, shown
            text = "\n".join([*head, row] if row else head)
            if not room.takes(text):
                return lines, shown
            lines.append(text)
            shown += bool(row)
            head = []
    return lines, shown


def _more(number: int, section: Section) -> str:
    """The line that says how many rows are left out; a blank line ends the table before it."""
    return f"\n… and {number:,} more {section.noun}{'' if number == 1 else 's'}" if number else ""


def texts(parts: Iterable[str]) -> Section:
    """A section of fixed lines."""
    return Section("\n".join(parts))
