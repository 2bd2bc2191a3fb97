"""The way of the data, in one screen: records, states, matches, evidence, graph.

A store yields lines, the codec makes records of them, `states` puts recorded changes in order at
paths of the repository. Here each commit change is set beside the recorded steps at its path
(`subjects`), each relation looks for matches, qualifiers and the table of strengths weigh them,
and the graph holds the evidence. Only the scope differs between one line and a whole history.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from attrib.carrying import carried_to
from attrib.declared import GIT_AI_REF, SESSION_KEYS, UNKNOWN_AGENT, declared_in
from attrib.graph import EvidenceGraph
from attrib.live import sessions_at
from attrib.matchers import COMMIT_MATCHERS, FOREIGN_MATCHERS, PATH_MATCHERS
from attrib.matchers.interface import CommitFacts, Foreign, Subject
from attrib.model.commits import Commit, CommitChange
from attrib.model.evidence import Evidence
from attrib.model.ids import Oid, RecordRef, RepoPath, SessionKey
from attrib.notes import declared_in_note, notes_of
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
    for change, commit in changes:
        ends = commit is not None and (commit.is_boundary or commit.oid in bounded)
        asked = None if shown is None else shown.get((change.commit, change.path), ())
        for subject in subjects_of(workspace, builder, change, commit, ends=ends, asked=asked):
            met |= {commit.oid} if commit is not None else set()
            for matcher in FOREIGN_MATCHERS if subject.foreign else PATH_MATCHERS:
                for match in matcher.matches(subject):
                    graph.add(weigh(match, context))
            if explains and not subject.foreign:
                tried = tried_for(subject, workspace.repository.diff_lines)
                graph.add_tried(change.commit, change.path, tried)
    graph.add(_of_wholes(workspace, commits, context))
    if carries and workspace.sessions:
        alone = partial(link, carries=False)
        graph.add(carried_to(workspace, graph, changes, commits, met=met, link=alone))
    return graph


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
    if is_recorded and (everything or builder.may_hold(change, timeline, asked or ())):
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


def context_of(workspace: Workspace) -> Context:
    """What qualifiers may ask in this run."""
    return Context(
        workspace.history,
        workspace.chronology,
        workspace.comparer,
        workspace.repository.diff_lines,
        workspace.named,
        workspace.common_lines,
    )


def facts_of(workspace: Workspace, commits: Sequence[Commit]) -> CommitFacts:
    """What is recorded and declared of commits as wholes."""
    entries = workspace.journal.commits
    during = {
        commit.oid: tuple(sessions_at(entry, workspace.sessions, workspace.bindings))
        for commit in commits
        if (entry := entries.get(commit.oid)) is not None
    }
    return CommitFacts(workspace.named, workspace.head_moves, _declared(workspace, commits), during)


def _declared(workspace: Workspace, commits: Sequence[Commit]) -> Mapping[Oid, Sequence[RecordRef]]:
    """The sessions that a commit's trailers or a git note of another tool name."""
    known = {session.key.id: session.key for session in workspace.sessions}
    oids = [commit.oid for commit in commits]
    found: dict[Oid, list[RecordRef]] = {}
    named = [
        (oid, name, f"trailer {key}")
        for oid, message in workspace.repository.messages_of(oids).items()
        for key, name in declared_in(message)
        if key in SESSION_KEYS.values()
    ]
    named += [
        (oid, name, f"note {GIT_AI_REF}")
        for oid, content in notes_of(workspace.repository, oids)
        for name in declared_in_note(content)
    ]
    for oid, name, how in named:
        session = known.get(name, SessionKey(UNKNOWN_AGENT, "", name))
        found.setdefault(oid, []).append(RecordRef(session, how))
    return found
