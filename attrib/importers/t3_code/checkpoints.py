"""The records of one thread: its checkpoints, and what differs between them.

Spec: ASR-454, ASR-459, ASR-467, ASR-474.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrib.errors import GitError
from attrib.git.shadow import Difference, ShadowRefs
from attrib.importers.common.drafts import Draft
from attrib.importers.common.natives import native_of
from attrib.importers.common.places import portable
from attrib.importers.common.stamps import stamp_of_milliseconds
from attrib.importers.interface import ImportedSession, Notice
from attrib.importers.t3_code.refs import PREFIX, Checkpoint, checkpoint_of
from attrib.importers.t3_code.threads import Thread
from attrib.model.commits import Commit, TreeEntry

LOSSES = {
    "attrib/messages": "messages are not imported",
    "attrib/tool-calls": "calls of tools are not imported",
    "attrib/pull-requests": "links to pull requests are not imported",
    "attrib/submodules": "changes of submodules are not imported",
}
_KINDS = {"sha1": "git-blob-sha1", "sha256": "git-blob-sha256"}


def groups_in(shadow: ShadowRefs) -> list[list[Checkpoint]]:
    """The checkpoints of each thread, in order."""
    groups: dict[tuple[str, str | None], list[Checkpoint]] = {}
    for name, oid in shadow.below(PREFIX).items():
        checkpoint = checkpoint_of(name, oid)
        if checkpoint is not None:
            groups.setdefault((checkpoint.group, checkpoint.thread), []).append(checkpoint)
    return [sorted(group, key=lambda each: each.number) for group in groups.values()]


def session_of(
    group: Sequence[Checkpoint], known: Mapping[str, Thread], shadow: ShadowRefs, agent: str
) -> ImportedSession:
    """The session that the checkpoints of a thread are."""
    name = group[0].thread or group[0].group
    thread = known.get(name)
    draft = Draft(thread.id if thread else name, agent, losses=LOSSES)
    draft.enter(_folder(thread, shadow))
    commits = shadow.commits([each.oid for each in group])
    before: Checkpoint | None = None
    for checkpoint in group:
        commit = commits.get(checkpoint.oid)
        differences = _between(before, checkpoint, shadow, draft) if commit else []
        _add_checkpoint(checkpoint, commit, differences, draft)
        if commit is not None:
            if before is not None:
                _add_net(before, checkpoint, commit, differences, shadow, draft)
            before = checkpoint
    return draft.finished()


def _folder(thread: Thread | None, shadow: ShadowRefs) -> str:
    """The worktree of a thread, as long as it is one; else the main one."""
    told = thread.worktree if thread else None
    if told is not None and told in shadow.worktrees and portable(told) is not None:
        return told
    return shadow.worktrees[0] if shadow.worktrees else str(shadow.common_dir)


def _between(
    before: Checkpoint | None, after: Checkpoint, shadow: ShadowRefs, draft: Draft
) -> list[Difference]:
    """The files that differ, but for submodules; none where git cannot tell."""
    if before is None:
        return []
    try:
        found = shadow.differences(before.oid, after.oid)
    except GitError as error:
        draft.notices.append(Notice(after.ref, str(error), skips=False))
        return []
    return [
        each
        for each in found
        if not any(side is not None and side.is_gitlink for side in (each.old, each.new))
    ]


def _add_checkpoint(
    checkpoint: Checkpoint, commit: Commit | None, differences: Sequence[Difference], draft: Draft
) -> None:
    record: dict[str, Any] = {"type": "checkpoint", "kind": "git_ref", "ref": checkpoint.ref}
    record |= draft.root_member(draft.folders[0] if draft.folders else None)
    record["status"] = "missing" if commit is None else "ready"
    files = [ref for each in differences if (ref := _ref(each, draft)) is not None]
    if files:
        record["files"] = files
    native = native_of({"ref": checkpoint.ref, "commit": checkpoint.oid})
    draft.add(record, _source(checkpoint), stamp=_stamp(commit), native=native)


def _add_net(
    before: Checkpoint,
    after: Checkpoint,
    commit: Commit,
    differences: Sequence[Difference],
    shadow: ShadowRefs,
    draft: Draft,
) -> None:
    kind = _KINDS[shadow.object_format]
    changes = [made for each in differences if (made := _change(each, kind, draft)) is not None]
    if not changes:
        return
    record = {
        "type": "file_change",
        "status": "applied",
        "precision": "exact",
        "changes": changes,
        "basis": "net",
        "endpoints": {"from": _source(before), "to": _source(after)},
    }
    source = f"net/{before.oid}/{after.oid}"
    native = native_of({"from": before.ref, "to": after.ref, "commits": [before.oid, after.oid]})
    draft.add(record, source, stamp=_stamp(commit), native=native)


def _change(difference: Difference, kind: str, draft: Draft) -> dict[str, Any] | None:
    ref = _ref(difference, draft)
    if ref is None:
        return None
    old, new = difference.old, difference.new
    op = "delete" if new is None else "add" if old is None else "modify"
    change: dict[str, Any] = {"op": op, **ref}
    if any(side is not None and side.is_symlink for side in (old, new)):
        change["fileType"] = "symlink"
    for name, side in (("before", old), ("after", new)):
        if side is not None:
            change[name] = _state(side, kind)
    return change


def _state(entry: TreeEntry, kind: str) -> dict[str, Any]:
    return {"objectId": entry.oid, "objectIdType": kind, "representation": "git_object"}


def _ref(difference: Difference, draft: Draft) -> dict[str, Any] | None:
    path = difference.path.decode("utf-8", "surrogateescape")
    return draft.ref(path, draft.folders[0]) if draft.folders else None


def _source(checkpoint: Checkpoint) -> str:
    """A reference may come to name another commit; that is another checkpoint."""
    return f"checkpoint/{checkpoint.ref}/{checkpoint.oid}"


def _stamp(commit: Commit | None) -> str | None:
    return None if commit is None else stamp_of_milliseconds(commit.committer_time * 1000)
