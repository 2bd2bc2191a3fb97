"""`attrib session`: the sessions known here, and what one of them recorded."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence

from attrib.answers.standing import alive_at_head, held_by
from attrib.errors import SessionError
from attrib.finding import find_session
from attrib.model.commits import CommitChange
from attrib.model.evidence import Evidence, Relation
from attrib.model.ids import Oid, RecordRef, SessionKey
from attrib.model.records import FileChange
from attrib.model.reports import RecordFacts, SessionInfo, SessionReport, StateReport
from attrib.model.sessions import Session
from attrib.model.states import RecordedChange
from attrib.pipeline import link
from attrib.states import actor_of
from attrib.workspace import Workspace

_SHORTEST = 8


def infos(
    sessions: Sequence[Session], shared: Iterable[SessionKey] = ()
) -> tuple[SessionInfo, ...]:
    """All sessions as answers list them, in order of their keys; `shared` have no records here."""
    known = {session.key: session for session in sessions}
    keys = sorted({*known, *shared})
    ids = sorted({key.id for key in keys})
    rows = []
    for key in keys:
        session = known.get(key)
        if session is None:
            rows.append(SessionInfo(key, _short(key.id, ids), (), None, None, shared=True))
            continue
        streams = tuple(stream.path for stream in session.streams)
        rows.append(SessionInfo(key, _short(key.id, ids), streams, session.first, session.last))
    return tuple(rows)


def infos_here(workspace: Workspace) -> tuple[SessionInfo, ...]:
    """All sessions that answers may name: those here, and those that notes told of so far."""
    return infos(workspace.sessions, workspace.shared.sessions)


def infos_for(workspace: Workspace, evidence: Iterable[Evidence]) -> tuple[SessionInfo, ...]:
    """The sessions that the evidence names; short IDs are unique among all known here."""
    named = {item.session for item in evidence}
    return tuple(info for info in infos_here(workspace) if info.key in named)


def _short(name: str, ids: Sequence[str]) -> str:
    """The least digits, at least eight, that begin no other of the sorted IDs."""
    place = bisect_left(ids, name)
    # What shares the longest beginning with a name stands beside it.
    near = [*ids[max(place - 1, 0) : place], *ids[place + 1 : place + 2]]
    length = _SHORTEST
    while length < len(name) and any(other.startswith(name[:length]) for other in near):
        length += 1
    return name[:length]


def sessions(workspace: Workspace) -> tuple[SessionInfo, ...]:
    """All sessions known here, in order of their keys."""
    return infos(workspace.sessions)


def session(workspace: Workspace, name: str, *, most: int | None = None) -> SessionReport:
    """One session: the states that it recorded, and the commits that hold them.

    Of a session with more states than `most`, no commit is looked up.

    Raises:
        SessionError: the name is no session's, or several sessions'.
    """
    return _report(workspace, find_session(workspace.sessions, name), most)


def session_of(workspace: Workspace, key: SessionKey, *, most: int | None = None) -> SessionReport:
    """The same for the session with this very key.

    Raises:
        SessionError: there is none.
    """
    found = next((each for each in workspace.sessions if each.key == key), None)
    if found is None:
        raise SessionError(f"no session '{key.id}' here", hint="attrib session")
    return _report(workspace, found, most)


def parents_of(session: Session) -> tuple[SessionKey, ...]:
    """The session that this one names as where it was forked or started from; at most one is."""
    names = dict.fromkeys(
        stream.header.parent_session for stream in session.streams if stream.header is not None
    )
    key = session.key
    return tuple(SessionKey(key.agent, key.namespace, name) for name in names if name)


def thread_of(workspace: Workspace, key: SessionKey) -> tuple[SessionKey, ...]:
    """The forks and subagents of a session, and theirs, in the order of their depth."""
    children: defaultdict[SessionKey, list[SessionKey]] = defaultdict(list)
    for each in workspace.sessions:
        for parent in parents_of(each):
            children[parent].append(each.key)
    found = [key]
    met = {key}
    for above in found:
        new = [child for child in sorted(children[above]) if child not in met]
        met.update(new)
        found += new
    return tuple(found[1:])


def _report(workspace: Workspace, session: Session, most: int | None) -> SessionReport:
    states: list[StateReport] = []
    info = next(info for info in infos(workspace.sessions) if info.key == session.key)
    changes = [
        change
        for _, items in sorted(workspace.changes.items())
        for change in items
        if change.session == session.key
    ]
    is_looked_up = most is None or len(changes) <= most
    evidence = _evidence(workspace, session.key, changes) if is_looked_up else ()
    resting: defaultdict[RecordRef, list[Evidence]] = defaultdict(list)
    for item in evidence:
        for ref in item.records:
            resting[ref].append(item)
    held = held_by(workspace, {item.commit for item in evidence if item.commit})
    living = alive_at_head(workspace, evidence)
    for change in sorted(changes, key=lambda c: (c.stream, c.position, c.path)):
        commits = _commits_at(change, resting.get(change.ref, ()))
        states.append(
            StateReport(
                record=change.ref,
                ts=_ts(session, change),
                op=change.op,
                path=change.path,
                status=change.status,
                actor=change.actor.value,
                object_id=change.after.object_id,
                commits=tuple(sorted(commits)),
                refs=tuple(dict.fromkeys(name for oid in sorted(commits) for name in held[oid])),
                alive=living.lines.get((change.ref, change.path), ()),
            )
        )
    roots = tuple((root.id, _binding_words(workspace, session, root.id)) for root in session.roots)
    count = sum(len(stream.records) for stream in session.streams)
    return SessionReport(
        info, roots, count, tuple(states), evidence=evidence, left_out=living.left_out
    )


def _commits_at(change: RecordedChange, evidence: Iterable[Evidence]) -> set[Oid]:
    """The commits of the evidence that is about the change's path.

    Content found elsewhere is at another path than the record's.
    """
    return {
        item.commit
        for item in evidence
        if item.commit and (item.path == change.path or item.relation is Relation.ELSEWHERE)
    }


def _evidence(
    workspace: Workspace, key: SessionKey, changes: Sequence[RecordedChange]
) -> tuple[Evidence, ...]:
    """The session's evidence in all commits that introduce something at its paths, or its blobs."""
    paths = {change.path for change in changes}
    rows = [row for path in sorted(paths) for row in workspace.history.introductions_at(path)]
    blobs = [oid for oid, at in workspace.paths_by_after.items() if not paths.isdisjoint(at)]
    rows += [row for oid in blobs for row in workspace.history.places_of(oid)]
    oids = dict.fromkeys(row.commit for row in rows)
    oids.update(
        dict.fromkeys(
            oid
            for oid, items in workspace.named.items()
            if any(i.ref.session == key for i in items)
        )
    )
    commits = workspace.repository.commits(oids)
    wanted = {(row.commit, row.path) for row in rows}
    found = workspace.repository.changes_of(oids)
    items: list[tuple[CommitChange, object]] = [
        (change, commits[oid])
        for oid in oids
        for change in found.get(oid, ())
        if oid in commits and (oid, change.path) in wanted
    ]
    return link(workspace, items, commits.values()).of_session(key)  # type: ignore[arg-type]


