"""Hunks made anew apply to the original, byte for byte, and are as small as they can be."""

from __future__ import annotations

import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attrib.importers.claude_code.rebuilding import Replacement, lines_of_text, rebuilt
from attrib.patches import apply_hunks, parse_hunks


def made_of(original, *replacements):
    made = rebuilt(original, replacements)
    assert made is not None
    return made


PIECES = st.sampled_from(
    [
        "a",
        "b",
        "\n",
        "\n",
        "\n",
        "x\n",
        "\r\n",
        "\r",
        "\t",
        "\f",
        "\x0b",
        "\x85",
        "\u2028",
        "é",
        "\\",
    ]
)
TEXTS = st.lists(PIECES, max_size=60).map("".join)


@st.composite
def edits(draw):
    """An original, and replacements of which each finds something."""
    original = text = draw(TEXTS)
    replacements = []
    for _ in range(draw(st.integers(1, 3))):
        if not text:
            replacements.append(Replacement("", draw(TEXTS)))
        else:
            start = draw(st.integers(0, len(text) - 1))
            end = draw(st.integers(start + 1, min(len(text), start + 12)))
            replacements.append(Replacement(text[start:end], draw(TEXTS), draw(st.booleans())))
        made = rebuilt(text, replacements[-1:])
        assert made is not None
        text = made.text
    return original, replacements, text


@given(edits())
def test_hunks_lead_from_the_original_to_the_text(edit):
    original, replacements, text = edit
    made = rebuilt(original, replacements)
    assert made is not None
    assert made.text == text
    applied = apply_hunks(
        parse_hunks(made.hunks.encode()), original.encode(), at_recorded_place=True
    )
    assert applied == text.encode()
    assert (made.hunks == "") == (original == text)


@given(edits())
def test_hunks_count_their_lines(edit):
    original, replacements, _ = edit
    made = rebuilt(original, replacements)
    assert made is not None
    shift = 0
    for hunk in parse_hunks(made.hunks.encode()):
        assert hunk.old_start is not None
        assert hunk.new_start == hunk.old_start + shift
        shift += len(hunk.new) - len(hunk.old)
    assert shift == len(lines_of_text(made.text)) - len(lines_of_text(original))


@pytest.mark.git
@pytest.mark.parametrize(
    ("original", "replacement"),
    [
        ("".join(f"line {n}\n" for n in range(30)), Replacement("line 1", "LINE\n1", every=True)),
        ("one\ntwo", Replacement("two", "2\n")),
        ("one\ntwo\n", Replacement("two\n", "2")),
        ("one\r\ntwo\r\n", Replacement("one\r\n", "")),
        ("a\x85b\u2028c\fd\ne\n", Replacement("e", "f")),
        ("one\ntwo\nthree\n", Replacement("two", "")),
    ],
)
def test_git_applies_the_hunks(tmp_path, original, replacement):
    made = rebuilt(original, [replacement])
    assert made is not None
    (tmp_path / "f").write_bytes(original.encode())
    patch = b"--- a/f\n+++ b/f\n" + made.hunks.encode()
    subprocess.run(
        ["git", "apply", "-p1", "--whitespace=nowarn", "-"], cwd=tmp_path, input=patch, check=True
    )
    assert (tmp_path / "f").read_bytes() == made.text.encode()


def test_an_emptied_string_takes_its_line_end_along():
    assert made_of("one\ntwo\nthree\n", Replacement("two", "")).text == "one\nthree\n"


def test_only_the_first_place_is_replaced_unless_every_one_is_asked_for():
    assert made_of("a a a", Replacement("a", "b")).text == "b a a"
    assert made_of("a a a", Replacement("a", "b", every=True)).text == "b b b"


def test_unchanged_lines_inside_the_replaced_string_are_context():
    made = made_of("1\n2\n3\n4\n", Replacement("1\n2\n3\n", "1\n2b\n3\n"))
    assert made.hunks == "@@ -1,4 +1,4 @@\n 1\n-2\n+2b\n 3\n 4\n"


def test_places_far_apart_have_hunks_of_their_own():
    original = "x\n" + "same\n" * 20 + "x\n"
    made = made_of(original, Replacement("x", "y", every=True))
    assert made.hunks == (
        "@@ -1,4 +1,4 @@\n-x\n+y\n same\n same\n same\n"
        "@@ -19,4 +19,4 @@\n same\n same\n same\n-x\n+y\n"
    )


def test_nothing_is_made_of_a_string_that_is_not_there():
    assert rebuilt("one\n", [Replacement("two", "2")]) is None
    assert rebuilt("one\n", [Replacement("", "2")]) is None


def test_a_large_replacement_of_everything_stays_quick():
    old = "".join(f"{n}\n" for n in range(4000))
    new = "".join(f"{n * 2}\n" for n in range(4000))
    made = made_of(old, Replacement(old, new))
    assert (
        apply_hunks(parse_hunks(made.hunks.encode()), old.encode(), at_recorded_place=True)
        == new.encode()
    )
