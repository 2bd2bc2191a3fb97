"""A stream of a session as a source of steps, whatever its outer form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from attrib.codec import found_in, record_of
from attrib.codec.blocks import OversizeLineError
from attrib.errors import StreamError
from attrib.headers import headers_in
from attrib.index.ingest import NotByLineError
from attrib.index.ledger import Ledger
from attrib.index.ledgers import FileLedger
from attrib.model.agents import UNKNOWN_AGENT
from attrib.model.ids import SessionKey
from attrib.model.records import BadRecord, FileChange, Header
from attrib.reading import stem_of
from attrib.stores.interface import Stream
from attrib.stores.stream import FileStream

#: Ordinals of one source lie below this; a source has the next numbers of its slot.
SLOT = 2**32
#: Slots of the producers whose streams lie beside each other; the others follow.
SLOTS = {None: 0, "import": 0, "hook": 1, "agent-hook": 2}


class Book(Protocol):
    """The ledger of a stream, and its records."""

    ledger: Ledger
    edition: int

    def refresh(self) -> bool:
        """Read what is new; false where nothing is."""
        ...

    def value(self, position: int) -> tuple[FileChange, dict[str, Any]]:
        """The record of a step, and its JSON."""
        ...


class HeldLedger:
    """The ledger of a stream that has to be read as a whole, with its records."""

    def __init__(self, stream: Stream) -> None:
        self.ledger = Ledger()
        self.edition = 0
        self._stream = stream
        self._values: list[tuple[FileChange, dict[str, Any]]] = []

    def refresh(self) -> bool:
        """Read the stream again; true where it holds anything else."""
        ledger = Ledger()
        values: list[tuple[FileChange, dict[str, Any]]] = []
        for found in found_in(self._stream.name, self._stream.lines()):
            if isinstance(found, BadRecord):
                ledger.add_gap(found)
                continue
            record = record_of(found.value, found.place, found.raw)
            ledger.add_record(record, found.value, found.raw)
            if len(ledger) > len(values) and isinstance(record, FileChange):
                values.append((record, found.value))
        changed = values != self._values or ledger.gaps != self.ledger.gaps
        self.ledger, self._values = ledger, values
        self.edition += changed
        return changed

    def value(self, position: int) -> tuple[FileChange, dict[str, Any]]:
        """The record of a step, and its JSON."""
        return self._values[position]


@dataclass
class Source:
    """One stream: `key` is its session, `dropped` the positions that repeat another source's.

    `trouble` and `conflict` say why its steps are not told. `slot` orders a session's sources.
    """

    name: str
    book: Book
    key: SessionKey | None = None
    header: Header | None = None
    producer: str | None = None
    trouble: str | None = None
    conflict: str | None = None
    slot: int = 0
    dropped: set[int] = field(default_factory=set)

    @property
    def ledger(self) -> Ledger:
        """Its steps."""
        return self.book.ledger

    def ordinal_of(self, position: int) -> int:
        """The ordinal of a step, unique in its session."""
        return self.slot * SLOT + self.ledger.number_of(position)

    def start_after(self, ordinal: int) -> int:
        """The position of the first step behind an ordinal."""
        slot, number = divmod(ordinal, SLOT)
        if slot != self.slot:
            return 0 if slot < self.slot else len(self.ledger)
        return self.ledger.first_after(number)

    def position_of(self, ordinal: int) -> int | None:
        """The position of the step with this ordinal."""
        slot, number = divmod(ordinal, SLOT)
        found = self.ledger.position_of(number) if slot == self.slot else None
        return None if found is None or found in self.dropped else found

    def kept(self, positions: Iterable[int]) -> Iterator[int]:
        """The positions without those that repeat another source's."""
        if not self.dropped:
            return iter(positions)
        return (position for position in positions if position not in self.dropped)

    def named_by(self) -> None:
        """Find out from its headers whose stream it is."""
        self.header, conflict = headers_in(self.ledger.headers)
        header = self.header
        self.trouble = conflict.reason if conflict is not None else None
        self.producer = header.producer if header is not None else None
        is_empty = header is None and not len(self.ledger) and not self.ledger.other_names
        self.key = None if is_empty else SessionKey(
            (header.agent if header is not None else None) or UNKNOWN_AGENT,
            (header.namespace if header is not None else None) or "",
            (header.session_id if header is not None else None) or stem_of(self.name),
        )  # fmt: skip


def source_of(stream: Stream) -> Source | None:
    """The source that a stream is, read; `None` for one that is read once only.

    Raises:
        StreamError: it cannot be read.
    """
    if not isinstance(stream, FileStream):
        return None
    source = Source(stream.name, FileLedger(str(stream.path.absolute()), stream.name))
    refresh(source, stream)
    return source


def refresh(source: Source, stream: Stream) -> bool:
    """Read what is new in a source, in another way where its form asks for that.

    Raises:
        StreamError: it cannot be read.
    """
    try:
        changed = source.book.refresh()
    except (NotByLineError, OversizeLineError):
        source.book = HeldLedger(stream)
        changed = source.book.refresh()
    except StreamError as error:
        source.trouble = str(error)
        return True
    if changed or source.key is None:
        source.named_by()
    return changed
