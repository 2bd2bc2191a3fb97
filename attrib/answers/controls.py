"""`attrib controls`: evidence that cannot be true, looked for on purpose.

Five comparisons that nothing true can answer: commits older than every record, commits of bots,
records of other repositories, records at other paths than their own, and records moved past the
last commit. Spec: docs/evidence.md, accuracy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from attrib.answers.ranges import CommitRange, range_of
from attrib.answers.sessions import infos_for
from attrib.binding import Bindings, RootBinding
from attrib.chronology import Chronology
from attrib.graph import EvidenceGraph
from attrib.model.commits import Commit
from attrib.model.controls import Control, ControlsReport
from attrib.model.evidence import Evidence, Relation
from attrib.model.ids import RepoPath
from attrib.model.states import Moment, RecordedChange, RecordedState
from attrib.pipeline import link
from attrib.workspace import Workspace

_YEAR = 365 * 86400.0
#: Relations that rest on no path's content, or look beyond a record's own path.
_ELSEWHERE = frozenset({Relation.ELSEWHERE, Relation.DECLARED, Relation.REWRITTEN})

Changes = Mapping[RepoPath, Sequence[RecordedChange]]


def controls(workspace: Workspace, text: str | None) -> ControlsReport:
    """All controls over a range, in a fixed order.

    Raises:
        RevisionError: an end of the range names no commit here.
    """
    commits = range_of(workspace, text)
    found = (
        _older(workspace, commits),
        _bots(workspace, commits),
        _other_repositories(workspace, commits),
        _other_paths(workspace, commits),
        _past_the_end(workspace, commits),
    )
    evidence = [item for control in found for item in control.evidence]
    return ControlsReport(
        commits.text,
        len(commits.commits),
        len(workspace.sessions),
        found,
        infos_for(workspace, evidence),
    )


def _older(workspace: Workspace, commits: CommitRange) -> Control:
    """Commits before the first record of any session, as far as no record names them."""
    name, words = "older-commits", "commits older than the first record"
    firsts = [session.first for session in workspace.sessions]
    known = [first for first in firsts if first is not None]
    if not known or len(known) < len(firsts):
        reason = "a session has no times" if firsts else "no sessions are known here"
        return Control(name, words, 0, 0, (), reason)
    begin = min(known) - workspace.allowance
    older = [
        commit
        for commit in commits.commits
        if max(commit.author_time, commit.committer_time) < begin
        and commit.oid not in workspace.named
    ]
    return _on_commits(workspace, commits, older, name, words, "no commit is older")


def _bots(workspace: Workspace, commits: CommitRange) -> Control:
    """Commits whose author is a bot, as far as no session names them as its own."""
    found = [
        commit
        for commit in commits.commits
        if is_bot(commit.author) and commit.oid not in workspace.named
    ]
    return _on_commits(workspace, commits, found, "bots", "commits of bots", "no bot commits here")


def is_bot(author: bytes) -> bool:
    """True when the name, or the address before its `@`, ends in `[bot]`."""
    name, _, address = author.partition(b"<")
    account = address.partition(b"@")[0].rstrip(b"> ")
    return any(part.strip().lower().endswith(b"[bot]") for part in (name, account))


def _on_commits(
    workspace: Workspace,
    commits: CommitRange,
    chosen: Sequence[Commit],
    name: str,
    words: str,
    none: str,
) -> Control:
    """What the true records say of commits that they can say nothing of."""
    if not chosen:
        return Control(name, words, 0, 0, (), none)
    pairs = [(change, commit) for commit in chosen for change in commits.changes[commit.oid]]
    graph = link(workspace, pairs, chosen)
    return Control(name, words, len(chosen), _count(workspace.changes), _all(graph))


def _other_repositories(workspace: Workspace, commits: CommitRange) -> Control:
    """Records under roots that are not this repository, read as if they were."""
    name, words = "other-repositories", "records of other repositories"
    forced = {
        (unbound.session, unbound.root.id): RootBinding("control", b"", b"", "elsewhere")
        for unbound in workspace.bindings.unbound
    }
    if not forced:
        return Control(name, words, 0, 0, (), "every root is this repository")
    other = _like(workspace, Bindings(forced, (), ()))
    return _forced(other, commits, name, words)


def _other_paths(workspace: Workspace, commits: CommitRange) -> Control:
    """The records of each path, read as if they were of the next path that has any."""
    name, words = "other-paths", "records at other paths"
    paths = sorted(workspace.changes)
    if len(paths) < 2:
        return Control(name, words, 0, 0, (), "fewer than two recorded paths")
    moved: dict[RepoPath, list[RecordedChange]] = {}
    for path, other in zip(paths, [*paths[1:], paths[0]], strict=True):
        # What both paths hold is true at both.
        own = set(_states(workspace, path))
        moved[path] = [
            replace(change, path=path, old_path=None)
            for change in workspace.changes[other]
            if own.isdisjoint(_states_of(change))
        ]
    other_workspace = _like(workspace, workspace.bindings)
    other_workspace.changes = moved
    return _forced(other_workspace, commits, name, words)


def _states(workspace: Workspace, path: RepoPath) -> Iterator[object]:
    for change in workspace.changes[path]:
        yield from _states_of(change)


def _states_of(change: RecordedChange) -> Iterator[object]:
    for state in (change.before, change.after):
        yield from _names_of(state)


def _names_of(state: RecordedState) -> Iterator[object]:
    if state.object_id is not None:
        yield state.object_id
    if state.content:
        yield state.content


def _past_the_end(workspace: Workspace, commits: CommitRange) -> Control:
    """Every record moved past the last commit, and none of them showing any commit."""
    name, words = "later-records", "records moved past the last commit"
    timed = [
        change
        for changes in workspace.changes.values()
        for change in changes
        if change.moment.known is not None
    ]
    if not timed or not commits.commits:
        return Control(name, words, 0, 0, (), "no recorded change here has a time")
    last = max(max(c.author_time, c.committer_time) for c in commits.commits)
    shift = last + _YEAR - min(change.moment.known or 0.0 for change in timed)
    other = _like(workspace, workspace.bindings)
    other.chronology = Chronology((), workspace.repository, workspace.history, workspace.allowance)
    other.changes = {
        path: [
            replace(change, moment=Moment(change.moment.known + shift, change.moment.known + shift))
            for change in changes
            if change.moment.known is not None
        ]
        for path, changes in workspace.changes.items()
    }
    return _forced(other, commits, name, words)


def _like(workspace: Workspace, bindings: Bindings) -> Workspace:
    """The same repository and sessions with other bindings; nothing derived is shared."""
    return Workspace(
        repository=workspace.repository,
        sessions=workspace.sessions,
        bindings=bindings,
        read_blob=workspace.read_blob,
        allowance=workspace.allowance,
        history=workspace.history,
    )


def _forced(workspace: Workspace, commits: CommitRange, name: str, words: str) -> Control:
    """What untrue records say of all commits, by content alone."""
    known = workspace.changes
    pairs = [
        (change, commit)
        for change, commit in commits.pairs
        if any(path in known for path in (change.path, *change.old_paths))
    ]
    graph = link(workspace, pairs)
    records = _count(known)
    skipped = None if records else "they recorded no change of a file"
    touched = len({commit.oid for _, commit in pairs})
    return Control(name, words, touched, records, _all(graph), skipped)


def _count(changes: Changes) -> int:
    return sum(map(len, changes.values()))


def _all(graph: EvidenceGraph) -> tuple[Evidence, ...]:
    """All evidence, strongest first within each session."""
    return tuple(
        item
        for session in graph.sessions()
        for item in graph.of_session(session)
        if item.relation not in _ELSEWHERE
    )
