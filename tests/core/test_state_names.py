"""The steps that end in a file are found by names exactly where comparing each finds them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from attrib.model.commits import TreeEntry
from attrib.model.ids import ObjectIdType, RepoPath
from attrib.state_names import StateNames
from tests.support.memory import MemoryRepository
from tests.support.streams import Recorder, id_only, text_only, workspace_of

PATH = RepoPath(b"p")
LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"a\r\n", b"b\r\n", b"\r\r\n"]), max_size=3)
CONTENTS = st.builds(b"".join, LINES)
KINDS = st.sampled_from(list(ObjectIdType))
SIDES = st.one_of(st.none(), st.builds(id_only, CONTENTS, KINDS), st.builds(text_only, CONTENTS))


@settings(deadline=None, max_examples=150)
@given(
    st.lists(st.tuples(SIDES, SIDES), min_size=1, max_size=5),
    st.lists(CONTENTS, min_size=1, max_size=3),
)
def test_names_find_the_steps_that_comparing_each_finds(sides, blobs) -> None:
    repository = MemoryRepository()
    entries = [TreeEntry(0o100644, repository.blob(content)) for content in blobs]
    recorder = Recorder("S1")
    for number, (before, after) in enumerate(sides):
        recorder.change("p", before, after, at=number, op="modify")
    workspace = workspace_of(repository, recorder)
    timeline, comparer = workspace.timeline([PATH]), workspace.comparer
    scene = (None, PATH)
    names = StateNames(timeline, comparer, scene)
    for entry in entries:
        for parent in (None, entries[0].oid):
            compared = {
                index: comparer.compare(node.step.after, entry, scene, parent=parent)
                for index, node in enumerate(timeline.nodes)
            }
            found = {index: how for index, how in compared.items() if how is not None}
            assert names.after(entry, scene, parent) == found
