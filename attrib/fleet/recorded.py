"""What a session recorded, as rows: no repository is known yet, paths are as recorded."""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from attrib.binding import Bindings, group_of, recorded_name, where_links_lead
from attrib.chronology import COMMIT_MAKING
from attrib.declarers.agentblame import digests_of
from attrib.fleet.spelling import digest, id_of, key_of, spelled, whole
from attrib.git.convert import hash_of
from attrib.matchers.named import rank_of
from attrib.model.ids import ObjectIdType, RepoPath, SessionKey
from attrib.model.records import AnyRecord, Checkpoint, Vcs, WorkspaceState
from attrib.model.sessions import Session
from attrib.model.states import RecordedChange, RecordedState
from attrib.states import BlobReader, recorded_changes
from attrib.texts import folded

Row = dict[str, Any]
Rows = Mapping[str, Sequence[Row]]

_HASHED = {
    "sha1": ObjectIdType.GIT_BLOB_SHA1,
    "sha256": ObjectIdType.GIT_BLOB_SHA256,
}


class AsRecorded(Bindings):
    """Takes every root as it is: a path below a root stays so, and the root is its worktree.

    A path without a root is absolute, and its folder taken where links lead on this machine.
    """

    def __init__(self) -> None:
        super().__init__({}, (), ())

    def place_of(
        self, session: SessionKey, root: str | None, path: str
    ) -> tuple[RepoPath, str] | None:
        """The path as recorded, and its root; root "" for none."""
        if root is not None:
            name = recorded_name(path)
            return RepoPath(b"" if name == b"." else name), root
        if not path.startswith("/"):
            return None
        folder, name_of_file = os.path.split(path)
        real = os.path.join(where_links_lead(folder), name_of_file)  # noqa: PTH118
        return RepoPath(recorded_name(real)), ""


@dataclass(frozen=True, slots=True)
class Streams:
    """Where the streams of a session lie: for each the store, and the SHA-256 of its bytes."""

    stores: Mapping[str, str] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)


def rows_of(session: Session, read_blob: BlobReader, streams: Streams) -> Rows:
    """Every row that a session gives, by table."""
    key = key_of(session.key)
    groups = _groups(session, key)
    bindings = AsRecorded()
    rows: defaultdict[str, list[Row]] = defaultdict(list)
    for change in recorded_changes(session, bindings, read_blob):
        rows["states"].append(_state_row(change, key, groups))
    rows["states"] += _checkpoints(session, key, groups, bindings)
    rows["names"] += _names(session, key, groups)
    folders = {os.path.dirname(row["path"]) for row in rows["states"] if row["root"] == ""}  # noqa: PTH120
    rows["roots"] += [{"session": key, "root": name, "group": g} for name, g in groups.items()]
    rows["places"] += _places(session, key, groups, folders)
    rows["sessions"].append(
        {
            "session": key,
            "agent": session.key.agent,
            "namespace": session.key.namespace,
            "id": session.key.id,
            "first": session.first,
            "last": session.last,
        }
    )
    names = [session.key.id, *digests_of([session.key])]
    rows["aliases"] += [{"session": key, "alias": name} for name in dict.fromkeys(names)]
    for stream in session.streams:
        store = streams.stores.get(stream.path, stream.path)
        where = {"stream": _spelled(stream.path), "store": _spelled(store)}
        found = streams.digests.get(stream.path, "")
        rows["streams"].append({"session": key, **where, "digest": found})
    return rows


def _spelled(text: str) -> str:
    return spelled(os.fsencode(text))


def _groups(session: Session, key: bytes) -> Mapping[str, bytes]:
    """For each root, and for "", what is one for all roots that are judged together."""
    found = {"": digest("alone", key, "")}
    for root in session.roots:
        group = group_of(session, root)
        found[root.id] = digest("group", *group) if group else digest("alone", key, root.id)
    return found


