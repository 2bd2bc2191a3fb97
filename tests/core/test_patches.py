"""Recorded patches: reading hunks, applying them exactly, undoing them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from attrib.git.libgit2 import diff_lines
from attrib.model.states import PatchHunk
from attrib.patches import (
    FilePatch,
    apply_hunks,
    line_set,
    parse_git_patch,
    parse_hunks,
    reverse,
    split_lines,
)
from tests.support.repos import git, init, write

KEPT, GONE, NEW = (b" ", b"a\n"), (b"-", b"b\n"), (b"+", b"B\n")
PATCH = b"@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"
FILE = b"a\nb\nc\n"


def apply(patch: bytes, content: bytes, *, at_recorded_place: bool = True) -> bytes | None:
    """The content with a whole patch applied."""
    return apply_hunks(parse_hunks(patch), content, at_recorded_place=at_recorded_place)


# Lines


def test_lines_end_at_line_feeds_only() -> None:
    content = b"a\fb\nc\rd\ne\xc2\x85f\ng\xe2\x80\xa8h\ni\x1cj\nlast"
    assert split_lines(content) == (
        b"a\fb\n",
        b"c\rd\n",
        b"e\xc2\x85f\n",
        b"g\xe2\x80\xa8h\n",
        b"i\x1cj\n",
        b"last",
    )


@pytest.mark.parametrize(
    ("content", "wanted"), [(b"", ()), (b"\n", (b"\n",)), (b"a", (b"a",)), (b"a\n", (b"a\n",))]
)
def test_ends_are_kept_and_nothing_is_no_line(content: bytes, wanted: tuple[bytes, ...]) -> None:
    assert split_lines(content) == wanted
    assert line_set(content) == frozenset(wanted)


# Reading


@pytest.mark.asr("ASR-456")
def test_a_hunk_keeps_its_places_and_its_lines() -> None:
    assert parse_hunks(PATCH) == (PatchHunk(1, 1, (KEPT, GONE, NEW, (b" ", b"c\n"))),)


def test_headers_before_the_first_hunk_are_passed_over() -> None:
    headers = b"diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n"
    assert parse_hunks(headers + PATCH) == parse_hunks(PATCH)


def test_a_section_name_after_the_numbers_is_no_line() -> None:
    assert parse_hunks(b"@@ -1,1 +1,2 @@ def f(a):\n a\n+B\n") == (PatchHunk(1, 1, (KEPT, NEW)),)


@pytest.mark.parametrize("head", [b"@@", b"@@ @@", b"@@ ... @@", b"@@\r"])
def test_a_hunk_without_numbers_has_no_places(head: bytes) -> None:
    assert parse_hunks(head + b"\n a\n+B\n") == (PatchHunk(None, None, (KEPT, NEW)),)


def test_counts_that_are_off_are_not_trusted() -> None:
    assert parse_hunks(b"@@ -1,7 +1,1 @@\n a\n+B\n") == (PatchHunk(1, 1, (KEPT, NEW)),)


@pytest.mark.parametrize(
    ("head", "wanted"),
    [(b"@@ -3,0 +4,2 @@", (4, 4)), (b"@@ -3,2 +2,0 @@", (3, 3)), (b"@@ -0,0 +1,2 @@", (1, 1))],
)
def test_a_count_of_zero_stands_after_the_line_it_names(
    head: bytes, wanted: tuple[int, int]
) -> None:
    (hunk,) = parse_hunks(head + b"\n+a\n")
    assert (hunk.old_start, hunk.new_start) == wanted


def test_the_mark_of_a_missing_line_feed_takes_it_from_the_line_before() -> None:
    text = b"@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"
    assert parse_hunks(text) == (PatchHunk(1, 1, ((b"-", b"a"), (b"+", b"a\n"))),)


@pytest.mark.parametrize("blank", [b"\n", b"\r\n"])
def test_an_empty_line_is_an_empty_line_of_context(blank: bytes) -> None:
    assert parse_hunks(b"@@ -1,2 +1,2 @@\n a\n" + blank) == (
        PatchHunk(1, 1, (KEPT, (b" ", blank))),
    )


def test_a_patch_cut_off_inside_a_line_ends_it_with_a_line_feed() -> None:
    assert parse_hunks(b"@@ -1 +1,2 @@\n a\n+B") == (PatchHunk(1, 1, (KEPT, NEW)),)


@pytest.mark.parametrize("text", [b"", b"no patch\n", b"@@ -1 +1 @@\n"])
def test_no_lines_are_no_hunk(text: bytes) -> None:
    assert parse_hunks(text) == ()


def test_sides_of_a_hunk() -> None:
    (hunk,) = parse_hunks(PATCH)
    assert (hunk.old, hunk.new, hunk.added, hunk.removed) == (
        (b"a\n", b"b\n", b"c\n"),
        (b"a\n", b"B\n", b"c\n"),
        (b"B\n",),
        (b"b\n",),
    )


@pytest.mark.asr("ASR-456")
def test_a_git_patch_of_several_files_is_read_file_by_file() -> None:
    text = (
        b"diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n" + PATCH + b"diff --git"
        b" a/new b/new\nnew file mode 100644\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+B\n"
        b"diff --git a/gone b/gone\ndeleted file mode 100644\n--- a/gone\n+++ /dev/null\n"
        b"@@ -1 +0,0 @@\n-b\n"
        b"diff --git a/from b/to\nsimilarity index 100%\nrename from from\nrename to to\n"
        b"diff --git a/mode b/mode\nold mode 100644\nnew mode 100755\n"
    )
    assert list(parse_git_patch(text)) == [
        FilePatch(b"x", b"x", parse_hunks(PATCH)),
        FilePatch(None, b"new", (PatchHunk(1, 1, (NEW,)),)),
        FilePatch(b"gone", None, (PatchHunk(1, 1, (GONE,)),)),
        FilePatch(b"from", b"to", ()),
        FilePatch(None, None, ()),
    ]


def test_a_git_patch_without_its_first_header_starts_at_the_names() -> None:
    text = b"--- a/x\n+++ b/x\n" + PATCH + b"--- a/y\n+++ b/y\n" + PATCH
    hunks = parse_hunks(PATCH)
    assert list(parse_git_patch(text)) == [
        FilePatch(b"x", b"x", hunks),
        FilePatch(b"y", b"y", hunks),
    ]


@pytest.mark.parametrize(
    ("spelled", "name"),
    [
        (b'"b/na\\303\\257ve.txt"', "naïve.txt".encode()),
        (b'"b/q\\"\\n.txt"', b'q"\n.txt'),
        (b'"b/tab\\there"', b"tab\there"),
        (b'"b/back\\\\slash"', b"back\\slash"),
        (b'"b/bad\\344.txt"', b"bad\xe4.txt"),
        (b"b/with space\t", b"with space"),
        (b"b/dir/b/f", b"dir/b/f"),
        (b"plain", b"plain"),
    ],
)
def test_names_in_a_git_patch_are_unquoted(spelled: bytes, name: bytes) -> None:
    text = b"diff --git x y\n--- /dev/null\n+++ " + spelled + b"\n@@ -0,0 +1 @@\n+B\n"
    assert [patch.new_path for patch in parse_git_patch(text)] == [name]


# Applying


def test_a_hunk_holds_at_its_recorded_place_line_for_line() -> None:
    assert apply(PATCH, FILE) == b"a\nB\nc\n"


@pytest.mark.parametrize("content", [b"x\na\nb\nc\n", b"a\nb\nC\n", b"a\nb\n", b""])
def test_a_hunk_that_does_not_hold_there_gives_nothing(content: bytes) -> None:
    assert apply(PATCH, content) is None


def test_away_from_its_place_a_hunk_must_stand_at_exactly_one() -> None:
    moved, twice = b"x\na\nb\nc\n", b"x\n" + FILE + FILE
    assert apply(PATCH, moved, at_recorded_place=False) == b"x\na\nB\nc\n"
    assert apply(PATCH, twice, at_recorded_place=False) is None


def test_the_recorded_place_decides_between_two() -> None:
    assert apply(PATCH, FILE + FILE, at_recorded_place=False) == b"a\nB\nc\n" + FILE


def test_a_hunk_that_expects_no_line_has_only_its_recorded_place() -> None:
    patch = b"@@ -2,0 +3 @@\n+B\n"
    assert apply(patch, FILE) == b"a\nb\nB\nc\n"
    assert apply(patch, FILE, at_recorded_place=False) is None
    assert apply(b"@@\n+B\n", FILE) is None


def test_hunks_without_numbers_are_looked_for_in_order() -> None:
    patch = b"@@\n-b\n+B\n@@\n c\n-d\n+D\n"
    assert apply(patch, b"a\nb\nc\nd\n") == b"a\nB\nc\nD\n"
    assert apply(patch, b"c\nd\nb\n") is None


def test_all_hunks_must_apply() -> None:
    assert apply(PATCH + b"@@ -9,1 +9,1 @@\n-z\n+Z\n", FILE) is None


def test_a_file_is_made_from_nothing_and_emptied() -> None:
    made, emptied = b"@@ -0,0 +1,2 @@\n+a\n+B\n", b"@@ -1,2 +0,0 @@\n-a\n-B\n"
    assert apply(made, b"") == b"a\nB\n"
    assert apply(emptied, b"a\nB\n") == b""


def test_the_last_line_may_lose_and_gain_its_line_feed() -> None:
    mark = b"\\ No newline at end of file\n"
    assert apply(b"@@ -1,2 +1,2 @@\n a\n-b\n+b\n" + mark, b"a\nb\n") == b"a\nb"
    assert apply(b"@@ -1,2 +1,2 @@\n a\n-b\n" + mark + b"+b\n", b"a\nb") == b"a\nb\n"


def test_white_space_is_not_forgiven() -> None:
    assert apply(PATCH, b"a \nb\nc\n") is None
    assert apply(PATCH, b"a \nb\nc\n", at_recorded_place=False) is None


# Properties

LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n", b"\n", b"+x\n", b"--\n"]), max_size=8)
TAILS = st.sampled_from([b"", b"tail"])
CONTENTS = st.builds(lambda lines, tail: b"".join(lines) + tail, LINES, TAILS)


def hunks_between(old: bytes, new: bytes) -> tuple[PatchHunk, ...]:
    """The hunks of git's own diff, without context."""
    before, after = split_lines(old), split_lines(new)
    return tuple(
        PatchHunk(
            hunk.old_start + 1,
            hunk.new_start + 1,
            (
                *((b"-", line) for line in before[hunk.old_start :][: hunk.old_count]),
                *((b"+", line) for line in after[hunk.new_start :][: hunk.new_count]),
            ),
        )
        for hunk in diff_lines(old, new)
    )


