"""The states that recorded checkpoints hold: commits under refs, and snapshots with blobs.

Spec: ASR-454, ASR-467.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from attrib.binding import Bindings
from attrib.git.interface import Repository
from attrib.index.held import others_of
from attrib.model.ids import ObjectIdType, Oid, RecordRef, RepoPath, Representation, SessionKey
from attrib.model.records import BlobRef, Checkpoint, CheckpointFile
from attrib.model.sessions import Session
from attrib.model.states import Presence, RecordedState

_OWN = {"sha1": ObjectIdType.GIT_BLOB_SHA1, "sha256": ObjectIdType.GIT_BLOB_SHA256}

Snapshots = Mapping[RepoPath, Sequence[tuple[RecordRef, RecordedState]]]


def snapshots_in(
    sessions: Sequence[Session], bindings: Bindings, repository: Repository
) -> Snapshots:
    """What each checkpoint holds of each path, in the order of sessions and streams.

    A ref that does not resolve here gives nothing: it may be missing, which is no error.
    """
    listed = [
        (session.key, record)
        for session in sessions
        for stream in session.streams
        for _, record in others_of(stream.records)
        if isinstance(record, Checkpoint) and record.status != "missing"
    ]
    refs = {record.ref for _, record in listed if record.kind in {"git_ref", "shadow_git"}}
    tips = repository.resolve(refs) if refs else {}
    places = {
        (tip, path)
        for key, record in listed
        if (tip := tips.get(record.ref)) is not None
        for path in _paths(key, record, bindings)
    }
    files = repository.files_at(places)
    found: defaultdict[RepoPath, list[tuple[RecordRef, RecordedState]]] = defaultdict(list)
    for key, record in listed:
        ref = RecordRef(key, record.name)
        tip = tips.get(record.ref)
        for path, file in _paths(key, record, bindings).items():
            entry = files.get((tip, path)) if tip is not None else None
            if entry is not None:
                found[path].append((ref, _git_state(entry.oid, repository)))
            elif file.blob is not None:
                state = _blob_state(file.blob)
                if state is not None:
                    found[path].append((ref, state))
    return found


def _paths(
    key: SessionKey, record: Checkpoint, bindings: Bindings
) -> Mapping[RepoPath, CheckpointFile]:
    paths: dict[RepoPath, CheckpointFile] = {}
    for file in record.files:
        place = bindings.place_of(key, file.path.root, file.path.path)
        if place is not None:
            paths[place[0]] = file
    return paths


def _git_state(oid: Oid, repository: Repository) -> RecordedState:
    kind = _OWN[repository.object_format]
    return RecordedState(Presence.PRESENT, oid, kind, Representation.GIT_OBJECT)


def _blob_state(blob: BlobRef) -> RecordedState | None:
    kind, _, digest = blob.blob.partition(":")
    if kind != "sha256" or len(digest) != 64:
        return None
    return RecordedState(
        Presence.PRESENT, digest, ObjectIdType.SHA256, Representation.WORKTREE, blob.size
    )