def _binding_words(workspace: Workspace, session: Session, root: str) -> str:
    binding = workspace.bindings.bound.get((session.key, root))
    return f"this repository ({binding.how})" if binding else "unbound"


def _ts(session: Session, change: RecordedChange) -> str | None:
    for stream in session.streams:
        if stream.path == change.stream:
            return stream.records[change.position].ts
    return None


def record_facts(workspace: Workspace, evidence: Iterable[Evidence]) -> tuple[RecordFacts, ...]:
    """What is said of each record that the evidence rests on, in order."""
    wanted = dict.fromkeys(ref for item in evidence for ref in item.records)
    keys = {ref.session for ref in wanted}
    found: dict[object, RecordFacts] = {}
    for session in workspace.sessions:
        if session.key not in keys:
            continue
        for stream in session.streams:
            for record in stream.records:
                ref = next(
                    (r for r in wanted if r.session == session.key and r.record == record.name),
                    None,
                )
                if ref is None or ref in found:
                    continue
                status = record.status if isinstance(record, FileChange) else None
                cause = getattr(record, "cause", None)
                words = None
                if cause is not None:
                    words = f"call {cause.call_id}" if cause.call_id else actor_of(cause).value
                found[ref] = RecordFacts(ref, record.ts, status, words, str(record.place))
    return tuple(found[ref] for ref in wanted if ref in found)
