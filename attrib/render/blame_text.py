"""git blame's text with two columns of ours before the line number.

`git_lines` prints lines as git does, from what `--porcelain` says, wherever that is certain; where
it is not (`NotCertainError`), git prints its own text and `insert_columns` finds the place.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from attrib.git.blame import PorcelainEntry
from attrib.model.agents import alias_of
from attrib.model.blame import BlameLine
from attrib.model.evidence import Strength
from attrib.model.ids import Oid
from attrib.model.reports import BlameReport
from attrib.render.text import (
    RESET,
    SHARED,
    escape,
    escape_but_first_color,
    escape_bytes,
    first_color,
    strength_word,
)

_STRENGTH_WIDTH = 9
#: Characters of whose width there is no doubt, and those of them that take two columns.
_WIDE = re.compile("[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]")
_PLAIN = re.compile(
    "[ -~\u00c0-\u024f\u0388-\u03ff\u0400-\u0482\u048a-\u052f\u1e00-\u1eff"
    "\u2018\u2019\u201c\u201d\u2013\u2014"
    "\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*"
)
_TIMEZONE = re.compile(rb"[+-]\d{4}")
#: Times that no zone moves out of the years 1970 to 9999.
_FIRST_SECOND, _LAST_SECOND = 1_000_000, 253_402_300_799 - 1_000_000
#: How git formats dates: (pattern of gmtime, whether the zone follows, width).
_DATES: Mapping[str, tuple[str, bool, int]] = {
    "iso": ("%Y-%m-%d %H:%M:%S ", True, 25),
    "iso8601": ("%Y-%m-%d %H:%M:%S ", True, 25),
    "short": ("%Y-%m-%d", False, 10),
}


#: What git prints before our columns, after them, and the file's line without its end.
Row = tuple[bytes, bytes, bytes]


class NotCertainError(Exception):
    """This text is not certain to be git's own; let git print it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How git was asked to print: its options and configuration together.

    `abbrev` counts hex digits with the one kept for a boundary mark; `path` is the final file's.
    """

    path: bytes
    abbrev: int
    date: str = "iso"
    raw_time: bool = False
    no_author: bool = False
    email: bool = False
    show_name: bool = False
    show_number: bool = False
    blank_boundary: bool = False


def git_lines(entries: Sequence[PorcelainEntry], layout: Layout) -> Iterator[Row]:
    """For each line what git prints before our columns, after them, and the file's line.

    Raises:
        NotCertainError: a name or a time is one whose width or form only git knows.
    """
    idents = idents_of(entries, layout)
    runs = [each.entry for each in entries]
    show_name = layout.show_name or any(run.origin_path != layout.path for run in runs)
    name_width = max((len(run.origin_path) for run in runs), default=0)
    origin_width = len(str(max((run.origin_first + run.count - 1 for run in runs), default=0)))
    width = number_width(entries)
    for each, run in zip(entries, runs, strict=True):
        head = _hash(each, layout)
        if show_name:
            head += b" " + run.origin_path.ljust(name_width)
        tail = idents[run.commit]
        for index, text in enumerate(each.lines):
            if layout.show_number:
                origin = b" %*d" % (origin_width, run.origin_first + index)
                yield head + origin + tail, b" %*d) " % (width, run.first + index), text
            else:
                yield head + tail, b" %*d) " % (width, run.first + index), text


def number_width(entries: Iterable[PorcelainEntry]) -> int:
    """The width of git's line numbers."""
    last = max((each.entry.first + each.entry.count - 1 for each in entries), default=0)
    return len(str(last))


def _hash(entry: PorcelainEntry, layout: Layout) -> bytes:
    commit = entry.headers[0][0].partition(b" ")[0]
    if not entry.entry.boundary:
        return commit[: layout.abbrev]
    if layout.blank_boundary:
        return b" " * layout.abbrev
    return b"^" + commit[: layout.abbrev - 1]


def idents_of(entries: Sequence[PorcelainEntry], layout: Layout) -> dict[Oid | None, bytes]:
    """Name and date of each commit as git prints them: ` (Ada      2026-10-20 11:40:12 +0000`.

    Raises:
        NotCertainError: a name or a time is one whose width or form only git knows.
    """
    details = {each.entry.commit: each.details for each in entries}
    if layout.no_author:
        return dict.fromkeys(details, b"")
    key = b"author-mail" if layout.email else b"author"
    names = {commit: each.get(key, b"") for commit, each in details.items()}
    widths = {commit: columns_of(name) for commit, name in names.items()}
    widest = max(widths.values(), default=0)
    return {
        commit: b" (%b%b %10b"
        % (name, b" " * (widest - widths[commit]), _date(details[commit], layout))
        for commit, name in names.items()
    }


def columns_of(name: bytes) -> int:
    """The columns that a name takes, where git and everybody agree on it.

    Raises:
        NotCertainError: it holds characters whose width depends on tables of git's.
    """
    if name.isascii() and name.decode("ascii").isprintable():
        return len(name)
    try:
        text = name.decode("utf-8")
    except UnicodeDecodeError:
        raise NotCertainError from None
    if not _PLAIN.fullmatch(text):
        raise NotCertainError
    return len(text) + len(_WIDE.findall(text))


