"""The graph holds each evidence once, between its records and the blob or the commit."""

from __future__ import annotations

from attrib.answers.graph_export import graph
from attrib.graph import to_networkx
from attrib.model.evidence import Strength
from tests.support.memory import MemoryRepository
from tests.support.streams import Recorder, workspace_of

OLD = b"import sys\n"
NEW = b"import sys\nname = sys.argv[1]\nprint(name.upper())\n"


def story():
    repository = MemoryRepository()
    first = repository.commit({"app.py": OLD, "gone.py": b"these words are gone\n"})
    second = repository.commit({"app.py": NEW, "gone.py": None})
    recorder = Recorder()
    recorder.change("app.py", OLD, NEW, at=0.5)
    recorder.change("gone.py", b"these words are gone\n", None, at=0.6, op="delete")
    recorder.vcs(second, at=1)
    return workspace_of(repository, recorder), first, second


def edges(report):
    labels = {node.id: node.label for node in report.nodes}
    return [(labels[edge.source], edge.word, labels[edge.target]) for edge in report.edges]


def test_record_leads_to_its_blob_and_on_to_the_commit():
    workspace, _, second = story()
    report = graph(workspace, None)
    blob = workspace.comparer.own_id(NEW)[:8]
    commit = second[:8]
    assert sorted(edges(report)) == sorted(
        [
            ("codebuddy S1", "recorded", "r1"),
            ("codebuddy S1", "recorded", "r2"),
            ("codebuddy S1", "recorded", "r3"),
            ("r1", "transition", f"app.py {blob}"),
            (f"app.py {blob}", "introduced-in", commit),
            ("r2", "transition", commit),
            ("r3", "named", commit),
        ]
    )
    assert [node.kind.value for node in report.nodes] == [
        "session",
        *["record"] * 3,
        "blob",
        "commit",
    ]


def test_range_and_strength_limit_the_graph():
    workspace, first, _ = story()
    assert graph(workspace, first).nodes == ()
    least = graph(workspace, None, at_least=Strength.STRONG)
    assert {edge.strength for edge in least.edges} <= {None, Strength.STRONG}


def test_networkx_has_the_words_as_keys():
    workspace, _, _ = story()
    found = to_networkx(graph(workspace, None))
    keys = sorted(key for _, _, key in found.edges(keys=True))
    assert keys == ["introduced-in", "named", "recorded", "recorded", "recorded"] + 2 * [
        "transition"
    ]
    assert {facts["kind"] for _, facts in found.nodes(data=True)} == {
        "session",
        "record",
        "blob",
        "commit",
    }


def test_identifiers_are_plain_whatever_names_hold():
    repository = MemoryRepository()
    repository.commit({b"caf\xe9 \n:@.py": OLD})
    repository.commit({b"caf\xe9 \n:@.py": NEW})
    recorder = Recorder('S "1:\n')
    workspace = workspace_of(repository, recorder)
    recorder.change("x", OLD, NEW, at=0.5)
    for node in graph(workspace, None).nodes:
        assert node.id.isascii()
        assert not any(sign.isspace() or sign in "\"'<>" for sign in node.id)
