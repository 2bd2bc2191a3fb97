"""Shared evidence as one file: an in-toto Statement with the SCAI attribute report, and back.

Known from the specifications of the in-toto Attestation Framework: Statement v1, digest set,
resource descriptor, and SCAI 0.2 and 0.3. Each attribute carries a line of a note, whole, as its
conditions. What is read is untrusted.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from attrib.codec.notes import canonical, lines_of, read_line
from attrib.errors import StreamError
from attrib.model.evidence import STATEMENT
from attrib.model.ids import Oid, SessionKey
from attrib.model.shared import NoteLine, SharedEvidence, SharedNote, SharedState

STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
SCAI = "https://in-toto.io/attestation/scai/v0.3"
_SCAI_BEFORE = "https://in-toto.io/attestation/scai/attribute-report/v0.2"
#: A file beyond so many bytes is not read, nor more attributes than these.
LARGEST_FILE, _MOST = 256 << 20, 1_000_000
_KINDS = {"gitCommit": True, "gitBlob": False}


@dataclass(frozen=True, slots=True)
class SessionSource:
    """Where a session's records are kept: hashes of its streams, and its places, to be salted."""

    key: SessionKey
    digests: tuple[str, ...]
    places: tuple[str, ...]


def statement_of(
    notes: Sequence[SharedNote], sources: Sequence[SessionSource], *, salt: bytes, version: str
) -> dict[str, Any]:
    """The statement: its subjects are the annotated objects, its attributes the lines."""
    evidence = {source.key: _source(source, salt) for source in sources}
    attributes = []
    for note in notes:
        for line in note.lines:
            value = line.value
            if value is None:
                continue
            attribute: dict[str, Any] = {
                "attribute": _named(value),
                "target": {"digest": _digest(note)},
                "conditions": json.loads(line.raw),
            }
            if value.session in evidence:
                attribute["evidence"] = evidence[value.session]
            attributes.append(attribute)
    return {
        "_type": STATEMENT_TYPE,
        "subject": [{"name": _name(note), "digest": _digest(note)} for note in notes],
        "predicateType": SCAI,
        "predicate": {
            "attributes": attributes,
            "producer": {
                "name": "attrib",
                "uri": f"pkg:pypi/attrib@{version}",
                "annotations": {"statement": STATEMENT},
            },
        },
    }


def _named(value: SharedEvidence | SharedState) -> str:
    """The method and its strength, as one word."""
    if isinstance(value, SharedState):
        return f"ASR_STATE_{value.side.name}_{value.equality.name}"
    return f"ASR_{value.evidence.relation.name}_{value.evidence.strength.name}"


def _name(note: SharedNote) -> str:
    return f"{'commit' if note.is_commit else 'blob'} {note.object}"


def _digest(note: SharedNote) -> dict[str, str]:
    return {"gitCommit" if note.is_commit else "gitBlob": note.object}


def _source(source: SessionSource, salt: bytes) -> dict[str, Any]:
    """The session's streams by their digests, and its places by salted hashes."""
    key = source.key
    named = hashlib.sha256(canonical({"a": key.agent, "n": key.namespace, "i": key.id})).hexdigest()
    digest = {"sha256": source.digests[0]} if len(source.digests) == 1 else {}
    return {
        "name": f"session {key.id}",
        "uri": f"urn:attrib:session:{named}",
        **({"digest": digest} if digest else {}),
        "annotations": {
            "salt": salt.hex(),
            "places_salted_sha256": [salted(place, salt) for place in source.places],
            "streams_sha256": list(source.digests),
        },
    }


def salted(place: str, salt: bytes) -> str:
    """A path so that whoever knows it can find it again, and nobody can read it."""
    return hashlib.sha256(salt + place.encode("utf-8", "surrogateescape")).hexdigest()


def notes_from(content: bytes, where: str) -> list[SharedNote]:
    """The notes that a bundle holds, each line read or refused.

    Raises:
        StreamError: it is no such statement.
    """
    try:
        value = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise StreamError("it is no JSON", where=where, hint="attrib share bundle") from error
    predicate = value.get("predicate") if isinstance(value, dict) else None
    types = (value.get("_type"), value.get("predicateType")) if isinstance(value, dict) else ()
    if not isinstance(predicate, dict) or types not in (
        (STATEMENT_TYPE, SCAI),
        (STATEMENT_TYPE, _SCAI_BEFORE),
    ):
        raise StreamError(
            "it is no in-toto statement with a SCAI report", where=where, hint="attrib share bundle"
        )
    attributes = predicate.get("attributes")
    if not isinstance(attributes, list) or len(attributes) > _MOST:
        raise StreamError("it lists no attributes", where=where, hint="attrib share bundle")
    subjects = set(_subjects(value.get("subject")))
    held: dict[tuple[Oid, bool], list[NoteLine]] = {}
    for number, attribute in enumerate(attributes, 1):
        for target in _targets(attribute):
            held.setdefault(target, []).append(_line(attribute, target, number, subjects))
    return [SharedNote(oid, kind, tuple(lines)) for (oid, kind), lines in held.items()]


def _subjects(value: Any) -> Iterator[tuple[Oid, bool]]:
    for each in value if isinstance(value, list) else ():
        yield from _targets({"target": each})


def _targets(attribute: Any) -> Iterator[tuple[Oid, bool]]:
    """The object that an attribute is about; none where it names none of git's."""
    target = attribute.get("target") if isinstance(attribute, dict) else None
    digest = target.get("digest") if isinstance(target, dict) else None
    for name, is_commit in _KINDS.items():
        found = digest.get(name) if isinstance(digest, dict) else None
        if (
            isinstance(found, str)
            and len(found) in (40, 64)
            and set(found) <= set("0123456789abcdef")
        ):
            yield Oid(found), is_commit


def _line(
    attribute: Mapping[str, Any],
    target: tuple[Oid, bool],
    number: int,
    subjects: set[tuple[Oid, bool]],
) -> NoteLine:
    conditions = attribute.get("conditions")
    try:
        raw = canonical(conditions) if isinstance(conditions, dict) else b""
    except (ValueError, RecursionError):
        raw = b""
    line = read_line(raw, number)
    wanted = SharedEvidence if target[1] else SharedState
    if target not in subjects:
        return NoteLine(number, raw, None, "its target is no subject of the statement")
    if line.value is not None and not isinstance(line.value, wanted):
        return NoteLine(number, raw, None, "it is about another kind of object")
    if line.value is not None and attribute.get("attribute") != _named(line.value):
        return NoteLine(number, raw, None, "its attribute and its conditions differ")
    return line


def note_from_lines(oid: Oid, lines: Sequence[bytes], *, is_commit: bool) -> SharedNote:
    """A note made of these lines."""
    return SharedNote(oid, is_commit, tuple(lines_of(b"\n".join(lines))))
