"""One JSONL line <-> one record; the only speller of ASR JSON.

`text` finds JSON values in bytes, `records` makes values of the model of them, `streams` walks the
lines of one stream, `spelling` writes. What ASR's pages do not state is in `inferred` alone.
"""

from __future__ import annotations

from attrib.codec.inferred import HEADER_TYPES, PRODUCER_META, REDACTED_META, ROOT_TYPES
from attrib.codec.records import READ_KINDS, decode, record_of, records_in
from attrib.codec.spelling import encode, header_line
from attrib.codec.streams import (
    LONGEST_LINE,
    Found,
    RawLine,
    Sieve,
    found_in,
    lines_found,
    looks_like_stream,
)
from attrib.codec.text import Piece, duplicate_members, pieces_in

__all__ = [
    "HEADER_TYPES",
    "LONGEST_LINE",
    "PRODUCER_META",
    "READ_KINDS",
    "REDACTED_META",
    "ROOT_TYPES",
    "Found",
    "Piece",
    "RawLine",
    "Sieve",
    "decode",
    "duplicate_members",
    "encode",
    "found_in",
    "header_line",
    "lines_found",
    "looks_like_stream",
    "pieces_in",
    "record_of",
    "records_in",
]
