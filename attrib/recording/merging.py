"""What a stream holds already, and how an import of the same session stands beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from attrib.codec import PRODUCER_META, ROOT_TYPES, pieces_in

#: The key under `_meta` that names what a record was read from.
SOURCE = "attrib/source"

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Held:
    """A stream as it lies there: its header, its records, and whether every line was one."""

    header: dict[str, Any]
    records: list[dict[str, Any]]
    is_sound: bool
    ends_with_newline: bool

    @property
    def last_seq(self) -> int:
        """The highest `seq`."""
        seqs = (record.get("seq") for record in [self.header, *self.records])
        return max((seq for seq in seqs if isinstance(seq, int)), default=0)

    @property
    def last_number(self) -> int:
        """The highest N of IDs `rN`, so that no ID is given twice."""
        ids = (str(record.get("id", "")) for record in [self.header, *self.records])
        return max((int(i[1:]) for i in ids if re.fullmatch(r"r\d{1,15}", i)), default=0)


def held_in(data: bytes) -> Held | None:
    """What the bytes of a stream hold; `None` for none."""
    if not data:
        return None
    pieces = [piece for line in data.split(b"\n") for piece in pieces_in(line)]
    values = [piece.value for piece in pieces if isinstance(piece.value, dict)]
    is_sound = len(values) == len(pieces) and data.endswith(b"\n")
    has_header = bool(values) and values[0].get("type") == "session"
    header = values.pop(0) if has_header else {}
    return Held(header, values, is_sound and has_header, data.endswith(b"\n"))


def source_of(record: Record) -> str | None:
    """What a record was read from, as it says itself."""
    meta = record.get("_meta")
    source = meta.get(SOURCE) if isinstance(meta, Mapping) else None
    return source if isinstance(source, str) else None


def ids_in(records: Iterable[Record]) -> dict[str, str]:
    """The IDs of records, by what they were read from."""
    pairs = ((source_of(record), _id_of(record)) for record in records)
    return {source: name for source, name in pairs if source is not None and name is not None}


def with_refs(record: Record, ids: Mapping[str, str]) -> Record:
    """The record with the IDs of its endpoints, where they are named by their sources.

    An importer does not know the IDs that records get. Spec: ASR-474.
    """
    ends = record.get("endpoints")
    if not isinstance(ends, Mapping) or ids.keys().isdisjoint(ends.values()):
        return record
    return {**record, "endpoints": {name: ids.get(end, end) for name, end in ends.items()}}


def joined_record(given: Record, held: Record | None) -> Record:
    """A record as imported now, with the earlier of both times: a copy's time is the copying's.

    The native record stays the one first read, as long as a copy says the same.
    """
    if held is None:
        return given
    joined = {**given, "_meta": {**held["_meta"], **given["_meta"]}}
    if "native" in held and _said(held) == _said(given):
        joined["native"] = held["native"]
    with suppress(ValueError):
        if "ts" in given and _moment(held.get("ts")) < _moment(given["ts"]):
            joined["ts"] = held["ts"]
    return joined


def joined_records(
    records: Sequence[Record], known: Mapping[str, Record], ids: Mapping[str, str]
) -> list[Record]:
    """Records as imported now, with what an earlier import knows of them."""
    return [
        with_refs(joined_record(record, known.get(source_of(record) or "")), ids)
        for record in records
    ]


def _said(record: Record) -> dict[str, Any]:
    """A record without its place, its time, and what it was read from."""
    other = ("seq", "id", "ts", "native", "_meta")
    return {key: value for key, value in record.items() if key not in other}


def is_elsewhere(record: Record, elsewhere: Set[str]) -> bool:
    """True when the record's source, or what it is a part of, is another session's."""
    source = source_of(record)
    if source is None or not elsewhere:
        return False
    wholes = {source, source.rpartition("/")[0], source.rpartition(".")[0]}
    return not wholes.isdisjoint(elsewhere)


def body_of(record: Record) -> dict[str, Any]:
    """A record without its place in the stream."""
    return {key: value for key, value in record.items() if key not in ("seq", "id")}


def continues(held: Sequence[Record], records: Sequence[Record], added: Sequence[Record]) -> bool:
    """True when all that is added comes after all that is held."""
    if list(records[len(records) - len(added) :]) != list(added):
        return False
    if not held:
        return True
    return _moments(records)[len(records) - len(added)] >= _moments(held)[-1]


def interleaved(
    kept: Sequence[Record], records: Sequence[Record], known: Mapping[str, Record]
) -> list[tuple[Record, str | None]]:
    """Kept and given records by time, roots first where both are, with the IDs they have."""
    pairs: list[tuple[float, int, Record, str | None]] = []
    for record, moment in zip(kept, _moments(kept), strict=True):
        pairs.append((moment, 0, record, _id_of(record)))
    for record, moment in zip(records, _moments(records), strict=True):
        pairs.append((moment, 1, record, _id_of(known.get(source_of(record) or "", {}))))
    if kept:
        # A root must stand before its first use, which the times alone do not assure.
        pairs.sort(key=lambda pair: (pair[2]["type"] not in ROOT_TYPES, pair[0], pair[1]))
    return [(record, name) for _, _, record, name in pairs]


def roots_disagree(here: Sequence[Record], there: Sequence[Record]) -> bool:
    """True when one root ID stands for different folders in two lists of records."""
    known = _roots(there)
    return any(known.get(name, path) != path for name, path in _roots(here).items())


def declares(header: Record, key: str) -> bool:
    """True when a header declares this loss."""
    losses = header.get("losses")
    return any(
        isinstance(loss, Mapping) and loss.get("key") == key
        for loss in (losses if isinstance(losses, list) else ())
    )


def header_facts(header: Record) -> dict[str, Any]:
    """What of a header a later import may change."""
    names = ("ts", "parentSessionId", "losses", "roots")
    facts = {name: header[name] for name in names if header.get(name)}
    meta = header.get("_meta")
    notes = {key: value for key, value in (meta or {}).items() if key != PRODUCER_META}
    return facts | ({"_meta": notes} if notes else {})


def joined_facts(given: Record, held: Record) -> dict[str, Any]:
    """The facts of both headers: the earlier time, all losses, the roots first known."""
    new, old = header_facts(given), header_facts(held)
    joined = new | old
    losses = {str(loss): loss for loss in [*old.get("losses", ()), *new.get("losses", ())]}
    if losses:
        joined["losses"] = list(losses.values())
    if "ts" in new and "ts" in old:
        joined["ts"] = min(new["ts"], old["ts"])
    if "_meta" in new:
        joined["_meta"] = new["_meta"]
    if "parentSessionId" in new:
        joined["parentSessionId"] = new["parentSessionId"]
    return joined


def _id_of(record: Record) -> str | None:
    name = record.get("id")
    return name if isinstance(name, str) else None


def _moment(time: object) -> float:
    return datetime.fromisoformat(str(time)).timestamp()


def _moments(records: Iterable[Record]) -> list[float]:
    """The latest time so far at each record."""
    latest = float("-inf")
    moments: list[float] = []
    for record in records:
        with suppress(ValueError):
            latest = max(latest, _moment(record.get("ts")))
        moments.append(latest)
    return moments


def _roots(records: Iterable[Record]) -> dict[str, object]:
    found: dict[str, object] = {}
    for record in records:
        declared = [record] if record.get("type") in ROOT_TYPES else []
        for root in [*declared, *(record.get("roots") or ())]:
            found.setdefault(str(root.get("root")), root.get("path"))
    return found
