"""What one line can tell: distinctive, bare."""

from __future__ import annotations

import pytest

from attrib.texts import is_bare, is_distinctive


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (b"return value\n", True),
        (b"abcdefgh\n", True),
        (b"abcdefg\n", False),
        (b"12345678901\n", False),
        (b"12345abc\n", True),
        (b"        }\n", False),
        (b"\n", False),
        ("für größe\n".encode(), True),
        ("日本語です\n".encode(), True),
    ],
)
def test_a_distinctive_line_has_eight_characters_and_a_word_of_three_letters(
    line: bytes, wanted: bool
) -> None:
    assert is_distinctive(line) is wanted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (b"\n", True),
        (b"  \t\r\n", True),
        (b"    }\n", True),
        (b"});\n", True),
        (b"# --- #\n", True),
        (b"x\n", False),
        (b"    0\n", False),
        ("é\n".encode(), False),
    ],
)
def test_a_bare_line_has_no_letter_and_no_digit(line: bytes, wanted: bool) -> None:
    assert is_bare(line) is wanted
