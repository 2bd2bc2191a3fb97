"""Evidence about the commits that a commit was made from, carried to it: one step, no further."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from attrib.graph import EvidenceGraph
from attrib.matchers.rewritten import REWRITTEN, Carried, lines_carried
from attrib.model.commits import Commit, CommitChange
from attrib.model.evidence import Evidence
from attrib.model.ids import Oid
from attrib.patches import split_lines
from attrib.rewrites import Origin
from attrib.subjects import SubjectBuilder
from attrib.workspace import Workspace

#: Links commit changes and whole commits, without anything carried.
Linker = Callable[
    [Workspace, Sequence[tuple[CommitChange, Commit]], Sequence[Commit]], EvidenceGraph
]
Pairs = Sequence[tuple[CommitChange, Commit | None]]


def carried_to(
    workspace: Workspace,
    graph: EvidenceGraph,
    changes: Pairs,
    commits: Sequence[Commit],
    *,
    met: Collection[Oid],
    link: Linker,
) -> Iterator[Evidence]:
    """What holds for the commits that these were made from, where the graph does not hold it.

    Patches are compared for `commits` and for those of `met`, where the times say that a commit
    was made again. Asks nothing where there is no journal and no such commit.
    """
    known = {c.oid: c for c in (*commits, *(each for _, each in changes)) if c is not None}
    whole = {commit.oid for commit in commits}
    again = [c for c in known.values() if c.oid in whole or c.oid in met]
    alike = [c for c in again if _is_made_again(workspace, c)]
    origins = workspace.rewrites.origins_of(known.values(), alike)
    if not origins:
        return
    asked: defaultdict[Oid, list[CommitChange]] = defaultdict(list)
    for change, commit in changes:
        if commit is not None:
            asked[commit.oid].append(change)
    before = _before(workspace, origins, asked, whole, link)
    builder = SubjectBuilder(
        workspace.comparer, workspace.chronology, workspace.repository.diff_lines
    )
    for oid, found in origins.items():
        direct = [item for each in graph.links_of(oid) for item in each.evidence]
        for origin in found:
            evidence, olds = before.get(origin.commit, ((), ()))
            if oid not in whole:
                evidence = [item for item in evidence if item.path is not None]
            places = {
                old.path: _carried(workspace, builder, old, change, known[oid])
                for change, old in _same_files(asked[oid], olds, evidence)
            }
            carried = REWRITTEN.carry(oid, origin, evidence, places, direct)
            kept = [item for item in carried if oid in whole or item.path is not None]
            direct += kept
            yield from kept


def _before(
    workspace: Workspace,
    origins: Mapping[Oid, Sequence[Origin]],
    asked: Mapping[Oid, Sequence[CommitChange]],
    whole: Collection[Oid],
    link: Linker,
) -> Mapping[Oid, tuple[Sequence[Evidence], Sequence[CommitChange]]]:
    """The evidence about each commit of origin that is here, and its changes.

    What no reference reaches is looked at apart: it is no part of the history of others.
    """
    as_whole = {origin.commit for oid in whole for origin in origins.get(oid, ())}
    near: defaultdict[Oid, list[CommitChange]] = defaultdict(list)
    for oid, olds in origins.items():
        for origin in olds:
            near[origin.commit] += asked.get(oid, ())
    known = workspace.repository.commits(near)
    changes = workspace.repository.changes_of(known, renames=True)
    lone = {oid for oid in known if workspace.history.commit(oid) is None}
    found: dict[Oid, tuple[Sequence[Evidence], Sequence[CommitChange]]] = {}
    for is_lone, oids in ((False, known.keys() - lone), (True, lone)):
        if not oids:
            continue
        pairs = [
            (each, known[oid])
            for oid in sorted(oids)
            for each in changes.get(oid, ())
            if oid in as_whole or any(_is_same_file(each, other) for other in near[oid])
        ]
        wholes = [known[oid] for oid in sorted(oids & as_whole)]
        graph = link(workspace.apart if is_lone else workspace, pairs, wholes)
        for oid in oids:
            evidence = [item for each in graph.links_of(oid) for item in each.evidence]
            found[oid] = evidence, changes.get(oid, ())
    return found


def _is_made_again(workspace: Workspace, commit: Commit) -> bool:
    """True for a commit later than its author's time, with a session that may come before it."""
    return commit.author_time < commit.committer_time and workspace.may_precede(
        commit.committer_time
    )


def _same_files(
    changes: Sequence[CommitChange], olds: Sequence[CommitChange], evidence: Sequence[Evidence]
) -> Iterator[tuple[CommitChange, CommitChange]]:
    """Each change with the other commit's change of the same file that has evidence."""
    paths = {item.path for item in evidence}
    for change in changes:
        for old in olds:
            if old.path in paths and _is_same_file(old, change):
                yield change, old


def _is_same_file(old: CommitChange, change: CommitChange) -> bool:
    return bool({old.path, *old.old_paths} & {change.path, *change.old_paths})


def _carried(
    workspace: Workspace,
    builder: SubjectBuilder,
    old: CommitChange,
    change: CommitChange,
    commit: Commit,
) -> Carried:
    """Where the lines of the other commit's change stand in this one's."""
    subject = builder.build(change, commit, workspace.timeline([change.path, *change.old_paths]))

    def lines(before: CommitChange, is_new: bool, wanted: frozenset[int]) -> dict[int, int]:
        entry = before.new if is_new else next(iter(before.olds), None)
        content = workspace.comparer.blob(entry.oid) if entry and not entry.is_gitlink else None
        after = b"".join(subject.new if is_new else subject.old)
        if content is None:
            return {}
        hunks = workspace.repository.diff_lines(content, after) if content != after else ()
        return lines_carried(hunks, len(split_lines(content)), wanted)

    was = change.old_paths[0] if change.old_paths else None
    return Carried(
        change.path,
        was if was != change.path else None,
        lines(old, True, subject.added),
        lines(old, False, subject.removed),
    )
