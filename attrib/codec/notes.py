"""Lines of shared notes: canonical JSON, written and read. All that is read is untrusted."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

from attrib.codec.note_members import (
    RefusedError,
    choice,
    choices,
    integer,
    oid_or_none,
    oids,
    path_of,
    ranges,
    state_from,
    state_object,
    text,
    texts,
)
from attrib.model.evidence import Covers, Equality, Evidence, Qualifier, Relation, Strength
from attrib.model.ids import RecordRef, RepoPath, SessionKey
from attrib.model.shared import NoteLine, SharedEvidence, SharedNote, SharedState, StateSide
from attrib.model.states import Actor

#: The version of the lines that are written.
VERSION = 1
#: A line beyond so many bytes is not read.
LONGEST_LINE = 1 << 18


def canonical(value: Mapping[str, Any]) -> bytes:
    """One line without its end: members in order, no blanks, ASCII; equal values, equal bytes."""
    text = json.dumps(
        value, ensure_ascii=True, allow_nan=False, sort_keys=True, separators=(",", ":")
    )
    return text.encode("ascii")


def evidence_line(shared: SharedEvidence) -> bytes:
    """The line for evidence about a commit."""
    item = shared.evidence
    value: dict[str, Any] = {
        "v": VERSION,
        "kind": "evidence",
        "session": _key_object(item.session),
        "strength": item.strength.word,
        "relation": item.relation.value,
        "covers": item.covers.value,
        "actor": item.actor,
        "records": [ref.record for ref in item.records],
    }
    if item.equality is not None:
        value["equality"] = item.equality.value
    if item.qualifiers:
        value["qualifiers"] = [each.value for each in item.qualifiers]
    if item.path is None:
        value["commit"] = item.commit
    else:
        value |= {"blob": shared.blob, "olds": list(shared.olds)}
    value |= _path_members("path", item.path) | _path_members("old_path", item.old_path)
    for name, spans in (("lines", item.lines), ("removed", item.removed)):
        if spans:
            value[name] = [[span.first, span.last] for span in spans]
    return canonical(value | _time_member(item.time))


def state_line(shared: SharedState) -> bytes:
    """The line for a recorded state that equals a blob."""
    value: dict[str, Any] = {
        "v": VERSION,
        "kind": "state",
        "session": _key_object(shared.session),
        "record": shared.record.record,
        "side": shared.side.value,
        "equality": shared.equality.value,
        "op": shared.op,
        "status": shared.status,
        "actor": shared.actor,
    }
    for name, state in (("before", shared.before), ("after", shared.after)):
        found = state_object(state)
        if found is not None:
            value[name] = found
    value |= _path_members("path", shared.path) | _path_members("old_path", shared.old_path)
    return canonical(value | _time_member(shared.time))


def _key_object(key: SessionKey) -> dict[str, str]:
    return {"agent": key.agent, "namespace": key.namespace, "id": key.id}


def _path_members(name: str, path: RepoPath | None) -> dict[str, str]:
    if path is None:
        return {}
    try:
        return {name: path.decode("utf-8")}
    except UnicodeDecodeError:
        return {f"{name}_base64": b64encode(path).decode("ascii")}


def _time_member(time: float | None) -> dict[str, int]:
    return {} if time is None else {"time_ms": round(time * 1000)}


def lines_of(content: bytes) -> Iterator[NoteLine]:
    """The lines of a note, each read or refused with a reason."""
    for number, raw in enumerate(content.split(b"\n"), 1):
        if raw.strip():
            yield read_line(raw, number)


def note_of(object_id: Any, content: bytes, *, is_commit: bool) -> SharedNote:
    """A note taken apart; a line that is about the other kind of object is refused."""
    wanted = SharedEvidence if is_commit else SharedState
    lines = [
        line
        if line.value is None or isinstance(line.value, wanted)
        else NoteLine(line.number, line.raw, None, "it is about another kind of object")
        for line in lines_of(content)
    ]
    return SharedNote(object_id, is_commit, tuple(lines))


def read_line(raw: bytes, number: int = 1) -> NoteLine:
    """One line; where it is none that this version knows, the reason."""
    if len(raw) > LONGEST_LINE:
        return NoteLine(number, raw, None, f"it is longer than {LONGEST_LINE:,} bytes")
    try:
        value = json.loads(
            raw.decode("utf-8"), object_pairs_hook=_members, parse_constant=_no_number
        )
    except (ValueError, RecursionError):
        return NoteLine(number, raw, None, "it is no JSON object")
    if not isinstance(value, dict):
        return NoteLine(number, raw, None, "it is no JSON object")
    version, kind = value.get("v"), value.get("kind")
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        return NoteLine(number, raw, None, f"its version {version} is newer", is_newer=True)
    if version != VERSION or isinstance(version, bool):
        return NoteLine(number, raw, None, "it has no version that is known")
    try:
        if kind == "evidence":
            return NoteLine(number, raw, _evidence(value))
        if kind == "state":
            return NoteLine(number, raw, _state(value))
    except RefusedError as error:
        return NoteLine(number, raw, None, str(error))
    return NoteLine(number, raw, None, "its kind is not known", is_newer=True)


def _members(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a member stands twice")
    return found


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


def _evidence(value: Mapping[str, Any]) -> SharedEvidence:
    key = _key(value)
    path, old_path = _path(value, "path"), _path(value, "old_path")
    relation = choice(Relation, value, "relation")
    if relation is Relation.DECLARED:
        raise RefusedError("what a commit declares is not shared")
    evidence = Evidence(
        session=key,
        commit=oid_or_none(value, "commit"),
        relation=relation,
        strength=_strength(value),
        covers=choice(Covers, value, "covers"),
        records=tuple(RecordRef(key, name) for name in texts(value, "records")),
        equality=choice(Equality, value, "equality") if "equality" in value else None,
        qualifiers=choices(Qualifier, value, "qualifiers"),
        actor=choice(Actor, value, "actor").value,
        path=path,
        old_path=old_path,
        lines=ranges(value, "lines"),
        removed=ranges(value, "removed"),
        time=_time(value),
        shared=True,
    )
    if (path is None) is (evidence.commit is None):
        raise RefusedError("it names a path or a commit, one of the two")
    return SharedEvidence(evidence, oid_or_none(value, "blob"), oids(value, "olds"))


def _state(value: Mapping[str, Any]) -> SharedState:
    path = _path(value, "path")
    if path is None:
        raise RefusedError("its member 'path' is missing")
    return SharedState(
        record=RecordRef(_key(value), text(value, "record")),
        path=path,
        side=choice(StateSide, value, "side"),
        equality=choice(Equality, value, "equality"),
        op=text(value, "op"),
        status=text(value, "status"),
        actor=choice(Actor, value, "actor").value,
        before=state_from(value, "before"),
        after=state_from(value, "after"),
        old_path=_path(value, "old_path"),
        time=_time(value),
    )


def _key(value: Mapping[str, Any]) -> SessionKey:
    session = value.get("session")
    if not isinstance(session, dict):
        raise RefusedError("its member 'session' is missing")
    namespace = text(session, "namespace", may_be_empty=True)
    return SessionKey(text(session, "agent"), namespace, text(session, "id"))


def _strength(value: Mapping[str, Any]) -> Strength:
    words = {each.word: each for each in Strength if each is not Strength.DECLARED}
    word = value.get("strength")
    if not isinstance(word, str) or word not in words:
        raise RefusedError("its member 'strength' is none that is known")
    return words[word]


def _path(value: Mapping[str, Any], name: str) -> RepoPath | None:
    exact = value.get(f"{name}_base64")
    if isinstance(exact, str):
        try:
            return path_of(b64decode(exact, validate=True), name)
        except ValueError:
            raise RefusedError(f"its member '{name}_base64' is no base64") from None
    if value.get(name) is None:
        return None
    return path_of(text(value, name).encode("utf-8", "surrogatepass"), name)


def _time(value: Mapping[str, Any]) -> float | None:
    found = value.get("time_ms")
    return None if found is None else integer(found, "time_ms") / 1000
