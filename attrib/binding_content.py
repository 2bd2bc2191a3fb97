"""Binding roots by what was recorded under them: commit IDs, or blobs at fitting paths."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from attrib.binding import RootBinding, fitting, group_of
from attrib.codec.members import content_of_text
from attrib.git.convert import hash_of
from attrib.git.interface import Repository
from attrib.index.held import Sketch, others_of, sketches_of
from attrib.index.history import History
from attrib.model.ids import ObjectIdType, Oid, SessionKey
from attrib.model.records import FileChange, Root, Vcs, WorkspaceState
from attrib.model.sessions import Session, StreamRecords

#: How many distinctive blobs at fitting paths bind a root that names no commit of ours.
LEAST_BLOBS = 3

#: A prefix that another one outweighs by this factor does not leave the root unbound.
_OUTWEIGHED = 4

#: A blob of fewer bytes stands in too many repositories to tell them apart.
_LEAST_SIZE = 64

#: How many recorded states of one root are looked up.
_MOST_STATES = 4000

#: Files that repositories of all kinds share.
_SHARED_NAMES = (
    b"license",
    b"copying",
    b"notice",
    b".gitignore",
    b"code_of_conduct",
    b".editorconfig",
    b".gitattributes",
    b"contributing",
    b"security.md",
    b"codeowners",
)

_OWN = {"sha1": ObjectIdType.GIT_BLOB_SHA1, "sha256": ObjectIdType.GIT_BLOB_SHA256}

Prefix = tuple[bytes, bytes]


@dataclass(slots=True)
class _Trace:
    """What sessions recorded under one root: commits, and blobs with their paths."""

    commits: set[Oid] = field(default_factory=set)
    blobs: set[tuple[Oid, bytes]] = field(default_factory=set)


def bind_by_content(
    left: Sequence[tuple[Session, Root]], repository: Repository, history: History
) -> dict[tuple[SessionKey, str], RootBinding]:
    """The roots that their recorded commits and blobs show to be this repository.

    Roots of one namespace with one declared path are judged, and bound, together.
    """
    groups: defaultdict[object, list[tuple[Session, Root]]] = defaultdict(list)
    for session, root in left:
        groups[group_of(session, root) or (session.key, root.id)].append((session, root))
    bound: dict[tuple[SessionKey, str], RootBinding] = {}
    for members in groups.values():
        trace = _Trace()
        for session, root in members:
            _gather(session, root, repository.object_format, trace)
        prefix = _prefix_of(trace, repository, history)
        if prefix is not None:
            for session, root in members:
                place = f"{session.key.namespace}:{root.path or root.id}"
                bound[session.key, root.id] = RootBinding("recorded content", *prefix, place)
    return bound


def _gather(session: Session, root: Root, object_format: str, trace: _Trace) -> None:
    own = _OWN[object_format]
    for stream in session.streams:
        for _, record in others_of(stream.records):
            if isinstance(record, Vcs) and record.root == root.id and record.commit:
                trace.commits.add(Oid(record.commit))
            elif isinstance(record, WorkspaceState) and record.root == root.id and record.head:
                trace.commits.add(Oid(record.head))
        for sketch in sketches_of(stream.records):
            if len(trace.blobs) < _MOST_STATES:
                trace.blobs.update(_states(sketch, stream, root.id, own))


def _states(
    sketch: Sketch, stream: StreamRecords, root: str, own: ObjectIdType
) -> Iterator[tuple[Oid, bytes]]:
    if sketch.facts.status not in {"applied", "partial"}:
        return
    for index, change in enumerate(sketch.facts.changes):
        if change.root != root:
            continue
        path = os.fsencode(change.path) if change.path.isprintable() else b""
        for name, facts in (("before", change.before), ("after", change.after)):
            if facts is None or not path:
                continue
            if facts.object_id and facts.id_type == own.value:
                yield Oid(facts.object_id), path
            elif facts.has_content:
                record = stream.records[sketch.position]
                state = (
                    getattr(record.changes[index], name) if isinstance(record, FileChange) else None
                )
                if state is not None and state.text and len(state.text) >= _LEAST_SIZE:
                    yield Oid(hash_of(content_of_text(state.text), own)), path


def _prefix_of(trace: _Trace, repository: Repository, history: History) -> Prefix | None:
    has_commit = bool(trace.commits) and bool(repository.commits(trace.commits))
    sizes = repository.sizes_of({oid for oid, _ in trace.blobs})
    if not has_commit and len(sizes) < LEAST_BLOBS:
        return None
    votes = _votes(trace, sizes, history, has_commit=has_commit) if sizes else {}
    if has_commit and not votes:
        return b"", b""
    ranked = sorted(votes.items(), key=lambda item: (-len(item[1]), item[0]))
    return _sole(ranked, 1 if has_commit else LEAST_BLOBS)


def _votes(
    trace: _Trace, sizes: Mapping[Oid, int], history: History, *, has_commit: bool
) -> dict[Prefix, set[Oid]]:
    """For each prefix, the distinctive blobs that history holds at the paths it gives."""
    votes: defaultdict[Prefix, set[Oid]] = defaultdict(set)
    commits: defaultdict[Prefix, set[Oid]] = defaultdict(set)
    versions: defaultdict[tuple[Prefix, bytes], set[Oid]] = defaultdict(set)
    for oid, recorded in trace.blobs:
        if sizes.get(oid, 0) < _LEAST_SIZE or _is_shared(recorded):
            continue
        for row in history.places_of(oid):
            # A template's files stand in the first commit of everything that began from it.
            if history.is_root(row.commit) and not has_commit:
                continue
            prefix = fitting(recorded, row.path)
            if prefix is not None:
                votes[prefix].add(oid)
                commits[prefix].add(row.commit)
                versions[prefix, recorded].add(oid)
    grown = {prefix for (prefix, _), oids in versions.items() if len(oids) > 1}
    return {
        prefix: oids
        for prefix, oids in votes.items()
        # Files of another repository are copied under a folder at once, and stay as they are.
        if has_commit or not prefix[1] or prefix in grown or len(commits[prefix]) > 1
    }


def _is_shared(path: bytes) -> bool:
    return path.rsplit(b"/", 1)[-1].lower().startswith(_SHARED_NAMES)


def _sole(ranked: Iterable[tuple[Prefix, set[Oid]]], least: int) -> Prefix | None:
    fits = [(prefix, len(blobs)) for prefix, blobs in ranked if len(blobs) >= least]
    if not fits:
        return None
    if len(fits) > 1 and fits[1][1] * _OUTWEIGHED > fits[0][1]:
        return None
    return fits[0][0]
