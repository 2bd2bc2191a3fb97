"""Paths by the blob recorded there: the same whether asked blob by blob or listed at once."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from attrib.after_paths import AfterPaths
from attrib.git.convert import hash_of
from attrib.model.ids import ObjectIdType, Oid
from attrib.patches import apply_hunks, parse_hunks
from tests.support.memory import MemoryRepository
from tests.support.streams import Recorder, id_only, text_only, workspace_of

OWN = ObjectIdType.GIT_BLOB_SHA1
BEFORES = (b"a\n", b"a", b"a\r\n", b"\xc3\xa9\n", b"")
AFTERS = (None, b"b\n", id_only(b"b\n"), text_only(b"c\n"))
PATCHES = (
    None,
    b"@@ -1 +1 @@\n-a\n+b\n",
    b"@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+b\n+c\n\\ No newline at end of file\n",
    b"@@ -1 +1 @@\n-\xc3\xa9\n+e\n",
    b"odd\n",
)
CONTENTS = (b"a\n", b"b\n", b"b\r\n", b"b\nc", b"c\n", b"e\n", b"nowhere\n")
CHANGES = st.tuples(
    st.sampled_from(["p", "q"]),
    st.sampled_from([text_only(content) for content in BEFORES]),
    st.sampled_from(AFTERS),
    st.sampled_from(["add", "modify", "move"]),
    st.sampled_from(PATCHES),
)


def paths_in(rows, length_of) -> AfterPaths:
    recorder = Recorder("S1")
    for number, (path, before, after, op, patch) in enumerate(rows):
        recorder.change(path, before, after, at=number, op=op, old_path="old", patch=patch)
    return AfterPaths(workspace_of(MemoryRepository(), recorder).changes, OWN, length_of)


@settings(deadline=None, max_examples=60)
@given(st.lists(CHANGES, max_size=6), st.booleans())
def test_asking_blob_by_blob_tells_what_listing_all_tells(rows, is_here) -> None:
    blobs = {Oid(hash_of(content, OWN)): len(content) for content in CONTENTS}
    asked = paths_in(rows, blobs.get if is_here else lambda _: None)
    listed = dict(paths_in(rows, blobs.get))
    assert {oid: asked.get(oid) for oid in blobs} == {oid: listed.get(oid) for oid in blobs}
    assert dict(asked) == listed


def test_line_without_end_can_only_be_the_last() -> None:
    hunks = parse_hunks(b"@@ -1 +1,2 @@\n-a\n+b\n+\n\\ No newline at end of file\n")
    assert apply_hunks(hunks, b"a\n", at_recorded_place=True) == b"b\n"
    assert apply_hunks(hunks, b"a\nz\n", at_recorded_place=True) is None
