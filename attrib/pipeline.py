"""The way of the data, in one screen: records, states, matches, evidence, graph.

A store yields lines, the codec makes records of them, `states` puts recorded changes in order at
paths of the repository. Here each commit change is set beside the recorded steps at its path
(`subjects`), each relation looks for matches, qualifiers and the table of strengths weigh them,
and the graph holds the evidence. Only the scope differs between one line and a whole history.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from attrib.carrying import carried_to
from attrib.graph import EvidenceGraph
from attrib.known import context_of, facts_of
from attrib.matchers import COMMIT_MATCHERS, FOREIGN_MATCHERS, PATH_MATCHERS
from attrib.matchers.interface import Foreign, Subject
from attrib.model.commits import Commit, CommitChange
from attrib.model.evidence import Evidence
from attrib.model.ids import Oid, RepoPath
from attrib.qualifiers.interface import Context
from attrib.shared_links import shared_with
from attrib.subjects import SubjectBuilder
from attrib.tried import tried_for
from attrib.weighing import weigh
from attrib.workspace import Workspace

#: The blobs of so many commit changes are read at once.
_READ_AHEAD = 64


def link(
    workspace: Workspace,
    changes: Iterable[tuple[CommitChange, Commit | None]],
    commits: Iterable[Commit] = (),
    *,
    bounded: frozenset[Oid] = frozenset(),
    explains: bool = False,
    carries: bool = True,
    shown: Mapping[tuple[Oid | None, RepoPath], Collection[bytes]] | None = None,
) -> EvidenceGraph:
    """The evidence about the given commit changes, and about `commits` as wholes.

    `bounded` are commits whose own additions are not known: where a shallow clone or a range ends.
    Where `shown` gives the lines asked about, changes that cannot hold evidence for them are passed
    over. With `explains`, the graph also tells what was compared and did not hold; unless it
    `carries`, nothing that holds for the commits they were made from.
    """
    graph = EvidenceGraph()
    changes, commits = list(changes), list(commits)
    workspace.history.include(
        commit.oid for commit in (*commits, *(commit for _, commit in changes)) if commit
    )
    if workspace.sessions:
        workspace.learn_parents_times(commit for _, commit in changes if commit)
        near = [change for change, _ in changes if workspace.is_recorded_at(change)]
        workspace.comparer.learn_attributes((change.commit, change.path) for change in near)
    context = context_of(workspace)
    builder = SubjectBuilder(
        workspace.comparer, workspace.chronology, workspace.repository.diff_lines
    )
    met: set[Oid] = set()
    for subject in _subjects(workspace, builder, changes, bounded, shown):
        change = subject.change
        met |= {change.commit} if change.commit is not None else set()
        for matcher in FOREIGN_MATCHERS if subject.foreign else PATH_MATCHERS:
            for match in matcher.matches(subject):
                graph.add(weigh(match, context))
        if explains and not subject.foreign:
            tried = tried_for(subject, workspace.repository.diff_lines)
            graph.add_tried(change.commit, change.path, tried)
    graph.add(_of_wholes(workspace, commits, context))
    if carries and workspace.shared.tip is not None:
        graph.add(_shared(workspace, graph, changes, commits, context, bounded))
    if carries and (workspace.sessions or workspace.others_begin is not None):
        alone = partial(link, carries=False)
        graph.add(carried_to(workspace, graph, changes, commits, met=met, link=alone))
    return graph


def _subjects(
    workspace: Workspace,
    builder: SubjectBuilder,
    changes: Sequence[tuple[CommitChange, Commit | None]],
    bounded: frozenset[Oid],
    shown: Mapping[tuple[Oid | None, RepoPath], Collection[bytes]] | None,
) -> Iterator[Subject]:
    """The subjects of all changes, one after the other; arguments as in `link`."""
    for number, (change, commit) in enumerate(changes):
        if number % _READ_AHEAD == 0:
            _read_ahead(workspace, builder, changes[number : number + _READ_AHEAD], shown)
        ends = commit is not None and (commit.is_boundary or commit.oid in bounded)
        asked = None if shown is None else shown.get((change.commit, change.path), ())
        yield from subjects_of(workspace, builder, change, commit, ends=ends, asked=asked)


def _read_ahead(
    workspace: Workspace,
    builder: SubjectBuilder,
    changes: Sequence[tuple[CommitChange, Commit | None]],
    shown: Mapping[tuple[Oid | None, RepoPath], Collection[bytes]] | None,
) -> None:
    """Read at once the blobs of the changes that are about to be compared."""
    recorded = [pair for pair in changes if workspace.is_recorded_at(pair[0])]
    if shown is not None:
        asked = [
            (
                change,
                commit,
                workspace.timeline([change.path, *change.old_paths]),
                shown.get((change.commit, change.path), ()),
            )
            for change, commit in recorded
        ]
        builder.load_for(asked)
        recorded = [each[:2] for each in asked if builder.may_hold(*each)]
    entries = [entry for change, _ in recorded for entry in (*change.olds, change.new)]
    workspace.comparer.load(e.oid for e in entries if e is not None and not e.is_gitlink)


def _shared(
    workspace: Workspace,
    graph: EvidenceGraph,
    changes: Sequence[tuple[CommitChange, Commit | None]],
    commits: Sequence[Commit],
    context: Context,
    bounded: frozenset[Oid],
) -> list[Evidence]:
    """The evidence that teammates' notes add, all of it before any is put into the graph."""
    rows: defaultdict[Oid, dict[RepoPath, CommitChange]] = defaultdict(dict)
    known = {commit.oid: commit for commit in commits}
    for change, commit in changes:
        if commit is not None:
            rows[commit.oid][change.path] = change
            known[commit.oid] = commit
    whole = {commit.oid for commit in commits}
    return list(
        shared_with(workspace, graph, known, context, changes=rows, whole=whole, bounded=bounded)
    )


