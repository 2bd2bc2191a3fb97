"""A session: everything that its streams hold, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from attrib.model.ids import SessionKey
from attrib.model.records import AnyRecord, BadRecord, Header, Root


@dataclass(frozen=True, slots=True)
class StreamRecords:
    """One stream of a session: its path, producer and records in the stream's order."""

    path: str
    header: Header | None
    records: Sequence[AnyRecord]
    bad: tuple[BadRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class Session:
    """All streams of one (agent, namespace, session ID), whoever produced them.

    `first` and `last` are the earliest and latest record times in seconds since the epoch.
    """

    key: SessionKey
    streams: tuple[StreamRecords, ...]
    roots: tuple[Root, ...]
    first: float | None
    last: float | None
    id_source: str = "header"
