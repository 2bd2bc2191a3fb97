"""Small helpers for text that people read: escaping, times, names, colours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from attrib.model.agents import alias_of
from attrib.model.evidence import Strength, Unseen
from attrib.model.ids import LineRange, Oid, RecordRef, RepoPath, SessionKey
from attrib.model.reports import SessionInfo

if TYPE_CHECKING:
    from datetime import datetime

#: Controls that may not reach a terminal: C0 but tab and line feed, DEL, C1, and the marks that
#: reorder text (they make one line look like another).
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_CONTROL_BYTES = re.compile(
    rb"\r(?!\n?\Z)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]"
    rb"|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]"
)
_COLOR_CODE = re.compile(rb"\x1b\[[0-9;]*m")
_STYLES = {Strength.STRONG: "\x1b[32m", Strength.MODERATE: "\x1b[33m", Strength.WEAK: "\x1b[2m"}
RESET = "\x1b[m"
#: Stands behind a session that is known from notes alone.
SHARED = "*"


def escape(text: str) -> str:
    """The text with every control character spelled out: `^[` for escape, `<U+202E>` above."""
    return _CONTROLS.sub(lambda match: _spelled(match[0]), text)


def escape_bytes(line: bytes) -> bytes:
    """As `escape`, for bytes in no certain encoding; a carriage return before the end stays."""
    return _CONTROL_BYTES.sub(
        lambda match: _spelled(match[0].decode("utf-8", "replace")).encode(), line
    )


def escape_but_first_color(text: bytes) -> bytes:
    """As `escape_bytes`, but a colour at the very beginning stays: there git writes its own."""
    color = first_color(text)
    return color + escape_bytes(text[len(color) :])


def first_color(text: bytes) -> bytes:
    """The colour sequence with which text begins; empty where there is none."""
    found = _COLOR_CODE.match(text)
    return found[0] if found else b""


def _spelled(character: str) -> str:
    number = ord(character)
    if number < 0x20 or number == 0x7F:
        return "^" + chr(number ^ 0x40)
    return f"<U+{number:04X}>"


def path_text(path: RepoPath | bytes) -> str:
    """A path for people: UTF-8 as it is, other bytes and controls quoted as git quotes them."""
    try:
        text = path.decode("utf-8")
    except UnicodeDecodeError:
        return quoted(path)
    if _CONTROLS.search(text) or any(character in '"\\\t\n' for character in text):
        return quoted(path)
    return text


def quoted(path: bytes) -> str:
    """A path in double quotes with C escapes, as git prints it with core.quotePath."""
    short = {7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 34: '"', 92: "\\"}
    spelled = (
        f"\\{short[byte]}"
        if byte in short
        else chr(byte)
        if 0x20 <= byte < 0x7F
        else f"\\{byte:03o}"
        for byte in path
    )
    return f'"{"".join(spelled)}"'


def line_text(line: bytes) -> str:
    """A line of a file for people: no line end, undecodable bytes as U+FFFD, controls escaped."""
    return escape(line.rstrip(b"\r\n").decode("utf-8", "replace"))


def counted(number: int, noun: str) -> str:
    """`1 record`, `2,000 records`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def time_text(seconds: float | None) -> str:
    """Seconds since the epoch as `2026-10-26 14:03` in UTC; `-` for unknown."""
    if seconds is None:
        return "-"
    moment = _moment(seconds)
    return moment.strftime("%Y-%m-%d %H:%M") if moment else "-"


def time_iso(seconds: float | None) -> str | None:
    """Seconds since the epoch as `2026-10-26T14:03:02Z`, with milliseconds where there are any."""
    if seconds is None:
        return None
    moment = _moment(round(seconds, 3))
    if moment is None:
        return None
    digits = "milliseconds" if moment.microsecond else "seconds"
    return moment.isoformat(timespec=digits).replace("+00:00", "Z")


def _moment(seconds: float) -> datetime | None:
    """The time in UTC, `None` outside of the years 1 to 9999."""
    # Imported here: blame prints no times of ours, and must start fast.
    from datetime import UTC, datetime, timedelta

    try:
        return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    except OverflowError:
        return None


def short_oid(oid: Oid | None) -> str:
    """The first eight digits of an object ID; zeros for what is not committed yet."""
    return oid[:8] if oid else "00000000"


def ranges_text(ranges: Iterable[LineRange]) -> str:
    """Line ranges as `3-4, 22`."""
    return ", ".join(
        str(each.first) if each.first == each.last else f"{each.first}-{each.last}"
        for each in ranges
    )


def strength_word(strength: Strength | None, *, color: bool, width: int = 0) -> str:
    """The word padded to `width`, coloured where wanted; `-` for no evidence."""
    if strength is None:
        return "-".ljust(width)
    word = strength.word.ljust(width)
    if not color:
        return word
    return f"{_STYLES[strength]}{strength.word}{RESET}{word[len(strength.word) :]}"


def unseen_words(unseen: Unseen | None) -> str:
    """Why nothing can be said, as words."""
    return unseen.value.replace("-", " ") if unseen else "no record"


class SessionNames:
    """How sessions are called in one answer: `codebuddy 0f1e2d3c` or `codebuddy:0f1e2d3c`.

    One that is known from notes alone has a `*` behind it.
    """

    def __init__(self, sessions: Sequence[SessionInfo]) -> None:
        self._shorts = {info.key: info.short for info in sessions}
        self._shared = {info.key for info in sessions if info.shared}

    def is_shared(self, key: SessionKey) -> bool:
        """True for a session that is known from notes alone."""
        return key in self._shared

    def short(self, key: SessionKey) -> str:
        """The session's shortest unique ID; its first eight characters where it is not listed."""
        return escape(self._shorts.get(key, key.id[:8]))

    def label(self, key: SessionKey, between: str = " ") -> str:
        """Agent and short ID with `between` in the middle."""
        mark = SHARED if self.is_shared(key) else ""
        return f"{escape(alias_of(key.agent))}{between}{self.short(key)}{mark}"

    def record(self, ref: RecordRef) -> str:
        """The record's own name, without the session's where it repeats it."""
        return escape(ref.record)
