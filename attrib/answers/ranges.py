"""A range of commits: which they are, what they change, and the evidence about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from attrib.answers.commits import is_under
from attrib.errors import RevisionError
from attrib.graph import EvidenceGraph
from attrib.model.commits import Commit, CommitChange
from attrib.model.ids import Oid, RepoPath
from attrib.pipeline import link
from attrib.workspace import Workspace


@dataclass(frozen=True, slots=True)
class CommitRange:
    """The commits of a range, children before parents, and what each introduces.

    `text` is as typed, `None` for the history of HEAD.
    """

    text: str | None
    commits: tuple[Commit, ...]
    changes: Mapping[Oid, Sequence[CommitChange]]

    @property
    def pairs(self) -> list[tuple[CommitChange, Commit]]:
        """Every change beside its commit."""
        return [(change, commit) for commit in self.commits for change in self.changes[commit.oid]]


def range_of(workspace: Workspace, text: str | None, paths: Sequence[RepoPath] = ()) -> CommitRange:
    """The range as typed; with paths, only the commits and changes at or below them.

    Raises:
        RevisionError: an end of the range names no commit here.
    """
    oids = commits_in(workspace, text)
    known = workspace.repository.commits(oids)
    found = workspace.repository.changes_of(known, renames=True)
    changes = {
        oid: tuple(change for change in found.get(oid, ()) if is_under(change.path, paths))
        for oid in known
    }
    commits = tuple(known[oid] for oid in oids if oid in known and (changes[oid] or not paths))
    return CommitRange(text, commits, changes)


def linked(workspace: Workspace, commits: CommitRange) -> EvidenceGraph:
    """All evidence about the commits of a range."""
    return link(workspace, commits.pairs, commits.commits)


def commits_in(workspace: Workspace, text: str | None) -> list[Oid]:
    """The commits of `B`, `A..B` or `A...B` as git reads them, children before parents.

    Raises:
        RevisionError: an end of the range names no commit here.
    """
    if text is None:
        return _reachable(workspace, _resolved(workspace, text, ["HEAD"]))
    for dots in ("...", ".."):
        left, found, right = text.partition(dots)
        if found:
            ends = [left or "HEAD", right or "HEAD"]
            first, second = _resolved(workspace, text, ends)
            if dots == "..":
                return _reachable(workspace, [second], [first])
            sides = (([second], [first]), ([first], [second]))
            return [oid for side in sides for oid in _reachable(workspace, *side)]
    return _reachable(workspace, _resolved(workspace, text, [text]))


def _resolved(workspace: Workspace, text: str | None, names: Sequence[str]) -> list[Oid]:
    found = workspace.repository.resolve(names)
    oids = [oid for name in names if (oid := found.get(name))]
    if len(oids) < len(names):
        raise RevisionError(f"bad revision '{text or 'HEAD'}'", hint="git log --oneline --all")
    return oids


def _reachable(
    workspace: Workspace, wanted: Sequence[Oid], unwanted: Iterable[Oid] = ()
) -> list[Oid]:
    return [commit.oid for commit in workspace.repository.history(wanted, exclude=unwanted)]
