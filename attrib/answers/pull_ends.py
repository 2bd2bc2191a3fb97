"""Where a pull request begins and ends, its commits, and what of them the clone does not hold."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from attrib.answers.ranges import CommitRange
from attrib.errors import RevisionError
from attrib.git.interface import HistoryCommit
from attrib.git.objects import is_full_id
from attrib.model.ids import Oid
from attrib.model.pull_requests import Gap, Hidden
from attrib.workspace import Workspace

UNSHALLOW, DEPTH = "git fetch --unshallow", "fetch-depth: 0"


@dataclass(frozen=True, slots=True)
class Ends:
    """Both ends and what lies between; without a merge base there are no commits."""

    base: Oid | None
    head: Oid
    merge_base: Oid | None
    commits: CommitRange
    hidden: tuple[Hidden, ...] = ()


def ends_of(workspace: Workspace, base: str, head: str) -> Ends:
    """The commits that `head` has and `base` has not, and the latest one that both have.

    Raises:
        RevisionError: one of them names no commit, or they have none in common; not where a
            shallow clone leaves that open.
    """
    found = workspace.repository.resolve([base, head])
    tip, bottom = found.get(head), found.get(base)
    is_cut = workspace.repository.is_shallow
    if tip is None:
        wanted = _typed(workspace, head)
        fetch = UNSHALLOW if is_cut else f"git fetch origin {wanted}"
        return _nothing(bottom, wanted, Gap.HEAD_MISSING, fetch)
    if bottom is None:
        if is_cut:
            return _nothing(None, tip, Gap.BASE_MISSING)
        missing = _typed(workspace, base)
        return _nothing(None, tip, Gap.BASE_MISSING, f"git fetch origin {missing}")
    rows = list(workspace.repository.history([tip], exclude=[bottom]))
    known = workspace.repository.commits(row.oid for row in rows)
    merge_base = tip if not rows else _latest(workspace, known.keys(), rows)
    if merge_base is None:
        if not is_cut:
            raise RevisionError(
                f"'{base}' and '{head}' have no commit in common", hint="git log --oneline --all"
            )
        return _nothing(bottom, tip, Gap.NO_MERGE_BASE)
    changes = workspace.repository.changes_of(known, renames=True)
    commits = tuple(known[row.oid] for row in rows if row.oid in known)
    spans = CommitRange(
        f"{merge_base}..{tip}", commits, {oid: tuple(changes.get(oid, ())) for oid in known}
    )
    cut = sum(commit.is_boundary for commit in commits)
    hidden = (Hidden(Gap.HISTORY_ENDS, cut, UNSHALLOW, DEPTH),) if cut else ()
    return Ends(bottom, tip, merge_base, spans, hidden)


def _nothing(base: Oid | None, head: Oid, gap: Gap, fetch: str = UNSHALLOW) -> Ends:
    hidden = Hidden(gap, 0, fetch, DEPTH)
    return Ends(base, head, None, CommitRange(None, (), {}), (hidden,))


def _typed(workspace: Workspace, text: str) -> Oid:
    """The text as an ID, where it has the form of one; what it names may still be fetched."""
    if not is_full_id(text, workspace.repository.object_format):
        raise RevisionError(f"bad revision '{text}'", hint="git fetch origin; git branch -a")
    return Oid(text)


def _latest(
    workspace: Workspace, inside: Collection[Oid], rows: Sequence[HistoryCommit]
) -> Oid | None:
    """The latest commit that both ends have; of several, the one that git lists first."""
    outside = {parent: None for row in rows for parent in row.parents if parent not in inside}
    if len(outside) < 2:
        return next(iter(outside), None)
    # Children come before parents, so the first has none of the others behind it.
    return next((row.oid for row in workspace.repository.history(list(outside))), None)
