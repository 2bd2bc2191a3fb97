"""Which session a stream's headers name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from attrib.model.records import AnyRecord, BadRecord, Header


def headers_in(records: Iterable[AnyRecord]) -> tuple[Header | None, BadRecord | None]:
    """The header of a stream, and what is wrong with another one in it."""
    header: Header | None = None
    conflict: BadRecord | None = None
    for record in records:
        if isinstance(record, Header):
            conflict = conflict or _other_session(header, record)
            header = _header(header, record)
    return header, conflict


def _header(before: Header | None, record: Header) -> Header:
    """The first header, with what only a later one says."""
    if before is None:
        return record
    return replace(
        before,
        session_id=before.session_id or record.session_id,
        agent=before.agent or record.agent,
        namespace=before.namespace or record.namespace,
        producer=before.producer or record.producer,
    )


def _other_session(header: Header | None, record: Header) -> BadRecord | None:
    """What is wrong when a header names another session than the one before it."""
    before = header.session_id if header is not None else None
    if before is None or record.session_id in (None, before):
        return None
    reason = f"two sessions in one stream, '{before}' and '{record.session_id}'"
    return BadRecord(record.place, reason)
