"""From stores to sessions: streams are read, joined by session, and freed of repetitions.

A session is named by agent, namespace and session ID. Each producer has its own stream of it, and
all are kept; what one producer recorded twice counts once, and streams of one producer that
contradict each other are left out with a notice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from attrib.codec import READ_KINDS, Sieve, found_in, record_of
from attrib.codec.members import time_of
from attrib.headers import headers_in
from attrib.index.held import has_twins, ids_of, others_of, span_of, spots_of
from attrib.index.sessions import SessionIndex
from attrib.model.agents import UNKNOWN_AGENT
from attrib.model.ids import SessionKey
from attrib.model.records import AnyRecord, BadRecord, Header, Root, RootDeclaration
from attrib.model.sessions import Session, StreamRecords
from attrib.stores.interface import Store, Stream
from attrib.stores.stream import FileStream

#: Producers whose record IDs stay as they are.
PLAIN_PRODUCERS = (None, "import")


@dataclass(frozen=True, slots=True)
class ReadResult:
    """What the stores hold, in the order of session keys, whatever the order of the stores.

    `identity` tells the streams that were read from any others; `None` where that is not certain.
    """

    sessions: tuple[Session, ...]
    bad: tuple[BadRecord, ...]
    notices: tuple[str, ...]
    identity: tuple[str, ...] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class _Read:
    """One stream that was read: its key, its records, and the span of its times."""

    key: SessionKey
    stream: StreamRecords
    producer: str | None
    id_source: str
    times: tuple[float, ...]
    identity: str | None


def read_sessions(
    stores: Iterable[Store],
    *,
    kinds: Collection[str] | None = READ_KINDS,
    index: SessionIndex | None = None,
) -> ReadResult:
    """Every session in the stores, with its records of the given kinds (`None`: of every kind).

    A line of another kind is not decoded, and so not found bad. With an `index`, changes are
    decoded only when somebody looks at them; where it keeps what it read, files are read from
    where they were left.

    Raises:
        StreamError: a stream cannot be read at all.
    """
    opened = list(stores)
    reads: list[_Read] = []
    names: list[str | None] = []
    bad: list[BadRecord] = []
    notices: list[str] = []
    for stream in distinct_streams(opened):
        read, conflict = _read(stream, kinds, index)
        bad += read.stream.bad
        names.append(f"{stream.name} {read.identity}" if read.identity is not None else None)
        if conflict is not None:
            bad.append(conflict)
            notices.append(f"{stream.name}: left out: {conflict.reason}")
        elif read.stream.records:
            reads.append(read)
        else:
            notices.append(f"{stream.name}: no record of a session in it")
    groups: dict[SessionKey, list[_Read]] = {}
    for read in reads:
        groups.setdefault(read.key, []).append(read)
    sessions = []
    for key in sorted(groups):
        joined, said = _joined(key, groups[key])
        notices += said
        if joined is not None:
            sessions.append(joined)
    for store in opened:
        notices += store.notices
    return ReadResult(
        tuple(sessions),
        tuple(sorted(bad, key=_place)),
        tuple(sorted(notices)),
        None if None in names else tuple(name for name in names if name is not None),
    )


def _place(bad: BadRecord) -> tuple[str, int, int]:
    return bad.place.stream, bad.place.line, bad.place.offset


def distinct_streams(stores: Iterable[Store]) -> Iterator[Stream]:
    """Every physical stream once, by name."""
    seen: set[tuple[object, ...]] = set()
    for stream in sorted((s for store in stores for s in store.streams()), key=lambda s: s.name):
        identity = stream.identity
        if identity not in seen:
            seen.add(identity)
            yield stream


def _read(
    stream: Stream, kinds: Collection[str] | None, index: SessionIndex | None
) -> tuple[_Read, BadRecord | None]:
    """A stream's records; with a bad record when it names two sessions and is none of them."""
    part = None
    if index is not None and kinds is READ_KINDS and isinstance(stream, FileStream):
        part = index.read(str(stream.path.absolute()), stream.name)
    if part is None:
        records, bad, others = _read_all(stream, kinds)
    else:
        records, bad, others = part.records, part.bad, part.times
    header, conflict = headers_in(record for _, record in others_of(records))
    times = [*span_of(records), *(time for each in others if (time := time_of(each)) is not None)]
    session_id = header.session_id if header is not None else None
    read = _Read(
        key=SessionKey(
            (header.agent if header is not None else None) or UNKNOWN_AGENT,
            (header.namespace if header is not None else None) or "",
            session_id or stem_of(stream.name),
        ),
        stream=StreamRecords(stream.name, header, records, tuple(bad)),
        producer=header.producer if header is not None else None,
        id_source="filename" if session_id is None else "header",
        times=tuple(times),
        identity=part.identity if part is not None else None,
    )
    return read, conflict


