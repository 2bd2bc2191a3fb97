"""Why nothing can be said: never a weak strength, and never a person.

Spec: docs/evidence.md, when nothing can be said.
"""

from __future__ import annotations

from attrib.chronology import Standing
from attrib.model.commits import Commit, CommitChange
from attrib.model.evidence import Unseen
from attrib.model.sessions import Session
from attrib.model.states import RecordedChange
from attrib.workspace import Workspace


def unseen_at(
    workspace: Workspace, change: CommitChange, commit: Commit | None, *, is_boundary: bool = False
) -> Unseen:
    """The reason why one path of one commit, or one of its lines, has no evidence."""
    reason = _unseen_at(workspace, change, commit, is_boundary=is_boundary)
    return as_named(reason, is_named=change.commit in workspace.shared.commits)


def as_named(reason: Unseen, *, is_named: bool) -> Unseen:
    """The reason, or that the records are not here of a session that a commit or note names."""
    is_silent = reason in {Unseen.NO_RECORD, Unseen.RECORDER_ABSENT}
    return Unseen.RECORDS_NOT_SHARED if is_silent and is_named else reason


def _unseen_at(
    workspace: Workspace, change: CommitChange, commit: Commit | None, *, is_boundary: bool
) -> Unseen:
    new = change.new
    has_blob = new is not None and not new.is_gitlink and commit is not None
    if has_blob and not workspace.comparer.has_all((new, *change.olds)):
        return Unseen.OBJECT_MISSING
    if commit is not None and (commit.is_boundary or is_boundary):
        return Unseen.HISTORY_ENDS
    paths = tuple(dict.fromkeys((change.path, *change.old_paths)))
    items = [item for path in paths for item in workspace.changes.get(path, ()) if item.counts]
    if not any(_may_be_near(item, commit) for item in items):
        return unseen_of(workspace, commit)
    is_filtered = workspace.comparer.filter_of((change.commit, change.path)) is not None
    if is_filtered and any(i.after.is_known and _is_near(workspace, i, commit) for i in items):
        return Unseen.FILTER_UNAVAILABLE
    if any(not _has_content(item) and _is_near(workspace, item, commit) for item in items):
        return Unseen.CONTENT_NOT_RECORDED
    if any(_is_near(workspace, item, commit) for item in items):
        return Unseen.NO_RECORD
    return unseen_of(workspace, commit)


def unseen_of(workspace: Workspace, commit: Commit | None) -> Unseen:
    """The reason why a commit as a whole has no evidence."""
    since = workspace.parents_time(commit) if workspace.sessions else None
    covering = [s for s in workspace.sessions if covers_time(s, commit, since)]
    bound = [session for session in covering if workspace.bindings.binds(session.key)]
    if any(session.key in workspace.listing_more for session in bound):
        return Unseen.INCOMPLETE_LIST
    if bound:
        return Unseen.NO_RECORD
    if covering and workspace.bindings.unbound:
        return Unseen.ROOT_UNBOUND
    if any(not record.pending for record in workspace.bad):
        return Unseen.UNREADABLE_RECORD
    return Unseen.RECORDER_ABSENT


def covers_time(session: Session, commit: Commit | None, since: float | None) -> bool:
    """True when a session ran between a commit's parents and the commit.

    A session without times covers all; `since` is `None` for a commit without parents.
    """
    if commit is None or session.first is None or session.last is None:
        return True
    is_later = session.first > commit.committer_time + 1
    return not is_later and (since is None or session.last >= since)


def _is_near(workspace: Workspace, item: RecordedChange, commit: Commit | None) -> bool:
    if commit is None:
        return True
    return workspace.chronology.standing(item, commit) is not Standing.AFTER


def _may_be_near(item: RecordedChange, commit: Commit | None) -> bool:
    """False for a record that its time alone puts after the commit."""
    earliest = item.moment.earliest
    return commit is None or earliest is None or earliest < commit.committer_time + 1


def _has_content(item: RecordedChange) -> bool:
    return item.after.is_known or item.before.is_known or bool(item.hunks)
