"""The way of the data, in one screen: records, states, matches, evidence, graph.

A store yields lines, the codec makes records of them, `states` puts recorded changes in order at
paths of the repository. Here each commit change is set beside the recorded steps at its path
(`subjects`), each relation looks for matches, qualifiers and the table of strengths weigh them,
and the graph holds the evidence. Only the scope differs between one line and a whole history.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from attrib.graph import EvidenceGraph
from attrib.matchers import COMMIT_MATCHERS, PATH_MATCHERS
from attrib.model.commits import Commit, CommitChange
from attrib.model.evidence import Evidence
from attrib.model.ids import Oid, RepoPath
from attrib.qualifiers.interface import Context
from attrib.subjects import SubjectBuilder
from attrib.tried import tried_for
from attrib.weighing import weigh
from attrib.workspace import Workspace


def link(
    workspace: Workspace,
    changes: Iterable[tuple[CommitChange, Commit | None]],
    commits: Iterable[Commit] = (),
    *,
    bounded: frozenset[Oid] = frozenset(),
    explains: bool = False,
    shown: Mapping[tuple[Oid | None, RepoPath], Collection[bytes]] | None = None,
) -> EvidenceGraph:
    """The evidence about the given commit changes, and about `commits` as wholes.

    `bounded` are commits whose own additions are not known: where a shallow clone or a range ends.
    Where `shown` gives the lines asked about, changes that cannot hold evidence for them are passed
    over. With `explains`, the graph also tells what was compared and did not hold.
    """
    graph = EvidenceGraph()
    changes, commits = list(changes), list(commits)
    workspace.history.include(
        commit.oid for commit in (*commits, *(commit for _, commit in changes)) if commit
    )
    context = context_of(workspace)
    builder = SubjectBuilder(
        workspace.comparer, workspace.chronology, workspace.repository.diff_lines
    )
    for change, commit in changes:
        timeline = workspace.timeline([change.path, *change.old_paths])
        if not timeline.nodes:
            continue
        texts = shown.get((change.commit, change.path), ()) if shown is not None else None
        if texts is not None and not builder.may_hold(change, timeline, texts):
            continue
        is_boundary = commit is not None and (commit.is_boundary or commit.oid in bounded)
        subject = builder.build(change, commit, timeline, is_boundary=is_boundary)
        for matcher in PATH_MATCHERS:
            for match in matcher.matches(subject):
                graph.add(weigh(match, context))
        if explains:
            tried = tried_for(subject, workspace.repository.diff_lines)
            graph.add_tried(change.commit, change.path, tried)
    for commit in commits:
        graph.add(evidence_of_commit(workspace, commit, context))
    return graph


def context_of(workspace: Workspace) -> Context:
    """What qualifiers may ask in this run."""
    return Context(
        workspace.history,
        workspace.chronology,
        workspace.comparer,
        workspace.repository.diff_lines,
        workspace.named,
    )


def evidence_of_commit(
    workspace: Workspace, commit: Commit, context: Context
) -> Iterable[Evidence]:
    """The evidence about a commit as a whole."""
    for matcher in COMMIT_MATCHERS:
        for match in matcher.matches(commit, workspace.named):
            for item in weigh(match, context):
                yield replace(item, commit=commit.oid)