def _places(
    session: Session, key: bytes, groups: Mapping[str, bytes], folders: set[str]
) -> Iterator[Row]:
    named = [(root.id, root.path or root.native_path) for root in session.roots]
    tops = {
        (groups[root], where_links_lead(path))
        for root, path in named
        if path is not None and os.path.isabs(path)  # noqa: PTH117, text of another machine
    }
    for group, top in sorted(tops):
        for place in ancestors(top):
            yield {"session": key, "group": group, "place": place, "is_root": place == top}
    for place in sorted({place for folder in folders for place in ancestors(folder)}):
        yield {"session": key, "group": groups[""], "place": place, "is_root": False}


def ancestors(path: str) -> Iterator[str]:
    """An absolute path and every folder above it, spelled for tables."""
    while True:
        yield spelled(recorded_name(path))
        above = os.path.dirname(path)  # noqa: PTH120
        if above == path:
            return
        path = above


def _state_row(change: RecordedChange, key: bytes, groups: Mapping[str, bytes]) -> Row:
    root = change.worktree
    return {
        "session": key,
        "record": change.ref.record,
        "root": root,
        "group": groups.get(root) or digest("alone", key, root),
        "path": spelled(change.path),
        "folded": folded(change.path),
        "op": change.op,
        "status": change.status,
        "actor": change.actor.value,
        "basis": change.basis,
        "low": change.moment.earliest,
        "high": change.moment.latest,
        **_side("before", change.before),
        **_side("after", change.after),
        "representation": change.after.representation.value
        if change.after.representation
        else None,
        "size": whole(change.after.size),
        "is_derived": change.after.is_derived,
        "modified_by_user": change.modified_by_user,
        "more_files": change.more_files,
    }


def _side(name: str, state: RecordedState) -> Row:
    """One side: the ID as recorded, and the IDs that a repository would give it."""
    row: Row = {
        f"{name}_is": state.presence.value,
        f"{name}_type": state.object_id_type.value if state.object_id_type else None,
        name: id_of(state.object_id),
    }
    for kind, of_type in _HASHED.items():
        own = state.object_id if state.object_id_type is of_type else None
        if own is None and state.content is not None:
            own = hash_of(state.content, of_type)
        row[f"{name}_{kind}"] = id_of(own)
    return row


def _records(session: Session) -> Iterator[AnyRecord]:
    for stream in session.streams:
        yield from stream.records


def _checkpoints(
    session: Session, key: bytes, groups: Mapping[str, bytes], bindings: AsRecorded
) -> Iterator[Row]:
    for record in _records(session):
        if not isinstance(record, Checkpoint) or record.status == "missing":
            continue
        for file in record.files:
            place = bindings.place_of(session.key, file.path.root, file.path.path)
            if place is None:
                continue
            kind, _, name = file.blob.blob.partition(":") if file.blob else ("", "", "")
            after = id_of(name) if kind == "sha256" else None
            is_told = after is not None and len(after) == hashlib.sha256().digest_size
            yield {
                "session": key,
                "record": record.name,
                "root": place[1],
                "group": groups.get(place[1]) or digest("alone", key, place[1]),
                "path": spelled(place[0]),
                "folded": folded(place[0]),
                "op": "checkpoint",
                "low": record.time,
                "high": record.time,
                "before_is": "unknown",
                "after_is": "present" if is_told else "unknown",
                "after_type": ObjectIdType.SHA256.value if is_told else None,
                "after": after if is_told else None,
            }


def _names(session: Session, key: bytes, groups: Mapping[str, bytes]) -> Iterator[Row]:
    """The commits that records name: `made` by a recorded action, `seen` otherwise."""
    for record in _records(session):
        if isinstance(record, Vcs):
            kind = "made" if record.action in COMMIT_MAKING else "seen"
            name, rank = record.commit or record.commit_prefix, rank_of(record)
        elif isinstance(record, WorkspaceState):
            kind, name, rank = "seen", record.head, None
        else:
            continue
        if name is not None:
            commit = id_of(name) if len(name) in (40, 64) else None
            yield {
                "session": key,
                "record": record.name,
                "root": record.root or "",
                "group": groups.get(record.root or "") or digest("alone", key, record.root),
                "kind": kind,
                "rank": rank,
                "commit": commit,
                "prefix": name if commit is None else None,
                "time": record.time,
            }
