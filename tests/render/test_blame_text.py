"""git's text is printed from porcelain only where it is certain, and our columns stand in it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from attrib.git.blame import PorcelainEntry
from attrib.render.blame_text import (
    Columns,
    Layout,
    NotCertainError,
    columns_of,
    git_lines,
    insert_columns,
    with_columns,
)
from tests.render.values import BLAME, ENTRIES, TEXTS

LAYOUT = Layout(path=b"app.py", abbrev=8)


def entries(
    author: bytes = b"Ada Lovelace", time: bytes = b"1792000000", zone: bytes = b"+0000"
) -> list[PorcelainEntry]:
    details = {
        b"author": author,
        b"author-mail": b"<ada@b>",
        b"author-time": time,
        b"author-tz": zone,
    }
    found = []
    for entry in ENTRIES:
        oid = (entry.commit or "0" * 40).encode()
        head = b"%b %d %d %d" % (oid, entry.origin_first, entry.first, entry.count)
        lines = TEXTS[entry.first - 1 : entry.first - 1 + entry.count]
        found.append(PorcelainEntry(entry, ((head,),) * entry.count, lines, details))
    return found


def printed(layout: Layout = LAYOUT, *, color: bool = False, terminal: bool = False) -> str:
    columns = Columns(BLAME, color=color)
    rows = with_columns(
        git_lines(entries(), layout),
        (columns[line.number] for line in BLAME.lines),
        terminal=terminal,
    )
    return b"".join(rows).decode("latin-1")


def test_columns_stand_before_the_line_number() -> None:
    head = "Ada Lovelace 2026-10-14 17:46:40 +0000"
    assert printed() == (
        f"^3f0c91a old.py ({head} -         -                     1) import sys\n"
        f"^3f0c91a old.py ({head} -         -                     2) \n"
        f"685d0c7c app.py ({head} strong    codebuddy:0f1e2d3c    3) name = sys.argv[1]\n"
        f"685d0c7c app.py ({head} strong    codebuddy:0f1e2d3c +1 4) print(name)\n"
        f"00000000 app.py ({head} -         -                     5) caf\xe9\t\x1b[31m\n"
    )


def test_a_terminal_gets_no_control_characters() -> None:
    assert printed(terminal=True).endswith(" 5) caf\xe9\t^[[31m\n")


def test_strength_alone_is_coloured() -> None:
    line = printed(replace(LAYOUT, no_author=True), color=True).split("\n")[2]
    assert line == (
        "685d0c7c app.py \x1b[32mstrong\x1b[m    codebuddy:0f1e2d3c    3) name = sys.argv[1]"
    )


def test_the_colour_of_git_goes_on_after_ours() -> None:
    row = (b"\x1b[36m685d0c7c", b" 3) \x1b[m", b"name")
    ours = b"\x1b[32mstrong\x1b[m    a:1"
    for terminal in (False, True):
        assert [*with_columns([row], [ours], terminal=terminal)] == [
            b"\x1b[36m685d0c7c \x1b[32mstrong\x1b[m\x1b[36m    a:1 3) \x1b[mname\n"
        ]


def test_a_name_colours_nothing_on_a_terminal() -> None:
    row = (b"685d0c7c (E\x1b[8mve 2026-10-14", b" 3) ", b"name")
    assert [*with_columns([row], [b"-"], terminal=True)] == [
        b"685d0c7c (E^[[8mve 2026-10-14 - 3) name\n"
    ]


@pytest.mark.parametrize("name", [b"e\xcc\x81", "\U0001f600".encode(), b"\xff", b"a\x01"])
def test_names_of_uncertain_width_are_left_to_git(name: bytes) -> None:
    with pytest.raises(NotCertainError):
        list(git_lines(entries(author=name), LAYOUT))


@pytest.mark.parametrize(
    ("time", "zone"),
    [
        (b"1792000000", b"(unknown)"),
        (b"1792000000", b"+00000"),
        (b"0", b"+0000"),
        (b"99999999999999", b"+0000"),
    ],
)
def test_times_of_uncertain_form_are_left_to_git(time: bytes, zone: bytes) -> None:
    with pytest.raises(NotCertainError):
        list(git_lines(entries(time=time, zone=zone), LAYOUT))


def test_dates_that_depend_on_gits_version_are_left_to_git() -> None:
    with pytest.raises(NotCertainError):
        list(git_lines(entries(), replace(LAYOUT, date="iso-strict")))


def test_wide_characters_take_two_columns() -> None:
    assert columns_of("李明".encode()) == 4
    assert columns_of("Zoë".encode()) == 3


def test_text_of_another_file_is_refused() -> None:
    good = [b"%b %d) %b\n" % (b"x", number, text) for number, text in enumerate(TEXTS, 1)]
    rows = list(insert_columns([*good, b"num commits: 3\n"], entries(), annotate=False))
    assert rows[0] == (b"x", b" 1) ", b"import sys")
    assert rows[-1] == (b"num commits: 3", b"", b"")
    for bad in (good[:-1], [good[1], *good[1:]], [*good[:2], b"x 3) other\n", *good[3:]]):
        with pytest.raises(NotCertainError):
            list(insert_columns(bad, entries(), annotate=False))
