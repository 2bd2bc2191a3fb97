"""Which sessions were live where and when a commit was made."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from attrib.binding import Bindings
from attrib.index.held import others_of
from attrib.journal import Committed
from attrib.model.ids import RecordRef
from attrib.model.records import WorkspaceState
from attrib.model.sessions import Session


def sessions_at(
    entry: Committed, sessions: Iterable[Session], bindings: Bindings
) -> Iterator[RecordRef]:
    """A record of each session that ran then, with a root in that worktree and on that branch.

    The record is the root's last state before, else the session's header. A session that was on
    another branch then is none.
    """
    worktree = os.path.realpath(entry.worktree)
    for session in sessions:
        first, last = session.first, session.last
        if entry.time is None or first is None or last is None or not first <= entry.time <= last:
            continue
        roots = {
            root.id
            for root in session.roots
            if (found := bindings.bound.get((session.key, root.id))) is not None
            and os.path.realpath(found.worktree) == worktree
        }
        if not roots:
            continue
        state = _last_state(session, roots, entry.time)
        if state is None:
            header = next((s.header for s in session.streams if s.header is not None), None)
            if header is not None:
                yield RecordRef(session.key, header.name)
        elif state.branch == entry.branch:
            yield RecordRef(session.key, state.name)


def _last_state(session: Session, roots: set[str], time: float) -> WorkspaceState | None:
    """The last record before a time that tells which branch one of the roots is on."""
    found: WorkspaceState | None = None
    for stream in session.streams:
        for _, record in others_of(stream.records):
            if not isinstance(record, WorkspaceState) or record.root not in roots:
                continue
            tells = record.branch is not None or record.detached
            if not tells or record.time is None or record.time > time:
                continue
            if found is None or found.time is None or found.time <= record.time:
                found = record
    return found