def _date(details: Mapping[bytes, bytes], layout: Layout) -> bytes:
    seconds, zone = details.get(b"author-time", b""), details.get(b"author-tz", b"")
    if layout.raw_time:
        return seconds + b" " + zone
    if layout.date == "unix":
        return seconds.ljust(10)
    if not _TIMEZONE.fullmatch(zone) or not _FIRST_SECOND < int(seconds) < _LAST_SECOND:
        raise NotCertainError
    number = int(zone)
    if layout.date == "raw":
        return (b"%b %+05d" % (seconds, number)).ljust(16)
    if layout.date not in _DATES:
        raise NotCertainError
    pattern, with_zone, width = _DATES[layout.date]
    minutes = abs(number) // 100 * 60 + abs(number) % 100
    shifted = int(seconds) + (60 * minutes if number >= 0 else -60 * minutes)
    text = time.strftime(pattern, time.gmtime(shifted))
    return (text + (f"{number:+05d}" if with_zone else "")).encode().ljust(width)


class Columns:
    """Our two columns for every line of a report: strength, then the session and how many more."""

    def __init__(self, report: BlameReport, *, color: bool) -> None:
        self._shorts = {info.key: info.short for info in report.sessions}
        self._lines: dict[int, BlameLine] = {line.number: line for line in report.lines}
        # Lines of one run share their evidence; hashing it would cost more than printing it.
        distinct = {id(line.evidence): line for line in report.lines}
        labels = {key: self._label(line) for key, line in distinct.items()}
        width = max(map(columns_shown, labels.values()), default=1)
        self._cells = {
            key: cell(line.strength, labels[key], width, color=color)
            for key, line in distinct.items()
        }
        self._silence = cell(None, "-", width, color=False)

    def __getitem__(self, number: int) -> bytes:
        """The columns of a line, padded, without the space before and after them."""
        line = self._lines.get(number)
        return self._cells[id(line.evidence)] if line else self._silence

    def _label(self, line: BlameLine) -> str:
        strongest = line.strength
        if strongest is None:
            return "-"
        sessions = [item.session for item in line.evidence if item.strength is strongest]
        first = sessions[0]
        others = len(set(sessions)) - 1
        short = self._shorts.get(first, first.id[:8])
        told = [item.shared for item in line.evidence if item.session == first]
        mark = SHARED if all(told) else ""
        label = escape(f"{alias_of(first.agent)}:{short}{mark}")
        label = label.replace("\n", "^J").replace("\t", "^I")
        return f"{label} +{others}" if others else label


def cell(strength: Strength | None, label: str, width: int, *, color: bool) -> bytes:
    """Both columns of a line, padded."""
    word = strength_word(strength, color=color, width=_STRENGTH_WIDTH)
    return f"{word} {label}{' ' * (width - columns_shown(label))}".encode("utf-8", "replace")


def columns_shown(text: str) -> int:
    """The columns that text takes on a terminal: none for what combines, two for what is wide."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    shown = [each for each in text if category(each) not in ("Mn", "Me", "Cf")]
    return len(shown) + sum(east_asian_width(each) in "WF" for each in shown)


def insert_columns(
    lines: Iterable[bytes], entries: Sequence[PorcelainEntry], *, annotate: bool
) -> Iterator[Row]:
    """The rows of text that git itself printed; what follows the file's lines has no number.

    The file's line is known, so the place is: it stands last, before it the bracket and number.

    Raises:
        NotCertainError: git's text and its porcelain are not of the same file.
    """
    expected = iter(
        [
            (number, text)
            for each in entries
            for number, text in enumerate(each.lines, each.entry.first)
        ]
    )
    width = number_width(entries)
    for line in lines:
        number, text = next(expected, (0, b""))
        if not number:
            yield line.removesuffix(b"\n"), b"", b""
            continue
        ending = b"%d)" % number if annotate else b" %*d) " % (width, number)
        before = line.removesuffix(b"\n").removesuffix(text)
        reset = b"\x1b[m" if before.endswith(b"\x1b[m") else b""
        before = before.removesuffix(reset)
        if not before.endswith(ending):
            raise NotCertainError
        yield before.removesuffix(ending), ending + reset, text
    if next(expected, None):
        raise NotCertainError


def with_columns(
    parts: Iterable[Row],
    columns: Iterable[bytes],
    *,
    annotate: bool = False,
    terminal: bool = False,
) -> Iterator[bytes]:
    """Whole lines: git's text with our columns; for a terminal, controls are spelled out.

    A colour with which git began the line goes on after one of ours.
    """
    show: Callable[[bytes], bytes] = escape_bytes if terminal else bytes
    show_head: Callable[[bytes], bytes] = escape_but_first_color if terminal else bytes
    form = b"%b%b\t%b%b\n" if annotate else b"%b %b%b%b\n"
    reset = RESET.encode()
    ours = iter(columns)
    for head, number, text in parts:
        if number:
            cells = next(ours)
            if color := first_color(head):
                cells = cells.replace(reset, reset + color)
            yield form % (show_head(head), cells, number, show(text))
        else:
            yield show_head(head) + b"\n"
