"""The files of one edit become the members of one `file_change`."""

from __future__ import annotations

import pytest

from attrib.importers.common.parts import Part, hunks_in, members_of, parts_of
from attrib.importers.common.places import Roots
from attrib.patches import parse_git_patch
from attrib.v4a import Chunk, FileEdit

HUNK = "@@ -1 +1 @@\n-a\n+b\n"


@pytest.fixture
def roots():
    found = Roots()
    found.declare("/app")
    return found


@pytest.mark.asr("ASR-455")
@pytest.mark.parametrize(
    ("precisions", "least"),
    [
        (["exact"], "exact"),
        (["exact", "hunks"], "hunks"),
        (["snippet", "hunks", "exact"], "snippet"),
        (["exact", "unknown", "snippet"], "unknown"),
    ],
)
def test_precision_is_the_least_of_the_files(roots, precisions, least):
    parts = [Part("modify", f"f{index}", known) for index, known in enumerate(precisions)]
    assert members_of(parts, roots, "/app").members["precision"] == least


@pytest.mark.asr("ASR-456")
def test_patch_of_several_files_names_them_absolutely(roots):
    parts = [
        Part("modify", "sub/a b", "hunks", hunks=HUNK),
        Part("move", '/app/q"\n', "hunks", old_path="file:///app/o%20p", hunks=HUNK.rstrip("\n")),
        Part("delete", "gone", "exact"),
    ]
    text = members_of(parts, roots, "/app").members["patch"]["text"]
    assert [(part.old_path, part.new_path) for part in parse_git_patch(text.encode())] == [
        (b"/app/sub/a b", b"/app/sub/a b"),
        (b"/app/o p", b'/app/q"\n'),
    ]
    assert all(part.hunks for part in parse_git_patch(text.encode()))


@pytest.mark.asr("ASR-475")
def test_file_that_cannot_be_placed_is_told_of(roots):
    parts = [Part("add", "a", "exact", after=""), Part("add", "untitled:/x", "exact", after="")]
    made = members_of(parts, roots, "/app")
    assert made.unplaced == ("untitled:/x",)
    assert made.members["moreFiles"] is True
    assert members_of(parts, Roots(), None).members == {}


def test_v4a_edits_are_known_as_far_as_they_say():
    chunk = (Chunk(("a",), ("b",)),)
    edits = [
        FileEdit("add", "n", content="x\n"),
        FileEdit("delete", "d"),
        FileEdit("move", "t", old_path="s"),
        FileEdit("move", "t", old_path="s", chunks=chunk),
        FileEdit("modify", "m", chunks=chunk),
    ]
    assert [part.precision for part in parts_of(edits)] == [
        "exact",
        "exact",
        "exact",
        "snippet",
        "snippet",
    ]


@pytest.mark.parametrize(
    ("diff", "hunks"),
    [(HUNK, HUNK), (f"--- a\n+++ b\n{HUNK}", HUNK), ("@@\n-a\n+b\n", None), ("", None)],
)
def test_hunks_begin_at_the_first_numbered_one(diff, hunks):
    assert hunks_in(diff) == hunks