@given(CONTENTS, CONTENTS)
def test_hunks_applied_give_the_new_content_and_undone_the_old(old: bytes, new: bytes) -> None:
    hunks = hunks_between(old, new)
    assert apply_hunks(hunks, old, at_recorded_place=True) == new
    assert apply_hunks(reverse(hunks), new, at_recorded_place=True) == old


@given(CONTENTS, CONTENTS)
def test_undoing_twice_is_doing(old: bytes, new: bytes) -> None:
    hunks = hunks_between(old, new)
    assert reverse(reverse(hunks)) == hunks


@given(CONTENTS)
def test_lines_joined_are_the_content(content: bytes) -> None:
    assert b"".join(split_lines(content)) == content


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return init(tmp_path_factory.mktemp("patches") / "r")


@pytest.mark.git
@settings(max_examples=12)
@given(old=CONTENTS, new=CONTENTS, context=st.integers(0, 3))
def test_what_git_diff_prints_leads_to_the_new_file(
    repo: Path, old: bytes, new: bytes, context: int
) -> None:
    assume(old != new)
    write(repo, {"old": old, "new": new})
    blobs = git(repo, "hash-object", "-w", "old", "new").split()
    printed = git(repo, "diff", f"-U{context}", *blobs) + b"\n"
    (hunks,) = (patch.hunks for patch in parse_git_patch(printed))
    assert apply_hunks(hunks, old, at_recorded_place=True) == new
    assert apply_hunks(reverse(hunks), new, at_recorded_place=True) == old


@pytest.mark.git
def test_what_git_diff_prints_of_odd_names_is_read(repo: Path) -> None:
    names = ["plain", "with space", 'q"\n.txt', "naïve.txt", "tab\there", "a/b/c", "b/f"]
    encoded = [name.encode() for name in names] + [b"bad\xe4.txt"]
    write(repo, dict.fromkeys(encoded, b"one\n"))
    git(repo, "add", "-A")
    printed = git(repo, "diff", "--cached", "--", *encoded) + b"\n"
    assert sorted(patch.new_path or b"" for patch in parse_git_patch(printed)) == sorted(encoded)
