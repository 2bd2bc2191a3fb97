"""Recorded changes are the same whether asked for path by path or listed at once."""

from __future__ import annotations

from collections import defaultdict

from hypothesis import given
from hypothesis import strategies as st

from attrib.after_paths import AfterPaths
from attrib.changes import RecordedChanges
from attrib.git.hashing import hash_of
from attrib.model.ids import ObjectIdType, Oid
from attrib.states import recorded_changes
from tests.support.memory import MemoryRepository
from tests.support.streams import Recorder, id_only, text_only, workspace_of

SIDES = st.sampled_from(
    [
        None,
        b"a\n",
        b"b\n",
        id_only(b"a\n"),
        id_only(b"b\n", ObjectIdType.SHA256),
        text_only(b"c\n"),
    ]
)
PATCHES = st.sampled_from([None, b"@@ -1 +1 @@\n-a\n+b\n", b"@@ -0,0 +1 @@\n+n\n", b"odd\n"])
CHANGES = st.tuples(
    st.sampled_from(["p", "q", "d/r"]),
    SIDES,
    SIDES,
    st.sampled_from(["add", "modify", "delete", "move", "copy"]),
    st.sampled_from([None, "p", "old"]),
    PATCHES,
)


@given(st.lists(CHANGES, max_size=8))
def test_changes_by_path_are_those_of_all_sessions(rows) -> None:
    recorders = [Recorder("S1"), Recorder("S2")]
    for number, (path, before, after, op, old_path, patch) in enumerate(rows):
        recorders[number % 2].change(
            path, before, after, at=number, op=op, old_path=old_path, patch=patch
        )
    workspace = workspace_of(MemoryRepository(), *recorders)
    listed = defaultdict(list)
    for session in workspace.sessions:
        for change in recorded_changes(session, workspace.bindings, workspace.read_blob):
            listed[change.path].append(change)
    assert isinstance(workspace.changes, RecordedChanges)
    assert len(workspace.changes) == len(listed)
    assert dict(workspace.changes) == dict(listed)
    own = ObjectIdType.GIT_BLOB_SHA1
    by_path, at_once = (
        dict(AfterPaths(changes, own, lambda oid: None)) for changes in (workspace.changes, listed)
    )
    assert by_path == at_once
    contents = {Oid(hash_of(content, own)): len(content) for content in (b"a\n", b"b\n", b"n\n")}
    asked = AfterPaths(workspace.changes, own, contents.get)
    assert {oid: asked.get(oid) for oid in contents} == {oid: at_once.get(oid) for oid in contents}
