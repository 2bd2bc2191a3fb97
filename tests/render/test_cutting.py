"""A text is cut at the ends of rows, within both limits, and says how much is left out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from attrib.render.cutting import Group, Section, cut, texts
from attrib.render.size_limits import SizeLimits

WIDE = SizeLimits(10_000, 10_000)
FIXED = 60


def sections(rows: int, *, most: int | None = None, letter: str = "r") -> list[Section]:
    first = Group("a\n-", tuple(f"{letter}{number}" for number in range(rows)))
    return [texts(["head"]), Section("", (first,), "after", most=most), texts(["end"])]


def test_text_that_fits_is_whole():
    assert cut(sections(2), WIDE) == ("head\na\n-\nr0\nr1\nafter\nend\n", False)


def test_rows_go_from_the_end_and_are_counted():
    text, is_cut = cut(sections(9), SizeLimits(48, 1_000))
    assert (text, is_cut) == ("head\na\n-\nr0\n\n… and 8 more files\nafter\nend\n", True)


def test_bytes_count_as_well_as_code_points():
    text, is_cut = cut(sections(9, letter="🌈"), SizeLimits(1_000, 62))
    assert (len(text.encode()) <= 62, is_cut) == (True, True)


def test_most_rows_hold_though_there_is_room():
    assert cut(sections(3, most=1), WIDE) == (
        "head\na\n-\nr0\n\n… and 2 more files\nafter\nend\n",
        True,
    )


def test_one_more_is_singular():
    assert (
        "\n… and 1 more place\n"
        in cut([Section("", (Group("", ("x", "y")),), noun="place", most=1)], WIDE)[0]
    )


def test_head_without_a_row_that_fits_is_not_shown():
    groups = (Group("first", ("r1",)), Group("second head that is long", ("r2",)))
    text, _ = cut([Section("", groups)], SizeLimits(40, 40))
    assert text == "first\nr1\n\n… and 1 more file\n"


def test_group_without_rows_is_its_head():
    assert cut([Section("", (Group("alone"),))], WIDE) == ("alone\n", False)


def test_lower_rank_gets_its_rows_first():
    late = Section("", (Group("", ("a" * 10,)),), rank=2)
    early = Section("", (Group("", ("b" * 10,)),), rank=1)
    text, _ = cut([late, early], SizeLimits(60, 60))
    assert text == "\n… and 1 more file\nbbbbbbbbbb\n"


ROWS = st.lists(
    st.text(
        st.characters(exclude_characters="\n", exclude_categories=["Cs"]), min_size=1, max_size=9
    ),
    max_size=20,
)


@given(st.lists(ROWS, max_size=4), st.integers(0, 200), st.integers(0, 400))
def test_any_text_is_within_both_limits_once_the_rest_fits(
    groups: list[list[str]], code_points: int, size: int
) -> None:
    limits = SizeLimits(FIXED + code_points, FIXED + size)
    parts = [texts(["head"]), Section("b", tuple(Group("h", tuple(g)) for g in groups if g), "a")]
    text, is_cut = cut(parts, limits)
    assert limits.hold(text)
    assert text.startswith("head\nb\n")
    assert text.endswith("a\n")
    whole, _ = cut(parts, SizeLimits(10**6, 10**6))
    assert is_cut == (text != whole)
    assert cut(parts, limits) == (text, is_cut)