def _of_wholes(
    workspace: Workspace, commits: Sequence[Commit], context: Context
) -> Iterator[Evidence]:
    """The evidence about commits as wholes."""
    facts = facts_of(workspace, commits)
    for commit in commits:
        for matcher in COMMIT_MATCHERS:
            for match in matcher.matches(commit, facts):
                for item in weigh(match, context):
                    yield replace(item, commit=commit.oid)


def subjects_of(
    workspace: Workspace,
    builder: SubjectBuilder,
    change: CommitChange,
    commit: Commit | None,
    *,
    ends: bool,
    asked: Collection[bytes] | None,
) -> Iterator[Subject]:
    """The commit change beside the records at its path, then at each path that held its blob.

    `ends` says that history ends here; `asked` are the lines asked about, `None` for all.
    """
    timeline = workspace.timeline([change.path, *change.old_paths])
    snapshots = workspace.snapshots.get(change.path, ())
    is_recorded = bool(timeline.nodes or timeline.aside or snapshots)
    everything = asked is None or bool(snapshots or builder.nets_of(change, timeline))
    if is_recorded and (everything or builder.may_hold(change, commit, timeline, asked or ())):
        since = workspace.parents_time(commit)
        yield builder.build(
            change, commit, timeline, is_boundary=ends, since=since, snapshots=snapshots
        )
    for foreign in foreign_to(workspace, change):
        timeline = workspace.timeline([foreign.path])
        yield builder.build(change, commit, timeline, is_boundary=ends, foreign=foreign)


def foreign_to(workspace: Workspace, change: CommitChange) -> Iterator[Foreign]:
    """The other paths at which sessions recorded the blob that a commit introduces.

    Where the blob was recorded at the commit's own path too, a record whose own path got the blob
    in the same commit is none: each was committed where it was recorded.
    """
    if change.new is None or change.new.is_gitlink or change.commit is None:
        return
    blob = change.new.oid
    paths = workspace.paths_by_after.get(blob, frozenset())
    own = {change.path, *change.old_paths, *workspace.spellings_of(change.path)}
    others = sorted(paths - own)
    if not others or workspace.comparer.blob(blob) in (None, b""):
        return
    files = workspace.repository.files_at((change.commit, path) for path in others)
    places = workspace.history.places_of(blob)
    is_new = not any(
        row.commit == other.commit
        for row in places
        for other in workspace.history.ancestors_at(row.path, change.commit)
        if other.new == blob
    )
    is_single = sum(row.commit == change.commit for row in places) <= 1
    settled = {row.path for row in places if row.commit == change.commit} if own & paths else ()
    for path in others:
        if path not in settled:
            is_gone = files.get((change.commit, path)) is None
            yield Foreign(path, is_gone and is_new and is_single)
