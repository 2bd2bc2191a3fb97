"""Text for people holds no control characters, and says unknown things as unknown."""

from __future__ import annotations

import pytest

from attrib.model.evidence import Strength
from attrib.model.ids import LineRange
from attrib.render import text


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("plain\ttab", "plain\ttab"),
        ("\x1b[31mred\x07", "^[[31mred^G"),
        ("\x9b31m", "<U+009B>31m"),
        ("a\u202eb", "a<U+202E>b"),
        ("\x7f", "^?"),
    ],
)
def test_controls_are_spelled_out(raw: str, shown: str) -> None:
    assert text.escape(raw) == shown


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (b"windows\r", b"windows\r"),
        (b"over\rwrite", b"over^Mwrite"),
        (b"\x1b]0;title\x07", b"^[]0;title^G"),
        (b"c1 \xc2\x9b, latin \xe9", b"c1 <U+009B>, latin \xe9"),
        ("\u2066hidden".encode(), b"<U+2066>hidden"),
    ],
)
def test_controls_in_bytes_are_spelled_out(raw: bytes, shown: bytes) -> None:
    assert text.escape_bytes(raw) == shown


def test_a_colour_stays_only_at_the_beginning_where_git_writes_it() -> None:
    assert text.escape_but_first_color(b"\x1b[1;36mabc\x07") == b"\x1b[1;36mabc^G"
    assert text.escape_but_first_color(b"abc (E\x1b[8mve") == b"abc (E^[[8mve"


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        (b"a b.txt", "a b.txt"),
        ("n\u00e4.txt".encode(), "n\u00e4.txt"),
        (b"caf\xe9", r'"caf\351"'),
        (b'q"\n\x01', r'"q\"\n\001"'),
    ],
)
def test_paths_are_quoted_as_git_quotes_them_where_needed(path: bytes, shown: str) -> None:
    assert text.path_text(path) == shown


def test_times_are_utc() -> None:
    assert text.time_text(1_792_000_000) == "2026-10-14 17:46"
    assert text.time_text(None) == text.time_text(1e300) == "-"
    assert text.time_iso(1_792_000_000.0) == "2026-10-14T17:46:40Z"
    assert text.time_iso(1_792_000_000.25) == "2026-10-14T17:46:40.250Z"
    assert text.time_iso(None) is None
    assert text.time_iso(-1e300) is None


def test_ranges_read_as_git_counts() -> None:
    assert text.ranges_text([LineRange(1, 18), LineRange(22, 22)]) == "1-18, 22"


def test_colour_never_changes_the_width() -> None:
    plain = text.strength_word(Strength.WEAK, color=False, width=9)
    colored = text.strength_word(Strength.WEAK, color=True, width=9)
    assert plain == "weak     "
    assert colored == "\x1b[2mweak\x1b[m     "
    assert text.strength_word(None, color=True, width=9) == "-        "
