"""From which commit of a range each line of a file at its head comes, by git's own diff.

Lines are carried back from child to parent, as git blame does it: what survives the difference to
a parent is the parent's, to the first one that gives it; the rest is the commit's own. A line that
leaves the range belongs to what was there before, and is not told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from attrib.answers.ranges import CommitRange
from attrib.model.commits import Commit, CommitChange, TreeEntry
from attrib.model.ids import Oid, RepoPath
from attrib.walk import split_by
from attrib.workspace import Workspace


class Line(NamedTuple):
    """A line of a file, 1-based."""

    path: RepoPath
    number: int


class Origin(NamedTuple):
    """A line of the file that a commit holds at a path, 1-based."""

    commit: Oid
    path: RepoPath
    number: int


#: Lines on their way: their index in the file of a commit at a path, to the line at the head.
_Carried = dict[int, Line]


def origins_of(
    workspace: Workspace,
    commits: CommitRange,
    head: Oid,
    lines: Mapping[RepoPath, Collection[int]],
) -> Mapping[Line, Origin | None]:
    """The origin of each of the lines of `head` (1-based, by path) that a commit of the range has.

    It is `None` for a line on whose way a content is not here.
    """
    return dict(_Tracing(workspace, commits).run(head, lines))


class _Tracing:
    """Carries lines back through the commits of a range."""

    def __init__(self, workspace: Workspace, commits: CommitRange) -> None:
        self._workspace = workspace
        self._commits = commits
        self._waiting: dict[Oid, defaultdict[RepoPath, list[_Carried]]] = {
            commit.oid: defaultdict(list) for commit in commits.commits
        }

    def run(
        self, head: Oid, lines: Mapping[RepoPath, Collection[int]]
    ) -> Iterator[tuple[Line, Origin | None]]:
        """Every line that is found with where it was found."""
        for path, numbers in lines.items():
            self._pass(head, path, {number - 1: Line(path, number) for number in numbers})
        for commit in self._commits.commits:
            waiting = self._waiting.pop(commit.oid)
            changes = {each.path: each for each in self._commits.changes[commit.oid]}
            here = {path: changes[path] for path in waiting if path in changes}
            self._load(here.values())
            for path, change in here.items():
                for carried in waiting.pop(path):
                    yield from self._through(commit, change, carried)
            self._past(commit, waiting)

    def _pass(self, commit: Oid, path: RepoPath, carried: _Carried) -> None:
        """Let lines wait at a commit of the range; at any other one they leave it."""
        if carried and commit in self._waiting:
            self._waiting[commit][path].append(carried)

    def _load(self, changes: Collection[CommitChange]) -> None:
        entries = [entry for change in changes for entry in (*change.olds, change.new)]
        self._workspace.comparer.load(
            entry.oid for entry in entries if entry is not None and not entry.is_gitlink
        )

    def _through(
        self, commit: Commit, change: CommitChange, carried: _Carried
    ) -> Iterator[tuple[Line, Origin | None]]:
        """Lines at a commit that changes their path: its own are told, the others go on."""
        new = self._content(change.new)
        for parent, old_path, entry in zip(
            commit.parents, change.old_paths, change.olds, strict=False
        ):
            if entry is None or not carried:
                continue
            old = self._content(entry)
            if old is None or new is None:
                yield from ((line, None) for line in carried.values())
                return
            hunks = self._workspace.repository.diff_lines(old, new) if old != new else ()
            moved = {index: index for index in carried}
            own = split_by(moved, hunks, backwards=True)
            self._pass(parent, old_path, {at: carried[index] for at, index in moved.items()})
            carried = {index: carried[index] for index in own}
        for index, line in carried.items():
            yield line, Origin(commit.oid, change.path, index + 1)

    def _past(self, commit: Commit, waiting: Mapping[RepoPath, list[_Carried]]) -> None:
        """Lines at a commit that does not change their path: they are a parent's."""
        if len(commit.parents) == 1:
            for path, several in waiting.items():
                for carried in several:
                    self._pass(commit.parents[0], path, carried)
        elif waiting:
            oids = (commit.oid, *commit.parents)
            files = self._workspace.repository.files_at((o, path) for path in waiting for o in oids)
            for path, several in waiting.items():
                own = _oid(files.get((commit.oid, path)))
                same = (p for p in commit.parents if _oid(files.get((p, path))) == own)
                parent = next(same, None)
                for carried in several if parent else ():
                    self._pass(parent or commit.oid, path, carried)

    def _content(self, entry: TreeEntry | None) -> bytes | None:
        if entry is None or entry.is_gitlink:
            return b""
        return self._workspace.comparer.blob(entry.oid)


def _oid(entry: TreeEntry | None) -> Oid | None:
    return entry.oid if entry else None
