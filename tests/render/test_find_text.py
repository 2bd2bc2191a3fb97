"""`attrib find` and `attrib index` for people, whole."""

from __future__ import annotations

from attrib.render.find_text import find_text, index_text
from tests.render import find_values


def test_records_stand_above_commits_with_the_conversion_named_last() -> None:
    assert list(find_text(find_values.FOUND)) == [
        "recorded",
        "  codebuddy 0f1e2d3c  r205  2026-10-26 14:03:02  after   w.txt"
        "               4e349b59 git-blob-sha1 worktree  after-eol",
        "  codebuddy 0f1e2d3c  r9    -                    before  /elsewhere/w^[.txt"
        "  814f4a42 git-blob-sha1 -",
        "",
        "introduced",
        '  commit 75fe8aa3  2026-10-20 12:00  "w\\377.txt"  blob 814f4a42  in main, v1',
    ]


def test_unknown_id_says_so() -> None:
    assert list(find_text(find_values.NOTHING)) == [
        "ffff: no record, and no commit here introduces it"
    ]


def test_state_of_the_index_is_three_rows() -> None:
    assert list(index_text(find_values.INDEX)) == [
        "index     /r/.git/attrib/index.sqlite",
        "state     behind, read on when it is used, 1.7 MB, 0.4 s",
        "holds     3,061 commits, 4,716 paths, 2 streams",
    ]


def test_absent_index_names_the_command_that_builds_it() -> None:
    assert list(index_text(find_values.NO_INDEX)) == [
        "index     /r/.git/attrib/index.sqlite",
        "state     without history: attrib index --build",
    ]