def _read_all(
    stream: Stream, kinds: Collection[str] | None
) -> tuple[Sequence[AnyRecord], Sequence[BadRecord], Sequence[str]]:
    """The records and bad lines of a stream, and the first and last time of the other lines."""
    sieve = None if kinds is None else Sieve(kinds)
    records: list[AnyRecord] = []
    bad: list[BadRecord] = []
    for found in found_in(stream.name, stream.lines(), sieve):
        if isinstance(found, BadRecord):
            bad.append(found)
            continue
        record = record_of(found.value, found.place, found.raw)
        if isinstance(record, BadRecord):
            bad.append(record)
        elif kinds is None or record.type in kinds or isinstance(record, Header):
            records.append(record)
    return tuple(records), bad, sieve.times if sieve is not None else ()


def stem_of(name: str) -> str:
    """A stream's name without folders and suffixes, where no header gives a session ID."""
    stem = PurePath(name).name
    for suffix in (".jsonl", ".json", ".asr"):
        stem = stem.removesuffix(suffix)
    return stem if stem not in ("", "-") else "stdin"


def _joined(key: SessionKey, reads: list[_Read]) -> tuple[Session | None, list[str]]:
    """One session of all its streams, by path; `None` when no stream can be kept."""
    kept: list[_Read] = []
    notices: list[str] = []
    by_producer: dict[str | None, list[_Read]] = {}
    for read in reads:
        by_producer.setdefault(read.producer, []).append(read)
    for same in by_producer.values():
        merged, conflict = _merged(same)
        if conflict is not None:
            names = ", ".join(f"'{read.stream.path}'" for read in same)
            notices.append(
                f"session '{key.id}': left out {names}: record '{conflict}' is not the same in both"
            )
        else:
            kept += merged
    if not kept:
        return None, notices
    kept.sort(key=lambda read: read.stream.path)
    times = [time for read in kept for time in read.times]
    streams = told_apart([(read.stream, read.producer) for read in kept])
    is_named = any(read.id_source == "header" for read in kept)
    return Session(
        key=key,
        streams=streams,
        roots=_roots(streams),
        first=min(times, default=None),
        last=max(times, default=None),
        id_source="header" if is_named else "filename",
    ), notices


def told_apart(
    streams: Sequence[tuple[StreamRecords, str | None]],
) -> tuple[StreamRecords, ...]:
    """The streams of one session with record IDs that name one record in all of them.

    Each producer numbers its own. An import keeps its IDs, so that they stay when another producer
    joins; an ID that it has is called `<id>@<producer>` in the other streams.
    """
    if len(streams) == 1:
        return (streams[0][0],)
    order = sorted(range(len(streams)), key=lambda index: streams[index][1] not in PLAIN_PRODUCERS)
    taken: set[str] = set()
    found: dict[int, StreamRecords] = {}
    for index in order:
        stream, producer = streams[index]
        own = _record_ids(stream.records)
        if own & taken:
            mark = producer or stem_of(stream.path)
            renamed: Iterable[AnyRecord] = (
                replace(record, id=f"{record.id}@{mark}")
                if record.id in taken and not isinstance(record, Header)
                else record
                for record in stream.records
            )
            stream = replace(stream, records=tuple(renamed))
        taken |= own
        found[index] = stream
    return tuple(found[index] for index in range(len(streams)))


def _record_ids(records: Sequence[AnyRecord]) -> set[str]:
    """The IDs of all records but headers."""
    headers = {place for place, record in others_of(records) if isinstance(record, Header)}
    ids = enumerate(ids_of(records))
    return {name for place, name in ids if name is not None and place not in headers}


def _merged(reads: list[_Read]) -> tuple[list[_Read], str | None]:
    """The streams of one producer without repetitions, or the record in which two differ."""
    if len(reads) == 1 and not has_twins(reads[0].stream.records):
        return reads, None
    seen: dict[tuple[str, int], AnyRecord] = {}
    merged: list[_Read] = []
    for read in reads:
        mine: dict[tuple[str, int], AnyRecord] = {}
        kept: list[AnyRecord] = []
        unnamed = 0
        for record in read.stream.records:
            unnamed += record.id is None
            name = (record.id, 0) if record.id is not None else ("", unnamed)
            other = seen.get(name)
            if other is not None and not isinstance(record, Header):
                if _same(record, other):
                    continue
                if record.id is not None:
                    return [], record.name
            if record.id is not None and name in mine and _same(record, mine[name]):
                continue
            mine.setdefault(name, record)
            kept.append(record)
        seen |= {name: record for name, record in mine.items() if name not in seen}
        merged.append(replace(read, stream=replace(read.stream, records=tuple(kept))))
    return merged, None


def _same(record: AnyRecord, other: AnyRecord) -> bool:
    """True when two records say the same, wherever they stand."""
    return type(record) is type(other) and replace(record, place=other.place) == other


def _roots(streams: tuple[StreamRecords, ...]) -> tuple[Root, ...]:
    """Every root that the streams declare, once, in order.

    Of a log that lost its header: those that its changes name, whose folders it does not tell.
    """
    if all(stream.header is None for stream in streams):
        named = (spot.root for stream in streams for spot in spots_of(stream.records))
        return tuple(Root(name) for name in dict.fromkeys(named) if name is not None)
    return tuple(
        dict.fromkeys(
            root
            for stream in streams
            for _, record in others_of(stream.records)
            if isinstance(record, Header | RootDeclaration)
            for root in record.roots
        )
    )
