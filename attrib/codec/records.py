"""JSON objects as records of the model; tolerant, since a bad member must not lose a record."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from attrib.codec import inferred
from attrib.codec.members import (
    Json,
    flag_at,
    integer_at,
    list_at,
    object_at,
    text_at,
    texts_at,
    time_of,
)
from attrib.codec.text import pieces_in
from attrib.model.ids import ObjectIdType, Representation
from attrib.model.records import (
    AnyRecord,
    BadRecord,
    BlobRef,
    Cause,
    Change,
    Checkpoint,
    CheckpointFile,
    FileChange,
    FileState,
    Header,
    Patch,
    PathRef,
    Place,
    Precision,
    RootDeclaration,
    UnknownRecord,
    Vcs,
    WorkspaceState,
)

_HEX = re.compile(r"[0-9a-f]+")
_PRECISIONS = {item.value: item for item in Precision}
REPRESENTATIONS = {item.value: item for item in Representation}
ID_TYPES = {item.value: item for item in ObjectIdType}


def decode(line: bytes, place: Place) -> AnyRecord | BadRecord:
    """The record of a line; the first one where several stand on it."""
    records = records_in(line, place)
    return records[0] if records else BadRecord(place, "a blank line")


def records_in(line: bytes, place: Place) -> list[AnyRecord | BadRecord]:
    """Every record of a line, with the place of each: none for a blank line, several welded."""
    return [
        BadRecord(_moved(place, piece.start), piece.reason)
        if piece.reason is not None
        else record_of(piece.value, _moved(place, piece.start), line[piece.start : piece.end])
        for piece in pieces_in(line)
    ]


def record_of(value: object, place: Place, raw: bytes) -> AnyRecord | BadRecord:
    """The record that a JSON value is; `raw` is its text."""
    if not isinstance(value, dict):
        return BadRecord(place, "no JSON object")
    kind = value.get("type")
    if inferred.is_header(value):
        return _header(value, _envelope(value, place))
    if not isinstance(kind, str):
        return BadRecord(place, "no record: it has no type")
    make = _MAKERS.get(kind)
    if make is not None:
        return make(value, _envelope(value, place))
    roots = inferred.roots_of(value) if kind in inferred.ROOT_TYPES else ()
    if roots:
        return RootDeclaration(*_envelope(value, place), roots=roots)
    return UnknownRecord(*_envelope(value, place), raw=raw)


class _Envelope(NamedTuple):
    """What every record has, in the order of `model.records.Record`."""

    place: Place
    type: str
    seq: int | None
    id: str | None
    ts: str | None
    time: float | None
    turn_id: str | None


def _moved(place: Place, start: int) -> Place:
    return Place(place.stream, place.line, place.offset + start) if start else place


def _envelope(value: Json, place: Place) -> _Envelope:
    ts = text_at(value, "ts")
    return _Envelope(
        place,
        text_at(value, "type") or "session",
        integer_at(value, "seq"),
        text_at(value, "id"),
        ts,
        time_of(ts),
        text_at(value, "turnId"),
    )


def _header(value: Json, envelope: _Envelope) -> Header:
    return Header(
        *envelope,
        session_id=inferred.session_id_of(value),
        agent=inferred.agent_of(value),
        namespace=inferred.namespace_of(value),
        profiles=inferred.keys_of(value.get("profiles")),
        roots=inferred.roots_of(value),
        losses=inferred.keys_of(value.get("losses")),
        producer=inferred.producer_of(value),
        parent_session=inferred.parent_of(value),
    )


def _file_change(value: Json, envelope: _Envelope) -> FileChange:
    endpoints = value.get("endpoints")
    changes = [_change(item) for item in list_at(value, "changes")]
    return FileChange(
        *envelope,
        status=text_at(value, "status") or "unknown",
        precision=_PRECISIONS.get(text_at(value, "precision") or "", Precision.UNKNOWN),
        changes=tuple([change for change in changes if change is not None]),
        cause=_cause(value.get("cause")),
        patch=_patch(value.get("patch")),
        basis=text_at(value, "basis"),
        endpoint_from=text_at(endpoints, "from"),
        endpoint_to=text_at(endpoints, "to"),
        more_files=value.get("moreFiles") is True,
        modified_by_user=value.get("modifiedByUser") is True,
    )


def _change(value: object) -> Change | None:
    """One element of `changes`; `None` for one that names no path."""
    path = text_at(value, "path")
    if not isinstance(value, dict) or path is None:
        return None
    return Change(
        op=text_at(value, "op") or "unknown",
        root=text_at(value, "root"),
        path=path,
        native_path=text_at(value, "nativePath"),
        old_root=text_at(value, "oldRoot"),
        has_old_root="oldRoot" in value,
        old_path=text_at(value, "oldPath"),
        file_type=text_at(value, "fileType"),
        mime_type=text_at(value, "mimeType"),
        before=_state(value.get("before")),
        after=_state(value.get("after")),
    )


def _state(value: object) -> FileState | None:
    """One side; an ID without a known type or of the wrong shape is left out. Spec: ASR-457."""
    if not isinstance(value, dict):
        return None
    text = text_at(value, "text")
    if len(value) == 1 and text is not None:
        return FileState(text=text)
    id_type = ID_TYPES.get(text_at(value, "objectIdType") or "")
    object_id = text_at(value, "objectId")
    if id_type is None or object_id is None or not _is_hex(object_id, id_type.hex_length):
        object_id = None
    size = integer_at(value, "size")
    return FileState(
        object_id=object_id,
        object_id_type=id_type,
        representation=REPRESENTATIONS.get(text_at(value, "representation") or ""),
        size=size if size is not None and size >= 0 else None,
        text=text,
        content=_blob(value.get("content")),
    )


def _blob(value: object) -> BlobRef | None:
    blob = text_at(value, "blob")
    if not isinstance(value, dict) or blob is None:
        return None
    return BlobRef(blob, integer_at(value, "size"), text_at(value, "mimeType"))


def _patch(value: object) -> Patch | None:
    if not isinstance(value, dict):
        return None
    return Patch(text_at(value, "format") or "", text_at(value, "text"), _blob(value.get("blob")))


def _cause(value: object) -> Cause | None:
    """The cause; one that names several, or none, says nothing. Spec: ASR-452."""
    if not isinstance(value, dict):
        return None
    call, actor, restore = (text_at(value, n) for n in ("callId", "actor", "restore"))
    if [call, actor, restore].count(None) != 2:
        return None
    return Cause(call, actor, restore, value.get("observed") is True)


def _path(value: object) -> PathRef | None:
    path = text_at(value, "path")
    if path is None:
        return None
    return PathRef(text_at(value, "root"), path, text_at(value, "nativePath"))


def _vcs(value: Json, envelope: _Envelope) -> Vcs:
    commit = _commit(text_at(value, "commit"))
    prefix = text_at(value, "commitPrefix")
    has_prefix = commit is None and prefix is not None and 4 <= len(prefix) <= 39
    return Vcs(
        *envelope,
        action=text_at(value, "action") or "unknown",
        evidence=text_at(value, "evidence") or "reported",
        root=text_at(value, "root"),
        commit=commit,
        commit_prefix=prefix if has_prefix and _HEX.fullmatch(prefix or "") else None,
        parents=tuple(oid for oid in texts_at(value, "parents") if _commit(oid)),
        branch=text_at(value, "branch"),
        remote=text_at(value, "remote"),
        pr=object_at(value, "pr"),
        cause=_cause(value.get("cause")),
    )


def _workspace_state(value: Json, envelope: _Envelope) -> WorkspaceState:
    worktree = object_at(value, "worktree") or {}
    return WorkspaceState(
        *envelope,
        root=text_at(value, "root"),
        cwd=_path(value.get("cwd")),
        head=_commit(text_at(value, "head")),
        branch=text_at(value, "branch"),
        detached=flag_at(value, "detached"),
        dirty=flag_at(value, "dirty"),
        dirty_paths=texts_at(value, "dirtyPaths"),
        worktree_linked=flag_at(worktree, "linked"),
        worktree_name=text_at(worktree, "name"),
    )


def _checkpoint(value: Json, envelope: _Envelope) -> Checkpoint:
    root = text_at(value, "root")
    files = (_checkpoint_file(item, root) for item in list_at(value, "files"))
    return Checkpoint(
        *envelope,
        kind=text_at(value, "kind") or "other",
        ref=text_at(value, "ref") or "",
        root=root,
        status=text_at(value, "status"),
        files=tuple(file for file in files if file is not None),
        cause=_cause(value.get("cause")),
        label=text_at(value, "label"),
    )


def _checkpoint_file(item: Any, root: str | None) -> CheckpointFile | None:
    """A covered file: a path below the checkpoint's root, or a path object of its own."""
    if isinstance(item, str):
        return CheckpointFile(PathRef(root, item))
    path = _path(item)
    if path is None:
        return None
    version = text_at(item, "version")
    return CheckpointFile(
        path,
        version if version is not None else integer_at(item, "version"),
        _blob(item.get("blob")),
    )


def _commit(oid: str | None) -> str | None:
    return oid if oid is not None and (_is_hex(oid, 40) or _is_hex(oid, 64)) else None


def _is_hex(text: str, length: int) -> bool:
    return len(text) == length and _HEX.fullmatch(text) is not None


_MAKERS: dict[str, Callable[[Json, _Envelope], AnyRecord]] = {
    "file_change": _file_change,
    "vcs": _vcs,
    "workspace_state": _workspace_state,
    "checkpoint": _checkpoint,
}

#: The kinds that matching reads; a `rewind` is what a cause's `restore` may name.
READ_KINDS = frozenset({*_MAKERS, "rewind"}) | inferred.HEADER_TYPES | inferred.ROOT_TYPES
