"""What records and calls are called on the wire."""

from __future__ import annotations

from attrib.model.records import FileChange
from attrib.reading import PLAIN_PRODUCERS, stem_of
from attrib.serve.threads.scope import Member
from attrib.serve.threads.sources import Source

#: In place of the ID of a call, where a record names none.
NO_CALL = "attrib:no-call:"


def record_name(member: Member, source: Source, record: FileChange) -> str:
    """`session#record`, as answers about commits call it."""
    return f"{member.key.id}#{name_in(member, source, record)}"


def name_in(member: Member, source: Source, record: FileChange) -> str:
    """The record's name among all streams of its session.

    Each producer numbers its own: an ID that an earlier stream has is followed by the producer,
    as `attrib.reading.told_apart` does it.
    """
    if record.id is None:
        return record.name
    number = hash(record.id)
    order = sorted(member.sources, key=lambda each: each.name)
    for other in sorted(order, key=lambda each: each.producer not in PLAIN_PRODUCERS):
        if other is source:
            break
        if number in other.ledger.other_names or number in other.ledger.seen:
            return f"{record.id}@{mark_of(source)}"
    return record.name


def mark_of(source: Source) -> str:
    """What stands behind the IDs of a stream that another one has too."""
    return source.producer or stem_of(source.name)


def invocation_of(record: FileChange) -> str:
    """The call that a record names, or that it names none."""
    call = record.cause.call_id if record.cause is not None else None
    return call if call else f"{NO_CALL}{record.name}"
